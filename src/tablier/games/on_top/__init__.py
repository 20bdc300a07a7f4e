"""On Top (Günter Burkhardt, 2008): lay rhombi, close circles, and stand on top of the towers."""

"""What every game stands on: the protocol, compilation and its cache, random numbers, playouts, bit sets."""

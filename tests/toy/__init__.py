"""A small game that uses every part of the protocol, and a smaller one with known value."""

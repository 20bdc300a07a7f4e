"""A small game that uses every part of the protocol, and two smaller ones with known values."""

"""The engine: protocol, compilation and its cache, random numbers, playouts, batches, bit sets."""

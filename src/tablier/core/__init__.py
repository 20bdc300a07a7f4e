"""State records, action spaces, and the definition of a game. Needs neither NumPy nor Numba."""

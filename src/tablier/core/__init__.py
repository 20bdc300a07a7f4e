"""State records, action spaces, notation, symmetries and events of games. Needs neither NumPy nor Numba."""

"""What every layer shares: state records, action spaces, and the definition of a game. No NumPy, no Numba."""

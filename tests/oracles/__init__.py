"""Second implementations of the games, written from their rules alone, to check the kernels against."""

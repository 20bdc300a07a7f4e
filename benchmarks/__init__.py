"""Benchmarks that need a checkout: see README.md."""

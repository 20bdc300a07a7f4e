"""Exact results of positions of games without chance and secrets."""

from tablier.solve.solver import Solver

__all__ = ["Solver"]

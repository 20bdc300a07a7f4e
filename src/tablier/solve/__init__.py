"""Exact results: of positions without chance and secrets, and of rounds in which two seats choose at once."""

from tablier.solve.certificate import certificate
from tablier.solve.round import Equilibrium, Round
from tablier.solve.solver import Solver

__all__ = ["Equilibrium", "Round", "Solver", "certificate"]

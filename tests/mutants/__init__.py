"""Mutants of the rule kernels: each must make a test fail, or is listed as equivalent with the reason.

:mod:`mutants.mutations` makes them, :mod:`mutants.reach` finds the tests that reach a line, :mod:`mutants.fork_server`
and :mod:`mutants.trial` run tests under a mutant, and ``python -m mutants`` reports those that survive.
"""

"""Puzzles: positions in which one submission is much better than every other.

:mod:`tablier.puzzles.miner` finds them in games between bots, :mod:`tablier.puzzles.checks` checks them again. A
submission is judged by what its seat may know (:mod:`tablier.puzzles.judge`).
"""

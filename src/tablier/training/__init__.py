"""Training of the nets that correct evaluations: self-play, a replay window, fitting, and gating by matches.

``tablier train GAME`` is the command. Self-play and matches need no framework; fitting needs JAX and Optax (extra
``train``). Work is divided into blocks that depend only on their own numbers, the seed and a net, so any
:class:`concurrent.futures.Executor` computes the same run.
"""

from tablier.training.plan import Plan
from tablier.training.run import Round, Training

__all__ = ["Plan", "Round", "Training"]

"""Complete positions that are consistent with what a seat knows."""

from __future__ import annotations

from tablier.analysis.questions import WORLDS
from tablier.engine import protocol
from tablier.engine.records import native
from tablier.engine.rng import generator
from tablier.position import Position


def worlds(view: Position, seat: int, seed: int) -> list[Position]:
    """Samples of the complete position behind the view of ``seat``; the view itself where nothing is hidden."""
    rules = view.game.rules
    if not rules.has("hide"):
        return [view.copy()]
    rng = generator(seed, seat)
    return [_sample(view, seat, rng) for _ in range(WORLDS)]


def _sample(view: Position, seat: int, rng: object) -> Position:
    root = view.game.rules.zeros()
    root[0] = native(view.state)
    protocol.determinize(root[0], seat, rng)
    return Position(view.game, view.game.definition.state(root.tobytes()), view.options, view.seats)

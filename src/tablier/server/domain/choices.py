"""What a player may touch next: a stateless question about staged plies, answered from the seat's own view.

Nothing here depends on a game. Its scene gives the targets of actions (``paths``), the prompts (``prompts``), the view
(``view``) and the effect of a turn (``preview``). The staged plies are played on a copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablier.core.seats import CHANCE
from tablier.scene.model import Choices, Message, Option
from tablier.scene.submissions import submission_ends
from tablier.server.domain.texts import Text
from tablier.server.domain.turns import acts_together, replay, reveals_hidden
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.moves import Move
    from tablier.position import Position


def choices(position: Position, seat: int, plies: Sequence[str]) -> Choices:
    """What a seat may touch after staging plies, and what these would change.

    ``position`` must be the seat's own view. The staged plies are complete where a submission ends.

    Raises:
        Problem: the staged plies are not legal.
    """
    scene = position.game.scene
    staged = replay(position, seat, plies)
    if staged.ply > position.ply:
        last = staged.history[-1]
        known = staged.copy()
        known.pop()
        if reveals_hidden(known, last):
            prompt = _preview(position, seat, (*known.history[position.ply :], last), known)
            ghosts = scene.ghosts(known, seat, last.action)
            return Choices(options=(), prompt=prompt or Message(Text.SEND), complete=True, put=ghosts)
    before, after = scene.view(position, seat), scene.view(staged, seat)
    old, new = {p.id: p for p in before.pieces}, {p.id: p for p in after.pieces}
    counters = {c.id: c for c in before.counters}
    done = Choices(
        options=(),
        prompt=Message(Text.SEND),
        complete=bool(plies),
        put=tuple(p for p in after.pieces if old.get(p.id) != p),
        drop=tuple(id_ for id_ in old if id_ not in new),
        counters=tuple(c for c in after.counters if counters.get(c.id) != c),
        docks=after.docks if after.docks != before.docks else None,
    )
    if seat not in staged.movers or (plies and submission_ends(position, staged, seat)):
        preview = _preview(position, seat, staged.since(position.ply), staged)
        return replace(done, prompt=preview or done.prompt, certain=bool(plies) and _is_certain(position, staged))
    prompt, prompts, buttons = scene.prompts(staged, seat)
    options = tuple(
        Option(move.text, tuple(path), scene.ghosts(staged, seat, move.action))
        for move in staged.moves(seat)
        for path in scene.paths(staged, seat, move.action)
    )
    return replace(
        done,
        options=options,
        prompt=prompt,
        prompts=prompts,
        buttons=tuple(buttons),
        complete=False,
        removes=scene.removes(staged, seat) if plies else {},
    )


def _is_certain(before: Position, after: Position) -> bool:
    """Whether sending a complete submission reveals nothing and draws nothing.

    Where seats choose at once, the last choice reveals all of them, and a seat does not know whether its own is that.
    """
    return CHANCE not in after.movers and not acts_together(before)


def _preview(before: Position, seat: int, moves: Sequence[Move], after: Position) -> Message | None:
    """What a complete submission would come to, if the scene says so."""
    return before.game.scene.preview(before, seat, [move.action for move in moves], after) if moves else None


def why(position: Position, seat: int, plies: Sequence[str], path: Sequence[str]) -> str | None:
    """The id of the rule that forbids touching ``path`` after staging plies; ``None`` if no rule does.

    An action with exactly this path decides; else the rule that forbids most of the actions whose paths begin with it.
    A scene's ``LOW_PRIORITY_RULES`` count only where no other rule is broken: they are about how a path goes on.
    A target with which the begun path cannot go on at all would begin anew: then the rule that forbids that is given.

    Raises:
        Problem: the staged plies are not legal, or it is not this seat's turn.
    """
    staged = replay(position, seat, plies)
    if seat not in staged.movers:
        raise Problem(Refusal.NOT_YOUR_TURN)
    rules = _forbidding(staged, seat, tuple(path)) or _forbidding(staged, seat, tuple(path[-1:]))
    if None in rules:
        return None
    low = position.game.scene.LOW_PRIORITY_RULES
    specific = [rule for rule in rules if rule not in low] or rules
    return Counter(specific).most_common(1)[0][0] if specific else None


def _forbidding(staged: Position, seat: int, touched: tuple[str, ...]) -> list[str | None]:
    """The rule that forbids the action with exactly this path, else those that forbid the actions beginning with it."""
    begun: list[int] = []
    for action in range(staged.game.actions(**staged.options)):
        paths = [tuple(p) for p in staged.game.scene.paths(staged, seat, action)]
        if touched in paths:
            return [staged.why(action, seat)]
        if any(p[: len(touched)] == touched for p in paths):
            begun.append(action)
    return [staged.why(action, seat) for action in begun]

"""What may be touched next, asked by prefix: a stateless question, answered from the asker's own view of the game.

Nothing here knows a game. Its scene says how actions are touched (``paths``), what to ask for (``prompts``),
what is seen (``view``), and what a turn would come to (``preview``); the staged plies are replayed on a copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablier.errors import IllegalMove, InvalidMove
from tablier.scene.model import Choices, Message, Option
from tablier.server.domain.texts import Text
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.moves import Move
    from tablier.position import Position
    from tablier.scene.base import Scene

Path = tuple[str, ...]


def replay(position: Position, seat: int, plies: Sequence[str]) -> Position:
    """``position`` after more plies of ``seat``, on a copy; half a submission is fine, none is too.

    Raises:
        Problem: a ply cannot be read (``unreadable``), breaks a rule (``illegal``), follows one that discloses
            something, or is not this seat's to play.
    """
    position = position.copy()
    disclosed = False
    for ply in plies:
        if disclosed:
            raise Problem(Refusal.REVEALS_MORE)
        if not position.movers:
            raise Problem(Refusal.GAME_OVER)
        if seat not in position.movers:
            raise Problem(Refusal.NOT_YOUR_TURN)
        try:
            move = position.parse(ply, seat)
            disclosed = discloses(position, move)
            position.push(move)
        except InvalidMove as error:
            raise Problem(Refusal.UNREADABLE_PLY, ply=ply) from error
        except IllegalMove as error:
            raise Problem(Refusal.ILLEGAL_PLY, rule=error.rule or "", ply=ply) from error
    return position


def up_to_disclosure(position: Position, seat: int, plies: Sequence[str]) -> list[str]:
    """The beginning of a submission that may be made at once: up to the first ply that discloses something."""
    position = position.copy()
    for number, ply in enumerate(plies, 1):
        move = position.parse(ply, seat)
        if discloses(position, move):
            return list(plies[:number])
        position.push(move)
    return list(plies)


def discloses(position: Position, move: Move) -> bool:
    """Does a ply show its seat what it cannot know before? Trying it and taking it back must then be impossible."""
    return position.game.scene.reveals_hidden(position, move.seat, move.action)


def choices(scene: Scene, position: Position, seat: int, plies: Sequence[str]) -> Choices:
    """What ``seat`` may touch after staging ``plies``, and what these would change.

    ``position`` must be the seat's own view. Staging is complete when the turn or the game is over, also where the same
    seat then chooses at once with seats that were not to move.

    Raises:
        Problem: the staged plies are not legal.
    """
    staged = replay(position, seat, plies)
    if staged.ply > position.ply:
        last = staged.history[-1]
        known = staged.copy()
        known.pop()
        if discloses(known, last):
            said = _foreseen(scene, position, seat, (*known.history[position.ply :], last), known)
            return Choices(options=(), prompt=said or Message(Text.SEND), complete=True)
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
    if seat not in staged.movers or (plies and turn_is_over(position, staged, seat)):
        return replace(
            done, prompt=_foreseen(scene, position, seat, staged.history[position.ply :], staged) or done.prompt
        )
    prompt, prompts, buttons = scene.prompts(staged, seat)
    options = tuple(
        Option(move.text, tuple(path)) for move in staged.moves(seat) for path in scene.paths(staged, seat, move.action)
    )
    return replace(done, options=options, prompt=prompt, prompts=prompts, buttons=tuple(buttons), complete=False)


def known_movers(position: Position) -> tuple[int, ...]:
    """The seats that are to act, as far as everybody knows: not who of several has chosen already."""
    return position.view(None).movers if position.game.info.hidden else position.movers


def acts_together(position: Position) -> bool:
    """Are several seats to act at once, each on its own, as far as everybody knows?"""
    return len(known_movers(position)) > 1


def turn_is_over(begun: Position, staged: Position, seat: int) -> bool:
    """Does a submission of ``seat`` that began at ``begun`` end here, even if that seat is to move again?

    It does where others join in who were not to move, and where the seat begins another turn, the others passed over.
    """
    if seat not in staged.movers or not set(staged.movers) <= set(begun.movers):
        return True
    return turn_begins(staged.game.scene, staged)


def completes_turn(before: Position, after: Position) -> bool:
    """Has a submission that led from ``before`` to ``after`` completed its seat's turn?

    A turn is all that a seat does from the moment the order of play gives it the move until another turn begins. It may
    take several submissions, and others may have to answer meanwhile: that is no turn of theirs. Where seats choose at
    once each choice is one. The scene may decide; else a turn ends when other seats are to move.
    """
    scene = after.game.scene
    if (said := scene.completes_turn(before, after)) is not None:
        return said
    return after.movers != before.movers or known_movers(before) != known_movers(after) or turn_begins(scene, after)


def turn_begins(scene: Scene, position: Position) -> bool:
    """Is the seat that moved last to begin another turn, since the others are passed over?"""
    return scene.turn_begins(position)


def _foreseen(scene: Scene, before: Position, seat: int, moves: Sequence[Move], after: Position) -> Message | None:
    """What the game has to say of a complete submission before it is sent, if it says anything."""
    return scene.preview(before, seat, [move.action for move in moves], after) if moves else None


def why(scene: Scene, position: Position, seat: int, plies: Sequence[str], path: Sequence[str]) -> str | None:
    """The id of the rule that forbids touching ``path`` after staging ``plies``; ``None`` if no rule does.

    An action that is touched by exactly this path decides; else the rule that forbids most of the actions whose paths
    begin with it. Rules in ``LOW_PRIORITY_RULES`` count only where no other is broken: they tell of where a path
    would go on, not of what was touched.

    Raises:
        Problem: the staged plies are not legal, or it is not this seat's turn.
    """
    staged = replay(position, seat, plies)
    if seat not in staged.movers:
        raise Problem(Refusal.NOT_YOUR_TURN)
    touched = tuple(path)
    begun: list[int] = []
    for action in range(staged.game.actions(**staged.options)):
        paths = [tuple(p) for p in scene.paths(staged, seat, action)]
        if touched in paths:
            return staged.why(action, seat)
        if any(p[: len(touched)] == touched for p in paths):
            begun.append(action)
    rules = [staged.why(action, seat) for action in begun]
    if None in rules:
        return None
    telling = [rule for rule in rules if rule not in scene.LOW_PRIORITY_RULES] or rules
    return Counter(telling).most_common(1)[0][0] if telling else None

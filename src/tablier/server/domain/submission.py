"""What the holder of a seat does in the game: submit plies, resign, offer a rematch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tablier.server.domain import replacement, turns
from tablier.server.domain.events import RematchOffered, Resigned, Retracted, Submitted, TakenBack
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.position import Position


def submit(
    state: TableState, seat: int, plies: Sequence[str], *, bot: bool, since: int | None = None
) -> tuple[Submitted, Position]:
    """The event by which a seat plays, its plies in the game's own spelling; and the position that it leads to.

    Args:
        state: the table.
        seat: the seat that plays.
        plies: what it plays, all or none.
        bot: whether a bot does; the seat may have changed hands since it began to think.
        since: the number of the last event known when the plies were chosen, if that is known.

    Raises:
        Problem: play has not begun or is over, it is not this seat's turn, the plies were chosen in another situation,
            or a ply cannot be played.
    """
    if state.over:
        raise Problem(Refusal.GAME_OVER)
    if state.waiting_for_players:
        raise Problem(Refusal.WAITING_FOR_PLAYERS)
    if state.initial_draw_pending or bool(state.seats[seat].level) is not bot:
        raise Problem(Refusal.NOT_YOUR_TURN)
    if not plies:
        raise Problem(Refusal.NO_PLIES)
    if since is not None and _choice_has_ended(state, seat, since):
        raise Problem(Refusal.LATE)
    if state.game.info.hidden:
        _check_as_seen(state, seat, plies)
    after = turns.replay(state.position, seat, plies)
    return Submitted(tuple(move.text for move in after.since(state.position.ply))), after


def submit_bot(state: TableState, before: TableState, seat: int, plies: Sequence[str]) -> tuple[Submitted, Position]:
    """As :func:`submit`, for plies that a bot chose in an earlier state.

    Raises:
        Problem: the bot's view has changed, as after a takeback; or as for :func:`submit`.
    """
    if turns.known(state.position, seat).key() != turns.known(before.position, seat).key():
        raise Problem(Refusal.LATE)
    return submit(state, seat, plies, bot=True)


def _choice_has_ended(state: TableState, seat: int, since: int) -> bool:
    """Whether the choice that a seat had after event number ``since`` has ended, even if the seat has the same again.

    Only a submission for the seat or a takeback ends it: choices that are made at once do not depend on each other, and
    play waits for all of them.
    """
    return any(
        isinstance(event.payload, TakenBack)
        or (event.seat == seat and isinstance(event.payload, Submitted | Retracted))
        for event in state.events[since:]
    )


def _check_as_seen(state: TableState, seat: int, plies: Sequence[str]) -> None:
    """Check plies against the view of the seat, so that a refusal reveals no hidden information.

    Where several seats act at once, a submission must be all that its seat does: else the number of submissions would
    show how a secret choice was made.
    """
    known = turns.replay(state.position.view(seat), seat, plies)
    if seat in known.movers and turns.acts_together(state.position):
        raise Problem(Refusal.UNFINISHED_CHOICE)


def resign(state: TableState, levels: Iterable[int]) -> Resigned:
    """The event by which a seat resigns. ``levels`` are those of the game's bots.

    Raises:
        Problem: the game is over.
    """
    if state.over:
        raise Problem(Refusal.GAME_OVER)
    return Resigned(replacement.after_resignation(state, levels))


def offer_rematch(state: TableState, seat: int) -> RematchOffered:
    """The event by which a seat offers a rematch, or accepts one.

    Raises:
        Problem: the game is not over, or the seat has offered.
    """
    if not state.over:
        raise Problem(Refusal.GAME_NOT_OVER)
    if seat in state.rematch_offers:
        raise Problem(Refusal.REMATCH_OFFERED)
    return RematchOffered()

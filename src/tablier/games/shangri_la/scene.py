"""The Bridges of Shangri-La on the table: the mountains, tiles, targets and prompts.

Nothing is hidden, the reserves included. In texts a village is its name and letter, a tile its colour and guild.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tablier.core.events import Event
from tablier.games.shangri_la.actions import ACTIONS, ends_of
from tablier.games.shangri_la.board import (
    BRIDGES,
    COLOUR_NAMES,
    DATA,
    GUILD_LETTERS,
    GUILDS,
    STONES,
    VILLAGE_LETTERS,
    VILLAGES,
)
from tablier.games.shangri_la.board_model import Village, reserve, villages
from tablier.games.shangri_la.narration import describe, narrate, preview
from tablier.games.shangri_la.phrases import (
    SPAN,
    bridge_name,
    centre,
    dock,
    guild_name,
    join,
    short_name,
    space,
    spot,
    stock,
    village_name,
)
from tablier.games.shangri_la.pieces import board_pieces, master_id, reserve_pieces, student_id
from tablier.games.shangri_la.state import SECOND, SET_UP, TURN
from tablier.scene.base import Path, Prompts, Scene
from tablier.scene.model import Counter, Dock, Line, Message, Piece, Result, Spot, Sprite, Stage, Tally, View, seat_name

if TYPE_CHECKING:
    from tablier.position import Position

FRAME = 56
"""Width of the picture's frame around the board."""
PITCH = 68
"""From one space of a row to the next."""
ROW = 60
"""From one row of spaces to the next."""
VILLAGE = 240
REACH = 112
SPANS = range(3, 10)


def _sprite(size: float, layer: int, about: str) -> Sprite:
    return Sprite(size, size, layer, about=Message(f"shangri-about-{about}"))


SPRITES = {
    **{f"bridge-{n}": Sprite(n * SPAN, 44, layer=0, shadow=True) for n in SPANS},
    "flags": _sprite(40, 1, "bridge"),
    **{name: _sprite(VILLAGE, 2, "village") for name in ("village", "village-red")},
    **{name: _sprite(VILLAGE, 2, "peace") for name in ("peace", "peace-red")},
    **{f"sign-{letter}": Sprite(VILLAGE, VILLAGE, layer=3) for letter in VILLAGE_LETTERS},
    **{f"strength-{n}": Sprite(VILLAGE, VILLAGE, layer=3) for n in range(1, 2 * GUILDS + 1)},
    **{
        f"{colour}-{guild}{rank}": _sprite(PITCH, 4, about)
        for colour in COLOUR_NAMES
        for guild in GUILD_LETTERS
        for rank, about in (("", "master"), ("-student", "student"))
    },
    "stone": Sprite(VILLAGE, VILLAGE, layer=5),
    **{name: _sprite(24, 1, name) for name in ("masters", "villages", "tiles", "stones")},
}


class ShangriScene(Scene):
    """The mountains. Spots are bridges (``a-b``), villages (``a``) and, upon them, their spaces (``Ha``)."""

    # Rules about the village or the bridge that a touch would go on to, not about the tile or the village touched.
    LOW_PRIORITY_RULES = tuple(f"SHANGRI-{rule}" for rule in ("2.1", "4.1", "4.2", "5.2", "6.2", "7.2"))

    def stage(self, position: Position) -> Stage:  # noqa: D102
        return _stage()

    def view(self, position: Position, seat: int | None) -> View:  # noqa: D102
        s = position.state
        now = villages(s)
        seats = range(position.seats)
        return View(
            pieces=(*board_pieces(s, now), *reserve_pieces(position)),
            counters=_counters(position, now),
            status=_status(position),
            colours=COLOUR_NAMES[: position.seats],
            movers=position.movers,
            docks=tuple(Dock(dock(seat), "row", Message("shangri-reserve"), seat, True) for seat in seats),
            tally=tuple(_tally(position, now)),
            result=_result(position),
        )

    def paths(self, position: Position, seat: int, action: int) -> tuple[Path, ...]:
        """A tile of the reserve and its village, or the space alone, for a master as for a student; or two villages.

        A tile goes on the seat's own master if its space has one, and is then a student; else it is a master.
        """
        family, indices = ACTIONS.decode(action)
        if family == "pass":
            return ()
        if family == "journey":
            origin, goal = ends_of(*indices)
            return ((spot(origin), spot(goal)),)
        guild, village = indices
        if (family == "student") != (position.state.masters[seat, guild] >> village & 1):
            return ()
        return (f"piece:{stock(seat, guild)}", spot(village)), (f"spot:{space(guild, village)}",)

    def ghosts(self, position: Position, seat: int, action: int) -> tuple[Piece, ...]:
        """A master, or a student on a master."""
        family, indices = ACTIONS.decode(action)
        if family not in ("master", "student"):
            return ()
        guild, village = indices
        name, at = f"{COLOUR_NAMES[seat]}-{GUILD_LETTERS[guild]}", space(guild, village)
        if family == "master":
            return (Piece(master_id((seat, guild), village), name, at, seat=seat),)
        return (Piece(student_id((seat, guild), village), f"{name}-student", at, seat=seat, up=1),)

    def prompts(self, position: Position, seat: int) -> Prompts:  # noqa: D102
        if seat not in position.movers:
            return _status(position), {}, ()
        now = villages(position.state)
        moves = [move.action for move in position.moves(seat)]
        kinds = {self.paths(position, seat, action)[0][0]: action for action in moves}
        begun = {target: _begun(position, seat, now, action) for target, action in kinds.items()}
        if position.state.stage == SET_UP:
            return Message("shangri-prompt-set-up", {"seats": position.seats}), begun, ()
        if position.state.stage == SECOND:
            return Message("shangri-prompt-second"), begun, ()
        journeys = {ACTIONS.decode(action).family == "journey" for action in kinds.values()}
        can = "all" if len(journeys) > 1 else "journeys" if True in journeys else "tiles"
        return Message("shangri-prompt-turn", {"can": can}), begun, ()

    def preview(self, before: Position, seat: int, actions: Sequence[int], after: Position) -> Message | None:  # noqa: D102
        return preview(before, actions, after)

    def ends_submission(self, position: Position) -> bool:
        """Is no second student due?"""
        return bool(position.state.stage != SECOND)

    def describe(self, position: Position, seat: int, actions: Sequence[int]) -> Message:  # noqa: D102
        return describe(actions)

    def narrate(  # noqa: D102
        self,
        before: Position,
        seat: int,
        actions: Sequence[int],
        after: Position,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        return narrate(before, seat, actions, after)


@functools.cache
def _stage() -> Stage:
    spots = {}
    for ends in BRIDGES:
        (x, y), (u, v) = map(centre, ends)
        label = Message("shangri-gorge", {"a": village_name(ends[0]), "b": village_name(ends[1])})
        spots[bridge_name(ends)] = Spot(((x + u) / 2, (y + v) / 2), label, hit=24)
    for village in range(VILLAGES):
        spots[VILLAGE_LETTERS[village]] = Spot(centre(village), village_name(village), hit=REACH)
    for village in range(VILLAGES):
        x, y = centre(village)
        for row, guilds in enumerate(DATA.layout):
            for column, letter in enumerate(guilds):
                guild = GUILD_LETTERS.index(letter)
                at = (x + PITCH * (column - (len(guilds) - 1) / 2), y + ROW * (row - 1) - 6)
                label = Message("shangri-space", {"guild": guild_name(guild), "village": village_name(village)})
                spots[space(guild, village)] = Spot(at, label, hit=31, group=VILLAGE_LETTERS[village])
    width, height = DATA.size
    return Stage("shangri_la", (-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME), "board.svg", spots, SPRITES)


def _counters(position: Position, now: Sequence[Village]) -> tuple[Counter, ...]:
    counters = []
    for seat, points in enumerate(position.scores()):
        home = sum(bool(village.owned(seat)) for village in now)
        left = sum(reserve(position.state, seat, guild) for guild in range(GUILDS))
        values = {"masters": points, "villages": home, "tiles": left}
        counters += [Counter(f"{k}:{seat}", k, Message(f"shangri-{k}"), value, seat) for k, value in values.items()]
    laid = sum(village.stone for village in now)
    return (*counters, Counter("stones", "stones", Message("shangri-stones", {"all": STONES}), laid))


def _tally(position: Position, now: Sequence[Village]) -> Iterator[Tally]:
    """SHANGRI-8.1 by village, so that the number of lines is what breaks a tie (SHANGRI-8.2)."""
    for seat in range(position.seats):
        for number, village in enumerate(now):
            if guilds := village.owned(seat):
                label = Message(
                    "shangri-tally", {"village": village_name(number), "who": join(map(guild_name, guilds))}
                )
                yield Tally(seat, label, len(guilds), tuple(master_id((seat, guild), number) for guild in guilds))


def _status(position: Position) -> Message:
    outcome = position.outcome()
    if outcome is None:
        stage = {SET_UP: "set-up", TURN: "turn", SECOND: "second"}[position.state.stage]
        return Message(f"shangri-status-{stage}", {"seat": seat_name(position.movers[0])})
    winners = join(map(seat_name, outcome.winners))
    return Message("shangri-status-won", {"n": len(outcome.winners), "who": winners})


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, Message(f"shangri-over-{outcome.reason}")) if outcome else None


def _begun(position: Position, seat: int, now: Sequence[Village], action: int) -> Message:
    """What to touch next, once the path of ``action`` has been begun."""
    family, indices = ACTIONS.decode(action)
    if family != "journey":
        guild = indices[0]
        legal = {decoded[:1] + decoded[1][:1] for decoded in map(ACTIONS.decode, position.moves(seat).actions)}
        can = {(True, False): "masters", (False, True): "students", (True, True): "both"}
        kind = can[("master", guild) in legal, ("student", guild) in legal]
        return Message("shangri-prompt-tile", {"guild": guild_name(guild), "can": kind})
    origin, _ = ends_of(*indices)
    tiles, masters = now[origin].strength
    return Message(
        "shangri-prompt-journey", {"from": short_name(origin), "masters": masters, "students": tiles - masters}
    )

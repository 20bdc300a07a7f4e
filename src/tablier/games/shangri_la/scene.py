"""The Bridges of Shangri-La on the table: the mountains, tiles, what may be touched, and what happened.

Nothing is hidden, the reserves included. In texts a village is its name and letter, a tile its colour and guild.
"""

from __future__ import annotations

import functools
from collections import Counter as Count
from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

from tablier.games.shangri_la import rules
from tablier.games.shangri_la.board import (
    BRIDGES,
    DATA,
    ENDS,
    GUILD_LETTERS,
    GUILDS,
    STONES,
    VILLAGE_LETTERS,
    VILLAGES,
)
from tablier.games.shangri_la.chart import Journey, Tile, Village, bridges, journey, villages
from tablier.scene.model import (
    Button,
    Counter,
    Dock,
    Flash,
    Line,
    Message,
    Piece,
    Result,
    Spot,
    Sprite,
    Stage,
    Tally,
    View,
    seat_name,
)

if TYPE_CHECKING:
    from tablier.position import Position

Path = tuple[str, ...]

FRAME = 56
"""Width of the picture's frame around the board."""
TILE = 64
PITCH = 68
"""From one space of a row to the next."""
NAMED = 2
"""A forecast names so many tiles of a kind; more are counted."""
ROW = 60
"""From one row of spaces to the next."""
VILLAGE = 240
REACH = 112
SPAN = 100
"""Bridges are drawn in lengths that are multiples of this, so that planks are about as wide on all of them."""
SPANS = range(3, 10)
COLOURS = tuple(colour.name for colour in DATA.colours)
CLOSED = VILLAGE_LETTERS.index("c")
"""The red village."""
VAGUE = tuple(f"SHANGRI-{rule}" for rule in ("2.1", "4.1", "4.2", "5.2", "6.2", "7.2"))
"""Rules about the village or the bridge that a touch would go on to, not about the tile or the village touched."""
SPRITES = {
    **{f"bridge-{n}": Sprite(n * SPAN, 44, layer=0, shadow=True) for n in SPANS},
    "flags": Sprite(40, 40),
    **{name: Sprite(VILLAGE, VILLAGE, layer=2) for name in ("village", "village-red", "peace", "peace-red")},
    **{f"sign-{letter}": Sprite(VILLAGE, VILLAGE, layer=3) for letter in VILLAGE_LETTERS},
    **{
        f"{colour}-{guild}{rank}": Sprite(TILE, TILE, layer=4)
        for colour in COLOURS
        for guild in GUILD_LETTERS
        for rank in ("", "-student")
    },
    "stone": Sprite(VILLAGE, VILLAGE, layer=5),
    **dict.fromkeys(("masters", "villages", "tiles", "stones"), Sprite(24, 24)),
}


def stage(_position: Position) -> Stage:
    """The mountains. Spots are bridges (``a-b``), villages (``a``) and, upon them, their spaces (``Ha``)."""
    return _stage()


@functools.cache
def _stage() -> Stage:
    spots = {}
    for ends in BRIDGES:
        (x, y), (u, v) = map(_centre, ends)
        label = Message("shangri-gorge", {"a": _name(ends[0]), "b": _name(ends[1])})
        spots[_bridge(ends)] = Spot(((x + u) / 2, (y + v) / 2), label, hit=24)
    for village in range(VILLAGES):
        spots[VILLAGE_LETTERS[village]] = Spot(_centre(village), _name(village), hit=REACH)
    for village in range(VILLAGES):
        x, y = _centre(village)
        for row, guilds in enumerate(DATA.layout):
            for column, letter in enumerate(guilds):
                guild = GUILD_LETTERS.index(letter)
                at = (x + PITCH * (column - (len(guilds) - 1) / 2), y + ROW * (row - 1) - 6)
                label = Message("shangri-space", {"guild": _guild(guild), "village": _name(village)})
                spots[_space(guild, village)] = Spot(at, label, hit=31, group=VILLAGE_LETTERS[village])
    width, height = DATA.size
    return Stage("shangri_la", (-FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME), "board.svg", spots, SPRITES)


def view(position: Position, _seat: int | None) -> View:
    """What everybody sees."""
    s = position.state
    now = villages(s)
    return View(
        pieces=(*_pieces(s, now), *_reserves(position)),
        counters=_counters(position, now),
        status=_status(position),
        colours=COLOURS[: position.seats],
        movers=position.movers,
        docks=tuple(Dock(_dock(seat), "row", Message("shangri-reserve"), seat, True) for seat in range(position.seats)),
        tally=tuple(_tally(position, now)),
        result=_result(position),
    )


def paths(position: Position, seat: int, action: int) -> tuple[Path, ...]:
    """A tile of the reserve and its village, or the space alone, for a master as for a student; or two villages.

    A tile goes on the seat's own master if its space has one, and is then a student; else it is a master.
    """
    if action < rules.JOURNEY:
        recruit, space = divmod(action, rules.RECRUIT)
        guild, village = divmod(space, VILLAGES)
        if recruit != (int(position.state.masters[seat, guild]) >> village & 1):
            return ()
        return (f"piece:{_stock(seat, guild)}", _spot(village)), (f"spot:{_space(guild, village)}",)
    if action == rules.PASS:
        return ()
    side, bridge = divmod(action - rules.JOURNEY, rules.WAYS)
    return ((_spot(ENDS[bridge, side]), _spot(ENDS[bridge, 1 - side])),)


def prompts(position: Position, seat: int) -> tuple[Message, dict[str, Message], tuple[Button, ...]]:
    """What ``seat`` is asked to do; its status line if it is not its turn."""
    if seat not in position.movers:
        return _status(position), {}, ()
    now = villages(position.state)
    kinds = {paths(position, seat, move.action)[0][0]: move.action for move in position.moves(seat)}
    begun = {target: _begun(position, seat, now, action) for target, action in kinds.items()}
    if position.state.stage == rules.SET_UP:
        return Message("shangri-prompt-set-up", {"seats": position.seats}), begun, ()
    if position.state.stage == rules.SECOND:
        return Message("shangri-prompt-second"), begun, ()
    tiles, journeys = min(kinds.values()) < rules.JOURNEY, max(kinds.values()) >= rules.JOURNEY
    can = {(True, True): "all", (True, False): "tiles", (False, True): "journeys"}[tiles, journeys]
    return Message("shangri-prompt-turn", {"can": can}), begun, ()


def foresee(before: Position, _seat: int, actions: Sequence[int], after: Position) -> Message | None:
    """What a journey would come to, for whoever is about to confirm it."""
    if actions[-1] < rules.JOURNEY:
        return None
    trip = journey(before.state, actions[-1], after.state)
    homeless = [tile for tile, _ in trip.expelled]
    lists = {"settled": trip.settled, "joined": trip.joined, "expelled": homeless, "returned": trip.returned}
    students = sum(student for _, student in trip.expelled)
    said = [_said(what, _briefly(tiles, students * (what == "expelled"))) for what, tiles in lists.items() if tiles]
    return _join([_travel("shangri-foresee", before, trip), *said], "shangri-and-then")


def turn_begins(position: Position) -> bool:
    """Is no second student due?"""
    return bool(position.state.stage != rules.SECOND)


def tell(before: Position, seat: int, actions: Sequence[int], after: Position, _reader: int | None) -> list[Line]:
    """What was played turn by turn, what it led to, who was passed over, and the end if it came."""
    lines: list[Line] = []
    start, now, turn = before, before.copy(), list[int]()
    for action in actions:
        now.play(now.name(action, seat), seat)
        turn.append(action)
        if turn_begins(now):
            lines += _turn(start, seat, turn, now)
            start, turn = now.copy(), []
    if turn:
        lines.append(_laid(start, seat, turn))
    if after.outcome():
        lines += _ended(after)
    return lines


def _turn(before: Position, seat: int, actions: Sequence[int], after: Position) -> Iterator[Line]:
    if actions[0] >= rules.JOURNEY:
        yield from _travelled(before, seat, actions[0], after)
    else:
        yield _laid(before, seat, actions)
    yield from _passed_over(before, seat, after)
    if before.state.stage == rules.SET_UP and after.state.stage == rules.TURN and after.movers:
        first = after.movers[0]
        yield Line(Message("shangri-say-ready", {"seat": seat_name(first)}), seat=first)


# Names


def _centre(village: int) -> tuple[int, int]:
    place = DATA.villages[village]
    return place.x, place.y


def _name(village: int) -> Message:
    place = DATA.villages[village]
    return Message("shangri-village", {"id": place.id, "name": place.name})


def _short(village: int) -> str:
    """A village in sentences; its letter stands on the board."""
    return DATA.villages[village].name


def _guild(guild: int) -> Message:
    return Message("shangri-guild", {"id": GUILD_LETTERS[guild]})


def _tile(tile: Tile) -> Message:
    return Message("shangri-tile", {"colour": COLOURS[tile[0]], "guild": _guild(tile[1])})


def _pair(tile: Tile, student: bool) -> Message:
    return Message("shangri-pair", {"tile": _tile(tile)}) if student else _tile(tile)


def _briefly(tiles: Sequence[Tile], students: int) -> Iterator[Message]:
    """Tiles by name; where they are many, by colour and number, since the board shows them. With their students."""
    if len(tiles) <= NAMED:
        yield from map(_tile, tiles)
    else:
        for seat, n in sorted(Count(seat for seat, _ in tiles).items()):
            yield Message("shangri-many", {"n": n, "colour": COLOURS[seat]})
    if students:
        yield Message("shangri-with-students", {"n": students})


def _space(guild: int, village: int) -> str:
    return GUILD_LETTERS[guild] + VILLAGE_LETTERS[village]


def _spot(village: int) -> str:
    return f"spot:{VILLAGE_LETTERS[village]}"


def _bridge(ends: tuple[int, int]) -> str:
    return "-".join(VILLAGE_LETTERS[village] for village in ends)


def _planks(ends: tuple[int, int]) -> str:
    """The sprite of a bridge, by its length."""
    (x, y), (u, v) = map(_centre, ends)
    return f"bridge-{round(hypot(u - x, v - y) / SPAN)}"


def _dock(seat: int) -> str:
    return f"reserve:{seat}"


def _stock(seat: int, guild: int) -> str:
    return f"{_dock(seat)}:{GUILD_LETTERS[guild]}"


def _join(parts: Iterable[Message], key: str = "shangri-list") -> Message:
    """A list of messages as one message."""
    return functools.reduce(lambda a, b: Message(key, {"a": a, "b": b}), parts)


# Pieces


def _pieces(s: Any, now: Sequence[Village]) -> Iterator[Piece]:
    for ends in bridges(s):
        name = _bridge(ends)
        label = Message("shangri-bridge", {"a": _name(ends[0]), "b": _name(ends[1])})
        a, b = (VILLAGE_LETTERS[village] for village in ends)
        yield Piece(f"bridge:{name}", _planks(ends), a, to=b, label=label)
        yield Piece(f"flags:{name}", "flags", name, label=Message("shangri-stands"))
    for number, village in enumerate(now):
        yield from _village_pieces(number, village)


def _village_pieces(number: int, village: Village) -> Iterator[Piece]:
    at = VILLAGE_LETTERS[number]
    sprite = ("peace" if village.stone else "village") + ("-red" if number == CLOSED else "")
    yield Piece(f"village:{at}", sprite, at, label=_contents(village))
    yield Piece(f"sign:{at}", f"sign-{at}", at)
    for guild, seat in sorted(village.masters.items()):
        space = _space(guild, number)
        student = guild in village.students
        name = f"{COLOURS[seat]}-{GUILD_LETTERS[guild]}"
        yield Piece(_master((seat, guild), number), name, space, seat=seat, label=_pair((seat, guild), student))
        if student:
            yield Piece(_student((seat, guild), number), f"{name}-student", space, seat=seat, up=1)
    if village.stone:
        yield Piece(f"stone:{at}", "stone", at, label=Message("shangri-stone"))


def _master(tile: Tile, village: int) -> str:
    return f"master:{COLOURS[tile[0]]}:{_space(tile[1], village)}"


def _student(tile: Tile, village: int) -> str:
    return f"student:{COLOURS[tile[0]]}:{_space(tile[1], village)}"


def _contents(village: Village) -> Message:
    """A village as it is read aloud: how strong, and whose."""
    tiles, masters = village.strength
    if not tiles:
        return Message("shangri-nobody")
    who = _join(_pair((seat, guild), guild in village.students) for guild, seat in sorted(village.masters.items()))
    return Message("shangri-contents", {"masters": masters, "students": tiles - masters, "who": who})


def _reserves(position: Position) -> Iterator[Piece]:
    for seat in range(position.seats):
        for guild, letter in enumerate(GUILD_LETTERS):
            left = int(rules.reserve(position.state, seat, guild))
            label = Message("shangri-stock", {"guild": _guild(guild), "n": left})
            yield Piece(
                _stock(seat, guild), f"{COLOURS[seat]}-{letter}", _dock(seat), seat=seat, n=left, i=guild, label=label
            )


# Numbers and status


def _counters(position: Position, now: Sequence[Village]) -> tuple[Counter, ...]:
    counters = []
    for seat, points in enumerate(position.scores()):
        home = sum(bool(village.owned(seat)) for village in now)
        left = sum(int(rules.reserve(position.state, seat, guild)) for guild in range(GUILDS))
        values = {"masters": points, "villages": home, "tiles": left}
        counters += [Counter(f"{k}:{seat}", k, Message(f"shangri-{k}"), value, seat) for k, value in values.items()]
    laid = sum(village.stone for village in now)
    return (*counters, Counter("stones", "stones", Message("shangri-stones", {"all": STONES}), laid))


def _tally(position: Position, now: Sequence[Village]) -> Iterator[Tally]:
    """SHANGRI-8.1 by village, so that the number of lines is what breaks a tie (SHANGRI-8.2)."""
    for seat in range(position.seats):
        for number, village in enumerate(now):
            if guilds := village.owned(seat):
                label = Message("shangri-tally", {"village": _name(number), "who": _join(map(_guild, guilds))})
                yield Tally(seat, label, len(guilds), tuple(_master((seat, guild), number) for guild in guilds))


def _status(position: Position) -> Message:
    outcome = position.outcome()
    if outcome is None:
        stage = {rules.SET_UP: "set-up", rules.TURN: "turn", rules.SECOND: "second"}[int(position.state.stage)]
        return Message(f"shangri-status-{stage}", {"seat": seat_name(position.movers[0])})
    winners = _join(map(seat_name, outcome.winners))
    return Message("shangri-status-won", {"n": len(outcome.winners), "who": winners})


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, Message(f"shangri-over-{outcome.reason}")) if outcome else None


def _begun(position: Position, seat: int, now: Sequence[Village], action: int) -> Message:
    """What to touch next, once the path of ``action`` has been begun."""
    if action < rules.JOURNEY:
        guild = action % rules.RECRUIT // VILLAGES
        legal = [int(other) // VILLAGES for other in position.moves(seat).actions if other < rules.JOURNEY]
        can = {(True, False): "masters", (False, True): "students", (True, True): "both"}
        kind = can[guild in legal, GUILDS + guild in legal]
        return Message("shangri-prompt-tile", {"guild": _guild(guild), "can": kind})
    side, bridge = divmod(action - rules.JOURNEY, rules.WAYS)
    origin = int(ENDS[bridge, side])
    tiles, masters = now[origin].strength
    return Message("shangri-prompt-journey", {"from": _short(origin), "masters": masters, "students": tiles - masters})


# The story


def _laid(before: Position, seat: int, actions: Sequence[int]) -> Line:
    """Tiles from the reserve: a master, or one or two students."""
    what = []
    ids = []
    for action in actions:
        guild, village = divmod(action % rules.RECRUIT, VILLAGES)
        kind = _student if action >= rules.RECRUIT else _master
        what.append(Message("shangri-put", {"guild": _guild(guild), "village": _short(village)}))
        ids.append(kind((seat, guild), village))
    kind_of = "recruit" if actions[0] >= rules.RECRUIT else "place"
    return Line(Message(f"shangri-say-{kind_of}", {"seat": seat_name(seat), "what": _join(what)}), tuple(ids), seat)


def _travel(key: str, before: Position, trip: Journey) -> Message:
    """The two villages of a journey, their strengths, and what decides."""
    (a, a_masters), (b, b_masters) = trip.strengths
    stronger = trip.origin if trip.stronger else trip.goal
    cause = trip.cause
    if cause == "tie":
        cause = "origin" if before.state.tie == rules.ORIGIN else "goal"
    verdict = Message("shangri-verdict", {"cause": cause, "village": _short(stronger)})
    numbers = {"a": a, "am": a_masters, "as": a - a_masters, "b": b, "bm": b_masters, "bs": b - b_masters}
    return Message(key, {"from": _short(trip.origin), "to": _short(trip.goal), "verdict": verdict, **numbers})


def _outcome(trip: Journey) -> Iterator[tuple[Message, tuple[str, ...]]]:
    """What becomes of those who travel, and of those they drive out, each with the pieces concerned."""
    if trip.settled:
        yield _said("settled", map(_tile, trip.settled)), tuple(_master(tile, trip.goal) for tile in trip.settled)
    if trip.joined:
        yield _said("joined", map(_tile, trip.joined)), tuple(_student(tile, trip.goal) for tile in trip.joined)
    if trip.expelled:
        yield _said("expelled", (_pair(*pair) for pair in trip.expelled)), ()
    if trip.returned:
        yield _said("returned", map(_tile, trip.returned)), ()


def _said(what: str, who: Iterable[Message]) -> Message:
    return Message(f"shangri-say-{what}", {"who": _join(who)})


def _travelled(before: Position, seat: int, action: int, after: Position) -> Iterator[Line]:
    trip = journey(before.state, action, after.state)
    travellers = (*trip.settled, *trip.joined, *trip.returned)
    arrived = [_master(tile, trip.goal) for tile in trip.settled] + [_student(tile, trip.goal) for tile in trip.joined]
    gone = [_student(tile, trip.origin) for tile in travellers]
    driven = [kind(tile, trip.goal) for tile, _ in trip.expelled for kind in (_master, _student)]
    say = _travel("shangri-say-journey", before, trip)
    yield Line(Message(say.k, {**say.a, "seat": seat_name(seat)}), (*arrived, *gone, *driven), seat)
    for said, ids in _outcome(trip):
        yield Line(said, ids, seat)
    ends = min(trip.origin, trip.goal), max(trip.origin, trip.goal)
    name = _bridge(ends)
    fallen = Message("shangri-say-fallen", {"a": _short(ends[0]), "b": _short(ends[1])})
    falling = Flash(_planks(ends), VILLAGE_LETTERS[ends[0]], VILLAGE_LETTERS[ends[1]])
    yield Line(fallen, (f"bridge:{name}", f"flags:{name}"), flash=(falling,))
    old, new = villages(before.state), villages(after.state)
    for number in ends:
        if new[number].stone and not old[number].stone:
            at = VILLAGE_LETTERS[number]
            laid = int(after.state.stones).bit_count()
            say = Message("shangri-say-stone", {"village": _short(number), "n": laid, "all": STONES})
            yield Line(say, (f"stone:{at}", f"village:{at}"))


def _passed_over(before: Position, seat: int, after: Position) -> Iterator[Line]:
    """The seats that were skipped because they could do nothing."""
    n = before.seats
    following = [(seat + k) % n for k in range(1, n + 1)]
    s = after.state
    if before.state.stage == rules.SET_UP:
        still = s.stage == rules.SET_UP
        skipped = following[: following.index(after.movers[0])] if still else following
        for other in skipped:
            if any(not int(villages) for villages in s.masters[other]):
                yield Line(Message("shangri-say-no-place", {"seat": seat_name(other)}), seat=other)
        if still:
            return
        following = list(range(n))
    if s.over:
        return
    for other in following[: following.index(after.movers[0])]:
        yield Line(Message("shangri-say-passed-over", {"seat": seat_name(other)}), seat=other)


def _ended(after: Position) -> Iterator[Line]:
    outcome = after.outcome()
    assert outcome is not None
    yield Line(Message(f"shangri-over-{outcome.reason}"))
    points = max(outcome.scores)
    winners = _join(map(seat_name, outcome.winners))
    arguments: dict[str, str | int | Message] = {"who": winners, "points": points}
    if len(outcome.winners) > 1:
        yield Line(Message("shangri-say-shared", arguments))
        return
    winner = outcome.winners[0]
    homes = [sum(bool(village.owned(seat)) for village in villages(after.state)) for seat in range(after.seats)]
    tied = [seat for seat, score in enumerate(outcome.scores) if score == points and seat != winner]
    if tied:
        arguments |= {"villages": homes[winner], "others": max(homes[seat] for seat in tied)}
        yield Line(Message("shangri-say-won-villages", arguments), seat=winner)
    else:
        yield Line(Message("shangri-say-won", arguments), seat=winner)

"""How good a position looks: an evaluation and priors. Their weights are data: ``evaluation.json``.

A village is packed into one word. Every bridge that stands is looked at in both directions: whom would a journey over
it expel, who would find a free space, and is the origin strong enough, or would it be after a turn of recruiting? All
weights were fitted to self-play by ``tools/fit``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tablier.catalogue.data import load, require_tables
from tablier.engine.bits import ONE, ZERO, i64, lowest, popcount, u64
from tablier.engine.fitted import Fit, knot, odds, softmax, sums
from tablier.engine.kernel import kernel
from tablier.games.shangri_la.actions import WAYS
from tablier.games.shangri_la.board import COLOURS, GUILDS, TILES, VILLAGES
from tablier.games.shangri_la.rules import JOURNEY, RECRUIT, reserve
from tablier.games.shangri_la.state import ORIGIN, SECOND, SET_UP, State
from tablier.games.shangri_la.tables import DOWN, ENDS, STANDING, UP


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. Rows are interpolated by how much of the game lies ahead: see :func:`ahead`.

    ``knots`` are the shares ahead that the rows of the tables belong to.
    """

    knots: list[float]
    value_columns: list[str]
    value: list[list[float]]
    place_columns: list[str]
    place: list[list[float]]
    recruit_columns: list[str]
    recruit: list[list[float]]
    journey_columns: list[str]
    journey: list[list[float]]

    def __post_init__(self) -> None:
        """Check that the tables fit together.

        Raises:
            ValueError: they do not; the message names the field.
        """
        require_tables(self, value=28, place=14, recruit=11, journey=12)


DATA = load(__package__, "evaluation.json", Weights)
KNOTS = np.array(DATA.knots)
VALUE = np.array(DATA.value)
PRIOR = np.concatenate([np.array(DATA.place), np.array(DATA.recruit), np.array(DATA.journey)], 1)

# columns of VALUE
MASTERS, RESTING, HELD, SETTLED, HOMES, CLAIMS, RESERVE, SHORT, STUDENTS, SHARED, DOMINANT, ON_LAST = range(12)
STRUCK, SOON_STRUCK, EYED, STRIKING, SOON_STRIKING, EYEING, LANDING = range(12, 19)
TURN, NEXT, AFTER, HALF = range(19, 23)
BEST_FIRST, BEST_SECOND, BEST_LATER, HARM_FIRST, HARM_LATER = range(23, 28)
COLUMNS = 28
# columns of PRIOR: those of a master, of a student, of a journey
P_ANY, P_STRUCK, P_EYED, P_DENIES, P_COMING, P_BRIDGES, P_OWN, P_OTHERS, P_FREE, P_SHIELD, P_SWORD = range(11)
P_ABOVE, P_RIVALS, P_KIN = range(11, 14)
R_ANY, R_STRIKING, R_SOON, R_LANDING, R_COMPANY, R_STRANGERS, R_STRUCK, R_BRIDGES, R_SHIELD = range(14, 23)
R_SWORD, R_LAST = range(23, 25)
J_ANY, J_GAIN, J_LOSS, J_OTHERS_GAIN, J_OTHERS_LOSS, J_WASTE, J_OTHERS_WASTE, J_KEPT = range(25, 33)
J_REST_ORIGIN, J_REST_GOAL, J_RELIEF, J_EXPOSED = range(33, 37)

# A village in a word: a bit for each colour and guild that has a master there, above them as many for the students.
SPACES = COLOURS * GUILDS
LOW = u64((1 << SPACES) - 1)
ABOVE = u64(SPACES)
GUILD = u64(GUILDS)
GUILD_SET = u64((1 << GUILDS) - 1)
EVERY_COLOUR = u64(sum(1 << GUILDS * seat for seat in range(COLOURS)))
OF = np.array([((1 << GUILDS) - 1) << GUILDS * seat for seat in range(COLOURS)], np.uint64)
"""For each colour its places in a word."""
REACH = 2
"""The tiles that a turn can add to a village's strength."""

# what is known of each village
SETS = 7
EXPELLED, SOON_EXPELLED, WANTED, EXPELLING, SOON_EXPELLING, WANTING, ARRIVING = range(SETS)


class View(NamedTuple):
    """A position, village by village.

    ``words`` are the villages, ``sets`` are the masters that a journey to the village could expel now, after a turn of
    recruiting, or if the master next door had a student; then the tiles of the village that could do so, and its
    students who could find a free space. ``stock`` is what the reserves hold, laid out as the masters of a village.
    """

    stock: Any
    words: NDArray[np.uint64]
    sets: NDArray[np.uint64]


@kernel
def look(s: State) -> Any:
    """Make a view of a position."""
    words = np.zeros(VILLAGES, np.uint64)
    stock = ZERO
    for seat in range(COLOURS):
        for g in range(GUILDS):
            space = ONE << u64(seat * GUILDS + g)
            if reserve(s, seat, g) > 0:
                stock |= space
            put(words, u64(s.masters[seat, g]), space)
            put(words, u64(s.students[seat, g]), space << ABOVE)
    view = View(stock, words, np.zeros((SETS, VILLAGES), np.uint64))
    bridges = u64(s.bridges)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        look_over(s, view, ENDS[bridge, 0], ENDS[bridge, 1])
        look_over(s, view, ENDS[bridge, 1], ENDS[bridge, 0])
    return view


@kernel
def put(words: Any, where: Any, tile: Any) -> None:
    """Add a tile to the words of the villages ``where``."""
    while where != ZERO:
        words[lowest(where)] |= tile
        where &= where - ONE


@kernel
def guilds(x: Any) -> Any:
    """The guilds of a set of tiles, in every colour."""
    found = x
    for _ in range(COLOURS - 1):
        x >>= GUILD
        found |= x
    return (found & GUILD_SET) * EVERY_COLOUR


@kernel
def facing(one: Any, other: Any) -> Any:
    """The members of ``one`` that have a tile of the same guild and another colour in ``other``."""
    return one & guilds(other) & ~other


@kernel
def tiles(view: Any, v: Any) -> Any:
    """The strength of a village."""
    return popcount(view.words[v])


@kernel
def prevails(s: State, view: Any, origin: int, goal: int, more: Any) -> Any:
    """Would a village with ``more`` students be stronger, as the origin of a journey, than another?"""
    here, there = tiles(view, origin) + more, tiles(view, goal)
    if here != there:
        return here > there
    here, there = popcount(view.words[origin] & LOW), popcount(view.words[goal] & LOW)
    return here > there or (here == there and s.tie == ORIGIN)


@kernel
def look_over(s: State, view: Any, origin: int, goal: int) -> None:
    """Enter what a journey between two neighbours threatens, now and soon."""
    settlers = view.words[origin] & LOW
    students = view.words[origin] >> ABOVE
    masters = view.words[goal] & LOW
    if students != ZERO:
        view.sets[ARRIVING, origin] |= students & ~guilds(masters)
    if prevails(s, view, origin, goal, 0):
        view.sets[EXPELLED, goal] |= facing(masters, students)
        view.sets[EXPELLING, origin] |= facing(students, masters)
        view.sets[WANTED, goal] |= facing(masters, settlers)
        view.sets[WANTING, origin] |= facing(settlers, masters)
    elif prevails(s, view, origin, goal, REACH):
        view.sets[SOON_EXPELLED, goal] |= facing(masters, settlers)
        view.sets[SOON_EXPELLING, origin] |= facing(settlers, masters)


@kernel
def outcome(s: State, view: Any, origin: int, goal: int) -> Any:
    """The masters that a journey makes, and those that it expels."""
    students = view.words[origin] >> ABOVE
    masters = view.words[goal] & LOW
    settling = students & ~guilds(masters)
    if not prevails(s, view, origin, goal, 0):
        return settling, ZERO
    return settling | facing(students, masters), facing(masters, students)


@kernel
def bridges_of(s: State, v: Any) -> Any:
    """The bridges of a village."""
    return u64(s.bridges) & (UP[v] | DOWN[v])


@kernel
def across(bridge: int, v: Any) -> Any:
    """The village at the other end of a bridge."""
    return ENDS[bridge, 0] + ENDS[bridge, 1] - v


@kernel
def measure(s: State, out: Any) -> None:
    """Write what the evaluation sees of each seat: ``out[seat]`` has the columns of ``VALUE``."""
    view = look(s)
    out[:, :] = 0.0
    for v in range(VILLAGES):
        measure_village(s, view, v, out)
    for seat in range(i64(s.seats)):
        for g in range(GUILDS):
            out[seat, RESERVE] += 0.1 * reserve(s, seat, g)
        out[seat, SHORT] = GUILDS - popcount(view.stock & OF[seat])
    if s.stage != SET_UP:
        measure_journeys(s, view, out)
    measure_turn(s, out)


@kernel
def measure_village(s: State, view: Any, v: Any, out: Any) -> None:
    """Count each seat's masters in a village and, unless a stone lies there, what they have and fear."""
    masters = view.words[v] & LOW
    ways = popcount(bridges_of(s, v))
    highest = ways > 0 and is_highest(s, view, v)
    for seat in range(i64(s.seats)):
        n = popcount(masters & OF[seat])
        if n > 0:
            out[seat, MASTERS] += n
            out[seat, HELD] += 1.0
            if ways == 0:
                out[seat, RESTING] += n
            else:
                out[seat, SETTLED] += 1.0
                out[seat, ON_LAST] += n * (ways == 1)
                out[seat, DOMINANT] += n * highest
                measure_home(view, v, seat, out[seat])
                measure_threats(view, v, seat, out[seat])


@kernel
def measure_home(view: Any, v: Any, seat: int, out: Any) -> None:
    """Count what a seat could place in a village where it is at home, and its students there."""
    masters = view.words[v] & LOW
    colours = 0
    for other in range(COLOURS):
        colours += masters & OF[other] != ZERO
    places = 0.1 * popcount(view.stock & OF[seat] & ~guilds(masters))
    out[HOMES] += places
    out[CLAIMS] += places / colours
    students = view.words[v] >> ABOVE
    out[STUDENTS] += popcount(students & OF[seat])
    if students & ~OF[seat] != ZERO:
        out[SHARED] += popcount(students & OF[seat])


@kernel
def measure_threats(view: Any, v: Any, seat: int, out: Any) -> None:
    """Count a seat's masters in a village that could be expelled, and those that could expel others."""
    mine = view.words[v] & OF[seat]
    struck = view.sets[EXPELLED, v] & mine
    soon = view.sets[SOON_EXPELLED, v] & mine & ~struck
    out[STRUCK] += popcount(struck)
    out[SOON_STRUCK] += popcount(soon)
    out[EYED] += popcount(view.sets[WANTED, v] & mine & ~struck & ~soon)
    striking = view.sets[EXPELLING, v] & mine
    soon = view.sets[SOON_EXPELLING, v] & mine & ~striking
    out[STRIKING] += popcount(striking)
    out[SOON_STRIKING] += popcount(soon)
    out[EYEING] += popcount(view.sets[WANTING, v] & mine & ~striking & ~soon)
    out[LANDING] += popcount(view.sets[ARRIVING, v] & mine)


@kernel
def is_highest(s: State, view: Any, v: Any) -> Any:
    """Would a journey to a village fail from every neighbour?"""
    bridges = bridges_of(s, v)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        if prevails(s, view, across(bridge, v), v, 0):
            return False
    return True


@kernel
def first_traveller(s: State) -> Any:
    """The seat that has the next whole turn."""
    return (i64(s.mover) + (s.stage == SECOND)) % i64(s.seats)


@kernel
def measure_journeys(s: State, view: Any, out: Any) -> None:
    """Find each seat's best journey, and the one of another seat that harms it most."""
    n = i64(s.seats)
    first = first_traveller(s)
    bridges = u64(s.bridges)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        for side in range(2):
            origin, goal = ENDS[bridge, side], ENDS[bridge, 1 - side]
            students = view.words[origin] >> ABOVE
            if students == ZERO:
                continue
            made, expelled = outcome(s, view, origin, goal)
            total = popcount(made) - popcount(expelled)
            for seat in range(n):
                change = popcount(made & OF[seat]) - popcount(expelled & OF[seat])
                wait = (seat - first) % n
                if students & OF[seat] != ZERO:
                    best = BEST_FIRST + min(wait, 2)
                    out[seat, best] = max(out[seat, best], change - (total - change) / (n - 1))
                if change < 0:
                    beginners = students & ~OF[seat]
                    if beginners & OF[first] != ZERO:
                        out[seat, HARM_FIRST] = max(out[seat, HARM_FIRST], -change)
                    if beginners & ~OF[first] != ZERO:
                        out[seat, HARM_LATER] = max(out[seat, HARM_LATER], -change)


@kernel
def measure_turn(s: State, out: Any) -> None:
    """Mark whose turn it is, and whose it will be."""
    n = i64(s.seats)
    mover = i64(s.mover)
    out[mover, TURN] = 1.0
    out[(mover + 1) % n, NEXT] = 1.0
    out[(mover + 2) % n, AFTER] = 1.0
    out[mover, HALF] = s.stage == SECOND


@kernel
def ahead(s: State) -> Any:
    """How much of the game lies ahead: the mean of the shares of bridges and of tiles left; in the set-up 1 to 2."""
    n = i64(s.seats)
    whole = n * GUILDS
    left = i64(0)
    for seat in range(n):
        for g in range(GUILDS):
            left += reserve(s, seat, g)
    after = (TILES - 1) * whole  # what the set-up leaves
    if s.stage == SET_UP:
        return 1.0 + (left - after) / whole
    return 0.5 * popcount(u64(s.bridges)) / popcount(STANDING[n]) + 0.5 * min(1.0, left / after)


@kernel
def evaluate(s: State, out: Any) -> None:
    """See :func:`tablier.engine.protocol.evaluate`."""
    n = i64(s.seats)
    seen = np.empty((COLOURS, COLUMNS))
    measure(s, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(VALUE, k, t, seen, n, out)
    softmax(out, n)


@kernel
def see(s: State, actions: Any, n: int, out: Any) -> None:
    """What the priors see of actions: ``out[i]`` has the columns of ``PRIOR``."""
    view = look(s)
    out[:n, :] = 0.0
    for i in range(n):
        action = i64(actions[i])
        if action < RECRUIT:
            see_master(s, view, action // VILLAGES, action % VILLAGES, out[i])
        elif action < JOURNEY:
            space = action - RECRUIT
            see_student(s, view, space // VILLAGES, space % VILLAGES, out[i])
        elif action < JOURNEY + 2 * WAYS:
            way = action - JOURNEY
            side = way // WAYS
            see_journey(s, view, ENDS[way % WAYS, side], ENDS[way % WAYS, 1 - side], out[i])


@kernel
def see_master(s: State, view: Any, g: int, v: Any, out: Any) -> None:
    """Write what the priors see of a master in a village."""
    seat = i64(s.mover)
    masters = view.words[v] & LOW
    out[P_ANY] = 1.0
    out[P_BRIDGES] = popcount(bridges_of(s, v))
    out[P_OWN] = popcount(masters & OF[seat])
    out[P_OTHERS] = popcount(masters & ~OF[seat])
    out[P_FREE] = GUILDS - popcount(masters)
    tile = ONE << u64(seat * GUILDS + g)
    bridges = bridges_of(s, v)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        u = across(bridge, v)
        students = view.words[u] >> ABOVE
        settlers = view.words[u] & LOW
        after = tiles(view, u) - tiles(view, v) - 1  # its advantage once the master lies
        out[P_ABOVE] += after < 0
        out[P_COMING] += students & tile != ZERO
        out[P_KIN] += settlers & tile != ZERO
        if facing(tile, students) != ZERO:
            out[P_DENIES] += 1.0
            out[P_STRUCK] += after >= 0
        elif facing(tile, settlers) != ZERO:
            out[P_RIVALS] += 1.0
            out[P_EYED] += after >= 0
        see_neighbour(view, v, u, seat, out[P_SHIELD:])


@kernel
def see_neighbour(view: Any, v: Any, u: Any, seat: int, out: Any) -> None:
    """Count the masters that a tile more in a village saves from a neighbour, and those there that it threatens."""
    lead = tiles(view, v) - tiles(view, u)
    if lead == 0:
        out[0] += popcount(facing(view.words[v] & LOW & OF[seat], view.words[u] >> ABOVE))
    elif lead == -1:
        out[1] += popcount(facing(view.words[u] & LOW, view.words[v] >> ABOVE & OF[seat]))


@kernel
def see_student(s: State, view: Any, g: int, v: Any, out: Any) -> None:
    """Write what the priors see of a student in a village."""
    seat = i64(s.mover)
    tile = ONE << u64(seat * GUILDS + g)
    pupils = view.words[v] >> ABOVE
    out[R_ANY] = 1.0
    out[R_COMPANY] = popcount(pupils & OF[seat])
    out[R_STRANGERS] = popcount(pupils & ~OF[seat])
    out[R_STRUCK] = view.sets[EXPELLED, v] & tile != ZERO
    out[R_BRIDGES] = popcount(bridges_of(s, v))
    out[R_LAST] = reserve(s, seat, g) == 1
    bridges = bridges_of(s, v)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        u = across(bridge, v)
        settlers = view.words[u] & LOW
        if facing(tile, settlers) != ZERO:
            lead = tiles(view, v) + 1 - tiles(view, u)
            out[R_STRIKING] += lead >= 0
            out[R_SOON] += lead == -1 or lead == -2
        elif guilds(tile) & settlers == ZERO:
            out[R_LANDING] += 1.0
        see_neighbour(view, v, u, seat, out[R_SHIELD:])


@kernel
def see_journey(s: State, view: Any, origin: int, goal: int, out: Any) -> None:
    """Write what the priors see of a journey."""
    mine = OF[i64(s.mover)]
    students = view.words[origin] >> ABOVE
    made, expelled = outcome(s, view, origin, goal)
    stronger = prevails(s, view, origin, goal, 0)
    kept = students & view.words[goal] & ~(view.words[goal] >> ABOVE) if stronger else ZERO
    wasted = students & ~made & ~kept
    out[J_ANY] = 1.0
    out[J_GAIN] = popcount(made & mine)
    out[J_LOSS] = popcount(expelled & mine)
    out[J_OTHERS_GAIN] = popcount(made & ~mine)
    out[J_OTHERS_LOSS] = popcount(expelled & ~mine)
    out[J_WASTE] = popcount(wasted & mine)
    out[J_OTHERS_WASTE] = popcount(wasted & ~mine)
    out[J_KEPT] = popcount(kept & mine)
    out[J_REST_ORIGIN] = popcount(bridges_of(s, origin)) == 1
    out[J_REST_GOAL] = popcount(bridges_of(s, goal)) == 1
    left = tiles(view, origin) - popcount(students)
    bridges = bridges_of(s, origin)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        u = across(bridge, origin)
        if u != goal:
            if prevails(s, view, origin, u, 0):
                out[J_RELIEF] += popcount(facing(view.words[u] & LOW & mine, students))
            if left <= tiles(view, u) and not prevails(s, view, u, origin, 0):
                out[J_EXPOSED] += popcount(facing(view.words[origin] & LOW & mine, view.words[u] >> ABOVE))


@kernel
def priors(s: State, seat: int, actions: Any, n: int, out: Any) -> None:
    """See :func:`tablier.engine.protocol.priors`."""
    seen = np.empty((n, PRIOR.shape[1]))
    see(s, actions, n, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(PRIOR, k, t, seen, n, out)
    odds(out, n)


FIT = Fit(measure, ahead, see)

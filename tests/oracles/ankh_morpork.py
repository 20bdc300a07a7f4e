"""The Guilds of Ankh-Morpork a second time: slow and plain, written from the rules, sharing the data files alone.

The rest of a turn is an agenda; its first entry is in progress. An entry without a decision is carried out at once;
the others wait for the plies of a player or of chance, which are texts in notation.
The functions that tell these cases apart are long, one case after the other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any

COLOURS = ("red", "blue", "yellow", "green")
KINDS = ("wood", "brick", "wool", "grain", "ore")
GOODS = (*KINDS, "scroll")
CHANCE = 7
DICE = Counter(str(a + b) for a in range(1, 7) for b in range(1, 7))

Step = tuple[Any, ...]


@dataclass
class Player:
    """What a player has. ``new`` are the guards among the face-down tokens that were bought in this turn."""

    houses: set[int] = field(default_factory=set)
    villas: set[int] = field(default_factory=set)
    foundations: set[int] = field(default_factory=set)
    hand: Counter[str] = field(default_factory=Counter)
    scrolls: int = 0
    receipts: int = 2
    guards: int = 0
    new: int = 0
    vetinari: int = 0
    shown: int = 0  # guards face up and not used
    arrested: int = 0
    rank: str = ""
    guild: Counter[str] = field(default_factory=Counter)

    @property
    def buildings(self) -> set[int]:
        """The sites of houses and villas."""
        return self.houses | self.villas

    @property
    def cards(self) -> int:
        """The size of the hand."""
        return self.hand.total()

    def owns(self, kind: str) -> int:
        """Cards of a kind, or scrolls."""
        return self.scrolls if kind == "scroll" else self.hand[kind]


@dataclass
class State:
    """A position."""

    players: list[Player]
    options: dict[str, Any]
    bank: Counter[str]
    tokens: Counter[str]
    assassins: int
    track: set[int]
    president: dict[str, int | None]
    agenda: list[Step]
    thief: str = "shades"
    fire: bool = False
    turn: int = 0
    guarded: bool = False
    scroll_actions: int = 0
    bought: Counter[str] = field(default_factory=Counter)
    offers: int = 0
    over: bool = False


@cache
def board() -> Any:
    """The board's data."""
    return json.loads((resources.files("tablier.games.ankh_morpork") / "board.json").read_text(encoding="utf-8"))


@cache
def pieces() -> Any:
    """Costs, supplies and tables."""
    return json.loads((resources.files("tablier.games.ankh_morpork") / "pieces.json").read_text(encoding="utf-8"))


@cache
def sites(district: str) -> frozenset[int]:
    """The sites around a district."""
    return frozenset(next(h["sites"] for h in board()["hexes"] if h["id"] == district))


@cache
def distances(start: int) -> dict[int, int]:
    """How many edges every site is away from one."""
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for pair in board()["edges"]:
            if here in pair:
                there = sum(pair) - here
                if there not in found:
                    found[there] = found[here] + 1
                    edge.append(there)
    return found


def setup(seats: int = 4, **options: Any) -> State:
    """The start."""
    data = pieces()
    defaults = {
        "library": "rests",
        "full_hand": "draws nothing",
        "arrest": "automatic",
        "estate": "compulsory",
        "offers": 2,
        "counter": False,
    }
    on_track = data["track"]["cells"][: data["track"]["occupied"]]
    order = [*range(seats), *reversed(range(seats)), *range(seats)]
    return State(
        players=[Player() for _ in range(seats)],
        options={**defaults, **options},
        bank=Counter(dict.fromkeys(KINDS, data["cards_of_a_kind"])),
        tokens=Counter(guard=data["guards"], vetinari=data["vetinari"]),
        assassins=data["assassins"] - len(on_track),
        track=set(on_track),
        president=dict.fromkeys(KINDS),
        agenda=[("settle", seat) for seat in order] + [("begin", 0)],
    )


# ----------------------------------------------------------------------------------------------- small questions


def taken(state: State) -> set[int]:
    """Sites with a house, a villa or a foundation."""
    return set().union(*(p.buildings | p.foundations for p in state.players))


def free(state: State) -> set[int]:
    """Empty sites."""
    return set(range(len(board()["sites"]))) - taken(state)


def clockwise(state: State) -> list[int]:
    """All seats, the one whose turn it is first."""
    n = len(state.players)
    return [(state.turn + i) % n for i in range(n)]


def at(player: Player, district: str) -> int:
    """Buildings of a player next to a district."""
    return len(player.buildings & sites(district))


def member(player: Player, kind: str) -> bool:
    """Is a player a member of a guild?"""
    return bool(player.guild[kind] >= pieces()["guild"]["member"])


def points(state: State, seat: int) -> int:
    """Victory points, hidden ones included."""
    worth, me = pieces()["points"], state.players[seat]
    return int(
        worth["house"] * len(me.houses)
        + worth["villa"] * len(me.villas)
        + worth["president"] * list(state.president.values()).count(seat)
        + worth["arrest"] * me.arrested
        + worth["vetinari"] * me.vetinari
        + (worth[me.rank] if me.rank else 0)
    )


def can_pay(player: Player, cost: dict[str, int]) -> bool:
    """Has a player these cards?"""
    return all(player.hand[kind] >= number for kind, number in cost.items())


def pay(state: State, seat: int, cost: dict[str, int]) -> None:
    """Cards go to the bank."""
    state.players[seat].hand.subtract(cost)
    state.bank.update(cost)


def draw(state: State, seat: int, kind: str, number: int = 1) -> None:
    """Cards come from the bank, as many as it has."""
    number = min(number, state.bank[kind])
    state.bank[kind] -= number
    state.players[seat].hand[kind] += number


def judge(state: State, kind: str) -> None:
    """Who presides over a guild now?"""
    scores = [p.guild[kind] for p in state.players]
    best = max(scores)
    leaders = [seat for seat in clockwise(state) if scores[seat] == best]
    holder = state.president[kind]
    if best < pieces()["guild"]["member"] or holder in leaders:
        return
    if len(leaders) == 1 or best == pieces()["guild"]["last"]:
        state.president[kind] = leaders[0]


def add_point(state: State, seat: int, kind: str) -> None:
    """A guild point that counts at once."""
    me = state.players[seat]
    me.guild[kind] = min(me.guild[kind] + 1, pieces()["guild"]["last"])
    judge(state, kind)


def built(state: State, seat: int, site: int) -> None:
    """The guild points for a house or a villa."""
    for kind in KINDS:
        if site in sites(kind):
            add_point(state, seat, kind)


def chips() -> list[str]:
    """All number chips, such as ``ore4``."""
    return [f"{h['id']}{number}" for h in board()["hexes"] for number in h["numbers"]]


def thief_goes(state: State) -> set[str]:
    """Where the player whose turn it is may move the thief."""
    licensed = at(state.players[state.turn], "thieves") > 0
    goals = set(chips()) - {"thieves7", "alchemists10"} if licensed else {"shades"}
    return {f"thief:{goal}" for goal in goals - {state.thief}}


def bounties(state: State) -> set[str]:
    """What the player whose turn it is may pay an assassin."""
    me, data = state.players[state.turn], pieces()
    if len(me.houses) == data["houses"] or not free(state) or not state.assassins:
        return set()
    if not set(data["track"]["cells"]) - state.track:
        return set()
    return {f"hire:{a}+{b}" for a, b in combinations(data["bounty"], 2) if me.hand[a] and me.hand[b]}


def rate(state: State, seat: int, kind: str) -> int:
    """Cards of a kind that the bank wants for one."""
    rates = pieces()["rates"]
    if state.president[kind] == seat:
        return int(rates["president"])
    return int(rates["member" if member(state.players[seat], kind) else "anybody"])


def reachable(state: State, seat: int) -> set[int]:
    """Free sites near enough for a foundation."""
    me = state.players[seat]
    reach = 1 + sum(member(me, kind) for kind in KINDS)
    return {site for site in free(state) if any(distances(home)[site] <= reach for home in me.buildings)}


def has_scrolls(state: State, what: str) -> bool:
    """May the player whose turn it is use scrolls for this?"""
    prices = pieces()["scrolls"]
    return bool(state.scroll_actions < prices["actions"] and state.players[state.turn].scrolls >= prices[what])


def can_guard(state: State) -> bool:
    """May the player whose turn it is play a guard?"""
    me = state.players[state.turn]
    return not state.guarded and me.guards > me.new


# ----------------------------------------------------------------------------------------------- offers


Offer = dict[str, Counter[str]]
OFFERED_SCROLLS = 127
"""The most scrolls on a side of an offer."""


def blank() -> Offer:
    """Nothing for nothing."""
    return {"give": Counter(), "want": Counter()}


def proper(state: State, seat: int, offer: Offer, others: Iterable[int]) -> bool:
    """Can it be offered: something for something else, that one holds and that one of the others could hold?"""
    give, want = +offer["give"], +offer["want"]
    return (
        bool(give and want and not set(give) & set(want))
        and all(state.players[seat].owns(kind) >= number for kind, number in give.items())
        and any(could_hold(state.players[other], want) for other in others)
    )


def could_hold(player: Player, want: Counter[str]) -> bool:
    """By the number of his cards and scrolls, could a player have these?"""
    return player.cards >= want.total() - want["scroll"] and player.scrolls >= want["scroll"]


def promising(state: State, seat: int, offer: Offer, others: list[int]) -> bool:
    """Is it proper, or can it become so?"""
    more = [{"give": offer["give"] + Counter([k]), "want": offer["want"]} for k in GOODS]
    more += [{"give": offer["give"], "want": offer["want"] + Counter([k])} for k in GOODS]
    return any(proper(state, seat, one, others) for one in (offer, *more))


def additions(state: State, seat: int, offer: Offer, others: list[int]) -> set[str]:
    """The plies that build an offer."""
    found = {"propose"} if proper(state, seat, offer, others) else set()
    for side in ("give", "want"):
        for kind in GOODS:
            longer = {**offer, side: offer[side] + Counter([kind])}
            if longer[side]["scroll"] <= OFFERED_SCROLLS and promising(state, seat, longer, others):
                found.add(f"{side}:{kind}")
    return found


def can_offer(state: State, seat: int, others: list[int]) -> bool:
    """Is there anything that could be offered?"""
    return bool(additions(state, seat, blank(), others))


def swap(state: State, seat: int, other: int, offer: Offer) -> None:
    """``seat`` gives and gets."""
    for one, two, goods in ((seat, other, offer["give"]), (other, seat, offer["want"])):
        for kind, number in goods.items():
            for owner, sign in ((state.players[one], -1), (state.players[two], 1)):
                if kind == "scroll":
                    owner.scrolls += sign * number
                else:
                    owner.hand[kind] += sign * number


# ----------------------------------------------------------------------------------------------- what may be done


def movers(state: State) -> tuple[int, ...]:
    """The seats that may act."""
    if state.over:
        return ()
    what, *more = state.agenda[0]
    if what in ("dice", "steal", "die", "draw"):
        return (CHANCE,)
    if what == "discard":
        return tuple(seat for seat, (due, out) in sorted(more[0].items()) if out.total() < due)
    if what == "answers":
        return tuple(seat for seat, answer in sorted(more[1].items()) if not isinstance(answer, str))
    return (more[0],)


def plies(state: State, seat: int) -> set[str]:  # noqa: C901
    """What a seat may play."""
    if seat not in movers(state):
        return set()
    what, *more = state.agenda[0]
    me = state.players[seat]
    banked = {kind for kind in KINDS if state.bank[kind]}
    match what:
        case "settle":
            return {f"+{site}" for site in free(state)}
        case "estate":
            optional = {"pass"} if state.options["estate"] == "optional" else set()
            return {f"+{site}" for site in free(state)} | optional
        case "gift" | "laboratory":
            return {f"take:{kind}" for kind in banked}
        case "before":
            fixed = {f"fix:{total}" for total in range(2, 13)} if has_scrolls(state, "dice") else set()
            return {"roll"} | fixed | ({"guard"} if can_guard(state) else set())
        case "discard":
            return {f"discard:{kind}" for kind in KINDS if me.hand[kind] > more[0][seat][1][kind]}
        case "move thief":
            return {"pass"} | thief_goes(state)
        case "thief or assassin":
            return {"pass"} | thief_goes(state) | bounties(state)
        case "rob":
            return {f"rob:{COLOURS[other]}" for other in more[1]}
        case "show":
            return {f"show:{kind}" for kind in KINDS if me.hand[kind]}
        case "library":
            return {"pass"} | {f"library:{kind}" for kind in KINDS if me.hand[kind]}
        case "palace":
            return {f"palace:{kind}" for kind in palace_choices(state, seat, more[1])}
        case "arrest":
            return {"arrest", "pass"}
        case "offer":
            return additions(state, seat, more[1], others_of(state, seat))
        case "answers":
            return answers(state, seat, more[0], more[1][seat])
        case "choose":
            return partners(state, more[1], more[2])
        case _:
            return main_plies(state)


def others_of(state: State, seat: int) -> list[int]:
    """Everybody else."""
    return [other for other in range(len(state.players)) if other != seat]


def palace_choices(state: State, seat: int, entered: dict[int, Counter[str]]) -> list[str]:
    """The guilds in which a seat may take a point of the palace."""
    have, mine, data = state.players[seat].guild, entered[seat], pieces()["guild"]
    return [k for k in KINDS if mine[k] < data["palace"] and have[k] + mine[k] < data["last"]]


def answers(state: State, seat: int, offer: Offer, answer: Offer | None) -> set[str]:
    """How an offer may be answered."""
    if answer is not None:
        return additions(state, seat, answer, [state.turn])
    found = {"refuse"}
    if all(state.players[seat].owns(kind) >= number for kind, number in offer["want"].items()):
        found.add("accept")
    if state.options["counter"] and can_offer(state, seat, [state.turn]):
        found.add("counter")
    return found


def partners(state: State, accepted: list[int], countered: dict[int, Offer]) -> set[str]:
    """With whom the player whose turn it is may deal."""
    me = state.players[state.turn]
    willing = [s for s, o in countered.items() if all(me.owns(k) >= n for k, n in o["want"].items())]
    return {f"deal:{COLOURS[s]}" for s in (*accepted, *willing)} | (set() if accepted else {"pass"})


def main_plies(state: State) -> set[str]:  # noqa: C901
    """What may be done after the dice."""
    seat, data = state.turn, pieces()
    me, costs = state.players[seat], data["costs"]
    found = {"end"}
    if can_guard(state):
        found.add("guard")
    if me.shown >= data["promotion"] and not me.rank:
        found.add("promote")
    if can_pay(me, costs["foundation"]) and len(me.foundations) < data["foundations"]:
        found |= {f"f{site}" for site in reachable(state, seat)}
    for mark, what, spots, left in (
        ("h", "house", me.foundations, data["houses"] - len(me.houses)),
        ("v", "villa", me.houses, data["villas"] - len(me.villas)),
    ):
        if left and can_pay(me, costs[what]):
            found |= {f"{mark}{site}" for site in spots}
        if left and has_scrolls(state, what):
            found |= {f"{mark}{site}*" for site in spots}
    if state.tokens.total():
        found |= {"token"} if can_pay(me, costs["token"]) else set()
        found |= {"token*"} if has_scrolls(state, "token") else set()
    for kind in KINDS:
        if state.bank[kind] and has_scrolls(state, "resource"):
            found.add(f"take:{kind}*")
        if me.receipts < data["receipts"] and me.hand[kind]:
            found.add(f"receipts:{kind}")
        if me.guild[kind] < data["guild"]["last"] and me.hand[kind] >= price(state, kind):
            found.add(f"point:{kind}")
        if me.hand[kind] >= rate(state, seat, kind):
            found |= {f"{kind}>{other}" for other in KINDS if other != kind and state.bank[other]}
    cap = state.options["offers"]
    if (cap == "unlimited" or state.offers < cap) and can_offer(state, seat, others_of(state, seat)):
        found.add("offer")
    return found


def price(state: State, kind: str) -> int:
    """What the next point of a guild costs in this turn."""
    guild = pieces()["guild"]
    return int(guild["price"] if state.bought[kind] < guild["cheap"] else guild["dear"])


def outcomes(state: State) -> dict[str, int]:
    """What chance may bring, with weights."""
    what, *more = state.agenda[0]
    match what:
        case "dice":
            return dict(DICE)
        case "steal":
            return {kind: n for kind, n in state.players[more[1]].hand.items() if n}
        case "die":
            return {str(face): 1 for face in range(1, 7)}
        case _:
            return {token: n for token, n in state.tokens.items() if n}


# ----------------------------------------------------------------------------------------------- what happens


def apply(state: State, seat: int, ply: str) -> State:
    """The position after a legal ply."""
    state = deepcopy(state)
    play(state, seat, ply)
    run(state)
    return state


def run(state: State) -> None:
    """Carry out what needs no decision."""
    while True:
        what, *more = state.agenda[0]
        if what != "settle" and points(state, state.turn) >= pieces()["points"]["victory"]:
            state.over = True
            return
        if not carry_out(state, what, *more):
            return


def carry_out(state: State, what: str, *more: Any) -> bool:  # noqa: C901
    """Do the first entry of the agenda if it needs no decision; has it been done?"""
    rest = state.agenda[1:]
    match what:
        case "begin":
            state.turn, state.guarded, state.scroll_actions, state.offers = more[0], False, 0, 0
            state.bought.clear()
            for player in state.players:
                player.new = 0
            state.agenda = [("before", state.turn)]
        case "start cards":
            rest = start_cards(state, more[0], more[1]) + rest
            state.agenda = rest
        case "result":
            state.agenda = result(state, more[0]) + rest
        case "beggars" | "explode" | "enter" | "arrest?" | "receipt" | "discards?":
            state.agenda = automatic(state, what, *more) + rest
        case "discard":
            if movers(state):
                return False
            for seat, (_, out) in more[0].items():
                pay(state, seat, out)
            state.agenda = rest
        case "library" if not state.players[more[0]].cards:
            state.agenda = rest
        case "laboratory" | "gift" if not state.bank.total():
            state.agenda = rest
        case "palace" if not palace_choices(state, more[0], more[1]):
            state.agenda = rest
        case "rob" if len(more[1]) < 2:
            state.agenda = [("steal", more[0], victim) for victim in more[1]] + rest
        case "answers":
            if movers(state):
                return False
            state.agenda = settle_answers(state, *more) + rest
        case _:
            return False
    return True


def start_cards(state: State, seat: int, site: int) -> list[Step]:
    """The third house brings two cards of its guild, or a card of choice."""
    for kind in KINDS:
        if site in sites(kind):
            draw(state, seat, kind, 2)
            return []
    return [("gift", seat)]


def result(state: State, total: int) -> list[Step]:  # noqa: C901
    """What a result of the dice brings; what remains to be decided."""
    if total == 7:
        return [("discards?",), ("thief or assassin", state.turn), ("receipt",)]
    produce(state, total)
    steps: list[Step] = []
    chip = f"alchemists{total}"
    burnt = state.fire and total in (5, 10)
    if burnt:
        state.fire = False
    for special in ("beggars", "alchemists", "palace", "university"):
        if f"{special}{total}" not in chips() or state.thief == f"{special}{total}":
            continue
        owners = [seat for seat in clockwise(state) for _ in range(at(state.players[seat], special))]
        match special:
            case "beggars":
                steps.append(("beggars", owners))
            case "alchemists" if chip == "alchemists5":
                if not burnt or state.options["library"] == "works":
                    steps += [("library", seat) for seat in owners]
            case "alchemists":
                if not burnt:
                    steps += [*(("laboratory", seat) for seat in owners), ("explode",)]
            case "palace":
                entered = {seat: Counter[str]() for seat in owners}
                steps += [*(("palace", seat, entered) for seat in owners), ("enter", entered)]
            case _:
                for seat in owners:
                    state.players[seat].scrolls += 1
    return [*steps, ("arrest?", total), ("receipt",)]


def produce(state: State, total: int) -> None:
    """Houses bring one card, villas two; a kind that runs out brings nothing, unless one player alone is due."""
    for kind in KINDS:
        chip = f"{kind}{total}"
        if chip not in chips() or state.thief == chip:
            continue
        around = sites(kind)
        due = {seat: len(p.houses & around) + 2 * len(p.villas & around) for seat, p in enumerate(state.players)}
        due = {seat: number for seat, number in due.items() if number}
        if sum(due.values()) <= state.bank[kind] or len(due) == 1:
            for seat, number in due.items():
                draw(state, seat, kind, number)


def automatic(state: State, what: str, *more: Any) -> list[Step]:  # noqa: C901
    """The parts of a turn that nobody decides; steps that follow at once."""
    me = state.players[state.turn]
    match what:
        case "beggars":
            richest = max(clockwise(state), key=lambda seat: state.players[seat].cards)
            if more[0] and state.players[richest].cards:
                return [("show", richest, more[0])]
        case "explode":
            state.fire = True
        case "enter":
            for seat, entered in more[0].items():
                state.players[seat].guild.update(entered)
            for kind in KINDS:
                judge(state, kind)
        case "arrest?":
            if more[0] in state.track and me.shown:
                if state.options["arrest"] == "optional":
                    return [("arrest", state.turn, more[0])]
                arrest(state, more[0])
        case "discards?":
            due = {
                seat: (p.cards // 2, Counter[str]())
                for seat, p in enumerate(state.players)
                if p.cards > pieces()["hand_limit"] and not p.receipts
            }
            return [("discard", due)] if due else []
        case _:  # "receipt"
            me.receipts = max(0, me.receipts - 1)
            return [("main", state.turn)]
    return []


def arrest(state: State, cell: int) -> None:
    """A guard of the player whose turn it is catches the assassin on a cell."""
    me = state.players[state.turn]
    state.track.remove(cell)
    me.shown -= 1
    me.arrested += 1


def settle_answers(state: State, offer: Offer, given: dict[int, Any], counters: dict[int, Offer]) -> list[Step]:
    """Everybody has answered."""
    accepted = [seat for seat, answer in sorted(given.items()) if answer == "accept"]
    countered = dict(sorted(counters.items()))
    if len(accepted) == 1 and not countered:
        swap(state, state.turn, accepted[0], offer)
        return [("main", state.turn)]
    if accepted or countered:
        return [("choose", state.turn, accepted, countered, offer)]
    return [("main", state.turn)]


def play(state: State, seat: int, ply: str) -> None:  # noqa: C901
    """One ply."""
    (what, *more), rest = state.agenda[0], state.agenda[1:]
    me = state.players[seat % len(state.players)]
    verb, _, noun = ply.partition(":")
    state.agenda = rest
    match what:
        case "settle":
            me.houses.add(int(ply))
            built(state, seat, int(ply))
            if len(me.houses) == 3:
                state.agenda = [("start cards", seat, int(ply)), *rest]
        case "estate":
            if ply != "pass":
                me.houses.add(int(ply))
                built(state, seat, int(ply))
        case "gift" | "laboratory":
            draw(state, seat, noun)
        case "before":
            before_dice(state, ply)
        case "dice":
            state.agenda = [("result", int(ply)), *rest]
        case "discard":
            more[0][seat][1][noun] += 1
            state.agenda = [(what, *more), *rest]
        case "move thief" | "thief or assassin":
            state.agenda = act(state, ply) + rest
        case "rob":
            state.agenda = [("steal", seat, COLOURS.index(noun)), *rest]
        case "steal":
            state.players[more[1]].hand[ply] -= 1
            state.players[more[0]].hand[ply] += 1
        case "die":
            winning = pieces()["assassin_succeeds"]
            me = state.players[state.turn]
            if int(ply) in winning[min(at(me, "thieves"), len(winning) - 1)]:
                state.agenda = [("estate", state.turn), *rest]
        case "show":
            for owner in more[1]:
                draw(state, owner, noun)
        case "library":
            if ply == "pass":
                state.agenda = [step for step in rest if step != ("library", seat)]
            else:
                pay(state, seat, {noun: 1})
                me.scrolls += pieces()["scrolls"]["library"]
        case "palace":
            more[1][seat][noun] += 1
        case "arrest":
            if ply == "arrest":
                arrest(state, more[1])
        case "draw":
            state.tokens[ply] -= 1
            me = state.players[state.turn]
            if ply == "guard":
                me.guards += 1
                me.new += 1
            else:
                me.vetinari += 1
        case "offer":
            if ply == "propose":
                given = dict.fromkeys(others_of(state, seat))
                state.agenda = [("answers", more[1], given, {}), *rest]
            else:
                more[1][verb][noun] += 1
                state.agenda = [(what, *more), *rest]
        case "answers":
            answer(more[1], more[2], seat, ply)
            state.agenda = [(what, *more), *rest]
        case "choose":
            if ply != "pass":
                other = COLOURS.index(noun)
                if other in more[2]:
                    theirs = more[2][other]
                    swap(state, other, state.turn, theirs)
                else:
                    swap(state, state.turn, other, more[3])
            state.agenda = [("main", state.turn), *rest]
        case _:  # "main"
            state.agenda = main(state, seat, ply)


def before_dice(state: State, ply: str) -> None:
    """Roll, fix the dice, or play a guard to move the thief."""
    me = state.players[state.turn]
    if ply == "guard":
        me.guards -= 1
        me.shown += 1
        state.guarded = True
        state.agenda = [("move thief", state.turn), ("before", state.turn)]
    elif ply == "roll":
        state.agenda = [("dice",)]
    else:
        me.scrolls -= pieces()["scrolls"]["dice"]
        state.scroll_actions += 1
        state.agenda = [("result", int(ply.partition(":")[2]))]


def act(state: State, ply: str) -> list[Step]:
    """The thief moves, an assassin is hired, or neither."""
    verb, _, noun = ply.partition(":")
    me = state.players[state.turn]
    if verb == "thief":
        state.thief = noun
        victims = [] if noun == "shades" else robbed(state, noun.rstrip("0123456789"))
        full = me.receipts > 0 and me.cards >= pieces()["hand_limit"]
        if full and state.options["full_hand"] == "draws nothing":
            victims = []
        return [("rob", state.turn, victims)]
    if verb == "hire":
        pay(state, state.turn, dict.fromkeys(noun.split("+"), 1))
        state.assassins -= 1
        state.track.add([cell for cell in pieces()["track"]["cells"] if cell not in state.track][-1])
        return [("die",)]
    return []


def robbed(state: State, district: str) -> list[int]:
    """The seats that may be robbed at a district."""
    return [
        seat
        for seat in others_of(state, state.turn)
        if at(state.players[seat], district) and state.players[seat].cards and not state.players[seat].receipts
    ]


def answer(given: dict[int, Any], counters: dict[int, Offer], seat: int, ply: str) -> None:
    """One ply of an answer."""
    verb, _, noun = ply.partition(":")
    match verb:
        case "accept" | "refuse":
            given[seat] = ply
        case "counter":
            given[seat] = blank()
        case "propose":
            counters[seat], given[seat] = given[seat], "countered"
        case _:
            given[seat][verb][noun] += 1


def main(state: State, seat: int, ply: str) -> list[Step]:  # noqa: C901
    """A ply after the dice; the new agenda."""
    me, data = state.players[seat], pieces()
    go_on: list[Step] = [("main", seat)]
    scrolls = ply.endswith("*")
    verb, _, noun = ply.rstrip("*").partition(":")
    if ply == "end":
        return [("begin", (seat + 1) % len(state.players))]
    if ply == "guard":
        me.guards -= 1
        me.shown += 1
        state.guarded = True
        return [("thief or assassin", seat), *go_on]
    if ply == "offer":
        state.offers += 1
        return [("offer", seat, blank())]
    if ply == "promote":
        me.shown -= data["promotion"]
        me.rank = "sergeant" if any(p.rank for p in state.players) else "captain"
        return go_on
    if ">" in ply:
        mine, theirs = ply.split(">")
        pay(state, seat, {mine: rate(state, seat, mine)})
        draw(state, seat, theirs)
        return go_on
    what = {"f": "foundation", "h": "house", "v": "villa"}.get(verb[0]) if verb[1:].isdigit() else verb
    if scrolls:
        state.scroll_actions += 1
        me.scrolls -= data["scrolls"]["resource" if what == "take" else what]
    elif what in data["costs"]:
        pay(state, seat, data["costs"][what])
    match what:
        case "foundation":
            me.foundations.add(int(verb[1:]))
        case "house":
            me.foundations.remove(int(verb[1:]))
            me.houses.add(int(verb[1:]))
            built(state, seat, int(verb[1:]))
        case "villa":
            me.houses.remove(int(verb[1:]))
            me.villas.add(int(verb[1:]))
            built(state, seat, int(verb[1:]))
        case "token":
            return [("draw",), *go_on]
        case "take":
            draw(state, seat, noun)
        case "receipts":
            pay(state, seat, {noun: 1})
            me.receipts = data["receipts"]
        case _:  # "point"
            pay(state, seat, {noun: price(state, noun)})
            state.bought[noun] += 1
            add_point(state, seat, noun)
    return go_on


# ----------------------------------------------------------------------------------------------- the end


def scores(state: State) -> tuple[int, ...]:
    """Points by seat."""
    return tuple(points(state, seat) for seat in range(len(state.players)))


def ranks(state: State) -> tuple[int, ...]:
    """Placement by seat: the winner is first, the others follow by points."""
    totals = [(state.over and seat == state.turn, score) for seat, score in enumerate(scores(state))]
    return tuple(sum(other > mine for other in totals) for mine in totals)


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many plies; where several may act, the lowest seat does."""
    who = movers(state)
    if depth == 0 or not who:
        return 1
    found = set(outcomes(state)) if who[0] == CHANCE else plies(state, who[0])
    return len(found) if depth == 1 else sum(perft(apply(state, who[0], ply), depth - 1) for ply in found)


def complaints(state: State) -> Iterator[str]:  # noqa: C901
    """The faults of a position, in words; none if it is sound."""
    data = pieces()
    for kind in KINDS:
        if state.bank[kind] + sum(p.hand[kind] for p in state.players) != data["cards_of_a_kind"]:
            yield f"{kind} cards have come or gone"
        if min([state.bank[kind], *(p.hand[kind] for p in state.players)]) < 0:
            yield f"fewer than no cards of {kind}"
    spots = [site for p in state.players for site in (*p.houses, *p.villas, *p.foundations)]
    if len(spots) != len(set(spots)):
        yield "two pieces on one site"
    for p in state.players:
        for what in ("houses", "villas", "foundations"):
            if len(getattr(p, what)) > data[what]:
                yield f"too many {what}"
    ranked = sum(bool(p.rank) for p in state.players) * data["promotion"]
    if state.tokens["guard"] + sum(p.guards + p.shown + p.arrested for p in state.players) + ranked != data["guards"]:
        yield "guards have come or gone"
    if state.tokens["vetinari"] + sum(p.vetinari for p in state.players) != data["vetinari"]:
        yield "Vetinari tokens have come or gone"
    if state.assassins + len(state.track) + sum(p.arrested for p in state.players) != data["assassins"]:
        yield "assassins have come or gone"


# ----------------------------------------------------------------------------------------------- diagrams


def text(state: State) -> str:
    """The diagram of a position before or after the dice."""
    parts = [f"seats: {len(state.players)}", *(f"{name}: {value}" for name, value in state.options.items())]
    for colour, p in zip(COLOURS, state.players, strict=False):
        spots = zip("hvf", (p.houses, p.villas, p.foundations), strict=True)
        words = [f"{mark}{site}" for mark, group in spots for site in sorted(group)]
        words += [f"{kind}:{n}" for kind, n in p.hand.items()] + [f"{kind}={n}" for kind, n in p.guild.items()]
        words += [f"scroll:{p.scrolls}", f"receipts:{p.receipts}", f"guard:{p.guards}", f"vetinari:{p.vetinari}"]
        parts.append(f"{colour}: {' '.join(words)} shown:{p.shown}")
    held = [f"{kind}={COLOURS[seat]}" for kind, seat in state.president.items() if seat is not None]
    parts += [f"president: {' '.join(held)}", f"track: {' '.join(map(str, sorted(state.track)))}"]
    parts += [f"turn: {COLOURS[state.turn]}", f"thief: {state.thief}"]
    return "; ".join(parts + ["fire"] * state.fire + ["dice: 8"] * (state.agenda[0][0] == "main"))


def diagram(text: str) -> State:
    """The position of such a diagram."""
    fields = {key: value.split() for key, _, value in (part.strip().partition(":") for part in text.split(";"))}
    state = setup(int(fields["seats"][0]))
    for name in state.options:
        if name in fields:
            word = " ".join(fields[name])
            state.options[name] = int(word) if word.isdigit() else {"True": True, "False": False}.get(word, word)
    state.turn = COLOURS.index(fields["turn"][0])
    state.agenda = [("main" if "dice" in fields else "before", state.turn)]
    state.thief, state.fire = fields["thief"][0], "fire" in fields
    state.track = {int(cell) for cell in fields["track"]}
    state.assassins = pieces()["assassins"] - len(state.track)
    for seat, player in enumerate(state.players):
        for word in fields[COLOURS[seat]]:
            possess(state, seat, player, word)
    for word in fields["president"]:
        kind, _, colour = word.partition("=")
        state.president[kind] = COLOURS.index(colour)
    return state


def possess(state: State, seat: int, player: Player, word: str) -> None:
    """One thing that a player has."""
    if word[1:].isdigit():
        {"h": player.houses, "v": player.villas, "f": player.foundations}[word[0]].add(int(word[1:]))
        return
    what, number = word.replace("=", ":").split(":")
    if "=" in word:
        player.guild[what] = int(number)
    elif what in KINDS:
        draw(state, seat, what, int(number))
    else:
        setattr(player, {"scroll": "scrolls", "guard": "guards"}.get(what, what), int(number))
        sort = {"guard": "guard", "shown": "guard", "vetinari": "vetinari"}.get(what)
        if sort:
            state.tokens[sort] -= int(number)

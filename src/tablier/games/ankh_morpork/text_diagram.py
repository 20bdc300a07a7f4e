"""A position as text: every seat with its possessions, then the bank, the track, the thief and the turn."""

from __future__ import annotations

from collections.abc import Iterable

from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import CELLS, COLOUR_NAMES, GOOD_NAMES, KIND_NAMES, SPOT_NAMES
from tablier.games.ankh_morpork.board_model import members
from tablier.games.ankh_morpork.state import State

RANKS = ("", "sergeant", "captain")
_STAGES = {
    st.SETTLE: "set-up: a house",
    st.GIFT: "set-up: a card of choice",
    st.BEFORE: "before the dice",
    st.DICE: "the dice",
    st.DISCARD: "a seven: discards",
    st.ACT: "thief or assassin",
    st.ROB: "whom to rob",
    st.STEAL: "a card is drawn from a hand",
    st.DIE: "the assassin's die",
    st.ESTATE: "a house for nothing",
    st.SHOW: "a card for the beggars",
    st.LIBRARY_STAGE: "the library",
    st.LABORATORY_STAGE: "the laboratory",
    st.PALACE_STAGE: "the palace",
    st.ARREST_STAGE: "an arrest",
    st.MAIN: "trade and building",
    st.DRAW: "a token is drawn",
    st.OFFERING: "an offer is made",
    st.ANSWER: "answers to an offer",
    st.PICK: "choosing a partner",
}


def draw(s: State) -> str:
    """The drawing of a position."""
    scores = s.runtime.scores(s, s.players)
    lines = [line for seat in range(s.players) for line in _seat(s, seat, scores[seat])]
    bank = "  ".join(f"{kind} {n}" for kind, n in zip(KIND_NAMES, s.bank, strict=True))
    lines.append(f"bank     {bank}; {s.stack} tokens, {s.assassins} assassins")
    lines.append(f"track    {' '.join(str(cell) for cell in CELLS if s.track >> cell & 1) or '-'}")
    lines.append(f"thief    {SPOT_NAMES[s.thief]}{'; fire in the laboratory' if s.fire else ''}")
    give, want = s.give[s.active], s.want[s.active]
    if any(give) or any(want):
        lines.append(f"offer    {_goods(give)} for {_goods(want)}")
    return "\n".join([*lines, _turn(s)])


def _seat(s: State, seat: int, points: int) -> list[str]:
    pieces = "  ".join(
        f"{what} {' '.join(map(str, members(field[seat])))}"
        for what, field in (("houses", s.houses), ("villas", s.villas), ("foundations", s.foundations))
        if field[seat]
    )
    hand, held = s.hands[seat], s.held[seat]
    seen = _goods(hand) if sum(hand) == held else "unseen"
    guilds = "  ".join(
        f"{name} {n}{'*' if president == seat + 1 else ''}"
        for name, n, president in zip(KIND_NAMES, s.points[seat], s.president, strict=True)
        if n
    )
    rank = f", {RANKS[s.rank[seat]]}" if s.rank[seat] else ""
    return [
        f"{COLOUR_NAMES[seat]:8} {points} points  {pieces}",
        f"         hand {held} ({seen})  scrolls {s.scrolls[seat]}  receipts {s.receipts[seat]}  "
        f"tokens {s.tokens[seat]}  guards {s.shown[seat]}  arrests {s.arrests[seat]}{rank}",
        f"         guilds {guilds or '-'}",
    ]


def _goods(counts: Iterable[int]) -> str:
    return " ".join(f"{n} {good}" for good, n in zip(GOOD_NAMES, counts, strict=False) if n) or "nothing"


def _turn(s: State) -> str:
    if s.stage == st.OVER:
        return f"game over: {COLOUR_NAMES[s.active]} wins"
    turn = f"{COLOUR_NAMES[s.active]} (seat {s.active}) has the turn"
    asked = f", {COLOUR_NAMES[s.mover]} decides" if s.mover != s.active else ""
    dice = f", dice {s.result}" if s.result else ""
    return f"{turn}{dice}: {_STAGES[s.stage]}{asked}"

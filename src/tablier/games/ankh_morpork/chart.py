"""A position as readable text: the seats with all they have, then what belongs to nobody."""

from __future__ import annotations

from typing import Any

from tablier.games.ankh_morpork import board
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import COLOUR_NAMES, GOOD_NAMES, KIND_NAMES, KINDS, SITES, SPOT_NAMES
from tablier.games.ankh_morpork.guilds import total

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


def sites(mask: Any) -> list[int]:
    """The members of a set of sites."""
    return [site for site in range(SITES) if int(mask) >> site & 1]


def chart(s: Any) -> str:
    """All seats, then bank, track, thief and turn."""
    lines = [line for seat in range(int(s.players)) for line in _seat(s, seat)]
    bank = "  ".join(f"{kind} {n}" for kind, n in zip(KIND_NAMES, s.bank, strict=True))
    lines.append(f"bank     {bank}; {s.stack} tokens, {s.assassins} assassins")
    lines.append(f"track    {' '.join(str(cell) for cell in board.CELLS if int(s.track) >> int(cell) & 1) or '-'}")
    lines.append(f"thief    {SPOT_NAMES[s.thief]}{'; fire in the laboratory' if s.fire else ''}")
    if any(s.give[s.active]) or any(s.want[s.active]):
        lines.append(f"offer    {_goods(s.give[s.active])} for {_goods(s.want[s.active])}")
    return "\n".join([*lines, _turn(s)])


def _seat(s: Any, seat: int) -> list[str]:
    pieces = "  ".join(
        f"{what} {' '.join(map(str, sites(mask)))}"
        for what, mask in (("houses", s.houses), ("villas", s.villas), ("foundations", s.foundations))
        for mask in [mask[seat]]
        if mask
    )
    seen = _goods(s.hands[seat]) if s.hands[seat].sum() == s.held[seat] else "unseen"
    guilds = "  ".join(
        f"{KIND_NAMES[k]} {s.points[seat, k]}{'*' if s.president[k] == seat + 1 else ''}"
        for k in range(KINDS)
        if s.points[seat, k]
    )
    rank = f", {RANKS[s.rank[seat]]}" if s.rank[seat] else ""
    return [
        f"{COLOUR_NAMES[seat]:8} {total(s, seat)} points  {pieces}",
        f"         hand {s.held[seat]} ({seen})  scrolls {s.scrolls[seat]}  receipts {s.receipts[seat]}  "
        f"tokens {s.tokens[seat]}  guards {s.shown[seat]}  arrests {s.arrests[seat]}{rank}",
        f"         guilds {guilds or '-'}",
    ]


def _goods(counts: Any) -> str:
    return " ".join(f"{n} {good}" for good, n in zip(GOOD_NAMES, counts, strict=False) if n) or "nothing"


def _turn(s: Any) -> str:
    if s.stage == st.OVER:
        return f"game over: {COLOUR_NAMES[s.active]} wins"
    turn = f"{COLOUR_NAMES[s.active]} (seat {s.active}) has the turn"
    asked = f", {COLOUR_NAMES[s.mover]} decides" if s.mover != s.active else ""
    dice = f", dice {s.result}" if s.result else ""
    return f"{turn}{dice}: {_STAGES[int(s.stage)]}{asked}"

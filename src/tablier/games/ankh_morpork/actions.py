"""The action ids: one family for each kind of ply."""

from __future__ import annotations

from tablier.core.actions import ActionSpace, Family
from tablier.games.ankh_morpork.board import BOUNTIES, GOODS, KINDS, SEATS, SITES, SPOTS

LOWEST_RESULT, RESULTS = 2, 11
"""The lowest result of two dice, and how many results there are."""

ACTIONS = ActionSpace(
    Family("settle", (SITES,)),  # a house for nothing: in the set-up, or as an estate
    Family("found", (SITES,)),
    Family("house", (SITES,)),
    Family("villa", (SITES,)),
    Family("scroll_house", (SITES,)),  # paid with scrolls
    Family("scroll_villa", (SITES,)),
    Family("thief", (SPOTS,)),
    Family("rob", (SEATS,)),
    Family("deal", (SEATS,)),  # the partner of a trade
    Family("bank", (KINDS, KINDS)),  # given, received
    Family("give", (GOODS,)),  # one thing more in an offer
    Family("want", (GOODS,)),
    Family("take", (KINDS,)),
    Family("scroll_take", (KINDS,)),
    Family("show", (KINDS,)),  # to the beggars
    Family("sell", (KINDS,)),  # to the library
    Family("discard", (KINDS,)),
    Family("turn_up", (KINDS,)),  # a card for receipts
    Family("palace", (KINDS,)),  # a guild point of the palace
    Family("point", (KINDS,)),  # a guild point for cards
    Family("hire", (len(BOUNTIES),)),
    Family("fix", (RESULTS,)),  # the result of the dice, for scrolls
    Family("roll"),
    Family("guard"),
    Family("pass"),
    Family("offer"),
    Family("propose"),
    Family("accept"),
    Family("refuse"),
    Family("counter"),
    Family("token"),
    Family("scroll_token"),
    Family("promote"),
    Family("arrest"),
    Family("end"),
)

SETTLE_AT, FOUND_AT, HOUSE_AT, VILLA_AT = (ACTIONS[name] for name in ("settle", "found", "house", "villa"))
SCROLL_HOUSE_AT, SCROLL_VILLA_AT = ACTIONS["scroll_house"], ACTIONS["scroll_villa"]
THIEF_TO, ROB_SEAT, DEAL_WITH = ACTIONS["thief"], ACTIONS["rob"], ACTIONS["deal"]
BANK, GIVE, WANT = ACTIONS["bank"], ACTIONS["give"], ACTIONS["want"]
TAKE, SCROLL_TAKE = ACTIONS["take"], ACTIONS["scroll_take"]
SHOW_KIND, SELL, DISCARD_KIND = ACTIONS["show"], ACTIONS["sell"], ACTIONS["discard"]
TURN_UP, PALACE_POINT, BUY_POINT = ACTIONS["turn_up"], ACTIONS["palace"], ACTIONS["point"]
HIRE, FIX, ROLL, GUARD, PASS = (ACTIONS[name] for name in ("hire", "fix", "roll", "guard", "pass"))
OFFER, PROPOSE, ACCEPT, REFUSE, COUNTER = (
    ACTIONS[name] for name in ("offer", "propose", "accept", "refuse", "counter")
)
TOKEN, SCROLL_TOKEN, PROMOTE, ARREST, END = (
    ACTIONS[name] for name in ("token", "scroll_token", "promote", "arrest", "end")
)

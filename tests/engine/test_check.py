"""``check_game`` accepts a correct game with secrets, chance and simultaneous picks, and finds each mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from toy import game, pennies, rules

from tablier.engine import check, protocol
from tablier.engine.game_rules import Rules
from tablier.engine.protocol import SPECTATOR
from tablier.engine.rng import generator
from tablier.errors import GameError, InvalidOption

TOY = game.GAME.rules()


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("rounds", [0, 2])
def test_a_correct_game_passes(seats: int, rounds: int) -> None:
    check.check_game(TOY, seats, [rounds], games=3)


@pytest.mark.parametrize(("seats", "options"), [(3, []), (3, [3]), (3, [0, 0]), (4, [0])])
def test_seats_and_options_that_the_game_lacks_are_refused(seats: int, options: list[int]) -> None:
    with pytest.raises(InvalidOption, match=r"^toy: (seats must be one of 3, 2|.*rounds)"):
        check.check_game(TOY, seats, options)


def test_a_correct_simultaneous_game_passes() -> None:
    check.check_game(pennies.RULES, 2, [])


def test_the_toy_has_hidden_hands_and_simultaneous_picks() -> None:
    """Otherwise the checks of hidden information and simultaneous picks would pass trivially."""
    hides = several = 0
    for s, _ in check.walk(TOY, 3, [2], seed=0, games=3):
        hides += check.hidden(s, 0).tobytes() != s.tobytes()
        several += len(check.movers_of(s)) > 1
    assert hides > 20
    assert several > 5


def test_why_agrees_with_legal_in_the_toy() -> None:
    for s, _ in check.walk(TOY, 3, [1], seed=3, games=2):
        check.check_why(TOY, s, rules.why, rules.ACTIONS)
    with pytest.raises(GameError, match=r"action \d of seat 0 is legal, but why returns 7"):
        check.check_why(TOY, bidding(), lambda s, seat, action: 7, rules.ACTIONS)


def bidding() -> Any:
    """A position in which all three seats bid, and each holds a card that another seat lacks."""
    for s, _ in check.walk(TOY, 3, [2], seed=0, games=30):
        if len(check.movers_of(s)) == 3 and len({hand.tobytes() for hand in s[0].hands}) == 3:
            return s.copy()
    raise AssertionError


def open_hands(s: Any, seat: int) -> None:
    """A wrong ``hide``: hands stay open."""
    hands = s.hands.copy()
    rules.hide(s, seat)
    s.hands[:] = hands


def open_bids(s: Any, seat: int) -> None:
    bids = s.bids.copy()
    rules.hide(s, seat)
    s.bids[:] = bids


def shrinking(s: Any, seat: int) -> None:
    rules.hide(s, seat)
    s.left -= 1


def forgetful(s: Any, seat: int) -> None:
    rules.hide(s, seat)
    s.hands[:] = 0


def changing(s: Any, seat: int) -> None:
    rules.hide(s, seat)
    s.left -= seat == SPECTATOR


def unequal(s: Any, seat: int, rng: Any) -> None:
    rules.determinize(s, seat, rng)
    s.won[0] += 1


def first_come(s: Any, seat: int, action: int) -> None:
    """A wrong ``apply``: the record reveals the first bidder."""
    if s.phase == rules.BID and not s.bids.any():
        s.victim = seat
    rules.apply(s, seat, action)


def last_come(s: Any, seat: int, action: int) -> None:
    """A wrong ``apply``: the last bidder is the thief."""
    bidding = s.phase == rules.BID
    rules.apply(s, seat, action)
    if bidding and s.phase == rules.STEAL:
        s.thief = seat


def descending(s: Any, seat: int, out: Any) -> int:
    n = int(rules.legal(s, seat, out))
    out[:n] = out[:n][::-1].copy()
    return n


def nothing(s: Any, seat: int, out: Any) -> int:
    return 0


def touching(s: Any, seat: int, out: Any) -> int:
    s.won[0] += 1
    return int(rules.legal(s, seat, out))


def hidden_check(s: Any) -> None:
    check.check_hidden(TOY, s, generator(1))


def simultaneous_check(s: Any) -> None:
    check.check_simultaneous(TOY, s, generator(1))


def legal_check(s: Any) -> None:
    check.check_legal(TOY, s)


@pytest.mark.parametrize(
    ("kernel", "wrong", "checked", "said"),
    [
        ("hide", shrinking, hidden_check, "hide for seat 0 twice differs from once"),
        ("hide", changing, hidden_check, r"hide for the spectator \(SPECTATOR, 6\) twice differs from once"),
        ("hide", open_hands, hidden_check, "contradicts what that seat sees"),
        ("hide", forgetful, hidden_check, "other legal actions in its own view"),
        ("hide", open_bids, simultaneous_check, "learn of a pending pick"),
        ("determinize", unequal, hidden_check, "contradicts what that seat sees"),
        ("apply", first_come, simultaneous_check, "learn of a pending pick"),
        ("apply", last_come, simultaneous_check, "order of simultaneous picks"),
        ("legal", descending, legal_check, "ascending"),
        ("legal", nothing, legal_check, "movers is"),
        ("legal", touching, legal_check, "changes the record"),
    ],
)
def test_mistakes_are_found(
    monkeypatch: pytest.MonkeyPatch, kernel: str, wrong: Any, checked: Callable[[Any], None], said: str
) -> None:
    s = bidding()
    monkeypatch.setattr(protocol, kernel, wrong)
    with pytest.raises(GameError, match=said):
        checked(s)


def test_a_difference_between_compiled_and_interpreted_kernels_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(game: Rules, *_: Any) -> list[str]:
        wrong = np.zeros(1, game.dtype)
        return [wrong.tobytes().hex()]

    monkeypatch.setattr(check, "_interpreted", other)
    with pytest.raises(GameError, match=r"ends differently compiled: fields .*won"):
        check.check_game(TOY, 3, [0], games=1)

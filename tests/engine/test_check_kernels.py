"""The check for authors names the kernel that breaks the protocol, what it gave, and what is expected."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import config
from toy import game as toy
from toy import seen
from toy.pig import game as pig

from tablier.api import game
from tablier.catalogue import add
from tablier.core.notation import Notation
from tablier.engine import check, check_kernels, check_texts, protocol
from tablier.engine.game_rules import Rules
from tablier.engine.kernel import kernel
from tablier.engine.net import NetShape
from tablier.engine.protocol import CHANCE, INTERPRETED
from tablier.engine.random_walk import legal_of, movers_of, walk, weights_of
from tablier.engine.rng import generator
from tablier.errors import GameError

add("toy.pig")
PIG = pig.GAME.rules()


def position(*plies: str) -> Any:
    """A record of Pig for two."""
    return np.frombuffer(game("pig").new().play(" ".join(plies)).key() if plies else game("pig").new().key(), PIG.dtype)


START, ROLLING, LATER = position().copy(), position("roll").copy(), position("roll", "4").copy()
OVER = position("roll", "6", "roll", "6", "hold").copy()


def with_kernels(**kernels: Any) -> Rules:
    """Pig with other kernels."""
    return replace(PIG, kernels=replace(PIG.kernels, **kernels))


def checked(s: Any, **kernels: Any) -> None:
    check_kernels.check_kernels(with_kernels(**kernels), s, 2, generator(1))


def writes(*values: float) -> Callable[..., None]:
    """A kernel that writes these values."""

    def write(*args: Any) -> None:
        args[-1][: len(values)] = values

    return write


def returns(value: Any) -> Callable[..., Any]:
    return lambda *_: value


@pytest.mark.parametrize("s", [START, ROLLING, LATER, OVER])
def test_a_correct_game_passes(s: Any) -> None:
    checked(s)
    checked(s, evaluate=writes(0.25, 0.75), priors=lambda *args: args[-1].fill(2.0), rollout_policy=returns(0))


@pytest.mark.parametrize(
    ("s", "kernels", "said"),
    [
        (START, {"end_reason": returns(1)}, "end_reason returned 1, expected 0 while the game goes on"),
        (OVER, {"end_reason": returns(0)}, "end_reason returned 0, expected 1 to 1 at the end"),
        (OVER, {"end_reason": returns(2)}, r"end_reason returned 2, expected 1 to 1 .* reasons in game\.toml"),
        (OVER, {"end_reason": returns(None)}, "end_reason returned None, expected an integer"),
        (OVER, {"end_reason": returns(1.0)}, r"end_reason returned 1\.0, expected an integer"),
        (OVER, {"ranks": writes(1, 1)}, r"ranks wrote \[1, 1\], expected 0 for the first"),
        (OVER, {"ranks": writes(0, 2)}, r"ranks wrote \[0, 2\], .*numbers below 2"),
        (OVER, {"ranks": writes(0)}, r"ranks does not write the entries \[1\], or adds to what they held"),
        (START, {"scores": writes(0)}, r"scores does not write the entries \[1\]"),
        (START, {"evaluate": writes(1.5, -0.5)}, r"evaluate wrote \[1\.5, -0\.5\], expected a number from 0 to 1"),
        (START, {"evaluate": writes(math.nan, 1.0)}, r"evaluate wrote \[nan, 1\.0\], expected a number from 0 to 1"),
        (START, {"evaluate": writes(1.0)}, r"evaluate does not write the entries \[1\]"),
        (LATER, {"priors": writes(1.0, 0.0)}, r"priors wrote 0\.0 for action 1 of seat 0, expected a positive number"),
        (LATER, {"priors": writes(1.0, math.inf)}, "priors wrote inf for action 1 of seat 0"),
        (LATER, {"priors": writes(1.0)}, r"priors does not write the entries \[1\]"),
        (START, {"rollout_policy": returns(1)}, "rollout_policy returned 1, expected a legal action of seat 0"),
        (START, {"rollout_policy": returns(0.0)}, r"rollout_policy returned 0\.0, expected an integer"),
    ],
)
def test_what_a_kernel_gives_is_compared_with_the_protocol(s: Any, kernels: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said):
        checked(s, **kernels)


def test_ranks_that_add_without_a_reset_are_found() -> None:
    def ranks(s: Any, out: Any) -> None:
        for p in range(2):
            out[p] += s.points[1 - p] > s.points[p]

    with pytest.raises(GameError, match=r"ranks does not write the entries \[0, 1\], or adds to what they held"):
        checked(OVER, ranks=ranks)


@kernel
def far_ranks(s: Any, out: Any) -> None:
    for p in range(3):
        out[p] = p


@pytest.mark.skipif(INTERPRETED or bool(config.BOUNDSCHECK), reason="such kernels raise an error there")
def test_a_kernel_that_writes_beyond_the_end_is_found() -> None:
    with pytest.raises(GameError, match="ranks writes more than 2 entries"):
        checked(OVER, ranks=far_ranks)


def test_a_kernel_that_changes_the_record_is_found() -> None:
    def evaluate(s: Any, out: Any) -> None:
        s.pot += 1
        out[:] = 0.5

    with pytest.raises(GameError, match="changes the record"):
        checked(START.copy(), evaluate=evaluate)


def test_priors_may_not_change_the_list_of_actions() -> None:
    def priors(s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
        out[:] = 1.0
        actions[0] = 1

    with pytest.raises(GameError, match="priors changes the list of actions"):
        checked(START, priors=priors)


def test_wrong_seats_and_movers_are_found() -> None:
    check_kernels.check_seats(PIG, START, 2)
    with pytest.raises(GameError, match="seats returned 3, expected 2, the number that setup was given"):
        check_kernels.check_seats(with_kernels(seats=returns(3)), START, 2)
    for mask in (4, 1 << CHANCE | 1, -1):
        with pytest.raises(GameError, match=r"movers returned .*, expected bits of seats 0 to 1"):
            check_kernels.check_seats(with_kernels(movers=returns(mask)), START, 2)


def test_features_are_finite_and_complete() -> None:
    s, _ = next(walk(seen.RULES, 2, [2], 1, 1))
    check_kernels.check_features(seen.RULES, s, 0)
    for wrong, said in ((writes(1.0), "does not write the entries"), (writes(*[math.nan] * 4), "expected finite")):
        rules = replace(seen.RULES, kernels=replace(seen.RULES.kernels, features=wrong))
        with pytest.raises(GameError, match=f"seen: features .*{said}"):
            check_kernels.check_features(rules, s, 0)


def test_net_inputs_are_finite_and_their_codes_in_the_table() -> None:
    def inputs(logit: float, code: int) -> Any:
        def net_inputs(s: Any, given: Any) -> int:
            given.logits[:], given.codes[:] = logit, code
            return 1

        return net_inputs

    shape = NetShape(1, 2, 5)
    checked(START, net_inputs=inputs(0.5, 4), net_shape=shape)
    with pytest.raises(GameError, match=r"net_inputs wrote .*expected finite numbers"):
        checked(START, net_inputs=inputs(math.nan, 4), net_shape=shape)
    with pytest.raises(GameError, match=r"net_inputs wrote .*expected codes below 5, then -1"):
        checked(START, net_inputs=inputs(0.5, 5), net_shape=shape)


@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("legal", returns(6.0), r"legal returned 6\.0, expected an integer"),
        ("legal", returns(65), "legal returned 65, the number of outcomes of chance; expected at most 64"),
        ("chance_weights", returns(5), "chance_weights returned 5, expected 6, as many as legal lists"),
        ("chance_weights", returns(6), r"chance_weights wrote \[0, 0, 0, 0, 0, 0\], expected positive integers"),
    ],
)
def test_wrong_lists_of_outcomes_are_found(monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any, said: str) -> None:
    assert weights_of(PIG, ROLLING) == [1] * 6
    monkeypatch.setattr(protocol, name, wrong)
    with pytest.raises(GameError, match=said):
        weights_of(PIG, ROLLING)


@pytest.mark.parametrize("outcomes", [[0, 1, 2, 3, 5, 4], [0, 1, 2, 3, 4, 4]])
def test_unordered_and_repeated_outcomes_are_found(monkeypatch: pytest.MonkeyPatch, outcomes: list[int]) -> None:
    def legal(s: Any, seat: int, out: Any) -> int:
        out[:6] = outcomes
        return 6 if seat == CHANCE else 0

    monkeypatch.setattr(protocol, "legal", legal)
    with pytest.raises(GameError, match="legal of seat 7 is not in ascending order"):
        check.check_legal(PIG, ROLLING)


class Texts(Notation[pig.State]):
    """A notation in which some texts differ from those of Pig."""

    def __init__(self, wrong: dict[int, str], parsed: dict[str, int]) -> None:
        self.wrong, self.parsed = wrong, parsed

    def name(self, s: pig.State, seat: int, action: int) -> str:
        return self.wrong.get(action, pig.GAME.notation.name(s, seat, action))

    def parse(self, s: pig.State, seat: int, text: str) -> int:
        return self.parsed.get(text, -1) if text in self.parsed else pig.GAME.notation.parse(s, seat, text)

    def draw(self, s: pig.State) -> str:
        return ""


@pytest.mark.parametrize(
    ("wrong", "parsed", "said"),
    [
        ({1: "roll"}, {}, r"name\(0\) and name\(1\) are both 'roll', expected different texts"),
        ({1: "hold it"}, {}, r"name\(1\) is 'hold it', expected ASCII without spaces"),
        ({1: ""}, {}, r"name\(1\) is '', expected ASCII without spaces"),
        ({1: "arrêt"}, {}, r"name\(1\) is 'arrêt', expected ASCII without spaces"),
        ({}, {"hold": 0}, r"parse\('hold'\) returned 0, expected 1, the action of this name"),
        ({1: "keep"}, {}, r"parse\('keep'\) fails, expected 1: 'keep' is not one of roll, hold"),
    ],
)
def test_wrong_texts_of_actions_are_found(wrong: dict[int, str], parsed: dict[str, int], said: str) -> None:
    check_texts.check_notation(PIG, Texts({}, {}), LATER)
    with pytest.raises(GameError, match=said):
        check_texts.check_notation(PIG, Texts(wrong, parsed), LATER)


def test_why_names_a_rule_of_the_rulebooks() -> None:
    check.check_why(PIG, START, pig.GAME.why, 2)
    with pytest.raises(GameError, match=r"why returned 507, but rulebook\.en\.md has no rule PIG-5\.7; .* of PIG-1\.1"):
        check.check_why(PIG, START, lambda s, seat, action: 507 * action, 2)


def test_why_names_a_rule_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"rulebook.en.md": ("PIG-1.1",), "rulebook.fr.md": ()}
    monkeypatch.setattr(check_texts, "_rules_of", lambda package, file: known[file])
    with pytest.raises(GameError, match=r"rulebook\.fr\.md has no rule PIG-1\.1"):
        check.check_why(PIG, START, pig.GAME.why, 2)


NUMBERS = count()


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Rules]:
    """A copy of Pig in which a line of its source is changed."""

    def make(old: str, new: str) -> Rules:
        name = f"changed_pig_{next(NUMBERS)}"
        folder, source = tmp_path / name, Path(pig.__file__)
        folder.mkdir()
        text = source.read_text("utf-8")
        assert text.count(old) == 1
        (folder / "__init__.py").touch()
        (folder / "game.py").write_text(text.replace(old, new).replace('register("pig"', f'register("{name}"'), "utf-8")
        for file in ("rulebook.en.md", "rulebook.fr.md"):
            (folder / file).write_text((source.parent / file).read_text("utf-8"), "utf-8")
        toml = (source.parent / "game.toml").read_text("utf-8")
        (folder / "game.toml").write_text(toml.replace('"pig"', f'"{name}"'), "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        found: Rules = importlib.import_module(f"{name}.game").GAME.rules()
        return found

    return make


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "        out[side] = 1\n",
            "        out[side] = 1.5\n",
            r"game\.py.*TypeError: a kernel writes 1\.5",
        ),
        ("SIDES, GOAL = 3, 6, 12", "SIDES, GOAL = 3, 70, 12", "legal returned 70, the number of outcomes.*64"),
        (
            "    return SIDES\n",
            "    return SIDES - 1\n",
            r"chance_weights returned 5, expected 6.*\(at ply 1 of",
        ),
        ("        out[p] = 0\n", "", r"ranks does not write the entries \[0, 1\]"),
        ("        out[p] = s.points[p]\n", "        out[p] = s.points[p] / 2\n", "TypeError: a kernel writes"),
    ],
)
def test_mistakes_show_in_the_interpreted_games(
    changed: Callable[[str, str], Rules], old: str, new: str, said: str
) -> None:
    with pytest.raises(GameError, match=f"(?s){said}"):
        check.check_game(changed(old, new), 2, [])


def test_a_kernel_may_print(changed: Callable[[str, str], Rules], capfd: pytest.CaptureFixture[str]) -> None:
    rules = changed("    s.players = seats\n", '    s.players = seats\n    print("begins")\n')
    check.check_game(rules, 2, [], games=1)
    assert "begins" in capfd.readouterr().out


def test_the_toy_passes_all_checks() -> None:
    rules = toy.GAME.rules()
    for s, rng in walk(rules, 3, [1], 1, 1):
        check_kernels.check_kernels(rules, s, 3, rng)
        check_texts.check_notation(rules, toy.GAME.notation, s)
        assert all(legal_of(rules, s, seat) for seat in movers_of(s))

"""``register`` refuses kernels that do not follow the protocol, and flags of ``game.toml`` that contradict them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from toy.pig import game as pig

from tablier import catalogue
from tablier.catalogue.info import GameInfo
from tablier.engine import protocol
from tablier.engine.game_rules import Kernels
from tablier.engine.kernel import kernel
from tablier.engine.protocol import INTERPRETED
from tablier.errors import GameError

PIG = pig.GAME.rules()


def register(kernels: Kernels) -> None:
    protocol.register("pig", pig.State, PIG.actions, kernels, module=PIG.module)


@kernel
def two(s: Any, seat: Any) -> Any:
    return 0


@kernel
def renamed(s: Any, player: Any, out: Any) -> Any:
    return 0


@kernel
def logging(s: Any, seat: Any, action: Any, log: Any = None) -> None:
    pass


@kernel
def hide(s: Any, seat: Any) -> None:
    pass


@pytest.mark.parametrize(
    ("wrong", "given"),
    [(two, r"\(s, seat\)"), (renamed, r"\(s, player, out\)"), (logging, r"\(s, seat, action, log\)")],
)
def test_a_kernel_with_other_parameters_is_refused(wrong: Any, given: str) -> None:
    expected = rf"'pig': the kernel legal has the parameters {given}; the protocol wants legal\(s, seat, out\)"
    with pytest.raises(GameError, match=expected):
        register(replace(PIG.kernels, legal=wrong))


def test_an_optional_kernel_with_other_parameters_is_refused() -> None:
    with pytest.raises(GameError, match=r"kernel priors .*; the protocol wants priors\(s, seat, actions, n, out\)"):
        register(replace(PIG.kernels, priors=two))


def test_apply_may_take_a_log() -> None:
    register(replace(PIG.kernels, apply=logging))
    register(PIG.kernels)


@pytest.mark.skipif(INTERPRETED, reason="interpreted kernels do not show their decorator")
def test_a_kernel_without_its_decorator_is_named() -> None:
    def legal(s: Any, seat: Any, out: Any) -> Any:
        return 0

    with pytest.raises(GameError, match=r"the kernel legal is not compiled; write @kernel of tablier\.engine\.kernel"):
        register(replace(PIG.kernels, legal=legal))
    with pytest.raises(GameError, match="the kernel mine is not compiled"):
        register(replace(PIG.kernels, queries={"mine": legal}))


def flags(monkeypatch: pytest.MonkeyPatch, **flags: bool) -> None:
    """Let ``game.toml`` of Pig have other flags."""
    info: Any = SimpleNamespace(**{"hidden": False, "chance": True, **flags})
    found: dict[str, GameInfo] = {"toy.pig": info}
    monkeypatch.setattr(catalogue, "info_of", found.get)


def test_secrets_that_game_toml_denies_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    flags(monkeypatch)
    with pytest.raises(
        GameError, match=r"toy\.pig: game\.toml: hidden is false, but the game has a kernel hide; set hidden = true"
    ):
        register(replace(PIG.kernels, hide=hide))


def test_secrets_without_a_kernel_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    flags(monkeypatch, hidden=True)
    with pytest.raises(GameError, match=r"hidden is true, but the game has no kernel hide; .* or write the kernel"):
        register(PIG.kernels)


def test_chance_that_game_toml_denies_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    flags(monkeypatch, chance=False)
    with pytest.raises(GameError, match=r"chance is false, but the game has a kernel chance_weights"):
        register(PIG.kernels)


def test_chance_without_weights_is_refused() -> None:
    with pytest.raises(GameError, match=r"toy\.pig: game\.toml: chance is true, but the game has no kernel chance_w"):
        register(replace(PIG.kernels, chance_weights=None))


def test_an_action_space_in_place_of_a_function_is_refused() -> None:
    space: Any = pig.ACTIONS
    with pytest.raises(GameError, match=r"toy\.pig\.game: GameDefinition wants a function as actions, got ActionSpace"):
        replace(pig.GAME, actions=space)


def test_a_class_in_place_of_a_notation_is_refused() -> None:
    notation: Any = pig.PigNotation
    with pytest.raises(GameError, match=r"toy\.pig\.game: GameDefinition wants an object as notation"):
        replace(pig.GAME, notation=notation)

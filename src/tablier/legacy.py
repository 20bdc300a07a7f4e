"""Adapters for games whose notation and scene are still modules. To be removed with the last of them."""
# ruff: noqa: D103

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from tablier.core.actions import ActionSpace, Family
from tablier.core.definition import Notation
from tablier.engine.records import native
from tablier.scene.base import Scene


def _module(game: str, part: str) -> ModuleType:
    return importlib.import_module(f"tablier.games.{game}.{part}")


class _ModuleNotation(Notation[Any]):
    def __init__(self, game: str) -> None:
        self.game = game

    def name(self, s: Any, seat: int, action: int) -> str:
        text: str = _module(self.game, "notation").name(native(s), seat, action)
        return text

    def parse(self, s: Any, seat: int, text: str) -> int:
        return int(_module(self.game, "notation").parse(native(s), seat, text))

    def draw(self, s: Any) -> str:
        text: str = _module(self.game, "notation").draw(native(s))
        return text

    def setup(self, diagram: str, s: Any) -> None:
        _module(self.game, "notation").setup(diagram, native(s))


class _ModuleScene(Scene):
    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def module(self) -> ModuleType:
        return _module(self.game, "scene")

    @property
    def LOW_PRIORITY_RULES(self) -> tuple[str, ...]:  # type: ignore[override]  # noqa: N802
        return getattr(self.module, "VAGUE", ())

    def stage(self, position: Any) -> Any:
        return self.module.stage(position)

    def view(self, position: Any, seat: Any) -> Any:
        return self.module.view(position, seat)

    def paths(self, position: Any, seat: int, action: int) -> Any:
        return self.module.paths(position, seat, action)

    def prompts(self, position: Any, seat: int) -> Any:
        return self.module.prompts(position, seat)

    def narrate(self, before: Any, seat: int, actions: Any, after: Any, reader: Any, events: Any = ()) -> Any:
        return self.module.tell(
            before, seat, actions, after, reader, *([events] if hasattr(self.module, "witness") else [])
        )

    def capture_events(self, before: Any, seat: int, actions: Any, after: Any) -> Any:
        witness = getattr(self.module, "witness", None)
        return witness(before, seat, actions, after) if witness else ()

    def preview(self, before: Any, seat: int, actions: Any, after: Any) -> Any:
        foresee = getattr(self.module, "foresee", None)
        return foresee(before, seat, actions, after) if foresee else None

    def reveals_hidden(self, position: Any, seat: int, action: int) -> bool:
        shows = getattr(self.module, "discloses", None)
        return shows is not None and bool(shows(position, seat, action))

    def turn_begins(self, position: Any) -> bool:
        begins = getattr(self.module, "turn_begins", None)
        return begins is not None and bool(begins(position))

    def completes_turn(self, before: Any, after: Any) -> bool | None:
        completes = getattr(self.module, "completes_turn", None)
        return None if completes is None else bool(completes(before, after))


def module_notation(game: str) -> Notation[Any]:
    return _ModuleNotation(game)


def module_scene(game: str) -> Scene:
    return _ModuleScene(game)


def module_actions(game: str) -> Callable[[Sequence[int]], ActionSpace]:
    return lambda options: ActionSpace(Family("action", (int(_module(game, "rules").action_count(options)),)))


def module_why(game: str) -> Callable[[Any, int, int], int]:
    return lambda s, seat, action: int(_module(game, "rules").why(native(s), seat, action))


def module_rebuild(game: str) -> Callable[[Any], None]:
    return lambda s: _module(game, "rules").rebuild(native(s))

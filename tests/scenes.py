"""Invariants of every scene; the tests of each game call :func:`scene_is_sound` on many positions."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec
from fluent.syntax import ast, parse
from fluent.syntax.visitor import Visitor

from tablier import catalogue
from tablier.position import Position
from tablier.scene import diff
from tablier.scene.model import Choices, Line, Message, Stage, View

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"seat-name"}
"""Keys that the reader's client fills in."""


def scene_is_sound(position: Position) -> None:
    """Check that the scene of a position is complete and consistent for every seat and a spectator."""
    stage = position.game.scene.stage(position)
    stage_is_sound(stage)
    for seat in (None, *range(position.seats)):
        seen = position.view(seat)
        view_is_sound(position.game.scene.view(seen, seat), stage, seen)
    for seat in position.movers:
        if seat < position.seats:
            touch_is_sound(position, seat, stage)


def stage_is_sound(stage: Stage) -> None:
    """Check that art, symbols and texts exist, and that spots lie in the picture."""
    package = catalogue.package(stage.game)
    art = ElementTree.fromstring(resources.files(package).joinpath("art", stage.art).read_text("utf-8"))
    assert tuple(float(n) for n in art.get("viewBox", "").split()) == stage.box
    for name, sprite in stage.sprites.items():
        assert f"{stage.game}-{name}" in symbols(stage.game)
        assert not sprite.shadow or f"{stage.game}-{name}-shadow" in symbols(stage.game)
    x, y, w, h = stage.box
    for spot in stage.spots.values():
        assert x < spot.at[0] < x + w
        assert y < spot.at[1] < y + h
        assert set(spot.next.values()) <= set(stage.spots)
    texts_exist(stage.game, (spot.label for spot in stage.spots.values()))


def view_is_sound(view: View, stage: Stage, position: Position) -> None:
    """Check that every piece has a place, a symbol and a unique name, and that the tally adds up to the scores."""
    docks = {dock.id for dock in view.docks}
    ids = [piece.id for piece in view.pieces]
    assert len(set(ids)) == len(ids)
    for piece in view.pieces:
        assert piece.sprite in stage.sprites
        assert piece.at in stage.spots or piece.at in docks
        assert piece.to is None or piece.to in stage.spots
        assert piece.seat is None or piece.seat in range(position.seats)
    for counter in view.counters:
        assert counter.icon in stage.sprites
    assert len({counter.id for counter in view.counters}) == len(view.counters)
    assert len(view.colours) == position.seats
    assert all(f"emblem-{colour}" in emblems() for colour in view.colours)
    assert view.movers == position.movers
    assert (view.result is None) == (position.outcome() is None)
    for entry in view.tally:
        assert set(entry.ids) <= set(ids)
    if view.tally:
        sums = [sum(entry.value for entry in view.tally if entry.seat == seat) for seat in range(position.seats)]
        assert sums == list(position.scores())
    texts_exist(stage.game, messages(view))


def touch_is_sound(position: Position, seat: int, stage: Stage) -> None:
    """Check that each legal action has a path, paths are unambiguous, and prompts belong to paths."""
    scene = position.game.scene
    prompt, prompts, buttons = scene.prompts(position, seat)
    owners: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for action in range(position.game.actions(**position.options)):
        for path in scene.paths(position, seat, action):
            owners[path].add(action)
    begun = {path[:n] for path in owners for n in range(1, len(path))}
    assert not begun & owners.keys()
    legal = {move.action for move in position.moves(seat)}
    assert all(actions <= legal or not actions & legal for actions in owners.values())  # turns of one another
    open_paths = {path for path, actions in owners.items() if actions <= legal}
    assert set().union(*(owners[path] for path in open_paths)) == legal
    assert set(prompts) <= {" ".join(path[:n]) for path in open_paths for n in range(1, len(path))}
    targets = {target for path in open_paths for target in path}
    assert {f"button:{button.id}" for button in buttons} == {t for t in targets if t.startswith("button:")}
    assert {t.removeprefix("spot:") for t in targets if t.startswith("spot:")} <= set(stage.spots)
    texts_exist(stage.game, messages(Choices((), prompt, buttons=tuple(buttons), prompts=prompts)))


def lines_are_sound(lines: Iterable[Line], position: Position) -> None:
    """Check that there are lines, and texts for them."""
    lines = list(lines)
    assert lines
    texts_exist(position.game.name, (line.say for line in lines))


def story_is_whole(before: View, after: View, lines: list[Line]) -> None:
    """Check that the steps of the lines turn the pieces of one view into those of the other."""
    pieces = {piece.id: piece for piece in before.pieces}
    for step in diff.steps(before, after, lines):
        pieces |= {piece.id: piece for piece in step.put}
        for dropped in step.drop:
            del pieces[dropped]
    assert pieces == {piece.id: piece for piece in after.pieces}


def is_self_contained(root: Element) -> None:
    """Check that ids are unique, references are internal, and nothing is loaded from elsewhere."""
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(set(ids)) == len(ids)
    values = [value for e in root.iter() for value in e.attrib.values()]
    wanted = {name for value in values for name in re.findall(r"url\(#([^)]+)\)", value)}
    wanted |= {e.get("href", "")[1:] for e in root.iter() if e.get("href")}
    assert wanted <= set(ids)
    assert not [v for v in values if re.search(r"https?:|data:|url\((?!#)", v)]


def messages(thing: Any) -> Iterator[Message]:
    """All messages in a nested structure."""
    if isinstance(thing, Message):
        yield thing
    if isinstance(thing, msgspec.Struct):
        thing = [getattr(thing, field) for field in thing.__struct_fields__]
    elif isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, list | tuple):
        for part in thing:
            yield from messages(part)


def texts_exist(game: str, wanted: Iterable[Message]) -> None:
    """Check that every message has a text, with values for all its variables."""
    known = texts(game, "en")
    for outer in wanted:
        for message in messages(outer):
            if message.k not in NAMES:
                assert message.k in known
                assert known[message.k] <= message.a.keys(), f"{message.k} lacks {known[message.k] - message.a.keys()}"


class _Variables(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 (the library's name)
        self.found.add(node.id.name)


@functools.cache
def texts(game: str, lang: str) -> dict[str, frozenset[str]]:
    """The variables of each text of a game, by key."""
    source = resources.files(catalogue.package(game)).joinpath(f"texts.{lang}.ftl").read_text("utf-8")
    entries = parse(source).body
    assert not [entry for entry in entries if isinstance(entry, ast.Junk)]
    found = {}
    for entry in entries:
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found
            visitor = _Variables()
            visitor.visit(entry)
            found[entry.id.name] = frozenset(visitor.found)
    return found


@functools.cache
def symbols(game: str) -> frozenset[str]:
    """The symbols of a game's sprite sheet."""
    return _symbols(resources.files(catalogue.package(game)).joinpath("art", "sprites.svg").read_text("utf-8"))


@functools.cache
def emblems() -> frozenset[str]:
    """The symbols shared by all games."""
    return _symbols(resources.files("tablier.scene").joinpath("art", "common.svg").read_text("utf-8"))


def _symbols(sheet: str) -> frozenset[str]:
    found = [element.get("id", "") for element in ElementTree.fromstring(sheet).iter(f"{SVG}symbol")]
    assert len(set(found)) == len(found)
    return frozenset(found)

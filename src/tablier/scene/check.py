"""Check a scene: play random games, and look at all that it shows, asks and tells.

``tablier warm GAME`` runs :func:`check_scene`; tests of a game may call the other checks on positions of their own. An
exception in a method of the scene is passed on, with a note that names the method.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from tablier import catalogue
from tablier.core.seats import CHANCE, SPECTATOR
from tablier.errors import GameError
from tablier.scene import diff, svg
from tablier.scene.check_texts import check_french, check_messages, check_texts, messages
from tablier.scene.model import Counter, Dock, Flash, Line, Piece, Stage, Tally, View
from tablier.scene.submissions import submission_ends

if TYPE_CHECKING:
    from tablier.api import Game
    from tablier.catalogue.info import Value
    from tablier.core.events import Event
    from tablier.moves import Move
    from tablier.position import Position

PLIES = 150
"""The length of a checked game: random games may not end."""
STEP = 10
"""Every so many submissions all paths are checked."""
_SYMBOL = f"{svg.SPACE}symbol"


def check_scene(game: Game) -> None:
    """Check the texts and the scene of a game, in a random game for each number of seats and each value of an option.

    Raises:
        GameError: something is wrong; the message names the method of the scene, the mistake and the remedy.
        MissingPackage: ``fluent.syntax`` is not installed.
    """
    check_texts(game.name)
    check_french(game.name)
    for seats, options in _settings(game):
        _check_game(game.new(seats, **options))


def _settings(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Every number of seats, then every other value of each option."""
    for seats in game.info.seats:
        yield seats, {}
    for name, option in game.info.options.items():
        for value in option.values:
            if value != option.default:
                yield game.info.seats[-1], {name: value}


def _check_game(position: Position) -> None:
    random, number = Random(1), 0
    check_position(position)
    while position.movers and position.ply < PLIES:
        before, seat = position.copy(), random.choice(position.movers)
        _submit(position, seat, random)
        check_narration(before, position)
        number += 1
        if number % STEP == 0 or not position.movers:
            check_position(position)
    with _method(position, "statistics"):
        statistics = position.game.scene.statistics(position.events(None, position.ply))
    check_messages(position.game.name, "statistics", statistics)


def _submit(position: Position, seat: int, random: Random) -> None:
    """Play a random submission of a seat, or all that chance plays next."""
    if seat == CHANCE:
        while position.movers == (CHANCE,):
            position.push(random.choice(list(position.moves(CHANCE))))
        return
    scene, known = position.game.scene, position.view(seat)
    staged, ended = known.copy(), False
    while not ended and staged.ply < known.ply + PLIES:
        move = random.choice(list(staged.moves(seat)))
        with _method(staged, "reveals_hidden"):
            reveals = scene.reveals_hidden(staged, seat, move.action)
        staged.push(move)
        position.push(move)
        ended = reveals or submission_ends(known, staged, seat)


def check_position(position: Position) -> None:
    """Check what the scene shows every seat and a spectator in a position, and what it asks the seats to move.

    Raises:
        GameError: something is wrong; the message names the method of the scene, the mistake and the remedy.
        MissingPackage: ``fluent.syntax`` is not installed.
    """
    stage = _stage(position)
    _check_stage(stage)
    for seat in (None, *range(position.seats)):
        known = position.view(seat)
        with _method(position, "view"):
            view = position.game.scene.view(known, seat)
        _check_view(view, stage, known)
        if seat is not None and seat in position.movers:
            _check_asked(known, seat, stage, view)


def check_narration(before: Position, after: Position) -> None:
    """Check what the log tells every seat and a spectator about the plies of one seat, or of chance.

    Args:
        before: the position before them.
        after: the position after them, with its history.

    Raises:
        GameError: something is wrong; the message names the mistake and the remedy.
        MissingPackage: ``fluent.syntax`` is not installed.
    """
    scene, game = after.game.scene, after.game.name
    plies = after.since(before.ply)
    seat, actions = plies[0].seat, [move.action for move in plies]
    stage = _stage(after)
    for reader in (None, *range(after.seats)):
        old, new, events = before.view(reader), after.view(reader), after.events(reader, len(plies))
        with _method(after, "narrate"):
            lines = scene.narrate(old, seat, actions, new, reader, events)
            if seat == CHANCE and len(plies) == 1:
                _check_secret(before, old, new, events, lines)
        check_messages(game, "narrate", lines)
        _check_seats(game, "narrate", [*lines, *(f for line in lines for f in line.flash)], lines, after.seats)
        for line in lines:
            _check_sprites(game, "narrate", [*(p.sprite for p in line.put), *(f.sprite for f in line.flash)], stage)
        check_steps(game, scene.view(old, reader), scene.view(new, reader), lines)
    if seat != CHANCE:
        _check_words(before.view(seat), plies)


def _check_secret(before: Position, old: Position, new: Position, events: Sequence[Event], lines: list[Line]) -> None:
    """The lines depend on an outcome of chance only as far as the reader's views and events do."""
    scene, reader = new.game.scene, None if new.viewer == SPECTATOR else new.viewer
    for other in before.moves(CHANCE):
        twin = before.copy()
        twin.push(other)
        seen = twin.view(reader)
        if seen.state != new.state or twin.events(reader) != events:
            continue
        told = scene.narrate(old, CHANCE, [other.action], seen, reader, events)
        who = "a spectator" if reader is None else f"seat {reader}"
        remedy = "name it only if the views of the reader show it"
        _require(told == lines, new.game.name, "narrate", f"the lines tell {who} a hidden outcome of chance", remedy)


def _check_words(known: Position, plies: Sequence[Move]) -> None:
    """A turn has words as advice, and a preview if it reveals nothing."""
    scene, game, seat = known.game.scene, known.game.name, plies[0].seat
    actions = [move.action for move in plies]
    with _method(known, "describe"):
        check_messages(game, "describe", scene.describe(known, seat, actions))
    staged = known.copy()
    for move in plies:
        if scene.reveals_hidden(staged, seat, move.action):
            return
        staged.push(move)
    with _method(staged, "preview"):
        check_messages(game, "preview", scene.preview(known, seat, actions, staged))


def check_steps(game: str, before: View, after: View, lines: Sequence[Line]) -> None:
    """Check that the steps of the lines turn the pieces of one view into those of the other.

    Raises:
        GameError: they do not.
    """
    pieces = {piece.id: piece for piece in before.pieces}
    wanted = {piece.id: piece for piece in after.pieces}
    _require(
        bool(lines) or pieces == wanted, game, "narrate", "pieces changed without a line", "return a line for them"
    )
    for step in diff.steps(before, after, lines):
        pieces |= {piece.id: piece for piece in step.put}
        for dropped in step.drop:
            del pieces[dropped]
    remedy = "Line.put is for pieces that a later line of the same submission changes again"
    _require(pieces == wanted, game, "narrate", "the lines do not lead to the view after them", remedy)


def _require(holds: bool, game: str, method: str, mistake: str, remedy: str) -> None:
    if not holds:
        raise GameError(f"{game}: scene.{method}: {mistake}; {remedy}")


@contextmanager
def _method(position: Position, name: str) -> Iterator[None]:
    """Add the method to an exception that a scene raises."""
    try:
        yield
    except Exception as error:
        error.add_note(f"while {position.game.name} was checked: scene.{name}, after {position.ply} plies")
        raise


def _stage(position: Position) -> Stage:
    with _method(position, "stage"):
        return position.game.scene.stage(position)


def _check_stage(stage: Stage) -> None:
    """Art, symbols and texts exist, and spots lie in the picture."""
    game, package = stage.game, catalogue.package(stage.game)
    found = _root(package, f"art/{stage.art}").get("viewBox", "")
    remedy = "Stage.box is the viewBox of its art"
    box = " ".join(f"{n:g}" for n in stage.box)
    _require(_numbers(found) == stage.box, game, "stage", f"box is {box}, but {stage.art} has {found!r}", remedy)
    svg.read(package, f"art/{stage.art.removesuffix('.svg')}-plain.svg")
    for name, sprite in stage.sprites.items():
        for symbol in [f"{game}-{name}", f"{game}-{name}-shadow"][: 1 + sprite.shadow]:
            remedy = "add it to art/sprites.svg, or correct the name of the sprite"
            _require(symbol in _symbols(package, "art/sprites.svg"), game, "stage", f"no symbol {symbol!r}", remedy)
    x, y, w, h = stage.box
    for name, spot in stage.spots.items():
        inside = x < spot.at[0] < x + w and y < spot.at[1] < y + h
        _require(inside, game, "stage", f"the spot {name!r} at {spot.at} is outside the picture", "move it inside")
        for other in filter(None, (*spot.next.values(), spot.within, spot.group)):
            _check_spot(game, "stage", f"the spot {name!r} names the spot {other!r}", other, stage)
    check_messages(game, "stage", [stage.spots, stage.sprites])


def _numbers(box: str) -> tuple[float, ...]:
    return tuple(float(n) for n in box.split())


def _check_spot(game: str, method: str, mistake: str, spot: str, stage: Stage, docks: Iterable[str] = ()) -> None:
    known = spot in stage.spots or spot in docks
    _require(known, game, method, f"{mistake}, which does not exist", "add it to Stage.spots, or correct the name")


def _check_sprites(game: str, method: str, sprites: Iterable[str], stage: Stage) -> None:
    for name in sprites:
        mistake = f"there is no sprite {name!r}"
        _require(name in stage.sprites, game, method, mistake, "add it to Stage.sprites, or correct the name")


def _check_pieces(pieces: Sequence[Piece], method: str, stage: Stage, docks: set[str], seats: int) -> None:
    """Pieces have a place, a symbol, a seat or none, and texts."""
    _check_sprites(stage.game, method, (piece.sprite for piece in pieces), stage)
    for piece in pieces:
        named = f"the piece {piece.id!r} is at {piece.at!r}"
        _check_spot(stage.game, method, named, piece.at, stage, docks)
        if piece.to is not None:
            _check_spot(stage.game, method, f"the piece {piece.id!r} leads to {piece.to!r}", piece.to, stage)
        for seat in filter(None, (piece.seat, piece.by)):
            mistake = f"the piece {piece.id!r} belongs to seat {seat}"
            _require(seat in range(seats), stage.game, method, mistake, f"there are {seats} seats, from 0")
    check_messages(stage.game, method, list(pieces))


def _check_view(view: View, stage: Stage, position: Position) -> None:
    """Pieces and counters are complete and have unique ids; colours, movers, result and tally are right."""
    game = stage.game
    ids = [piece.id for piece in view.pieces]
    for kind, found in (("pieces", ids), ("counters", [counter.id for counter in view.counters])):
        twice = sorted({id_ for id_ in found if found.count(id_) > 1})
        _require(not twice, game, "view", f"several {kind} have the ids {twice}", "give each an id of its own")
    _check_pieces(view.pieces, "view", stage, {dock.id for dock in view.docks}, position.seats)
    _check_sprites(game, "view", (counter.icon for counter in view.counters), stage)
    _check_colours(view, game, position.seats)
    _check_seats(game, "view", [*view.counters, *view.docks, *view.tally], view, position.seats)
    remedy = "View.movers is position.movers"
    _require(view.movers == position.movers, game, "view", f"movers is {view.movers}, not {position.movers}", remedy)
    over = position.outcome() is not None
    remedy = "set it when position.outcome() is not None"
    _require((view.result is not None) == over, game, "view", f"result is {view.result}, over is {over}", remedy)
    unknown = {id_ for entry in view.tally for id_ in entry.ids} - set(ids)
    _require(not unknown, game, "view", f"the tally names the pieces {sorted(unknown)}", "name pieces of this view")
    if view.tally:
        sums = [sum(entry.value for entry in view.tally if entry.seat == seat) for seat in range(position.seats)]
        scores = list(position.scores())
        _require(sums == scores, game, "view", f"the tally adds up to {sums}, not {scores}", "list every source")
    check_messages(game, "view", view)


def _check_colours(view: View, game: str, seats: int) -> None:
    emblems = _symbols("tablier.scene", "art/common.svg")
    known = sorted(name.removeprefix("emblem-") for name in emblems if name.startswith("emblem-"))
    for colour in view.colours:
        _require(colour in known, game, "view", f"there is no colour {colour!r}", f"choose from {', '.join(known)}")
    n = len(view.colours)
    _require(n == seats, game, "view", f"{n} colours for {seats} seats", "View.colours has one for each seat")


def _check_seats(
    game: str, method: str, parts: Iterable[Counter | Dock | Tally | Line | Flash], things: Any, seats: int
) -> None:
    """Parts have a seat of the game or none, and messages name players of the game."""
    found: list[tuple[str, object]] = [(f"a {type(part).__name__} has", part.seat) for part in parts]
    names = (message for message in messages(things) if message.k == "seat-name")
    found += [("a message names", message.a.get("n", "?")) for message in names]
    for what, seat in found:
        known = seat is None or seat in range(seats)
        _require(known, game, method, f"{what} seat {seat}", f"there are {seats} seats, from 0")


def _check_asked(position: Position, seat: int, stage: Stage, view: View) -> None:
    """Each legal action can be touched, paths are unambiguous, and prompts and buttons belong to paths."""
    scene, game = position.game.scene, stage.game
    legal = {move.action: move.text for move in position.moves(seat)}
    owners = _paths(position, seat)
    for path, actions in owners.items():
        mixed = not actions <= legal.keys() and bool(actions & legal.keys())
        mistake = f"legal and illegal actions have the path {path}: {_named(position, seat, actions)}"
        _require(not mixed, game, "paths", mistake, "actions of one path are turns of one another")
    begun = {path[:n] for path in owners for n in range(1, len(path))}
    short = sorted(begun & owners.keys())
    _require(not short, game, "paths", f"longer paths begin with the paths {short}", "let no path begin another")
    open_paths = [path for path, actions in owners.items() if actions <= legal.keys()]
    without = legal.keys() - set().union(*(owners[path] for path in open_paths))
    mistake = f"no path for {sorted(legal[action] for action in without)}"
    _require(not without, game, "paths", mistake, "every legal action has one")
    with _method(position, "prompts"):
        prompt, prompts, buttons = scene.prompts(position, seat)
    check_messages(game, "prompts", [prompt, prompts, list(buttons)])
    unknown = sorted(prompts.keys() - {" ".join(path[:n]) for path in open_paths for n in range(1, len(path))})
    mistake = f"prompts after {unknown}, with which no path of a legal action begins"
    _require(not unknown, game, "prompts", mistake, "keys are the first targets of a path, joined by spaces")
    _check_targets({target for path in open_paths for target in path}, {b.id for b in buttons}, stage, view)
    for action in legal:
        with _method(position, "ghosts"):
            ghosts = scene.ghosts(position, seat, action)
        _check_pieces(ghosts, "ghosts", stage, {dock.id for dock in view.docks}, position.seats)
    with _method(position, "waiting_status"):
        check_messages(game, "waiting_status", scene.waiting_status(position, position.movers, seat))


def _paths(position: Position, seat: int) -> dict[tuple[str, ...], set[int]]:
    """The actions of each path, legal or not."""
    owners: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for action in range(position.game.actions(**position.options)):
        with _method(position, "paths"):
            found = position.game.scene.paths(position, seat, action)
        for path in found:
            owners[path].add(action)
    return owners


def _named(position: Position, seat: int, actions: Iterable[int]) -> str:
    return ", ".join(position.name(action, seat) for action in sorted(actions))


def _check_targets(targets: set[str], buttons: set[str], stage: Stage, view: View) -> None:
    """Targets name spots, pieces, slots of docks and buttons, and every button is a target."""
    there = {
        "spot": set(stage.spots),
        "piece": {piece.id for piece in view.pieces},
        "slot": {f"{dock.id}:{n}" for dock in view.docks for n in range(dock.n)},
        "button": buttons,
    }
    for target in sorted(targets):
        kind, _, name = target.partition(":")
        known = ", ".join(f"{prefix}:" for prefix in there)
        mistake = f"the target {target!r} begins with none of {known}"
        _require(kind in there, stage.game, "paths", mistake, "write such a prefix before the id")
        sources = {"spot": "Stage.spots", "piece": "the seat's view", "slot": "its docks", "button": "prompts()"}
        mistake = f"the target {target!r} is not in {sources[kind]}" if kind in sources else ""
        _require(name in there[kind], stage.game, "paths", mistake, "add it there, or correct the id")
    idle = sorted(button for button in buttons if f"button:{button}" not in targets)
    _require(
        not idle, stage.game, "prompts", f"no legal action has the buttons {idle}", "leave them out, or add a path"
    )


@cache
def _symbols(package: str, file: str) -> frozenset[str]:
    """The symbols of a sprite sheet."""
    return frozenset(element.get("id", "") for element in _root(package, file).iter(_SYMBOL))


def _root(package: str, file: str) -> ET.Element:
    return ET.fromstring(svg.read(package, file))

"""What a seat cannot know changes nothing that it receives, in every game that hides something.

Two tables are set up with positions that differ only in what a reader cannot know. The same is done at both, and the
frames and answers that the reader receives must be the same bytes, for as long as the reader's knowledge is the same.
``TABLIER_FUZZ`` is the number of pairs of tables for each game and kind of reader.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablier import Position, catalogue, warm
from tablier.engine import protocol
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.scene.submissions import submission_ends
from tablier.server.domain import new_tables, turns
from tablier.server.domain.draws import drawn
from tablier.server.problem import Problem
from tablier.server.tables.library import Library

from .browser import UNLIMITED, Line, Running, serving
from .toy import RandomBots

pytestmark = pytest.mark.once

HIDDEN = [name for name in catalogue.names() if catalogue.info(name).hidden and catalogue.has_scene(name)]
PAIRS = int(os.environ.get("TABLIER_FUZZ", "3"))
SEED = bytes(range(32))
ROUNDS = 4
"""Submissions after each of which everything is asked again."""

Pair = tuple[Position, Position]


class Held(Library):
    """One game, whose tables begin where the test says."""

    begins: Position

    def __init__(self, name: str) -> None:
        self._name = name
        super().__init__()

    def names(self) -> tuple[str, ...]:
        return (self._name,)

    def game(self, name: str) -> Any:
        return _From(super().game(name), getattr(self, "begins", None))


class _From:
    def __init__(self, game: Any, start: Position | None) -> None:
        self._game = game
        self._start = start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def new(self, **options: Any) -> Position:
        return self._game.new(**options) if self._start is None else self._start.copy()


def bare(position: Position) -> Position:
    """The position without its history, complete even if it was a view."""
    state = position.game.definition.state(position.key())
    return Position(position.game, state, position.options, position.seats)


def alike(pair: Pair, reader: int | None) -> bool:
    """Are both positions the same to ``reader``? Where several choose at once, the table announces each choice."""
    one, other = pair
    return one.view(reader) == other.view(reader) and (one.movers == other.movers or not turns.acts_together(one))


def pairs(name: str, reader_sits: bool, random: Random) -> Iterator[tuple[Pair, int | None]]:
    """Positions of random games that differ only in what a reader cannot know, and that reader."""
    from tablier import game

    info = catalogue.info(name)
    while True:
        options = {key: random.choice(option.values) for key, option in info.options.items()}
        position = game(name).new(random.choice(info.seats), **options)
        for _ in range(random.choice([3, 10, 30, 100, 300])):
            position = drawn(position, random.randbytes(32))
            if not position.movers:
                break
            seat = random.choice(position.movers)
            position.push(random.choice(list(position.moves(seat))))
        position = drawn(position, random.randbytes(32))
        guesser = random.randrange(position.seats)
        other = position.view(guesser)
        protocol.determinize(other._state, guesser, generator(random.getrandbits(32)))
        pair = (bare(position), bare(other))
        reader = guesser if reader_sits else None
        if position.movers and pair[0] != pair[1] and alike(pair, reader):
            yield pair, reader


def turn(pair: Pair, seat: int, reader: int | None, random: Random) -> list[str]:
    """Plies of ``seat`` until its turn passes, legal at both tables; played on both.

    Returns what was played as long as the reader knows the same of both after every ply; empty if that cannot be.
    """
    plies: list[str] = []
    tried = [position.copy() for position in pair]
    while seat in tried[0].movers:
        texts = [{move.text for move in position.moves(seat)} for position in tried]
        plies.append(random.choice(sorted(texts[0])))
        if plies[-1] not in texts[1]:
            return []
        ends = {_plays(position, seat, plies[-1]) for position in tried}
        if len(ends) > 1 or not alike((tried[0], tried[1]), reader) or tried[0] == tried[1]:
            return []  # where nothing differs any more, what was hidden may have been shown on the way
        known = turns.replay(pair[0].view(seat), seat, plies)
        if ends == {True} or seat not in known.movers or submission_ends(pair[0], tried[0], seat):
            break  # a submission ends where its seat's knowledge does
    for position, after in zip(pair, tried, strict=True):
        vars(position).update(vars(after))
    return plies


def _plays(position: Position, seat: int, ply: str) -> bool:
    """Play a ply and what chance then does; does a submission end there?"""
    shows = turns.reveals_hidden(position, position.parse(ply, seat))
    position.play(ply, seat)
    after = drawn(position, SEED)
    drew = after is not position
    vars(position).update(vars(after))
    return drew or shows


class Table:
    """One of the two tables, and what its reader has received."""

    def __init__(self, server: Running, seats: int, reader: int | None) -> None:
        self._server = server
        self.reader = reader
        self.others, self.mine = server.browser(), server.browser()
        self._kinds = ["friend" if seat == reader else "me" for seat in range(seats)]
        self.got: list[str] = []

    async def open(self, stack: AsyncExitStack, start: Position) -> None:
        name, library = start.game.name, self._server.services.library
        assert isinstance(library, Held)
        library.begins = start
        made = await self.others.table(*self._kinds, game=name, **start.options)
        self.id = made["id"]
        await self._server.services.cache.state(self.id)
        for link in made["links"]:
            await self.mine.claim(self.id, link["token"], "Zoé")
        self.host: Line = await stack.enter_async_context(self.others.at(self.id))
        self.line: Line = await stack.enter_async_context(self.mine.at(self.id))

    def keep(self, *things: Any) -> None:
        """Store answers and pushed messages; presence is not part of the game."""
        news = [message for message in self.line.news if message["type"] != "table"]
        self.line.news.clear()
        self.got += [json.dumps(thing).replace(self.id, "TABLE") for thing in (*things, *news)]

    async def ask(self, questions: list[dict[str, Any]]) -> None:
        """Ask everything that a browser can ask."""
        self.keep(await self.line.hello(0), await self.line.hello(1))
        for question in questions:
            if question["type"] == "submit":
                self.keep(await self.line.submit(question["seat"], *question["plies"], key=question["key"]))
            else:
                self.keep(await self.line.ask(question["type"], **{k: v for k, v in question.items() if k != "type"}))
        for path in (f"/api/tables/{self.id}/record", f"/t/{self.id}", "/api/tables"):
            answer = await self.mine.http.get(path)
            headers = {name: value for name, value in answer.headers.items() if name != "date"}
            text = [{**one, "updated": 0} for one in answer.json()] if path == "/api/tables" else answer.text
            self.keep([answer.status_code, headers, text])
            self.mine.http.cookies.jar.clear_expired_cookies()

    async def end(self) -> None:
        """Request a takeback: the answer must not depend on hidden information."""
        seat = 0 if self.reader is None else self.reader
        self.keep(await self.line.submit(seat, type_="undo", key="take-it-back"), await self.line.hello())

    async def play(self, seat: int, plies: list[str], seq: int) -> None:
        """Play at the table, as the player at each seat."""
        line = self.line if seat == self.reader else self.host
        answer = await line.submit(seat, *plies)
        assert answer["type"] == "ack", answer
        self.keep(await self.line.update(seq))


def questions(position: Position, reader: int | None, seq: int, random: Random) -> list[dict[str, Any]]:
    """Questions and submissions of a reader that follow from what it knows; the submissions are not legal."""
    known = position.view(reader)
    seat = 0 if reader is None else reader
    legal = [move.text for move in known.moves(seat)] if seat in known.movers else []
    actions = range(position.game.actions(**position.options))
    some = random.sample(actions, min(12, len(actions)))
    texts = [known.name(action, seat) for action in some]
    paths = [path for action in some for path in position.game.scene.paths(known, seat, action)][:12]
    staged = [[], *([ply] for ply in random.sample(legal, min(3, len(legal)))), *([text] for text in texts[:4])]
    asked: list[dict[str, Any]] = [{"type": "look", "event": event} for event in range(seq + 1)]
    asked += [{"type": "choices", "seat": asker, "plies": plies} for asker in {0, seat} for plies in staged]
    asked += [{"type": "why", "seat": seat, "plies": [], "path": list(path)} for path in paths]
    if position.movers:  # between people all searches are refused until the end
        asked += [{"type": "hint", "seat": asker} for asker in {0, seat}]
        asked += [{"type": "analysis", "seat": seat, "what_if": {"event": seq, "moves": []}}, {"type": "review"}]
    wrong = [text for text in texts if text not in legal]
    for n, plies in enumerate([*([text] for text in wrong), legal[:1] * 2, [*legal[:1], "nonsense"]]):
        if _is_refused(known, seat, plies):
            asked.append({"type": "submit", "seat": seat, "plies": plies, "key": f"wrong-{seq}-{n:02}"})
    return asked


def _is_refused(known: Position, seat: int, plies: list[str]) -> bool:
    try:
        turns.replay(known, seat, plies)
    except Problem:
        return True
    return not plies


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_tables, "new_seed", lambda: SEED)


@pytest.mark.parametrize("sits", [True, False], ids=["seat", "spectator"])
@pytest.mark.parametrize("name", HIDDEN)
async def test_the_same_knowledge_receives_the_same_bytes(tmp_path: Path, name: str, sits: bool) -> None:
    random = Random(f"{name} {sits} {PAIRS}")
    for _, step in warm.steps(name):
        step()  # compiled before the server runs: a compiler in its thread would keep it from answering
    found = list(islice(pairs(name, sits, random), PAIRS))
    played = 0
    async with serving(tmp_path, Held(name), RandomBots(), per_address=10**6, socket_rate=UNLIMITED) as server:
        for pair, reader in found:
            played += await _compare(server, pair, reader, random)
    assert played


def same(both: list[Table]) -> None:
    assert len(both[0].got) == len(both[1].got)
    for one, other in zip(both[0].got, both[1].got, strict=True):
        assert one == other


async def _compare(server: Running, pair: Pair, reader: int | None, random: Random) -> int:
    """Ask and play at two tables; returns how many submissions there were."""
    async with AsyncExitStack() as stack:
        both = [Table(server, pair[0].seats, reader) for _ in pair]
        for table, position in zip(both, pair, strict=True):
            await table.open(stack, bare(position))
        played = 0
        for seq in range(ROUNDS):
            asked = questions(pair[0], reader, seq, random)
            for table in both:
                await table.ask(asked)
            same(both)
            movers = random.sample(pair[0].movers, len(pair[0].movers))
            tries = (
                (seat, plies) for seat in movers * 5 if seat != CHANCE and (plies := turn(pair, seat, reader, random))
            )
            seat, plies = next(tries, (None, []))
            if seat is None:
                break
            for table in both:
                await table.play(seat, plies, seq + 1)
            same(both)
            played += 1
        for table in both:
            await table.end()
        same(both)
        return played

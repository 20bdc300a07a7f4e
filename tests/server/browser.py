"""A real server on a free port, and browsers that speak to it."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from uuid import uuid4

import httpx
import websockets
from structlog.testing import capture_logs

from tablier.api import Game
from tablier.server.app import Server, listen
from tablier.server.config import Config, Rate
from tablier.server.services import Services, running
from tablier.server.tables.library import Library

from .databases import address
from .toy import RandomBots, ToyLibrary

PATIENCE = 20.0
UNLIMITED = Rate(1e9, 1e9)

T = TypeVar("T")


class SharedLibrary(Library):
    """A library that compiles each game once for all servers of a process."""

    _compiled_before: ClassVar[dict[str, Game]] = {}

    def _compile(self, name: str) -> Game:
        if name not in self._compiled_before:
            self._compiled_before[name] = super()._compile(name)
        return self._compiled_before[name]


class Running:
    """A server in this process."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.origin = f"http://127.0.0.1:{services.config.port}"
        self._links: dict[str, str] = {}

    def browser(self) -> Browser:
        return Browser(self.origin, self._links)


@asynccontextmanager
async def serving(
    data: Path,
    library: Library | None = None,
    bots: Any = None,
    *,
    wait: bool = True,
    think: bool = True,
    port: int = 0,
    **config: Any,
) -> AsyncIterator[Running]:
    sock = listen("127.0.0.1", port)
    config.setdefault("database", await address(data))
    config.setdefault("loading", 0.0)
    settings = Config(data=data, port=sock.getsockname()[1], bots=think, **config)
    async with running(settings, library or ToyLibrary(), bots or RandomBots()) as services:
        server = Server(services)
        task = asyncio.create_task(server.serve(sockets=[sock]))
        try:
            while not (server.started or task.done()):
                await asyncio.sleep(0.01)
            for name in services.library.names() if wait else ():
                await services.library.wait(name)
            yield Running(services)
        finally:
            server.should_exit = True
            await task


@contextmanager
def logged_errors() -> Iterator[list[Any]]:
    """The errors that the server, or what it is built on, logs meanwhile."""
    errors: list[Any] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            errors.append(record.getMessage())

    handler = Handler(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        with capture_logs() as logged:
            yield errors
    finally:
        logging.getLogger().removeHandler(handler)
    errors += [entry for entry in logged if entry["log_level"] in ("error", "critical")]


async def until(happened: Callable[[], Awaitable[T]], patience: float = PATIENCE, pause: float = 0.01) -> T:
    """Wait for something of which nobody is told: ask again and again until the answer is yes, and return it."""
    async with asyncio.timeout(patience):
        while not (answer := await happened()):
            await asyncio.sleep(pause)
    return answer


async def finished(server: Running, table: str, patience: float = PATIENCE) -> None:
    """Wait until the game is over."""

    async def over() -> bool:
        return (await server.services.cache.state(table)).over

    await until(over, patience)


class Browser:
    """A browser: its cookies, and the headers that browsers send. ``links`` are those to watch, by table."""

    def __init__(self, origin: str, links: dict[str, str] | None = None) -> None:
        self.origin = origin
        self._links = {} if links is None else links
        self._made: set[str] = set()
        self.http = httpx.AsyncClient(
            base_url=origin, headers={"Origin": origin}, follow_redirects=True, timeout=PATIENCE
        )

    def move(self, origin: str) -> None:
        """Follow the server to another port, cookies and all."""
        self.origin = origin
        self.http.base_url = httpx.URL(origin)
        self.http.headers["Origin"] = origin

    async def table(self, *seats: str, game: str = "toy", **options: Any) -> dict[str, Any]:
        """Make a table; a seat is ``me``, ``friend`` or ``bot``. ``clock`` and ``hints`` are those of the table."""
        wanted = [{"kind": "bot", "level": 1} if kind == "bot" else {"kind": kind} for kind in seats]
        more: dict[str, Any] = {name: options.pop(name) for name in ("clock", "hints") if name in options}
        request = {"game": game, "seats": wanted, "options": options, **more}
        answer = await self.http.post("/api/tables", json=request)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        self._links[made["id"]] = made["watch"]
        self._made.add(made["id"])
        return made

    async def claim(self, table: str, token: str, name: str = "", **fields: Any) -> httpx.Response:
        return await self.http.post(f"/api/tables/{table}/claim", json={"token": token, "name": name, **fields})

    @asynccontextmanager
    async def at(self, table: str, since: int | None = 0) -> AsyncIterator[Line]:
        """A socket at a table, welcomed unless ``since`` is None. Without a seat it joins by the spectators' link."""
        if table in self._links.keys() - self._made:
            await self.http.post(f"/api/tables/{table}/watch", json={"token": self._links[table]})
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.origin.replace('http', 'ws')}/ws/{table}"
        headers = {"Cookie": cookie} if cookie else {}
        async with websockets.connect(address, origin=self.origin, additional_headers=headers) as socket:  # type: ignore[arg-type]
            line = Line(socket)
            if since is not None:
                await line.hello(since)
            yield line


class Line:
    """A socket: questions with their answers; news are kept until asked for."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.news: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}
        self._asked = itertools.count()

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        return message

    async def next(self, *types: str, **fields: Any) -> dict[str, Any]:
        """The next message of one of these types with these fields; others are kept."""

        def fits(message: dict[str, Any]) -> bool:
            return message["type"] in types and all(message.get(k) == v for k, v in fields.items())

        for message in self.news:
            if fits(message):
                self.news.remove(message)
                return message
        while not fits(message := await self.receive()):
            self.news.append(message)
        return message

    async def hello(self, since: int = 0) -> dict[str, Any]:
        await self.send(type="hello", since=since)
        self.welcome = await self.next("welcome")
        return self.welcome

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Ask a question and wait for its answer, which may be a refusal."""
        ask = next(self._asked)
        await self.send(type=type_, ask=ask, **fields)
        return await self.next(type_, "refused", ask=ask)

    async def submit(
        self, seat: int, *plies: str, key: str = "", type_: str = "submit", **fields: Any
    ) -> dict[str, Any]:
        """Submit plies (or resign, take back, answer...) and wait for the acknowledgement or the refusal."""
        key = key or uuid4().hex  # a key used twice is acknowledged, and nothing happens
        plays = {"plies": list(plies)} if type_ == "submit" else {}
        await self.send(type=type_, key=key, seat=seat, **plays, **fields)
        return await self.next("ack", "refused", key=key)

    async def play(self, seat: int, *plies: str) -> None:
        """Submit plies when others have played, such as bots that choose when they like: until they are accepted."""

        async def accepted() -> bool:
            return bool((await self.submit(seat, *plies))["type"] == "ack")

        await until(accepted, pause=0.1)  # a socket may say so much

    async def pieces(self, count: int) -> None:
        """Wait until the board holds so many pieces, of any player."""
        while len((await self.hello())["view"]["pieces"]) < count:
            await self.next("update")

    async def table(self, right: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the table is as it should be."""
        table = (await self.hello())["table"]
        while not right(table):
            table = (await self.next("table"))["table"]

    async def update(self, seq: int) -> dict[str, Any]:
        return await self.next("update", seq=seq)

    async def closed(self) -> int:
        """Wait until the server closes; the code that it gave."""
        try:
            while True:
                self.news.append(await self.receive())
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

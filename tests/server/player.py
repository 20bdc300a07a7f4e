"""Plays one seat of the toy to the end, across restarts of servers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import websockets

from .browser import Browser, Line

NUDGE = 2.0
"""Seconds of silence after which a player asks how things stand. What comes later was not told."""


class Player:
    """Plays the numbers 1, 2, 3... Its keys are those of its rounds, so that what was played twice counts once."""

    def __init__(self, browser: Browser, table: str, seat: int) -> None:
        self.browser = browser
        self.table = table
        self.seat = seat
        self.acknowledged: dict[str, int] = {}
        """The events that were acknowledged, by key."""
        self.nudged = 0
        self.refusals: set[str] = set()

    async def play(self) -> None:
        """Play to the end, over as many sockets as it takes."""
        while True:
            with suppress(websockets.WebSocketException, OSError, TimeoutError):
                async with self.browser.at(self.table) as line:
                    await self._play(line)
                    return
            await asyncio.sleep(0.05)

    async def _play(self, line: Line) -> None:
        self._look(line.welcome)
        while not self._view.get("result"):
            told = self._seq >= max(self.acknowledged.values(), default=0)  # of all that we did
            mine = told and self.seat in self._view["movers"]
            if not mine or await self._choose(line):
                await self._news(line)

    async def _choose(self, line: Line) -> bool:
        """Choose the next number; ``False`` when that had been done before a line broke."""
        number = len(self.acknowledged) + 1
        key = f"seat-{self.seat}-number-{number}"
        answer = await line.submit(self.seat, str(number), key=key)
        if answer["type"] == "ack":
            self.acknowledged[key] = answer["seq"]
            return bool(answer["seq"] > self._seq)
        self.refusals.add(answer["say"]["k"])
        assert answer["code"] in ("failed", "not-your-turn", "late", "illegal"), answer
        await asyncio.sleep(0.05)
        return True

    async def _news(self, line: Line) -> None:
        """Wait until something happens, and see what; acknowledgements and news come in any order."""
        try:
            async with asyncio.timeout(NUDGE):
                self._look(await line.next("update"))
                while any(message["type"] == "update" for message in line.news):
                    self._look(await line.next("update"))
        except TimeoutError:
            self.nudged += 1
            self._look(await line.hello())

    def _look(self, message: dict[str, Any]) -> None:
        self._seq, self._view = message["seq"], message["view"]

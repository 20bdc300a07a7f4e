"""Readers for the load benchmark: each keeps the search on the analysis board of a finished game of its own running."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections import Counter
from typing import Any

import websockets

PAUSE = 1.5
"""Seconds before another try when the server is busy, as in the browser."""
STAY = 3
"""Answers about a position before a reader moves to another one."""


class Reader:
    """A browser at a finished game, which asks the server to search; ``movers`` has the seat to move by event."""

    def __init__(self, line: websockets.ClientConnection, movers: list[int], answered: Counter[str]) -> None:
        self._line = line
        self._movers = movers
        self._answered = answered
        self._asks = itertools.count()

    async def read(self, searching: asyncio.Event) -> None:
        """Search at one position after another while ``searching`` is set, until cancelled.

        Counts the types of the answers: ``analysis``, and ``refused`` where the server is busy.

        Raises:
            RuntimeError: the server refused for another reason.
        """
        while True:
            event = random.randrange(len(self._movers))
            done, answers = False, 0
            while not done and answers < STAY:
                await searching.wait()
                answer = await self._ask(event)
                self._answered[answer["type"]] += 1
                if answer["type"] == "refused":
                    if answer["code"] != "busy":
                        raise RuntimeError(str(answer))
                    await asyncio.sleep(PAUSE)
                    continue
                answers += 1
                done = answer.get("done", False)

    async def _ask(self, event: int) -> dict[str, Any]:
        ask = next(self._asks)
        what_if = {"event": event, "moves": []}
        question = {"type": "analysis", "ask": ask, "seat": self._movers[event], "what_if": what_if}
        await self._line.send(json.dumps(question))
        async for received in self._line:
            answer: dict[str, Any] = json.loads(received)
            if answer.get("ask") == ask:
                return answer
        raise RuntimeError("the server closed a reader's connection")

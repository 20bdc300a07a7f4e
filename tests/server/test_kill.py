"""kill -9 under play, again and again: what was acknowledged is there.

CI kills a dozen times; ``make soak-kill`` as often as one likes (TABLIER_KILLS).
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest
import websockets

from tablier.server.domain.events import ChatSent, Submitted

from .browser import Browser, serving
from .databases import address
from .process import process

KILLS = int(os.environ.get("TABLIER_KILLS", "6"))
TABLES = 4


class Witness:
    """Plays both seats of a table and remembers what was acknowledged, by the key under which it was sent."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.browser = browser
        self.table = table
        self.acknowledged: dict[str, int] = {}

    @classmethod
    async def sit_down(cls, browser: Browser) -> Witness:
        made = await browser.table("me", "me", rounds=300, most=300)
        return cls(browser, made["id"])

    async def play_on(self) -> bool:
        """Play until the line breaks, or to the end; returns whether the game is over."""
        try:
            async with self.browser.at(self.table) as line:
                for n in range(min(map(self._rounds, (0, 1))) + 1, 301):
                    # All at once: the second choice is on its way while the first, a secret still, is being committed.
                    keys = [f"{seat}-number-{n:03}" for seat in (0, 1)]
                    for seat, key in enumerate(keys):
                        await line.send(type="submit", key=key, seat=seat, plies=[str(n)])
                    keys.append(f"0-chat-{n:03}")
                    await line.send(type="chat", key=keys[-1], seat=0, text=f"My number is {n}")
                    for key in keys:
                        answer = await line.next("ack", "refused", key=key)
                        assert answer["type"] == "ack", answer
                        before = self.acknowledged.setdefault(key, answer["seq"])
                        assert before == answer["seq"], "the same key was answered differently"
                return True
        except (websockets.WebSocketException, OSError, TimeoutError):
            return False

    def _rounds(self, seat: int) -> int:
        return sum(key.startswith(f"{seat}-number") for key in self.acknowledged)

    async def check(self) -> None:
        """Everything acknowledged is in the log that a server tells, once."""
        async with self.browser.at(self.table) as line:
            assert line.welcome["you"] == [0, 1]  # the cookie still holds
            assert line.welcome["seq"] >= max(self.acknowledged.values(), default=0)
            for key, seq in random.sample(sorted(self.acknowledged.items()), min(10, len(self.acknowledged))):
                if "chat" in key:
                    await line.send(type="chat", key=key, seat=0, text="once more")
                else:
                    await line.send(type="submit", key=key, seat=int(key[0]), plies=[str(int(key[-3:]))])
                assert (await line.next("ack", "refused", key=key)).get("seq") == seq


@pytest.mark.long
async def test_kill_9_loses_no_acknowledged_move(tmp_path: Path) -> None:
    database = await address(tmp_path)
    witnesses: list[Witness] = []
    everybody: list[Witness] = []
    for _ in range(KILLS):
        async with process(tmp_path, database) as running:
            for witness in witnesses:
                witness.browser.move(running.origin)
                await witness.check()
            while len(witnesses) < TABLES:
                witnesses.append(await Witness.sit_down(Browser(running.origin)))
                everybody.append(witnesses[-1])
            before = sum(len(witness.acknowledged) for witness in witnesses)
            playing = [asyncio.create_task(witness.play_on()) for witness in witnesses]
            some = before + random.randint(5, 40)
            while sum(len(w.acknowledged) for w in witnesses) < some and not all(task.done() for task in playing):
                await asyncio.sleep(random.random() / 50)
            await running.kill()
            over = await asyncio.gather(*playing)
        witnesses = [witness for witness, done in zip(witnesses, over, strict=True) if not done]
    async with serving(tmp_path, database=database) as server:
        for witness in everybody:
            witness.browser.move(server.origin)
            await witness.check()
            events = await server.services.event_store.events(witness.table)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            kept = {event.key.partition(":")[2]: event.seq for event in events}
            assert len(kept) == len(events)
            assert witness.acknowledged.items() <= kept.items()
            for event in events:
                number = int(event.key[-3:])
                assert event.payload in (ChatSent(f"My number is {number}"), Submitted((str(number),)))
    assert sum(len(witness.acknowledged) for witness in everybody) >= 5 * KILLS

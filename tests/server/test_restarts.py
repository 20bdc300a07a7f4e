"""The players of the benchmark of restarts: they reconnect, and send moves again."""

from __future__ import annotations

import asyncio
import json
import math
from functools import partial

import pytest
from websockets import connect
from websockets.asyncio.server import ServerConnection, serve

from benchmarks import restarts
from benchmarks.restarts import Seat, SentMove, Span


async def test_a_move_is_sent_again_until_it_is_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "RETRY_FIRST", 0.01)
    received = list[dict[str, object]]()

    async def server(socket: ServerConnection) -> None:
        assert json.loads(await socket.recv()) == {"type": "hello"}
        await socket.send('{"type": "welcome", "seq": 0}')
        received.append(json.loads(await socket.recv()))
        if len(received) == 1:
            return  # restarted before it acknowledges
        await socket.send('{"type": "ack"}')
        await socket.send('{"type": "update", "seq": 1}')
        await socket.wait_closed()

    async with serve(server, "127.0.0.1", 0) as running:
        port = next(iter(running.sockets)).getsockname()[1]
        losses = list[float]()
        seat = Seat(partial(connect, f"ws://127.0.0.1:{port}"), losses)
        living = asyncio.create_task(seat.live())
        async with asyncio.timeout(10):
            await seat.until(0)
            await seat.submit((0, ["a1", "b1"]), 1)
            await seat.until(1)
        living.cancel()
    assert received == 2 * [{"type": "submit", "key": "number-0001", "seat": 0, "plies": ["a1", "b1"]}]
    assert len(losses) == 1
    assert seat.unsent == ""


def test_moves_around_a_restart_are_reported_apart(capsys: pytest.CaptureFixture[str]) -> None:
    moves = [SentMove(sent, seconds) for sent, seconds in ((1, 0.001), (9.5, 1.5), (10.5, 0.7), (30, 0.002))]
    moves += [SentMove(11.0), SentMove(39.0)]  # the second one is still under way
    assert moves[-1].seconds == math.inf
    restarts.report(moves, [Span(10.0, 12.0), Span(20.0, 21.0)], [10.1, 10.2], 40.0)
    assert capsys.readouterr().out.splitlines() == [
        "  quiet:     2 moves, delay (ms) p50 2, p99 1, longest 2",
        "  restart 1: 2 moves, delay (ms) p50 1500, p99 700, longest 1500; 2.0 s, 2 connections lost",
        "  restart 2: no moves; 1.0 s, 0 connections lost",
        "  lost moves: 1",
    ]

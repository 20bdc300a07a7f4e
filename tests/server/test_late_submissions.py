"""A turn that comes late is not played in a situation for which it was not chosen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known import GAMES

from tablier import catalogue
from tablier.server.domain import submission, takeback, turns
from tablier.server.domain.events import (
    ChatSent,
    NonceAdded,
    Payload,
    RematchOffered,
    Retracted,
    SeatReturned,
    Submitted,
    TakebackDeclined,
    TakebackRequested,
    TakenBack,
    TimedOut,
    VoteCast,
)
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem

from .browser import Browser, Running
from .logs import LocalTable

FIRST, OTHER = "stone1 stone2 plank1 remove move1", "stone2 plank1 stone1 move1 move2"
"""Programmes of Delta."""


def submitted(plies: str) -> Submitted:
    return Submitted(tuple(plies.split()))


def answer(state: TableState, seat: int, plies: str, since: int | None) -> str:
    """What comes of a submission: the key of the refusal's text, or ``played``."""
    try:
        submission.submit(state, seat, plies.split(), bot=bool(state.seats[seat].level), since=since)
    except Problem as problem:
        return problem.say.k
    return "played"


def ponte() -> LocalTable:
    """Seat 0 has played, and seat 1 is to move. The draws that may begin a game are the first event."""
    table = LocalTable("ponte_del_diavolo", 2, 1, options={})
    table.add(0, submitted("d4 e4"))
    return table


def delta() -> LocalTable:
    """Both seats have to choose a programme."""
    return LocalTable("delta", 2, 1, options={})


def test_a_turn_is_late_once_its_seat_has_played_another() -> None:
    table = ponte()
    known = table.state.seq
    assert answer(table.state, 1, "f6 f7", known) == "played"
    table.add(1, submitted("b7 c7"))
    assert answer(table.state, 1, "f6 f7", known) == "refused-late"
    table.add(0, submitted("b2 b3"))
    assert answer(table.state, 1, "f6 f7", known) == "refused-late"
    assert answer(table.state, 1, "f6 f7", table.state.seq) == "played"


def test_a_turn_of_a_page_that_tells_nothing_is_played_if_it_is_legal() -> None:
    table = ponte()
    for seat, plies in ((1, "b7 c7"), (0, "b2 b3")):
        table.add(seat, submitted(plies))
    assert answer(table.state, 1, "f6 f7", None) == "played"


def test_a_turn_may_know_events_that_this_process_has_yet_to_read() -> None:
    table = ponte()
    assert answer(table.state, 1, "f6 f7", table.state.seq + 3) == "played"


@pytest.mark.parametrize("again", ["d4 e4", "b2 b3"])
def test_a_turn_is_late_after_a_takeback_whatever_is_played_instead(again: str) -> None:
    table = ponte()
    known = table.state.seq
    table.add(0, TakebackRequested(2))
    assert answer(table.state, 1, "f6 f7", known) == "played"
    table.add(1, TakenBack(2))
    table.add(0, submitted(again))
    assert answer(table.state, 1, "f6 f7", known) == "refused-late"


def test_a_turn_is_late_once_a_bot_has_played_for_its_seat() -> None:
    table = ponte()
    known = table.state.seq
    table.add(1, TimedOut(1))
    table.add(1, SeatReturned())
    assert answer(table.state, 1, "f6 f7", known) == "played"  # the bot was not asked in time
    table.add(1, TimedOut(1))
    table.add(1, submitted("b7 c7"))
    table.add(0, submitted("b2 b3"))
    table.add(1, SeatReturned())
    assert answer(table.state, 1, "f6 f7", known) == "refused-late"


@pytest.mark.parametrize(
    "payload",
    [ChatSent("hello"), NonceAdded("5e" * 16), VoteCast(1), RematchOffered(), TakebackDeclined(2)],
    ids=lambda payload: type(payload).__name__,
)
def test_what_changes_no_choice_makes_no_turn_late(payload: Payload) -> None:
    table = ponte()
    known = table.state.seq
    for seat in (0, 1):
        table.add(seat, payload)
    assert answer(table.state, 1, "f6 f7", known) == "played"


def test_the_secret_choice_of_another_seat_makes_no_programme_late() -> None:
    table = delta()
    known = table.state.seq
    table.add(0, submitted(FIRST))
    assert answer(table.state, 1, OTHER, known) == "played"
    table.add(0, Retracted(2))
    table.add(0, submitted(OTHER))
    assert answer(table.state, 1, OTHER, known) == "played"


def test_a_programme_is_late_in_the_next_round() -> None:
    table = delta()
    known = table.state.seq
    for seat in (0, 1):
        table.add(seat, submitted(FIRST))
    while len(table.state.position.movers) < 2:
        table.submit()
    playable = turns.submittable(table.state.position, 1, OTHER.split())
    assert answer(table.state, 1, " ".join(playable), None) == "played"
    assert answer(table.state, 1, " ".join(playable), known) == "refused-late"


def test_a_programme_is_late_after_its_seat_has_locked_another_and_retracted_it() -> None:
    table = delta()
    known = table.state.seq
    table.add(1, submitted(FIRST))
    table.add(1, takeback.take_back(table.state, 1))
    assert answer(table.state, 1, OTHER, known) == "refused-late"


def test_the_end_of_a_turn_is_late_once_its_beginning_is_retracted() -> None:
    table = ponte()
    table.add(1, submitted("f6"))
    known = table.state.seq
    assert answer(table.state, 1, "f7", known) == "played"
    table.add(1, takeback.take_back(table.state, 1))
    assert answer(table.state, 1, "f7", None) == "played"
    assert answer(table.state, 1, "f7", known) == "refused-late"


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_a_turn_that_is_not_late_finds_what_its_seat_knew(name: str, seed: int) -> None:
    seats = catalogue.info(name).seats
    table = LocalTable(name, seats[seed % len(seats)], seed)
    states = [table.first, table.state]
    for _ in range(30):
        table.happen()
        states.append(table.state)
    now = table.state
    for since, then in enumerate(states):
        for seat in set(then.position.movers) & set(now.position.movers):
            if not now.over and answer(now, seat, "?", since) != "refused-late":
                assert turns.known(then.position, seat).key() == turns.known(now.position, seat).key()


async def pair(server: Running) -> tuple[str, Browser, Browser]:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend")
    await guest.claim(made["id"], made["links"][0]["token"])
    return made["id"], host, guest


async def test_a_lost_turn_is_refused_after_another_device_has_played_a_round(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, host.at(table) as other_tab, guest.at(table) as b:
        await other_tab.submit(0, "1")
        await b.submit(1, "2")
        refused = await a.submit(0, "3", key="sent-late", since=0)
        say = {"k": "refused-late"}
        assert refused == {"type": "refused", "code": "late", "say": say, "key": "sent-late"}
        assert (await a.submit(0, "3", since=2))["seq"] == 3


async def test_a_repeated_key_is_acknowledged_however_late(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, guest.at(table) as b:
        first = await a.submit(0, "1", key="the-same-key", since=0)
        await b.submit(1, "2")
        await a.submit(0, "3", since=2)
        assert await a.submit(0, "1", key="the-same-key", since=0) == first


async def test_choices_at_the_same_moment_are_all_taken(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, guest.at(table) as b:
        assert (await a.submit(0, "1", since=0))["seq"] == 1
        assert (await b.submit(1, "2", since=0))["seq"] == 2


@pytest.mark.parametrize("since", [-1, 0.5, "0"])
async def test_what_is_no_number_of_an_event_is_malformed(server: Running, since: object) -> None:
    table, host, _ = await pair(server)
    async with host.at(table) as a:
        assert (await a.submit(0, "1", since=since))["code"] == "malformed"

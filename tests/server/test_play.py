"""Whole games over WebSockets, and submissions that are accepted or refused."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

from tablier.server.domain.events import Event, Submitted
from tablier.server.timestamps import now

from .browser import Running, finished


async def test_two_browsers_play_a_whole_game(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend")
    [link] = made["links"]
    assert (await guest.claim(made["id"], link["token"], "Bea")).json() == {"seat": 1}
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        assert (a.welcome["you"], b.welcome["you"]) == ([0], [1])
        for turn, (mine, yours) in enumerate([("1", "5"), ("4", "2"), ("5", "3")]):
            assert (await a.submit(0, mine))["seq"] == 2 * turn + 1
            assert (await b.submit(1, yours))["seq"] == 2 * turn + 2
        last = [await line.update(6) for line in (a, b)]
        assert last[0]["view"]["result"] == last[1]["view"]["result"]
        assert last[0]["view"]["result"]["ranks"] == [0, 0]
        assert (await a.submit(0, "2"))["code"] == "over"


async def test_secret_choices_are_revealed_when_all_have_chosen(server: Running) -> None:
    host, guest, passer = server.browser(), server.browser(), server.browser()
    made = await host.table("me", "friend")
    await guest.claim(made["id"], made["links"][0]["token"])
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b, passer.at(made["id"]) as c:
        assert c.welcome["you"] == []
        await a.submit(0, "4")
        mine, theirs, seen = [await line.update(1) for line in (a, b, c)]
        assert [p["id"] for step in mine["steps"] for p in step["put"]] == ["0:now"]
        assert theirs["steps"] == seen["steps"] == []
        assert "4" not in json.dumps(theirs["view"]["pieces"])
        await b.submit(1, "2")
        for line in (b, c):
            shown = [p["id"] for step in (await line.update(2))["steps"] for p in step["put"]]
            assert {"0:0:4", "1:0:2"} <= set(shown)


async def test_a_repeated_key_returns_the_first_answer(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        first = await line.submit(0, "3", key="the-same-key")
        again = await line.submit(0, "3", key="the-same-key")
        other = await line.submit(0, "5", key="the-same-key")
        assert first == again == other == {"type": "ack", "key": "the-same-key", "seq": 1}
        assert (await line.submit(1, "3", key="the-same-key"))["seq"] == 2  # each seat has its own keys
        assert len(await server.services.event_store.events(made["id"])) == 2


async def test_one_of_many_simultaneous_submissions_wins(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(browser.at(made["id"])) for _ in range(5)]
        answers = await asyncio.gather(*(line.submit(0, str(n)) for n, line in enumerate(lines, 1)))
        assert sorted(answer["type"] for answer in answers) == ["ack", *["refused"] * 4]
        assert {answer.get("code") for answer in answers} == {None, "not-your-turn"}
        assert [(await line.update(1))["seq"] for line in lines] == [1] * 5


async def test_an_overtaken_submission_is_retried_on_the_new_state(server: Running) -> None:
    """The cache has not read yet what another process has written."""
    browser = server.browser()
    made = await browser.table("me", "me")
    events = server.services.event_store
    async with browser.at(made["id"]) as line:
        await events.append([Event(made["id"], 1, "1:from-elsewhere", 1, Submitted(("2",)), now())])
        assert (await line.submit(0, "3"))["seq"] == 2
        assert [(await line.update(n))["seq"] for n in (1, 2)] == [1, 2]
        await events.append([Event(made["id"], 3, "1:from-elsewhere-2", 1, Submitted(("3",)), now())])
        refused = await line.submit(1, "4")
        assert (refused["type"], refused["code"]) == ("refused", "late")
        assert (await line.update(3))["seq"] == 3


async def test_wrong_seats_and_wrong_moves_are_refused_and_change_nothing(server: Running) -> None:
    host, passer = server.browser(), server.browser()
    made = await host.table("me", "friend")
    async with host.at(made["id"]) as a, passer.at(made["id"]) as c:
        assert (await c.submit(0, "1"))["code"] == "not-your-seat"
        assert (await a.submit(1, "1"))["code"] == "not-your-seat"
        assert (await a.submit(9, "1"))["code"] == "not-your-seat"
        assert (await a.submit(-1, "1"))["code"] == "not-your-seat"
        assert (await c.ask("choices", seat=0, plies=[]))["code"] == "not-your-seat"
        assert (await a.submit(0, "one"))["code"] == "unreadable"
        assert (await a.submit(0))["code"] == "unreadable"
        assert (await a.submit(0, "7"))["code"] == "illegal"
        assert (await a.submit(0, "1", "2"))["code"] == "not-your-turn"  # all or none
        assert await server.services.event_store.events(made["id"]) == []


async def test_resuming_sends_the_log_after_the_last_known_event(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        await line.submit(0, "1")
        await line.submit(1, "2")
    async with browser.at(made["id"], since=1) as line:
        assert line.welcome["seq"] == 2
        assert [entry["seq"] for entry in line.welcome["log"]] == [2]
        assert len(line.welcome["view"]["pieces"]) == 2
        assert [e["seq"] for e in (await line.hello(0))["log"]] == [1, 2]
        assert [e["seq"] for e in (await line.hello(2))["log"]] == []
        assert [e["seq"] for e in (await line.hello(99))["log"]] == [1, 2]  # an unknown event: the whole log


async def test_earlier_views_can_be_asked_for(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        for seat, ply in [(0, "1"), (1, "2"), (1, "4"), (0, "3")]:
            await line.submit(seat, ply)
        looks = [await line.ask("look", event=n) for n in range(5)]
        # Players who share a browser see what a spectator sees: choices when the round is complete.
        assert [len(look["view"]["pieces"]) for look in looks] == [0, 0, 2, 2, 4]
        assert (await line.ask("look", event=5))["code"] == "malformed"
        assert (await line.hello())["seq"] == 4


async def test_choices_follow_the_staged_plies(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        first = (await line.ask("choices", seat=0, plies=[]))["choices"]
        assert [option["ply"] for option in first["options"]] == ["1", "2", "3", "4", "5"]
        assert first["options"][2]["path"] == ["spot:n3", "button:yes"]
        assert not first.get("complete")
        staged = (await line.ask("choices", seat=0, plies=["3"]))["choices"]
        assert staged["complete"]
        assert staged["options"] == []
        assert [p["id"] for p in staged["put"]] == ["0:now"]
        assert (await line.ask("choices", seat=0, plies=["3", "4"]))["code"] == "not-your-turn"
        assert (await line.ask("choices", seat=0, plies=["9"]))["code"] == "illegal"


async def test_staged_plies_survive_the_choices_of_others(server: Running) -> None:
    """The answer depends on nothing but the asker's own view."""
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend")
    await guest.claim(made["id"], made["links"][0]["token"])
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        before = (await a.ask("choices", seat=0, plies=["3"]))["choices"]
        await b.submit(1, "2")
        seen = (await a.update(1))["view"]
        assert (seen["movers"], seen["ready"]) == ([0], [1])
        assert (await a.ask("choices", seat=0, plies=["3"]))["choices"] == before
        await a.submit(0, "3")
        await a.update(2)
        assert (await a.ask("choices", seat=0, plies=["3"]))["code"] == "illegal"


async def test_resigning_ends_the_game(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend")
    await guest.claim(made["id"], made["links"][0]["token"])
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        await a.submit(0, "3")
        assert (await a.submit(0, type_="resign"))["seq"] == 2
        end = await b.update(2)
        assert end["view"]["result"]["ranks"] == [1, 0]
        assert end["view"]["movers"] == []
        assert end["steps"][0]["say"]["k"] == "event-resign"
        assert (await b.submit(1, "3"))["code"] == "over"
        assert (await b.submit(1, type_="resign"))["code"] == "over"
        assert (await b.ask("choices", seat=1, plies=[]))["code"] == "over"
        assert "result" not in (await b.ask("look", event=1))["view"]
    record = (await host.http.get(f"/api/tables/{made['id']}/record")).json()
    assert record["result"]["by"] == 0


async def test_a_bot_plays_on_for_a_resigned_seat_among_three(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", "bot")
    await guest.claim(made["id"], made["links"][0]["token"], "Bea")
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        await a.submit(0, "3")
        await a.hello()  # the bot may have chosen before
        left = (await b.submit(1, type_="resign"))["seq"]
        told = await a.update(left)
        assert told["steps"][0]["say"] == {
            "k": "event-taken-over",
            "a": {"seat": {"k": "seat-name", "a": {"n": 1}}, "level": 1},
        }
        assert "result" not in told["view"]
        while (seats := (await a.next("table"))["table"]["seats"])[1]["kind"] != "bot":
            pass
        assert seats[1] == {"kind": "bot", "name": "Bea", "level": 1}
        while (await b.next("table"))["you"]:
            pass
        assert (await b.submit(1, "2"))["code"] == "not-your-seat"
        assert (await b.submit(1, type_="resign"))["code"] == "not-your-seat"
        for ply in ("1", "2"):
            await a.play(0, ply)
        await finished(server, made["id"])
        result = (await a.hello())["view"]["result"]
        assert (len(result["scores"]), min(result["ranks"])) == (3, 0)
        assert result["reason"]["k"] == "toy-rounds"
        await a.submit(0, type_="rematch")  # the resigned player is not asked
        while not (table := (await a.next("table"))["table"]).get("rematch"):
            pass
    async with host.at(table["rematch"]) as a:
        assert a.welcome["you"] == [2]
        assert a.welcome["table"]["seats"][0] == {"kind": "bot", "level": 1}
    [listed] = (await guest.http.get("/api/tables")).json()
    assert (listed["id"], listed["your_turn"]) == (made["id"], False)


async def test_the_game_ends_when_the_last_human_resigns(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", "bot")
    await guest.claim(made["id"], made["links"][0]["token"])
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        await b.submit(1, type_="resign")
        last = (await a.submit(0, type_="resign"))["seq"]
        end = await a.update(last)
        assert end["steps"][0]["say"]["k"] == "event-resign"
        assert end["view"]["result"]["ranks"] == [2, 0, 0]


async def test_a_rematch_is_a_new_table_with_the_seats_rotated(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", most=9)
    await guest.claim(made["id"], made["links"][0]["token"], "Bea")
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        assert (await a.submit(0, type_="rematch"))["code"] == "not-over"  # not before the end
        await a.submit(0, type_="resign")
        await a.submit(0, type_="rematch", key="my-offer")
        assert (await a.submit(0, type_="rematch", key="my-offer"))["type"] == "ack"
        while (await b.next("table"))["table"].get("rematch_offers") != [0]:
            pass
        await b.submit(1, type_="rematch")
        while not (table := (await a.next("table"))["table"]).get("rematch"):
            pass
    async with guest.at(table["rematch"]) as b:
        assert b.welcome["you"] == [0]
        assert b.welcome["table"]["options"] == {"most": 9, "rounds": 3, "luck": False}
        assert b.welcome["table"]["seats"][0]["name"] == "Bea"


async def test_presence_and_taken_seats_are_sent(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend")
    async with host.at(made["id"]) as a:
        assert [seat["kind"] for seat in a.welcome["table"]["seats"]] == ["human", "open"]
        assert a.welcome["table"]["seats"][0]["here"]
        await guest.claim(made["id"], made["links"][0]["token"], "Bea")
        assert (await a.next("table"))["table"]["seats"][1] == {"kind": "human", "name": "Bea"}
        async with guest.at(made["id"]):
            assert (await a.next("table"))["table"]["seats"][1]["here"]
        assert "here" not in (await a.next("table"))["table"]["seats"][1]
        renamed = await guest.http.post(f"/api/tables/{made['id']}/name", json={"seat": 1, "name": "Béa"})
        assert renamed.json() == {"seat": 1, "name": "Béa"}
        assert (await a.next("table"))["table"]["seats"][1]["name"] == "Béa"
        stolen = await guest.http.post(f"/api/tables/{made['id']}/name", json={"seat": 0, "name": "Me too"})
        assert stolen.status_code == 403

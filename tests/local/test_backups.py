"""Exported games come back, each by itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from .device import Device, MemoryStore

PONTE = "ponte_del_diavolo"


@pytest.fixture
def device() -> Device:
    return Device()


async def played(device: Device) -> str:
    """A table at which one turn has been played."""
    table = await device.table(PONTE, "me", "me")
    async with device.at(table) as line:
        assert (await line.submit(0, "d4", "e4"))["type"] == "ack"
    return table


def exported(texts: Iterable[tuple[str, str]]) -> dict[str, Any]:
    return {"tables": [{"id": table, "text": text} for table, text in texts]}


async def test_games_that_can_be_read_come_back_and_the_others_are_named(device: Device) -> None:
    good, illegal, old, cut = [await played(device) for _ in range(4)]
    texts = {table: text for table, (_, text) in device.store.tables.items()}
    texts[illegal] = texts[illegal].replace('"d4"', '"z9"')
    texts[old] = texts[old].replace('"rules_version":', '"rules_version":9')
    texts[cut] = texts[cut][:100]

    other = Device(MemoryStore())
    status, answer = await other.request("POST", "/api/backups", exported(texts.items()))
    assert (status, answer["restored"], answer["known"]) == (200, 1, 0)
    assert {one["id"]: (one["game"], one["say"]["k"]) for one in answer["unread"]} == {
        illegal: (PONTE, "broken-title"),
        old: (PONTE, "problem-old-rules"),
        cut: ("", "broken-title"),
    }
    assert list(other.store.tables) == [good]
    async with other.at(good) as line:
        assert (await line.submit(1, "swap"))["type"] == "ack"


async def test_a_game_that_goes_on_here_is_left_as_it_is(device: Device) -> None:
    table = await played(device)
    before = exported([(table, device.store.tables[table][1])])
    async with device.at(table) as line:
        await line.submit(1, "swap")
    now = device.store.tables[table]
    _, answer = await device.request("POST", "/api/backups", before)
    assert (answer["restored"], answer["known"], answer["unread"]) == (0, 1, [])
    assert device.store.tables[table] == now


@pytest.mark.parametrize("damage", [("{", "{"), ('"d4"', '"z9"')])
async def test_a_readable_copy_takes_the_place_of_a_damaged_game(device: Device, damage: tuple[str, str]) -> None:
    table = await played(device)
    revision, text = device.store.tables[table]
    device.store.tables[table] = revision, text.replace(*damage) if damage[0] != "{" else "{"
    reloaded = Device(device.store)
    assert (await reloaded.request("GET", f"/api/tables/{table}/record"))[0] == 500
    _, answer = await reloaded.request("POST", "/api/backups", exported([(table, text)]))
    assert answer["restored"] == 1
    listed = (await reloaded.request("GET", "/api/tables"))[1]
    assert [(one["id"], one["broken"]) for one in listed] == [(table, False)]


async def test_a_damaged_copy_does_not_touch_a_good_game(device: Device) -> None:
    table = await played(device)
    revision, text = device.store.tables[table]
    _, answer = await device.request("POST", "/api/backups", exported([(table, text.replace('"d4"', '"z9"'))]))
    assert [one["id"] for one in answer["unread"]] == [table]
    assert device.store.tables[table] == (revision, text)
    assert [one["broken"] for one in (await device.request("GET", "/api/tables"))[1]] == [False]


@pytest.mark.parametrize("body", ["", "[]", '{"tables": [1]}', json.dumps({"format": 1})])
async def test_another_file_is_refused(device: Device, body: str) -> None:
    status, answer = await device.request("POST", "/api/backups", body)
    assert (status, answer["say"]["k"]) == (400, "problem-record")


class SmallStore(MemoryStore):
    """A store with room for short texts alone."""

    async def save(self, table_id: str, text: str, revision: int) -> str:
        return "full" if len(text) > 100 else await super().save(table_id, text, revision)


async def test_damaged_games_stay_where_their_copies_find_no_room(device: Device) -> None:
    table = await played(device)
    text = device.store.tables[table][1]
    other = Device(SmallStore())
    other.store.tables[table] = 3, text[:50]
    status, answer = await other.request("POST", "/api/backups", exported([(table, text)]))
    assert (status, answer["say"]["k"]) == (507, "refused-storage-full")
    assert other.store.tables[table][1] == text[:50]


async def test_a_full_storage_is_said(device: Device) -> None:
    table = await played(device)
    other = Device(MemoryStore())
    other.store.fails = "full"
    text = device.store.tables[table][1]
    status, answer = await other.request("POST", "/api/backups", exported([(table, text)]))
    assert (status, answer["say"]["k"]) == (507, "refused-storage-full")


@pytest.mark.parametrize("seed", range(4))
async def test_damage_of_any_kind_is_of_one_game_alone(device: Device, seed: int) -> None:
    chance, good = Random(seed), await played(device)
    text = device.store.tables[good][1]
    damaged = []
    for n in range(100):
        at = chance.randrange(len(text))
        damaged.append((f"damaged-{n}", text[:at] + chance.choice('0129"{[,x') + text[at + 1 :]))
    other = Device(MemoryStore())
    status, answer = await other.request("POST", "/api/backups", exported([*damaged, (good, text)]))
    assert (status, answer["restored"] + answer["known"] + len(answer["unread"])) == (200, 101)
    assert good in other.store.tables

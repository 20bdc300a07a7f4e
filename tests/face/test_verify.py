"""Every draw of a table can be recomputed from its record."""

from __future__ import annotations

import random
from dataclasses import dataclass

import msgspec
import pytest

import tablier
from tablier import CHANCE, Record, RecordError, VerifyError, catalogue
from tablier.commit_reveal import Fair, Nonce, Scheme, commitment, draw

SEED = bytes(range(32))
NONCES = [Nonce(0, 0, "0" * 32), Nonce(1, 7, "1" * 32)]
GAMES = [name for name in catalogue.names() if catalogue.info(name).chance and catalogue.has_scene(name)]


@dataclass(frozen=True)
class Played:
    record: Record
    draws: int


@pytest.fixture(scope="module", params=[(game, scheme) for game in GAMES for scheme in (1, 2)], ids=str)
def played(request: pytest.FixtureRequest) -> Played:
    """Ninety random plies, and more until a turn is complete."""
    game: str
    scheme: Scheme
    game, scheme = request.param
    position, choose, draws = tablier.game(game).new(), random.Random(3), 0
    while position.movers and position.ply < 90:
        if CHANCE in position.movers:
            history = position.history if scheme == 2 else None
            position.push(position.moves(CHANCE)[draw(SEED, position.ply, position.odds(), NONCES, history)])
            draws += 1
        else:
            position.push(choose.choice(position.moves(choose.choice(position.movers))))
    fair = Fair(commitment(SEED), SEED.hex(), NONCES, scheme)
    return Played(msgspec.structs.replace(Record.of(position), fair=fair), draws)


def changed(played: Played, **change: object) -> Record:
    assert played.record.fair is not None
    fair = msgspec.structs.replace(played.record.fair, **change)
    return msgspec.structs.replace(played.record, fair=fair)


def test_every_draw_is_recomputed(played: Played) -> None:
    assert played.draws > 5
    assert Record.loads(played.record.dumps()).verify() == played.draws


def test_a_record_without_a_scheme_is_verified_under_the_first(played: Played) -> None:
    assert played.record.fair is not None
    assert ('"scheme"' in played.record.dumps()) is (played.record.fair.scheme == 2)


def test_another_scheme_does_not_pass(played: Played) -> None:
    assert played.record.fair is not None
    with pytest.raises(VerifyError, match=r"draw \d+ \(ply \d+\) is .*, but the seed gives"):
        changed(played, scheme=3 - played.record.fair.scheme).verify()


def test_another_seed_does_not_pass(played: Played) -> None:
    other = bytes(32)
    with pytest.raises(VerifyError, match="does not match the commitment"):
        changed(played, seed=other.hex()).verify()
    with pytest.raises(VerifyError, match=r"draw \d+ \(ply \d+\) is .*, but the seed gives"):
        changed(played, seed=other.hex(), commitment=commitment(other)).verify()


def test_another_nonce_does_not_pass(played: Played) -> None:
    with pytest.raises(VerifyError, match=r"draw \d+ \(ply (?!1\))"):
        changed(played, nonces=[NONCES[0], Nonce(1, 7, "2" * 32)]).verify()
    with pytest.raises(VerifyError, match="more than one nonce"):
        changed(played, nonces=[*NONCES, Nonce(1, 9, "2" * 32)]).verify()


def test_the_first_draw_that_differs_is_named(played: Played) -> None:
    """Even if later plies are not legal after the correct draw."""
    moves = list(played.record.moves)
    at, ply = [(i, sum(len(m.play.split()) for m in moves[:i])) for i, m in enumerate(moves) if m.seat == "chance"][3]
    before = played.record.replay(upto=ply)
    right = moves[at].play.split()[0]
    wrong = next(move.text for move in before.moves(CHANCE) if move.text != right)
    moves[at] = msgspec.structs.replace(moves[at], play=" ".join([wrong, *moves[at].play.split()[1:]]))
    record = msgspec.structs.replace(played.record, moves=moves)
    with pytest.raises(VerifyError, match=rf"\(ply {ply + 1}\) is '{wrong}', but the seed gives '{right}'"):
        record.verify()


def test_without_a_seed_nothing_can_be_verified(played: Played) -> None:
    for record in (msgspec.structs.replace(played.record, fair=None), changed(played, seed="")):
        with pytest.raises(RecordError, match="no seed"):
            Record.loads(record.dumps()).verify()


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "ab"},
        {"commitment": "x" * 64},
        {"nonces": [{"seat": 9, "ply": 0, "nonce": "0" * 32}]},
        {"luck": 1},
        {"scheme": 3},
    ],
)
def test_a_malformed_field_is_refused(played: Played, change: dict[str, object]) -> None:
    data = msgspec.json.decode(played.record.dumps())
    data["fair"] |= change
    with pytest.raises(RecordError, match="not a valid record"):
        Record.loads(msgspec.json.encode(data))

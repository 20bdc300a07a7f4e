"""The scene of The Guilds of Ankh-Morpork over played games: sound, told whole, and silent about what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from random import Random
from typing import Any

import msgspec
import pytest
from fluent.syntax import ast, parse
from scenes import lines_are_sound

import tablier
from tablier.engine.protocol import CHANCE
from tablier.games.ankh_morpork import phrases
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.actions import ACTIONS
from tablier.games.ankh_morpork.board import PIECES
from tablier.moves import Move
from tablier.position import Position
from tablier.scene.check import check_position, check_steps
from tablier.scene.check_texts import messages
from tablier.scene.model import Choices, Line, Message, seat_name
from tablier.server.domain import choices

GAME = tablier.game("ankh_morpork")
SCENE = GAME.scene
PRICED = re.compile(r"ankh-(price-(?!receipts)\w+|warning|prompt-library)")
"""Texts that tell what stands in ``pieces.json``."""
BUILDING = ("found", "house", "villa", "scroll_house", "scroll_villa")
Submission = tuple[Position, int, list[int], Position]


def chosen(rng: Random, position: Position, seat: int) -> Move:
    """A random ply that plays on: turns end late, offers stay short."""
    moves = list(position.moves(seat))
    families = {"propose": 6.0, "end": 0.3, "offer": 2.0, "accept": 4.0, **dict.fromkeys(BUILDING, 5.0)}
    return rng.choices(moves, [families.get(ACTIONS.decode(move.action).family, 1.0) for move in moves])[0]


def games(rng: Random, seats: int, submissions: int, **options: Any) -> Iterator[Submission]:
    """The beginning of a random game, as ``before, seat, actions, after``; chance by itself."""
    position = GAME.new(seats, **options)
    for _ in range(submissions):
        if not position.movers:
            return
        before = position.copy()
        if CHANCE in position.movers:
            position.push(rng.choices(list(position.moves(CHANCE)), position.odds())[0])
            yield before, CHANCE, [position.history[-1].action], position.copy()
            continue
        seat = rng.choice(position.movers)
        actions: list[int] = []
        while seat in position.movers and (not actions or not SCENE.ends_submission(position)):
            position.push(chosen(rng, position, seat))
            actions.append(position.history[-1].action)
        yield before, seat, actions, position.copy()


def told(before: Position, seat: int, actions: list[int], after: Position, reader: int | None) -> list[Line]:
    events = after.events(reader, len(actions))
    return SCENE.narrate(before.view(reader), seat, actions, after.view(reader), reader, events)


WITHOUT_WORDS = (ACTIONS["roll"], *ACTIONS.span("rob"))
"""Told together with what chance makes of them."""


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (4, {"counter": True, "offers": 4}),
        (4, {"arrest": "optional", "estate": "optional", "library": "works"}),
    ],
)
def test_scene_of_played_games(seats: int, options: dict[str, Any]) -> None:
    kinds = set()
    for number, (before, seat, actions, after) in enumerate(games(Random(seats), seats, 420, **options)):
        for reader in (None, 0, seats - 1):
            lines = told(before, seat, actions, after, reader)
            seen = SCENE.view(before.view(reader), reader), SCENE.view(after.view(reader), reader)
            if actions[-1] in WITHOUT_WORDS or (before.state.stage == st.DRAW and reader != before.state.active):
                assert seen[0].pieces == seen[1].pieces or lines
            else:
                lines_are_sound(lines, after)
            check_steps(GAME.name, *seen, lines)
            kinds |= {line.say.k.removeprefix("ankh-say-") for line in lines}
        if number % 11 == 0:
            check_position(after)
    assert {"settles", "rolls", "produces", "builds", "offers", "rises", "receipt", "bank", "ends"} <= kinds


def received(before: Position, play: list[tuple[int, str]], readers: list[int | None]) -> bytes:
    """All that these readers are told and shown, and may be asked, while some plies are played one by one."""
    position, seen = before.copy(), []
    for seat, ply in play:
        start = position.copy()
        position.play(ply, seat)
        actions = [move.action for move in position.history[start.ply - position.ply :]]
        for reader in readers:
            known = position.view(reader)
            lines = told(start, seat, actions, position, reader)
            asked = [choices.choices(known, seat, ()) for seat in known.movers if seat == reader]
            seen.append((lines, SCENE.view(known, reader), asked))
    return msgspec.json.encode(seen)


@pytest.mark.rule("ANKH-6.6")
def test_only_thief_and_victim_are_told_the_stolen_card() -> None:
    before = GAME.setup("seats: 3; red: h17 guard:1 brick:1; blue: h36 ore:1 wool:1; yellow: h24; turn: red; dice: 8")
    before.play("guard thief:ore4", 0)
    for reader, differs in ((0, True), (1, True), (2, False), (None, False)):
        both = {received(before, [(CHANCE, kind)], [reader]) for kind in ("ore", "wool")}
        assert (len(both) == 2) == differs
    keys = [line.say.k for line in told(before, CHANCE, [4], before.copy().play("ore", CHANCE), 1)]
    assert keys == ["ankh-say-steals", "ankh-say-stolen-from-you"]


@pytest.mark.rule("ANKH-10.4")
def test_a_token_is_told_to_its_buyer_alone() -> None:
    before = GAME.setup("seats: 3; red: h17 ore:1 wool:1 grain:1; blue: h36; yellow: h24; turn: red; dice: 8")
    before.play("token", 0)
    for reader, differs in ((0, True), (1, False), (None, False)):
        both = {received(before, [(CHANCE, token)], [reader]) for token in ("guard", "vetinari")}
        assert (len(both) == 2) == differs
    points = {counter.id: counter.value for counter in SCENE.view(before.play("vetinari", CHANCE).view(1), 1).counters}
    own = {counter.id: counter.value for counter in SCENE.view(before.view(0), 0).counters}
    assert (points["points:0"], own["points:0"], points["tokens:0"]) == (1, 2, 1)


@pytest.mark.rule("ANKH-6.1", "ANKH-8.6")
def test_choices_made_at_once_are_hidden_until_the_last() -> None:
    seven = GAME.setup("seats: 3; red: h0 receipts:1; blue: h9 wood:4 ore:4; yellow: h24 wool:9; turn: red")
    seven.play("roll", 0).play("7", CHANCE)
    given = (["discard:wood"] * 4, ["discard:ore"] * 4)
    both = {received(seven, [(1, " ".join(plies))], [0, 2, None]) for plies in given}
    assert len(both) == 1
    offer = GAME.setup("seats: 3; red: h0 wood:1; blue: h9 ore:1; yellow: h24 ore:1; turn: red; dice: 8")
    offer.play("offer give:wood want:ore propose", 0)
    both = {received(offer, [(1, answer)], [0, 2, None]) for answer in ("accept", "refuse")}
    assert len(both) == 1
    last = received(offer, [(1, "accept"), (2, "refuse")], [0]), received(offer, [(1, "refuse"), (2, "accept")], [0])
    assert last[0] != last[1]


@pytest.mark.parametrize(
    ("total", "thief", "lit"),
    [(4, "shades", {"ore", "palace"}), (4, "ore4", {"palace"}), (12, "shades", {"wool"}), (7, "shades", {"thieves"})],
)
def test_the_dice_light_the_districts_that_they_wake(total: int, thief: str, lit: set[str]) -> None:
    before = GAME.setup(f"seats: 3; red: h0; blue: h9; yellow: h24; thief: {thief}; turn: red").play("roll", 0)
    after = before.copy().play(str(total), CHANCE)
    for reader in (None, 0, 2):
        shown = {piece.at: piece.id for piece in SCENE.view(after.view(reader), reader).pieces if piece.sprite == "lit"}
        assert set(shown) == {f"{district}:lit" for district in lit}
        [roll] = [line for line in told(before, CHANCE, [total - 2], after, reader) if line.say.k == "ankh-say-rolls"]
        assert set(shown.values()) <= set(roll.ids)
    assert not [piece for piece in SCENE.view(before.view(0), 0).pieces if piece.sprite == "lit"]


def test_cards_fly_to_the_seats_that_the_dice_bring_them() -> None:
    before = GAME.setup("seats: 3; red: h0 v37; blue: h36; yellow: h24; turn: red").play("roll", 0)
    after = before.copy().play("4", CHANCE)
    for reader, got in ((None, None), (0, "3"), (1, "1"), (2, None)):
        lines = told(before, CHANCE, [2], after, reader)
        flights = [flash for line in lines for flash in line.flash if flash.seat is not None]
        assert [(f.sprite, f.at, f.seat, f.n) for f in flights] == [
            ("card-ore", "ore", 0, 3),
            ("card-ore", "ore", 1, 1),
        ]
        sums = [line.say.a["goods"] for line in lines if line.say.k == "ankh-say-got"]
        assert [str(goods.a["n"]) for goods in sums if isinstance(goods, Message)] == ([got] if got else [])


def test_the_end_tells_how_often_each_result_was_rolled() -> None:
    position = GAME.setup("seats: 3; red: h0; blue: h9; yellow: h24; turn: red")
    for number, seat in ((12, 0), (12, 1), (9, 2)):
        position.play("roll", seat).play(str(number), CHANCE).play("end", seat)
    [rolls] = SCENE.statistics(position.events(None, position.ply))
    counts = dict(zip(rolls.outcomes, rolls.counts, strict=True))
    assert {number: n for number, n in counts.items() if n} == {12: 2, 9: 1}
    assert sum(rolls.expected) == pytest.approx(3)
    assert rolls.expected[7 - 2] == pytest.approx(3 * 6 / 36)


def test_a_hand_is_shown_to_nobody_else() -> None:
    position = GAME.setup("seats: 3; red: h0 wood:2 guard:1; blue: h9 ore:2; yellow: h24; turn: red; dice: 8")

    def hands(reader: int | None) -> dict[str, int | None]:
        return {p.id: p.n for p in SCENE.view(position.view(reader), reader).pieces if p.id.startswith("hand:")}

    assert {name.split(":")[1] for name in hands(0)} == {"0"}
    assert (hands(0)["hand:0:wood"], hands(0)["hand:0:guard"], hands(1)["hand:1:ore"]) == (2, 1, 2)
    backs = {"hand:0:back": 2, "hand:1:back": 2, "hand:2:back": 0}
    assert hands(None) == {**backs, **{f"hand:{seat}:scroll": 0 for seat in range(3)}}


def found_paths(position: Position, seat: int) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {position.name(a, seat): SCENE.paths(position, seat, a) for a in range(GAME.actions())}


def test_how_things_are_touched() -> None:
    touched = found_paths(GAME.setup("seats: 3; red: h0 f37 scroll:6; blue: h9; yellow: h24; turn: red; dice: 8"), 0)
    assert touched["v0"] == (("spot:0",), ("piece:cost:villa", "spot:0"))
    assert touched["v0*"] == (("piece:hand:0:scroll", "spot:0"),)
    assert touched["h37"] == (("spot:37",), ("piece:cost:house", "spot:37"))
    assert touched["h37*"] == (("piece:hand:0:scroll", "spot:37"),)
    assert touched["f36"] == (("spot:36",), ("piece:cost:foundation", "spot:36"))
    assert touched["f9"] == (("spot:9",), ("piece:cost:foundation", "spot:9"))  # so that the refusal says it is taken
    assert touched["v9"] == (("piece:cost:villa", "spot:9"),)  # another's house
    assert touched["wood>ore"] == (("piece:hand:0:wood", "piece:hand:0:ore"),)
    assert touched["wood>wood"] == ()
    assert touched["take:ore*"] == (("piece:hand:0:scroll", "piece:hand:0:ore"),)
    assert ("spot:ore",) in touched["point:ore"]
    before = found_paths(GAME.setup("seats: 3; red: h0 scroll:5; blue: h9; yellow: h24; turn: red"), 0)
    assert before["fix:8"] == (("piece:hand:0:scroll", "spot:brick8"), ("piece:hand:0:scroll", "spot:beggars8"))
    assert before["roll"] == (("button:roll",),)


def asked(position: Position, *plies: str) -> Choices:
    seat = position.movers[0]
    return choices.choices(position.view(seat), seat, plies)


def test_buttons_that_say_all_need_no_confirmation() -> None:
    position = GAME.setup("seats: 3; red: h0; blue: h9; yellow: h24; turn: red")
    assert [(button.id, button.sends) for button in asked(position).buttons] == [("roll", True)]
    assert asked(position, "roll").complete
    main = GAME.setup("seats: 3; red: h0 wood:1; blue: h9 ore:1; yellow: h24; turn: red; dice: 8")
    sends = {button.id: button.sends for button in asked(main).buttons}
    assert (sends["end"], sends["offer"]) == (True, False)


def test_only_what_reveals_nothing_and_draws_nothing_may_be_sent_automatically() -> None:
    rich = "seats: 3; red: h0 f37 wood:9 brick:9 wool:9 grain:9 ore:9; blue: h9 wood:4 ore:4; yellow: h24"
    main = GAME.setup(f"{rich}; turn: red; dice: 8")
    assert asked(main, "h37").certain
    assert not asked(main).certain
    assert not asked(main, "offer", "give:wood").certain
    assert not asked(main, "token").certain  # chance draws it
    assert not asked(GAME.setup(f"{rich}; turn: red"), "roll").certain
    offer = main.copy().play("offer give:wood want:ore propose", 0)
    assert not asked(offer, "accept").certain  # the last answer reveals all of them
    last = offer.copy().play("refuse", 2)
    assert not choices.choices(last.view(1), 1, ["accept"]).certain


@pytest.mark.rule("ANKH-8.6")
def test_an_offer_that_cannot_be_paid_is_declined_for_the_player() -> None:
    offer = GAME.setup("seats: 3; red: h0 wood:1; blue: h9 ore:1; yellow: h24 wool:1; turn: red; dice: 8")
    offer.play("offer give:wood want:ore propose", 0)
    declines = {
        seat: next((b.declines, b.forced) for b in SCENE.prompts(offer.view(seat), seat)[2] if b.id == "refuse")
        for seat in (1, 2)
    }
    assert declines == {1: (0, False), 2: (0, True)}


@pytest.mark.rule("ANKH-8.4")
def test_the_prompt_says_when_no_offer_is_left() -> None:
    text = "seats: 3; red: h0 wood:1; blue: h9 ore:1; yellow: h24 ore:1; turn: red; dice: 8"
    position = GAME.setup(text, offers=1)
    said = [SCENE.prompts(position, 0)[0].a["offers"]]
    position.play("offer give:wood want:ore propose", 0).play("refuse", 1).play("refuse", 2)
    said.append(SCENE.prompts(position, 0)[0].a["offers"])
    assert said == ["left", "spent"]


@pytest.mark.rule("ANKH-8.7")
def test_a_counter_offer_begins_with_the_terms_of_the_offer() -> None:
    text = "seats: 3; red: h0 wood:2 wool:1; blue: h9 ore:1; yellow: h24 grain:1; turn: red; dice: 8"
    offer = GAME.setup(text, counter=True).play("offer give:wood give:wood want:ore propose", 0)
    for seat, terms in ((1, ["give:ore", "want:wood", "want:wood"]), (2, ["want:wood", "want:wood"])):
        known = offer.view(seat)
        counter = next(button for button in SCENE.prompts(known, seat)[2] if button.id == "counter")
        plies = [option.ply for option in counter.begins]
        assert plies == ["counter", *terms]
        staged = choices.choices(known, seat, plies)
        assert not staged.complete
        assert staged.removes[f"piece:hand:{seat}:wood"] == "want:wood"
        assert (f"piece:ask:{seat}:ore" in staged.removes) == (seat == 1)


def terms(position: Position, reader: int | None) -> dict[str, dict[str, int | None]]:
    """The cards in the docks of a trade, as a reader sees them."""
    view = SCENE.view(position.view(reader), reader)
    docks = [dock.id for dock in view.docks if dock.id.startswith(("offer:", "deal:"))]
    return {dock: {p.sprite.removeprefix("card-"): p.n for p in view.pieces if p.at == dock} for dock in docks}


@pytest.mark.rule("ANKH-8.8")
def test_the_proposer_sees_what_each_partner_gives_and_gets() -> None:
    text = "seats: 3; red: h0 ore:1 wood:1; blue: h9 brick:1; yellow: h24 brick:1; turn: red; dice: 8"
    position = GAME.setup(text, counter=True).play("offer give:ore want:brick propose", 0)
    position.play("counter give:brick want:wood want:ore propose", 1).play("refuse", 2)
    assert terms(position, 0) == {"deal:1:give": {"wood": 1, "ore": 1}, "deal:1:get": {"brick": 1}}
    assert terms(position, 2) == terms(position, None) == {"offer:give": {"ore": 1}, "offer:want": {"brick": 1}}
    assert terms(position, 1) == {"offer:give": {"wood": 1, "ore": 1}, "offer:want": {"brick": 1}}
    labels = {
        reader: [dock.label.k for dock in SCENE.view(position.view(reader), reader).docks if dock.id == "offer:give"]
        for reader in (1, 2, None)
    }
    assert labels == {1: ["ankh-get-from"], 2: ["ankh-gives"], None: ["ankh-gives"]}
    buttons = {dock.id: dock.button for dock in SCENE.view(position.view(0), 0).docks if dock.button}
    assert buttons == {"deal:1:get": "deal-1"}


def test_an_offer_waits_only_for_those_who_have_not_answered() -> None:
    offer = GAME.setup("seats: 3; red: h0 wood:1; blue: h9 ore:1; yellow: h24 ore:1; turn: red; dice: 8")
    offer.play("offer give:wood want:ore propose", 0).play("refuse", 2)
    for reader in (0, 1, None):
        status = SCENE.waiting_status(offer.view(reader), offer.movers, reader)
        assert status
        assert status.a["who"] == seat_name(1)
        assert status.a["own"] == ("yes" if reader == 0 else "no")


def test_an_offer_is_built_step_by_step_and_its_docks_follow() -> None:
    position = GAME.setup("seats: 3; red: h0 wood:1 ore:1; blue: h9 ore:2; yellow: h24; turn: red; dice: 8")
    assert asked(position).docks is None
    begun = asked(position, "offer", "give:wood")
    assert not begun.complete
    assert {"ask:0", "hand:0"} <= {dock.id for dock in begun.docks or ()}
    assert "prices" in {dock.id for dock in begun.docks or ()}  # the hand keeps its place
    assert {p.id: p.n for p in begun.put}["hand:0:wood"] == 0
    whole = asked(position, "offer", "give:wood", "want:ore")
    assert [button.id for button in whole.buttons] == ["propose"]
    assert {p.id: p.n for p in whole.put}["ask:0:ore"] == 1
    assert asked(position, "offer", "give:wood", "want:ore", "propose").complete


def test_what_is_foreseen() -> None:
    position = GAME.setup(
        "seats: 3; red: h0 f37 wood:1 brick:1 wool:1 grain:1; blue: h9; yellow: h24; turn: red; dice: 8"
    )
    said = asked(position, "h37").prompt
    assert said.k == "ankh-foresee"
    found = [message.k for message in messages(said)]
    assert {"ankh-you-pay", "ankh-you-rise", "ankh-you-have"} <= set(found)
    rich = GAME.setup("seats: 3; red: h0 wood:9; blue: h9; yellow: h24; turn: red; dice: 8")
    assert asked(rich, "end").prompt.k == "ankh-foresee-end"
    assert asked(position, "end").prompt == Message("prompt-send")
    twelve = GAME.setup(
        "seats: 3; red: v0 v1 v3 v5 h37 h38 h39 f36 wood:1 brick:1 wool:1 grain:1; blue: h9; yellow: h24;"
        "turn: red; dice: 8"
    )
    assert asked(twelve, "h36").prompt == Message("ankh-foresee-win")


@pytest.mark.parametrize(("cards", "receipts", "risk"), [(6, 0, "no"), (7, 0, "near"), (8, 0, "over"), (8, 1, "no")])
def test_a_full_hand_is_warned(cards: int, receipts: int, risk: str) -> None:
    text = f"seats: 3; red: h0 wood:{cards} receipts:{receipts}; blue: h9; yellow: h24; turn: red"
    for position in (GAME.setup(text), GAME.setup(f"{text}; dice: 8")):
        prompt, _, _ = SCENE.prompts(position, 0)
        warning = prompt.a["warning"]
        assert isinstance(warning, Message)
        assert warning.a["risk"] == risk


def test_a_hand_that_passes_seven_is_told_to_its_owner() -> None:
    before = GAME.setup("seats: 3; red: h9; blue: v0 wood:7; yellow: h24; turn: red")
    before.play("roll", 0)
    after = before.copy().play("4", CHANCE)
    keys = {reader: [line.say.k for line in told(before, CHANCE, [4], after, reader)] for reader in (0, 1, None)}
    assert "ankh-say-warning" in keys[1]
    assert "ankh-say-warning" not in [*keys[0], *keys[None]]
    assert keys[0][:2] == ["ankh-say-rolls", "ankh-say-produces"]


@pytest.mark.rule("ANKH-10.8")
def test_a_seat_that_fixes_the_dice_is_told_its_scrolls_from_the_university() -> None:
    before = GAME.setup("seats: 3; red: h0 scroll:6; blue: h9; yellow: h1; turn: red")
    after = before.copy().play("fix:6", 0)
    lines = told(before, 0, [move.action for move in after.history], after, 0)
    assert [line.say.k for line in lines][:2] == ["ankh-say-fixes", "ankh-say-university"]
    assert [part.a["seat"] for part in messages(lines[1].say) if part.k == "ankh-seat-gets"] == [
        seat_name(0),
        seat_name(2),
    ]


def test_every_spot_of_the_city() -> None:
    spots = SCENE.stage(GAME.new(3)).spots
    assert {str(site) for site in range(40)} <= set(spots)
    assert {"ore4", "alchemists10", "thieves7", "shades", "ore", "palace", "wood=9", "cell:12"} <= set(spots)
    assert spots["ore4:thief"].within == "ore4"
    assert spots["wood=3"].quiet


def amounts(message: Message | None) -> dict[str, int]:
    """Goods and their numbers wherever they stand in a message."""
    return {str(part.a["good"]): int(str(part.a["n"])) for part in messages(message) if part.k == "ankh-goods"}


def test_prices_are_those_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    main = GAME.setup("seats: 3; red: h0; blue: h9; yellow: h24; turn: red; dice: 8")
    shown = {piece.id: piece.label for piece in SCENE.view(main, 0).pieces if "cost:" in piece.id}
    for what, cost in PIECES.costs.items():
        scrolls = {"scroll": getattr(PIECES.scrolls, what)} if what != "foundation" else {}
        assert amounts(shown[f"cost:{what}"]) == {**cost, **scrolls}
    guild = PIECES.guild
    assert phrases.price("point").a == {"price": guild.price, "cheap": guild.cheap, "dear": guild.dear}
    assert shown["cost:point"] == phrases.price("point")
    monkeypatch.setitem(phrases.COSTS, "villa", {"ore": 4})
    assert amounts(phrases.price.__wrapped__("villa")) == {"ore": 4, "scroll": PIECES.scrolls.villa}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_texts_of_prices_hold_no_numbers(lang: str) -> None:
    source = resources.files("tablier.games.ankh_morpork").joinpath(f"texts.{lang}.ftl").read_text("utf-8")
    priced = [m for m in parse(source).body if isinstance(m, ast.Message) and PRICED.fullmatch(m.id.name)]
    assert len(priced) == 7

    def literal(pattern: Any) -> Iterator[str]:
        for element in pattern.elements:
            if isinstance(element, ast.TextElement):
                yield element.value
            elif isinstance(element.expression, ast.SelectExpression):
                for variant in element.expression.variants:
                    yield from literal(variant.value)

    for message in priced:
        assert not re.search(r"\d|deux|two ", " ".join(literal(message.value))), message.id.name

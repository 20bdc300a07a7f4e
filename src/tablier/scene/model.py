"""The data types of a scene: board, pieces, targets, log.

A renderer in Python (:mod:`tablier.scene.svg`) and one in the browser draw them; neither knows any game. Lengths are in
the stage's units, y grows downwards, angles are clockwise in degrees.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Base of all scene types. They form no reference cycles, so the garbage collector need not track them."""


class Message(Part, frozen=True):
    """A text to translate: its key in ``texts.<lang>.ftl`` and its arguments, which may be messages.

    The client replaces the reserved key ``seat-name`` with the name of the player at seat ``n``.
    """

    k: str
    a: dict[str, str | int | Message] = {}


def seat_name(seat: int) -> Message:
    """The message that stands for the name of the player at ``seat``."""
    return Message("seat-name", {"n": seat})


class Spot(Part, frozen=True):
    """A place on the board that can hold pieces, take the focus and be a target.

    Attributes:
        at: the centre.
        label: the accessible name.
        hit: the radius of the area that reacts to a touch.
        shy: present only while it holds a piece or is a target.
        within: another spot that is touched and named in place of this one.
        shape: the shape of the mark of a target.
        quiet: takes the focus only while it is a target: a field of a score track, or one of many overlapping places.
        group: the spot of which this one is a part, like a space of a village. A part shows no mark. If it is not a
            target, a touch counts for the whole.
        next: the neighbours that the arrow keys lead to, where geometry would choose badly.
        about: explains the place on hover, with the focus or on a long press.
    """

    at: tuple[float, float]
    label: Message
    hit: float = 44.0
    shy: bool = False
    within: str = ""
    shape: Literal["round", "square"] = "round"
    quiet: bool = False
    group: str = ""
    next: dict[Literal["up", "down", "left", "right"], str] = {}
    about: Message | None = None


class Sprite(Part, frozen=True):
    """A symbol ``<game>-<name>`` of the sprite sheet.

    Attributes:
        layer: the drawing order; higher layers cover lower ones.
        shadow: the symbol ``<game>-<name>-shadow`` is drawn below it.
        outline: SVG path data in the sprite's box, along which the piece is marked if it moved last or is chosen.
            Without it the spot is marked.
        about: explains every piece and counter with this picture, on hover, with the focus or on a long press. It is
            fixed with the stage, so it tells no more than the picture.
    """

    w: float
    h: float
    layer: int = 1
    shadow: bool = False
    outline: str = ""
    about: Message | None = None


class Stage(Part, frozen=True):
    """The fixed part of a scene: it never changes during a game. ``art`` is a file in the game's ``art`` folder."""

    game: str
    box: tuple[float, float, float, float]
    art: str
    spots: dict[str, Spot]
    sprites: dict[str, Sprite]


class Piece(Part, frozen=True):
    """A piece on a spot or in a dock. With ``to`` it is stretched between two spots (a bridge, a plank).

    The id of a hidden piece comes from its place (``hand:1:3``), so that it does not reveal the piece. ``mark`` is the
    state of a card in a programme: ``now``, ``done``, or ``off`` if the seat ``by`` has cancelled it.
    """

    id: str
    sprite: str
    at: str
    to: str | None = None
    seat: int | None = None
    n: int | None = None
    i: int = 0
    up: int = 0
    turn: float = 0.0
    label: Message | None = None
    mark: str = ""
    by: int | None = None


class Dock(Part, frozen=True):
    """An area beside the board: a hand, a bank, programme slots. Its pieces are buttons.

    Attributes:
        kind: the arrangement. ``slots`` are ``n`` places in order: each holds the piece of one staged ply. Players
            reorder them, or drag pieces of other docks onto them, until they send.
        seat: shown only to the player at this seat. A reader with several seats, or a spectator, sees it while that
            seat is to move.
        display: its pieces cannot be touched: the contents of a bag.
        titled: its label is visible on narrow screens too, for docks that look alike.
        panel: everybody sees it, small, in the panel of ``seat``. The player at that seat sees it large instead if its
            kind is ``slots``, or while one of its pieces is a target or chosen. Without it, that player alone sees the
            dock, always large: the place for a secret card that is never touched.
        sheet: it serves one step only; on narrow screens it covers the lower edge of the board.
        button: a button shown in the dock instead of under the prompt: each answer to an offer has its own.
    """

    id: str
    kind: Literal["row", "pile", "grid", "slots"]
    label: Message
    seat: int | None = None
    wide: bool = False
    display: bool = False
    titled: bool = False
    panel: bool = False
    sheet: bool = False
    n: int = 0
    order: int = 0
    button: str = ""


class Counter(Part, frozen=True):
    """A number in a seat's panel, or shared. ``icon`` is a sprite of the stage."""

    id: str
    icon: str
    label: Message
    value: int
    seat: int | None = None


class Tally(Part, frozen=True):
    """A line of a score: a source of points, their number, and the pieces that earn them."""

    seat: int
    label: Message
    value: int
    ids: tuple[str, ...] = ()


class Histogram(Part, frozen=True):
    """How often each outcome of a random draw came up in a game, and its expected number."""

    label: Message
    outcomes: tuple[int, ...]
    counts: tuple[int, ...]
    expected: tuple[float, ...]


class Result(Part, frozen=True):
    """The result: scores and ranks by seat (0 is the best rank; ranks may be shared), and the reason for the end.

    Attributes:
        statistics: describe the whole game. The table sets them.
        unscored: the scores only repeat the ranks, or the game was broken off before anybody scored. The table sets it.
        team: the winners are one team.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: Message
    statistics: tuple[Histogram, ...] = ()
    unscored: bool = False
    team: bool = False


class View(Part, frozen=True):
    """The variable part of a scene, as one seat or a spectator sees it.

    Attributes:
        status: whose turn it is, and for what.
        colours: by seat.
        private: the seat to move needs hidden information: players who share a device hand it over.
        ready: the seats that have already chosen where several choose at once. The table sets it.
    """

    pieces: tuple[Piece, ...]
    counters: tuple[Counter, ...]
    status: Message
    colours: tuple[str, ...]
    movers: tuple[int, ...]
    docks: tuple[Dock, ...] = ()
    tally: tuple[Tally, ...] = ()
    result: Result | None = None
    private: bool = False
    ready: tuple[int, ...] = ()


class Option(Part, frozen=True):
    """A legal ply and a sequence of targets that stages it: ``spot:x``, ``piece:x``, ``slot:x`` or ``button:x``.

    Plies with the same path are rotations of each other: touching the last target again stages the next one. The
    client shows the pieces ``put`` at once, until the server's answer arrives.
    """

    ply: str
    path: tuple[str, ...]
    put: tuple[Piece, ...] = ()


class Button(Part, frozen=True):
    """A target ``button:<id>`` under the prompt.

    Attributes:
        sends: a touch sends the submission that it completes, without confirmation: rolling the dice.
        begins: further plies that a touch stages: a counter-offer begins with the terms of the offer.
        declines: the seat whose offer it declines. The client can decline all further offers of that seat.
        forced: the offer cannot be accepted. The client declines it, unless the player has switched that off.
    """

    id: str
    label: Message
    primary: bool = False
    sends: bool = False
    begins: tuple[Option, ...] = ()
    declines: int | None = None
    forced: bool = False


class Choices(Part, frozen=True):
    """The possible next targets of a seat, and the effect of the plies that it has staged.

    Attributes:
        complete: the staged plies may be sent.
        prompts: the prompt after some targets of a path; keys are path prefixes joined by ``" "``.
        put: pieces that the staged plies add or move.
        drop: ids of pieces that they remove.
        docks: the docks after them, if they differ from those of the view.
        certain: the staged plies are complete, and sending them neither reveals nor draws anything, so that the client
            may send them automatically.
        removes: the text of a staged ply by target: a touch removes the last staged ply with this text.
    """

    options: tuple[Option, ...]
    prompt: Message
    complete: bool = False
    buttons: tuple[Button, ...] = ()
    prompts: dict[str, Message] = {}
    put: tuple[Piece, ...] = ()
    drop: tuple[str, ...] = ()
    counters: tuple[Counter, ...] = ()
    docks: tuple[Dock, ...] | None = None
    certain: bool = False
    removes: dict[str, str] = {}


class Flash(Part, frozen=True):
    """A sprite shown on a spot for a moment, such as a splash; with ``to`` it spans two spots.

    One that ``falls`` is held for a moment, then drops, like a plank that is too short. With ``seat`` it flies from the
    spot to the panel of that seat, as ``n`` cards.
    """

    sprite: str
    at: str
    to: str | None = None
    turn: float = 0.0
    falls: bool = False
    seat: int | None = None
    n: int = 1


class Line(Part, frozen=True):
    """A line of the log: its text, the ids of the pieces concerned, and the acting seat.

    ``put`` are pieces as they were at that moment, if later lines of the same submission change them again.
    """

    say: Message
    ids: tuple[str, ...] = ()
    seat: int | None = None
    put: tuple[Piece, ...] = ()
    flash: tuple[Flash, ...] = ()


class Step(Part, frozen=True):
    """A line of the log with its part of the change from one view to the next."""

    say: Message
    ids: tuple[str, ...] = ()
    seat: int | None = None
    put: tuple[Piece, ...] = ()
    drop: tuple[str, ...] = ()
    flash: tuple[Flash, ...] = ()

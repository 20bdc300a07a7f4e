"""The vocabulary in which every game says what is on the table.

One renderer in Python (:mod:`tablier.scene.svg`) and one in the browser draw these structures; neither knows any game.
Lengths are in the stage's own units, y grows downwards, angles are in degrees, clockwise.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What the table is described with. A server holds very many and none leads back to itself: there is no garbage."""


class Message(Part, frozen=True):
    """A text of the catalogue (``texts.<lang>.ftl``): its key and arguments, never a sentence.

    An argument may be a message itself. The reserved key ``seat-name`` with argument ``n`` stands for the name of
    the player at seat ``n``; the reader's client fills it in.
    """

    k: str
    a: dict[str, str | int | Message] = {}


def seat_name(seat: int) -> Message:
    """The message that stands for the name of the player at ``seat``."""
    return Message("seat-name", {"n": seat})


class Spot(Part, frozen=True):
    """A place on the board that can hold pieces, have the focus and be a target.

    ``group`` names the spot of which this one is a part, like a space of a village. A part bears no dot when it may be
    touched, and a touch of a part that leads nowhere is one of the whole.
    A ``quiet`` one is there for who looks or touches, not for the focus, unless it may be touched: a field of a score
    track, or one of many places that overlap.
    A ``shy`` one is there only while it holds a piece or is a target. One ``within`` another spot is no target of its
    own: what lies there is named and touched with the other.
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


class Sprite(Part, frozen=True):
    """A symbol ``<game>-<name>`` of the sprite sheet. ``layer`` orders drawing; a shadow is a symbol of its own.

    ``outline`` is path data in the sprite's box: along it the piece is marked when it was moved last or is chosen,
    instead of its spot.
    """

    w: float
    h: float
    layer: int = 1
    shadow: bool = False
    outline: str = ""


class Stage(Part, frozen=True):
    """What never changes during a game. ``art`` is a file name in the game's ``art`` folder."""

    game: str
    box: tuple[float, float, float, float]
    art: str
    spots: dict[str, Spot]
    sprites: dict[str, Sprite]


class Piece(Part, frozen=True):
    """A thing on a spot or in a dock. With ``to`` it is stretched from spot to spot (a bridge, a plank).

    A hidden piece is named after its place (``hand:1:3``), never after what it is.
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


class Dock(Part, frozen=True):
    """An area beside the board: a hand, a bank, programme slots. Its pieces are buttons.

    With ``seat`` it is shown to whoever plays that seat; to somebody with several seats, and to spectators, while that
    seat is to move. With ``panel`` everybody sees it, small, in the seat's panel, and its player in full as well. With
    ``display`` its pieces are to be seen only, never touched: what is left in a bag. With ``titled`` its label is seen
    on narrow screens too, where several docks look alike. With ``sheet`` it is shown for one step only, and on narrow
    screens it lies over the lower edge of the board, which keeps its size.

    ``button`` is the id of a button shown in the dock instead of under the prompt: each answer to an offer has its own.

    Slots are ``n`` places in order. While they are filled, the pieces in them are the staged plies one by one, which
    may be put in another order until they are sent; pieces of other docks can be dragged onto them.
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
    """A line of the score explained: what gives how many points, and which pieces show it."""

    seat: int
    label: Message
    value: int
    ids: tuple[str, ...] = ()


class Result(Part, frozen=True):
    """The end of a game: scores and ranks by seat (rank 0 is the winner's, ranks may be shared), and why it ended."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: Message


class View(Part, frozen=True):
    """What one seat, or a spectator, may see. ``colours`` by seat; ``status`` says who must do what.

    ``private`` says that whoever acts now needs what only that seat may see: players who share a device hand it over.
    ``ready`` are the seats that have chosen where several choose at once; the table fills it in.
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
    """One way to touch a legal ply: targets ``spot:x``, ``piece:x``, ``slot:x`` or ``button:x``, in order.

    Plies with the same path are turns of one another: the first is staged, touching its end again turns to the next.
    ``put`` are pieces shown as soon as it is staged, until the answer comes that shows all that it changes.
    """

    ply: str
    path: tuple[str, ...]
    put: tuple[Piece, ...] = ()


class Button(Part, frozen=True):
    """A target ``button:<id>`` under the prompt.

    One that ``sends`` needs no confirmation: a touch sends the submission that it completes (the dice are rolled).
    ``begins`` are plies that its touch stages instead of its own alone: a counter-offer begins with the terms offered.
    ``declines`` is the seat whose offer it declines; all offers of that seat may be declined until something else is
    asked. ``forced`` means that the offer cannot be accepted: it is declined for players who do not switch that off.
    """

    id: str
    label: Message
    primary: bool = False
    sends: bool = False
    begins: tuple[Option, ...] = ()
    declines: int | None = None
    forced: bool = False


class Choices(Part, frozen=True):
    """What a seat may touch next, after the plies that it has staged; and what those would change.

    ``prompts`` overrides ``prompt`` once a path has been begun; its keys are path prefixes joined by ``" "``. ``docks``
    are those of the staged position, where they are others than before (what may be asked for in an offer).
    ``certain`` plies are complete, and sending them reveals nothing and draws nothing: they may be sent automatically.
    ``removes`` are targets whose touch removes a staged ply, the last with this text.
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
    """A sprite that is seen on a spot for a moment (the splash of a fall); with ``to`` it spans two, and falls down."""

    sprite: str
    at: str
    to: str | None = None


class Line(Part, frozen=True):
    """A line of the log as a game tells it: what happened, to which pieces, and whose doing it was.

    ``put`` shows pieces as they were at that moment, where later lines of the same submission change them again.
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

"""The main function of a frozen program: it runs with the program's own modules and plays turns.

A request and its answer are JSON objects, one a line. ``{game, bot, layout}`` checks and compiles a bot and is answered
by ``{}``; ``{game, bot, seed, seat, seats, options, state}``, with the bytes of the seat's view in hexadecimal, by
``{moves}``. A refusal is ``{error}``.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from tablier import bots, catalogue
from tablier.api import game
from tablier.errors import GameError, TablierError
from tablier.position import Position


def layout(name: str) -> str:
    """The version of a game's rules and the fields of its state.

    Raises:
        UnknownGame: there is no such game.
    """
    fields = (f"{field.name}:{field.kind}{list(field.shape)}" for field in catalogue.definition(name).state.FIELDS)
    return f"rules {catalogue.info(name).rules_version}: {' '.join(fields)}"


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Answer one request."""
    name = request["game"]
    spec = bots.spec(name, request["bot"])
    if "layout" in request:
        if layout(name) != request["layout"]:
            raise GameError(
                f"{name} has other rules or another state now; freeze a newer program and play against that"
            )
        bots.warm(name)
        bots.bot(spec)
        return {}
    definition = catalogue.definition(name)
    state = definition.state(bytes.fromhex(request["state"]))
    position = Position(game(name), state, request["options"], request["seats"], request["seat"])
    moves = bots.bot(spec, seed=request["seed"]).plays(position, request["seat"])
    return {"moves": [move.text for move in moves]}


def main() -> None:
    """Answer requests until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what others print must not mix with the answers
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except TablierError as error:
            found = {"error": str(error)}
        answers.write(json.dumps(found) + "\n")
        answers.flush()

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

from tablier import bots, definition
from tablier.api import game
from tablier.bots.frozen.state_layout import layout
from tablier.errors import GameError, TablierError
from tablier.position import Position


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
    state = definition.load(name).state(bytes.fromhex(request["state"]))
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

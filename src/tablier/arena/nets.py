"""Files of weights travel with a match, since other machines may not have them."""

from __future__ import annotations

import inspect
from pathlib import Path

from msgspec.structs import replace

from tablier import definition
from tablier.arena.match import Match, digest
from tablier.bots import MixedSpec, SearchSpec
from tablier.bots.players import net_of
from tablier.engine import cache
from tablier.errors import GameError


def pack(match: Match) -> dict[str, bytes]:
    """The files of weights of a match, with their content.

    They are read here, where a message can name the file that was given and not a copy of it.

    Raises:
        GameError: a file is missing, not one of weights, does not fit the game, or has changed since the match was
            made.
    """
    packed: dict[str, bytes] = {}
    for name, known in match.nets.items():
        net_of(match.game, name)
        packed[name] = Path(name).read_bytes()
        if digest(packed[name]) != known:
            raise GameError(f"{name} has changed since the match was made; make a new match with Match.of")
    return packed


def unpack(match: Match, nets: dict[str, bytes]) -> Match:
    """The match with files in the cache of this machine, named after their content."""
    if not nets:
        return match
    folder = cache.folder(inspect.getfile(definition.load(match.game).state))
    local = {name: str(_stored(folder, content)) for name, content in nets.items()}
    bots = (
        replace(spec, net=local[spec.net])
        if isinstance(spec, SearchSpec | MixedSpec) and isinstance(spec.net, str) and spec.net in local
        else spec
        for spec in match.bots
    )
    return replace(match, bots=tuple(bots))


def _stored(folder: Path, content: bytes) -> Path:
    name = f"net-{digest(content)}"
    file = folder / f"{name}.npz"
    if not file.exists():
        partial = folder / f"{name}-{id(content)}.part"
        partial.write_bytes(content)
        partial.replace(file)
    return file

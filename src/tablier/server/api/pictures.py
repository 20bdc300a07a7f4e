"""Pictures of finished games, as SVG for their pages; boards and covers as PNG, for previews of links."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tablier.scene.palette import Palette, recoloured
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.server.domain.state import TableState

KEPT = 32
WIDTH = 800
"""In pixels: enough for large previews."""


def can_png() -> bool:
    """Whether the extra ``tablier[png]`` is installed."""
    return find_spec("resvg_py") is not None


class Pictures:
    """Draws the last boards of games, one at a time, and caches the latest."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._one = asyncio.Lock()
        self._covers = dict[str, bytes]()
        self._kept: OrderedDict[tuple[str, int, bool, Palette], bytes] = OrderedDict()

    async def svg(self, state: TableState, palette: Palette) -> bytes:
        """The board as SVG."""
        return await self._picture(state, palette=palette)

    async def png(self, state: TableState) -> bytes:
        """The board as PNG, in its plain version.

        Raises:
            Problem: the renderer failed or took too long.
        """
        return await self._picture(state, png=True)

    async def cover(self, game: str, drawn: bytes) -> bytes:
        """The cover of a game, ``drawn`` as SVG, as PNG for previews of invitations.

        Raises:
            Problem: the renderer failed or took too long.
        """
        async with self._one:
            if game not in self._covers:
                self._covers[game] = await _rendered(drawn, self._timeout)
            return self._covers[game]

    async def _picture(self, state: TableState, *, png: bool = False, palette: Palette = "standard") -> bytes:
        key = (state.row.id, state.last_of_game, png, palette)
        async with self._one:
            if key not in self._kept:
                drawn = await asyncio.to_thread(_draw, state, plain=png, palette=palette)
                self._kept[key] = await _rendered(drawn, self._timeout) if png else drawn
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def _draw(state: TableState, *, plain: bool, palette: Palette) -> bytes:
    from tablier.scene import svg

    view = state.at(state.seq).view(None)
    drawn = svg.draw_position(view, plain=plain, title=state.game.info.title["en"])
    return recoloured(drawn, palette).encode()


async def _rendered(drawn: bytes, timeout: float) -> bytes:
    """Render a drawing in another process: the renderer does not release the interpreter's lock."""
    command = [sys.executable, "-m", "tablier.scene.png", str(WIDTH)]
    renderer = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(timeout):
            made, _ = await renderer.communicate(drawn)
    except TimeoutError:
        with suppress(ProcessLookupError):  # it may have ended just now
            renderer.kill()
        await renderer.wait()
        made = b""
    if not made:
        raise Problem(Refusal.NO_PICTURE)
    return made

"""Playable boards on the pages of rules, if ``TABLIER_BOARDS`` is set: ``make docs-boards``.

A board is the site without a server, which that command writes into ``play/``, in a frame that opens at a click.
"""

from __future__ import annotations

import os

from tablier import catalogue

SHOWN = bool(os.environ.get("TABLIER_BOARDS"))
TEXTS = {
    "en": ("Play the computer here", "on a page of its own"),
    "fr": ("Jouer ici contre l’ordinateur", "sur une page à part"),
}


def block(name: str, lang: str) -> str:
    """The board of a game as a block of a page in a language; empty where none is shown."""
    return f"```{{raw}} html\n{board(name, lang)}\n```" if SHOWN and catalogue.has_scene(name) else ""


def board(name: str, lang: str) -> str:
    """The links that ``board.js`` replaces by the board."""
    here, apart = TEXTS[lang]
    address = f"../play/?play/{name}/{lang}"
    links = f'<a class="here" href="{address}">{here}</a> <a href="{address}" target="_blank">{apart}</a>'
    return f'<p class="board">{links}</p>'

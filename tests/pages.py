"""The code blocks of README and documentation, and how each is tested.

A comment directly before a block, invisible to readers, says why it needs another treatment:

    <!-- slow -->               only ``make docs-blocks`` runs it
    <!-- not run: REASON -->    nothing runs it
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "baselines" / "README.md",
    ROOT / "benchmarks" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
BLOCK = re.compile(r"(?:^<!-- (?P<mark>.*) -->\n)?^```(?P<language>.*)\n(?P<text>(?s:.*?))^```$", re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
SLOW, NOT_RUN = "slow", "not run: "


@dataclass(frozen=True)
class Block:
    """A fenced block: its page, the line of its fence, the language, the text, and the comment before it."""

    page: Path
    line: int
    language: str
    text: str
    mark: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def doctest(self) -> bool:
        """Does it show a session of the interpreter? The page's doctest runs it."""
        return self.text.startswith(">>> ")

    @property
    def commands(self) -> Iterator[list[str]]:
        """The words of each line of a shell block, without variables, ``nice`` and ``python -m`` before the command."""
        for line in self.text.splitlines() if self.language == "sh" else ():
            yield shlex.split(re.sub(r"^(\w+=\S+ |nice |python -m )*", "", line), comments=True)


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    source = page.read_text(encoding="utf-8")
    return [
        Block(
            page,
            source.count("\n", 0, found.start("language")) + 1,
            found["language"],
            found["text"],
            found["mark"] or "",
        )
        for found in BLOCK.finditer(source)
    ]


def inline(page: Path) -> list[str]:
    """The inline code of a page."""
    return INLINE.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))


def commands(page: Path) -> list[list[str]]:
    """The words of every command of Tablier that a page shows, without ``tablier``."""
    shown = [line for block in blocks(page) for line in block.commands]
    shown += [shlex.split(code) for code in inline(page) if code.startswith("tablier ")]
    return [words[1:] for words in shown if words[:1] == ["tablier"]]

"""The mutants that change nothing, read from ``equivalent.toml``."""

from __future__ import annotations

from pathlib import Path

import msgspec

FILE = Path(__file__).parent / "equivalent.toml"


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mutants of one statement of a kernel, and the reason why no test can tell them from the rules.

    ``before``, ``after`` and ``nth`` are those of :class:`mutants.mutations.Mutant`.
    """

    kernel: str
    before: str
    after: list[str]
    reason: str
    nth: int = 1

    @property
    def names(self) -> list[tuple[str, str, str, int]]:
        """The names of the mutants."""
        return [(self.kernel, self.before, after, self.nth) for after in self.after]


def load() -> dict[str, list[Equivalent]]:
    """The entries of each game without an unexplained survivor.

    Raises:
        msgspec.ValidationError: a field is unknown, missing or of a wrong type.
    """
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, list[Equivalent]])


def reasons(game: str) -> dict[tuple[str, str, str, int], str]:
    """The reasons by the names of mutants.

    Raises:
        ValueError: a mutant is listed twice.
    """
    found: dict[tuple[str, str, str, int], str] = {}
    for entry in load().get(game, []):
        for name in entry.names:
            if name in found:
                raise ValueError(f"{FILE.name}: {game}: {name} is listed twice; remove one entry")
            found[name] = entry.reason
    return found

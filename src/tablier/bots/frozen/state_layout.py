"""The layout of a game's states: a frozen program plays only the game that it knows."""

from __future__ import annotations

from tablier import catalogue, definition


def layout(name: str) -> str:
    """The version of a game's rules and the fields of its state.

    Raises:
        UnknownGame: there is no such game.
    """
    fields = (f"{field.name}:{field.kind}{list(field.shape)}" for field in definition.load(name).state.FIELDS)
    return f"rules {catalogue.info(name).rules_version}: {' '.join(fields)}"

"""The observation space of Gymnasium and PettingZoo environments."""

from __future__ import annotations

import numpy as np

from tablier.engine.observe import Observer
from tablier.errors import MissingPackage

try:
    from gymnasium import spaces
except ImportError as error:
    raise MissingPackage("observation spaces need Gymnasium: pip install 'tablier[gym]'") from error


def observations(observer: Observer) -> spaces.Box:
    """The space of a game's observations: bits, or the unbounded numbers of the game's own ``features``."""
    if observer.dtype == np.uint8:
        return spaces.Box(0, 1, (observer.width,), np.uint8)
    return spaces.Box(-np.inf, np.inf, (observer.width,), np.float32)

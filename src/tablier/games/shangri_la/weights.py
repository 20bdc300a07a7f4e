"""The fitted weights of the evaluation and the priors: ``evaluation.json``."""

from __future__ import annotations

import msgspec
import numpy as np

from tablier.catalogue.data import load, require_tables


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. Rows are interpolated by the share of the game that remains (``survey.ahead``).

    ``knots`` are the shares of the rows.
    """

    knots: list[float]
    value_columns: list[str]
    value: list[list[float]]
    place_columns: list[str]
    place: list[list[float]]
    recruit_columns: list[str]
    recruit: list[list[float]]
    journey_columns: list[str]
    journey: list[list[float]]

    def __post_init__(self) -> None:
        """Check the shapes of the tables.

        Raises:
            ValueError: a shape is wrong; the message names the field.
        """
        require_tables(self, value=30, place=14, recruit=11, journey=12)


DATA = load(__package__, "evaluation.json", Weights)
KNOTS = np.array(DATA.knots)
VALUE = np.array(DATA.value)
PRIOR = np.concatenate([np.array(DATA.place), np.array(DATA.recruit), np.array(DATA.journey)], 1)
# columns of VALUE
MASTERS, RESTING, HELD, SETTLED, HOMES, CLAIMS, RESERVE, SHORT, STUDENTS, SHARED, DOMINANT, ON_LAST = range(12)
STRUCK, SOON_STRUCK, EYED, STRIKING, SOON_STRIKING, EYEING, LANDING = range(12, 19)
TURN, NEXT, AFTER, HALF = range(19, 23)
BEST_FIRST, BEST_SECOND, BEST_LATER, HARM_FIRST, HARM_LATER, WINS, WINS_LATER = range(23, 30)
COLUMNS = 30
# columns of PRIOR: those of a master, of a student, of a journey
P_ANY, P_STRUCK, P_EYED, P_DENIES, P_COMING, P_BRIDGES, P_OWN, P_OTHERS, P_FREE, P_SHIELD, P_SWORD = range(11)
P_ABOVE, P_RIVALS, P_KIN = range(11, 14)
R_ANY, R_STRIKING, R_SOON, R_LANDING, R_COMPANY, R_STRANGERS, R_STRUCK, R_BRIDGES, R_SHIELD = range(14, 23)
R_SWORD, R_LAST = range(23, 25)
J_ANY, J_GAIN, J_LOSS, J_OTHERS_GAIN, J_OTHERS_LOSS, J_WASTE, J_OTHERS_WASTE, J_KEPT = range(25, 33)
J_REST_ORIGIN, J_REST_GOAL, J_RELIEF, J_EXPOSED = range(33, 37)

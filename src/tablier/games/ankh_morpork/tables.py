"""The board and the pieces as NumPy arrays, for kernels. Each is documented under its name in ``board``."""

from __future__ import annotations

import numpy as np

from tablier.games.ankh_morpork import board

EVERYWHERE = np.uint64(board.EVERYWHERE)
GUILD = np.array(board.GUILD, np.uint64)
AROUND = np.array(board.AROUND, np.uint64)
REACH = np.array(board.REACH, np.uint64)
BEGGARS, ALCHEMISTS, PALACE = np.uint64(board.BEGGARS), np.uint64(board.ALCHEMISTS), np.uint64(board.PALACE)
UNIVERSITY, THIEVES = np.uint64(board.UNIVERSITY), np.uint64(board.THIEVES)
FOUNDATION_COST, HOUSE_COST = np.array(board.FOUNDATION_COST, np.int8), np.array(board.HOUSE_COST, np.int8)
VILLA_COST, TOKEN_COST = np.array(board.VILLA_COST, np.int8), np.array(board.TOKEN_COST, np.int8)
BOUNTIES = np.array(board.BOUNTIES, np.int8)
RANK_WORTH = np.array(board.RANK_WORTH, np.int8)
KIND_OF, KIND_CHIP = np.array(board.KIND_OF, np.int8), np.array(board.KIND_CHIP, np.int8)
WORK_OF, WORK_CHIP = np.array(board.WORK_OF, np.int8), np.array(board.WORK_CHIP, np.int8)
LICENSED = np.array(board.LICENSED, np.int8)
CELLS = np.array(board.CELLS, np.int8)
SUCCEEDS = np.array(board.SUCCEEDS, np.int64)
DICE = np.array(board.DICE, np.int64)

"""Matches between bots, with confidence intervals."""

from tablier.arena.match import Match, Played, play_game
from tablier.arena.merge import merge
from tablier.arena.runner import run, selfplay
from tablier.arena.sprt import Decision, Sprt
from tablier.arena.stats import Standing, standings

__all__ = ["Decision", "Match", "Played", "Sprt", "Standing", "merge", "play_game", "run", "selfplay", "standings"]

"""The last ten bricks of a pyramid, by search of every order of taking and putting them.

`exact` solves the game as the players know it, and `solve_worlds` random worlds in which they see every brick.
"""

from cardwright.games.pyramid.endgame.hidden import exact
from cardwright.games.pyramid.endgame.perfect import SolvedWorlds, solve_worlds

__all__ = ["MAX_EXACT_BRICKS", "MAX_SOLVED_BRICKS", "SolvedWorlds", "exact", "solve_worlds"]

MAX_EXACT_BRICKS, MAX_SOLVED_BRICKS = 7, 10  # up to this many bricks left, each method is used

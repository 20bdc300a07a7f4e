"""Tree search for every game, using only the protocol.

>>> import tablier
>>> from tablier.search import Search
>>> search = Search(tablier.game("ponte_del_diavolo").new(board=8), seed=1).run(iterations=100)
>>> sum(search.visits().values())
99
"""

from tablier.search.greedy import greedy
from tablier.search.mixture import Mixture
from tablier.search.search import Arm, Search

__all__ = ["Arm", "Mixture", "Search", "greedy"]

"""Work in blocks, computed by the processes of this machine, by a Ray cluster, or by any executor.

A block is a picklable function and its argument, and its result depends on nothing else. So a block may be computed
anywhere, and again if a worker is lost.
"""

from tablier.work.host import once_per_host
from tablier.work.places import workers
from tablier.work.stream import results

__all__ = ["once_per_host", "results", "workers"]

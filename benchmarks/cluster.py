"""What a Ray cluster adds to blocks of work: ``python -m benchmarks.cluster`` (needs the extra ``ray``).

A cluster of two nodes with a processor each, on this machine, works on blocks that compute for a second. The overhead
is the time of the whole over the least in which two processors can compute all blocks.
"""

from __future__ import annotations

import argparse
import os
import time

from ray import shutdown
from ray.cluster_utils import Cluster

from tablier.work import results, workers

NODES = 2
SETTINGS = {"object_store_memory": 80 << 20}


def compute(seconds: float) -> float:
    """Compute for so long; returns the time that it took."""
    begun = time.perf_counter()
    while time.perf_counter() < begun + seconds:
        pass
    return time.perf_counter() - begun


def measure(place: str, blocks: int, seconds: float) -> float:
    """The time of so many blocks over the least possible one, after a block for each processor has warmed them up."""
    with workers(NODES, place) as executor:
        list(results(executor, compute, [seconds] * NODES))
        begun = time.perf_counter()
        spent = sum(took for _, took in results(executor, compute, [seconds] * blocks))
        return (time.perf_counter() - begun) / (spent / NODES)


def main() -> None:
    """Measure local processes and the cluster in turns."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("--blocks", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1.0, help="the length of a block; default: %(default)s")
    parser.add_argument("--repeats", type=int, default=2)
    options = parser.parse_args()
    cluster = Cluster(initialize_head=True, head_node_args={**SETTINGS, "num_cpus": 0})
    for _ in range(NODES):
        cluster.add_node(**SETTINGS, num_cpus=1)
    os.environ["RAY_ADDRESS"] = cluster.address
    try:
        for _ in range(options.repeats):
            for place in ("local", "ray"):
                ratio = measure(place, options.blocks, options.seconds)
                print(f"{place:5} {options.blocks} blocks of {options.seconds} s: {100 * (ratio - 1):.2f} % overhead")
    finally:
        shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    main()

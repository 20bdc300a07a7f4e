"""Fitting a net to samples with JAX: least cross entropy of the expected rewards.

The optimizer is AdamW (Loshchilov and Hutter 2019).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.net import Net, NetShape, blank_net
from tablier.errors import MissingPackage, TrainingError
from tablier.training.plan import Plan
from tablier.training.samples import Samples

try:
    import jax
    import jax.numpy as jnp
    import optax
except ImportError as error:
    raise MissingPackage("training needs JAX and Optax: pip install 'tablier[train]'") from error

BATCH = 512
HELD_OUT = 10
"""One position of so many is held out, in runs of neighbours, which belong to the same games."""
RUNS, RUN = 5, 200
"""The least number of runs that are held out, and the greatest length of one."""
WARM_UP = 0.1
"""The share of the steps in which the learning rate rises; then it falls as a cosine."""


class Fitted(NamedTuple):
    """A fitted net, and cross entropies on the positions held out: of the net, the fitted evaluation, the search."""

    net: Net
    loss: float
    fitted_loss: float
    search_loss: float


def predict(net: Any, logits: Any, numbers: Any, codes: Any, seats: Any) -> Any:
    """The logarithms of the expected rewards, ``[batch, seats]``; the same net as in :mod:`tablier.engine.net`."""
    real = jnp.arange(logits.shape[1]) < seats[:, None]
    own = numbers @ net.own
    others = jnp.where(real[..., None], numbers @ net.others, 0.0)
    known = (codes >= 0)[..., None]
    embedded = jnp.where(known, net.table[jnp.maximum(codes, 0)], 0.0).sum(2) if codes.shape[2] else 0.0
    first = jax.nn.relu(net.bias + own + others.sum(1, keepdims=True) - others + embedded)
    second = jax.nn.relu(first @ net.hidden + net.hidden_bias)
    total = net.scale[0] * logits + second @ net.out
    return jax.nn.log_softmax(jnp.where(real, total, -1e9), axis=1)


def fit(samples: Samples, plan: Plan, shape: NetShape, seed: int, start: Net | None) -> Fitted:
    """Fit a net to samples, beginning with the weights ``start`` or at random; equal arguments give equal nets.

    Of the nets after each epoch it returns the one with the least loss on the positions held out.

    Raises:
        TrainingError: there are too few samples.
    """
    n = len(samples.seats)
    if n < RUNS * HELD_OUT:
        raise TrainingError(f"{n} positions are too few to fit a net: play more games in a round")
    held = np.arange(n) // min(RUN, n // (RUNS * HELD_OUT)) % HELD_OUT == HELD_OUT - 1
    target = plan.outcome * samples.result + (1 - plan.outcome) * samples.value
    spread = np.sqrt(np.maximum((samples.numbers[~held] ** 2).mean((0, 1)), 1e-6))
    columns = (samples.logits, samples.numbers / spread, samples.codes.astype(np.int32), samples.seats, target)
    train, test = ([column[rows] for column in columns] for rows in (~held, held))
    rng = np.random.default_rng(seed)
    net = _scaled(start, spread) if start else _random_net(shape, plan, rng)
    losses = [(_loss(net, test), i, net) for i, net in enumerate(_epochs(net, train, plan, rng))]
    loss, _, net = min(losses)
    return Fitted(
        _scaled(Net(*(np.asarray(x) for x in net)), 1 / spread),
        loss,
        _loss(blank_net(shape, 1, 1), test),
        _entropy(samples.value[held], target[held]),
    )


def _epochs(net: Any, train: list[NDArray[Any]], plan: Plan, rng: np.random.Generator) -> Iterator[Any]:
    """The net after each epoch."""
    n = len(train[0])
    steps = plan.epochs * -(-n // BATCH)
    rate = optax.warmup_cosine_decay_schedule(0.0, plan.rate, max(1, round(WARM_UP * steps)), max(2, steps))
    optimizer = optax.adamw(rate, weight_decay=plan.decay, mask=lambda net: jax.tree.map(lambda w: w.ndim > 1, net))

    @jax.jit
    def update(net: Any, state: Any, batch: list[Any]) -> Any:
        updates, state = optimizer.update(jax.grad(_cross_entropy)(net, batch), state, net)
        return optax.apply_updates(net, updates), state

    state = optimizer.init(net)
    for _ in range(plan.epochs):
        order = rng.permutation(n)
        for begin in range(0, n, BATCH):
            rows = np.resize(order[begin : begin + BATCH], min(BATCH, n))  # one size, compiled once
            net, state = update(net, state, [column[rows] for column in train])
        yield net


@jax.jit
def _cross_entropy(net: Any, batch: list[Any]) -> Any:
    *inputs, target = batch
    return -(target * predict(net, *inputs)).sum(1).mean()


def _loss(net: Any, data: list[NDArray[Any]]) -> float:
    total = 0.0
    for begin in range(0, len(data[0]), BATCH):
        batch = [column[begin : begin + BATCH] for column in data]
        total += float(_cross_entropy(net, batch)) * len(batch[0])
    return total / len(data[0])


def _entropy(value: NDArray[Any], target: NDArray[Any]) -> float:
    return float(-(target * np.log(np.clip(value, 1e-3, 1.0))).sum(1).mean())


def _random_net(shape: NetShape, plan: Plan, rng: np.random.Generator) -> Net:
    """Small random weights; the output is zero, so that the net begins as the fitted evaluation.

    The table is zero, too, so that a code which is never seen adds nothing.
    """
    net = blank_net(shape, plan.width, plan.second)
    deviations = {"own": 1 / np.sqrt(2 * max(1, shape.numbers)), "hidden": np.sqrt(2 / plan.width)}
    deviations["others"] = deviations["own"] / 2
    for name, deviation in deviations.items():
        weights = net._asdict()[name]
        weights[...] = rng.normal(0, deviation, weights.shape)
    return net


def _scaled(net: Net, spread: NDArray[Any]) -> Net:
    """The same net for numbers that are divided by ``spread``."""
    factor = spread[:, None].astype(np.float32)
    return net._replace(own=net.own * factor, others=net.others * factor)

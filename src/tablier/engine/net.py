"""Small neural nets that correct the evaluation of a game, computed within kernels.

The net gives every seat a residual, which is added to the scaled logit of the fitted evaluation (a skip connection);
the softmax over the seats is the expected reward. The first layer of a seat sums a row of a table for each of its codes
(sparse, as in NNUE), its own numbers times one matrix, and the numbers of all other seats times a second one. So the
order of the other seats does not count, and one net serves every number of seats (Zaheer et al., "Deep Sets", 2017).
Two dense layers follow.

Weights are arguments: one compiled search serves every net.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.kernel import kernel
from tablier.engine.linear_model import knot, softmax, sums

Float32s = NDArray[np.float32]


class NetShape(NamedTuple):
    """The inputs of a game's nets: numbers and codes of each seat, and the number of different codes."""

    numbers: int
    codes: int
    table: int


class Inputs(NamedTuple):
    """What a net sees of a position, written by a game's kernel ``net_inputs``; one row for each seat.

    Attributes:
        logits: of the fitted evaluation, ``[seats]``.
        numbers: ``[seats, shape.numbers]``.
        codes: below ``shape.table``, then -1: ``[seats, shape.codes]``.
    """

    logits: NDArray[np.float64]
    numbers: NDArray[np.float64]
    codes: NDArray[np.int32]


class Net(NamedTuple):
    """Weights, all ``float32``; ``H`` and ``K`` are the widths of the two hidden layers.

    Attributes:
        scale: of the fitted evaluation's logits, ``[1]``.
        table: ``[codes, H]``.
        own: for the seat's own numbers, ``[numbers, H]``.
        others: for the numbers of the other seats, ``[numbers, H]``.
        bias: ``[H]``.
        hidden: ``[H, K]``.
        hidden_bias: ``[K]``.
        out: ``[K]``.
    """

    scale: Float32s
    table: Float32s
    own: Float32s
    others: Float32s
    bias: Float32s
    hidden: Float32s
    hidden_bias: Float32s
    out: Float32s


def blank_net(shape: NetShape, width: int = 0, second: int = 0) -> Net:
    """A net of zeros, with hidden layers of these widths: its values are those of the fitted evaluation."""
    h, k = width, second
    sizes = (1,), (shape.table, h), (shape.numbers, h), (shape.numbers, h), (h,), (h, k), (k,), (k,)
    net = Net(*(np.zeros(size, np.float32) for size in sizes))
    net.scale[0] = 1.0
    return net


def blank_inputs(shape: NetShape, seats: int) -> Inputs:
    """Memory for the inputs of one position."""
    return Inputs(np.zeros(seats), np.zeros((seats, shape.numbers)), np.full((seats, shape.codes), -1, np.int32))


@kernel
def write_fitted(table: Any, knots: Any, u: Any, n: Any, inputs: Any) -> None:
    """Complete the inputs of ``n`` seats whose ``numbers`` begin with the columns of the fitted evaluation.

    Writes its logits by the weights ``table``, and after its columns how much of the game remains, ``u``.
    """
    k, t = knot(knots, u)
    sums(table, k, t, inputs.numbers, n, inputs.logits)
    inputs.numbers[:n, table.shape[1]] = u


@kernel
def net_shares(net: Any, inputs: Any, out: Any) -> None:
    """Write the expected reward of every seat."""
    n = len(inputs.logits)
    own = np.empty((n, len(net.bias)), np.float32)
    others = np.empty((n, len(net.bias)), np.float32)
    total = np.zeros(len(net.bias), np.float32)
    for seat in range(n):
        first_layer(net, inputs, seat, own[seat], others[seat])
        add_row(total, others[seat], np.float32(1.0))
    second = np.empty(len(net.out), np.float32)
    for seat in range(n):
        add_row(own[seat], total, np.float32(1.0))
        add_row(own[seat], others[seat], np.float32(-1.0))
        out[seat] = net.scale[0] * inputs.logits[seat] + residual(net, own[seat], second)
    softmax(out, n)


@kernel
def first_layer(net: Any, inputs: Any, seat: Any, own: Any, others: Any) -> None:
    """Write what a seat adds to its own first layer, bias included, and to that of every other seat."""
    own[:] = net.bias
    others[:] = np.float32(0.0)
    for i in range(inputs.numbers.shape[1]):
        x = np.float32(inputs.numbers[seat, i])
        if x != 0.0:
            add_row(own, net.own[i], x)
            add_row(others, net.others[i], x)
    for i in range(inputs.codes.shape[1]):
        code = inputs.codes[seat, i]
        if code < 0:
            break
        add_row(own, net.table[code], np.float32(1.0))


@kernel
def residual(net: Any, first: Any, second: Any) -> Any:
    """The output for one seat, from the sums of its first layer."""
    second[:] = net.hidden_bias
    for i in range(len(first)):
        if first[i] > 0.0:
            add_row(second, net.hidden[i], first[i])
    total = np.float32(0.0)
    for i in range(len(second)):
        total += max(second[i], np.float32(0.0)) * net.out[i]
    return total


@kernel
def add_row(out: Any, row: Any, factor: Any) -> None:
    """Add a multiple of a row."""
    for i in range(len(out)):
        out[i] += factor * row[i]

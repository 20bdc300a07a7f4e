"""Vector and prefetch instructions for which Numba has no function."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import config, types
from numba.core.cgutils import get_item_pointer
from numba.extending import intrinsic

from tablier.engine.kernel import kernel

DIGITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64).ravel()
"""The eight bits of each byte as eight bytes 0 or 1, lowest first."""
WRITE, ALL_CACHES, DATA = 1, 3, 1
"""Arguments of LLVM's prefetch."""


@intrinsic
def _spread(_typing: Any, _word: Any, out: Any, _i: Any, _first: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, out, i, first = arguments
        array = context.make_array(signature.args[1])(context, builder, out)
        pointer = get_item_pointer(context, builder, signature.args[1], array, [i, first])
        bits = builder.bitcast(word, ir.VectorType(ir.IntType(1), 64))
        entries = ir.VectorType(ir.IntType(8), 64)
        builder.store(builder.zext(bits, entries), builder.bitcast(pointer, entries.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(types.uint64, out, types.int64, types.int64), build


def _spread_word(word: Any, out: Any, i: Any, first: Any) -> None:
    """Write the 64 bits of a word as 64 bytes, lowest first: a few vector instructions."""
    _spread(word, out, i, first)


def _spread_word_interpreted(word: Any, out: Any, i: Any, first: Any) -> None:
    for b in range(8):
        out[i, first + b] = DIGITS[int(word) >> 8 * b & 0xFF]


spread_word = _spread_word_interpreted if config.DISABLE_JIT else kernel(_spread_word)


@intrinsic
def _pack(_typing: Any, entries: Any, _i: Any, _first: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer = get_item_pointer(context, builder, signature.args[0], array, list(arguments[1:]))
        block = ir.VectorType(ir.IntType(8), 64)
        loaded = builder.load(builder.bitcast(pointer, block.as_pointer()), align=1)
        return builder.bitcast(builder.icmp_unsigned("!=", loaded, ir.Constant(block, None)), ir.IntType(64))

    return types.uint64(entries, types.int64, types.int64), build


def _pack_word(entries: Any, i: Any, first: Any) -> Any:
    """The word whose bits say which of the 64 bytes from ``entries[i, first]`` on are not 0, lowest first."""
    return _pack(entries, i, first)


def _pack_word_interpreted(entries: Any, i: Any, first: Any) -> Any:
    return np.packbits(entries[i, first : first + 64] != 0, bitorder="little").view(np.uint64)[0]


pack_word = _pack_word_interpreted if config.DISABLE_JIT else kernel(_pack_word)


@intrinsic
def _prefetch(_typing: Any, out: Any, _i: Any, _first: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer = get_item_pointer(context, builder, signature.args[0], array, list(arguments[1:]))
        address, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        fetch = builder.module.declare_intrinsic(
            "llvm.prefetch", [address], ir.FunctionType(ir.VoidType(), [address, number, number, number])
        )
        builder.call(fetch, [builder.bitcast(pointer, address), *map(number, (WRITE, ALL_CACHES, DATA))])
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), build


def _prefetch_compiled(out: Any, i: Any, first: Any) -> None:
    """Begin to load the cache line of an element, which will be written."""
    _prefetch(out, i, first)


def _prefetch_interpreted(out: Any, i: Any, first: Any) -> None:
    pass


prefetch = _prefetch_interpreted if config.DISABLE_JIT else kernel(_prefetch_compiled)

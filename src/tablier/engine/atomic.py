"""Atomic operations of kernels on the words of an ``int64`` array, which Numba does not have for processors.

Interpreted, they are plain operations: interpreted kernels run in one thread.
"""

from __future__ import annotations

import platform
from typing import Any

from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic

from tablier.engine.kernel import kernel

_X86 = {"x86_64", "AMD64"}
_BYTES = 8


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    words = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(words.data, [arguments[1]])


@intrinsic
def _fetch_add(_typing: Any, words: Any, _index: Any, _amount: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.atomic_rmw("add", _pointer(context, builder, signature, arguments), arguments[2], "acq_rel")

    return types.int64(words, types.int64, types.int64), build


@intrinsic
def _load(_typing: Any, words: Any, _index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, signature, arguments), "acquire", _BYTES)

    return types.int64(words, types.int64), build


@intrinsic
def _store(_typing: Any, words: Any, _index: Any, _value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], pointer, "release", _BYTES)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), build


@intrinsic
def _spin_hint(_typing: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        if platform.machine() in _X86:
            nothing = ir.FunctionType(ir.VoidType(), [])
            builder.call(builder.module.declare_intrinsic("llvm.x86.sse2.pause", (), nothing), [])
        return context.get_dummy_value()

    return types.void(), build


def _fetch_add_compiled(words: Any, index: Any, amount: Any) -> Any:
    """Add to a word; returns its value before. Orders memory accesses before and after it."""
    return _fetch_add(words, index, amount)


def _fetch_add_interpreted(words: Any, index: Any, amount: Any) -> Any:
    before = int(words[index])
    words[index] += amount
    return before


def _load_compiled(words: Any, index: Any) -> Any:
    """The value of a word; later accesses see what its writer had written before."""
    return _load(words, index)


def _load_interpreted(words: Any, index: Any) -> Any:
    return int(words[index])


def _store_compiled(words: Any, index: Any, value: Any) -> None:
    """Set a word; its readers see what has been written before."""
    _store(words, index, value)


def _store_interpreted(words: Any, index: Any, value: Any) -> None:
    words[index] = value


def _spin_hint_compiled() -> None:
    """Tell the processor that a loop waits for another thread."""
    _spin_hint()


def _spin_hint_interpreted() -> None:
    pass


fetch_add = _fetch_add_interpreted if config.DISABLE_JIT else kernel(_fetch_add_compiled)
load = _load_interpreted if config.DISABLE_JIT else kernel(_load_compiled)
store = _store_interpreted if config.DISABLE_JIT else kernel(_store_compiled)
spin_hint = _spin_hint_interpreted if config.DISABLE_JIT else kernel(_spin_hint_compiled)

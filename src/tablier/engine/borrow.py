"""Arrays without reference counts, for inner loops.

Numba counts a reference whenever an array, or a row of it, is handed to a function with a loop: an atomic operation
that costs as much as a small kernel. A borrowed array has nothing to count.
"""

from __future__ import annotations

import ctypes
from typing import Any

from numba.core import cgutils, config, types
from numba.extending import intrinsic
from numpy.ctypeslib import as_array

from tablier.engine.kernel import kernel


def _uncounted(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    view = context.make_array(kind)(context, builder, array)
    view.meminfo = cgutils.get_null_value(view.meminfo.type)
    view.parent = cgutils.get_null_value(view.parent.type)
    return view


@intrinsic
def _borrow(_typing: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _uncounted(context, builder, signature.args[0], *arguments)._getvalue()

    return array(array), build


def _borrow_compiled(array: Any) -> Any:
    """The same array; its owner must outlive it, so it must be an argument of the kernel that Python calls."""
    return _borrow(array)


def _borrow_interpreted(array: Any) -> Any:
    return array


borrow = _borrow_interpreted if config.DISABLE_JIT else kernel(_borrow_compiled)


@intrinsic
def _at(_typing: Any, array: Any, _address: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = _uncounted(context, builder, signature.args[0], arguments[0])
        view.data = builder.inttoptr(arguments[1], view.data.type)
        return view._getvalue()

    return array(array, types.intp), build


def _at_compiled(array: Any, address: Any) -> Any:
    """A borrowed array like ``array``, but of the memory at ``address``, whose owner must outlive it."""
    return _at(array, address)


def _at_interpreted(array: Any, address: Any) -> Any:
    memory = as_array((ctypes.c_uint8 * array.nbytes).from_address(int(address)))
    return memory.view(array.dtype).reshape(array.shape)


at = _at_interpreted if config.DISABLE_JIT else kernel(_at_compiled)

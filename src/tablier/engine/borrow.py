"""Arrays without reference counts, for inner loops.

Numba counts a reference whenever an array, or a row of it, is handed to a function with a loop: an atomic operation
that costs as much as a small kernel. A borrowed array has nothing to count.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, config
from numba.extending import intrinsic

from tablier.engine.kernel import kernel


@intrinsic
def _borrow(_typing: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), build


def _borrow_compiled(array: Any) -> Any:
    """The same array; its owner must outlive it, so it must be an argument of the kernel that Python calls."""
    return _borrow(array)


def _borrow_interpreted(array: Any) -> Any:
    return array


borrow = _borrow_interpreted if config.DISABLE_JIT else kernel(_borrow_compiled)

"""Objects that refuse to be copied."""

from __future__ import annotations

from typing import NoReturn

from tablier.errors import CopyError


class Uncopyable:
    """The base of objects with arrays that are views of each other: in a copy they would be separate arrays.

    ``copy_error`` is the message of the error, with the remedy.
    """

    copy_error: str

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled.

        Raises:
            CopyError: always.
        """
        raise CopyError(self.copy_error)

"""Objects that refuse to be copied."""

from __future__ import annotations

from typing import NoReturn

from tablier.errors import CopyError


class Uncopyable:
    """The base of objects whose copies would be wrong: their arrays are views of each other, or threads work on them.

    ``copy_error`` is the message of the error, with the remedy.
    """

    copy_error: str

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled.

        Raises:
            CopyError: always.
        """
        raise CopyError(self.copy_error)

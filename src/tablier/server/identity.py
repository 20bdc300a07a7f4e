"""Who a browser is: nobody, until it sits down; then the holder of a secret that only it has in clear."""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tablier.server.db.store import Store
from tablier.server.problem import Problem

NAME_LENGTH = 24
YEAR = 365 * 24 * 3600
AGAIN = "again"
"""With this in the address, a browser comes again that has been given its cookie."""
# Joiners make emoji and some scripts; every other format character can only deceive (direction, invisibility).
JOINERS = "\u200c\u200d"
MARKS = 4
"""So many marks upon one letter are a heap that covers the lines around it."""
LOOKALIKES = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
"""Scripts, as Unicode names their letters, that have letters of the same shape."""
REFUSED = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def digest(secret: str) -> bytes:
    """What is kept of a secret."""
    return sha256(secret.encode()).digest()


def new_token() -> str:
    """A seat's token: 192 bits, usable in an address."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A table's id: nobody comes upon it by guessing."""
    return secrets.token_urlsafe(12)


class CookieRequired(Exception):
    """A browser was given a cookie and is to ask again with it. Nothing else has changed."""

    def __init__(self, cookies: list[Cookie]) -> None:
        super().__init__("to come again with its cookie")
        self.cookies = cookies


class Identities:
    """The cookie. A secret is always of the server's making: an unknown one is replaced, never adopted."""

    def __init__(self, store: Store, *, secure: bool) -> None:
        self._store = store
        self._secure = secure
        self._name = "__Host-tablier" if secure else "tablier"

    async def who(self, connection: ASGIConnection) -> int | None:  # type: ignore[type-arg]
        """The number of the browser behind a connection, if it has sat down before."""
        secret = connection.cookies.get(self._name)
        return None if secret is None else await self._store.browser(digest(secret))

    async def ensure(self, connection: ASGIConnection) -> tuple[int, list[Cookie]]:  # type: ignore[type-arg]
        """The number of the browser, and the cookies to set: one, if it had none."""
        known = await self.who(connection)
        if known is not None:
            return known, []
        secret = secrets.token_urlsafe(32)
        return await self._store.add_browser(digest(secret)), [self._cookie(secret)]

    async def require_browser(self, connection: ASGIConnection) -> int:  # type: ignore[type-arg]
        """The number of the browser, which has shown its cookie.

        What uses something up, like a link, asks for this: if the answer is lost, the same browser can ask again and be
        known, which one could not be that would have had its cookie with the answer.

        Raises:
            Stranger: it had no cookie before.
            Problem: it came again, and still has none.
        """
        known = await self.who(connection)
        if known is not None:
            return known
        if AGAIN in connection.query_params:
            raise Problem(409, "cookie", "problem-cookie")
        _, cookies = await self.ensure(connection)
        raise CookieRequired(cookies)

    @property
    def none(self) -> list[Cookie]:
        """The cookies to set so that a browser is nobody again."""
        return [self._cookie("", 0)]

    def _cookie(self, secret: str, age: int = YEAR) -> Cookie:
        return Cookie(
            key=self._name, value=secret, path="/", max_age=age, httponly=True, secure=self._secure, samesite="lax"
        )


def clean_name(name: str) -> str:
    """A name fit to be shown to others, in normal form, styled letters as plain ones; empty is none.

    Raises:
        Problem: too long, or with control, bidirectional or other invisible characters, piles of marks, or words that
            mix scripts whose letters look alike.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split(" ")).strip()
    if len(name) > NAME_LENGTH:
        raise Problem(400, "name", "problem-name-long", max=NAME_LENGTH)
    if not is_plain(name) or any(map(mixes_scripts, name.split())):
        raise Problem(400, "name", "problem-name-characters")
    return name


def mixes_scripts(word: str) -> bool:
    """Whether a word has letters of several scripts that are taken for one another, as in a forged name."""
    return len({unicodedata.name(c, "").split(" ")[0] for c in word if c.isalpha()} & LOOKALIKES) > 1


def is_plain(text: str) -> bool:
    """Whether a text can be shown to others: no control, bidirectional or invisible characters, something to see."""
    categories = [unicodedata.category(c) for c in text]
    if any(category in REFUSED and c not in JOINERS for c, category in zip(text, categories, strict=True)):
        return False
    if any(all(category[0] == "M" for category in categories[i : i + MARKS]) for i in range(len(text) - MARKS + 1)):
        return False
    return not text or any(unicodedata.category(c)[0] in "LNPS" for c in text)

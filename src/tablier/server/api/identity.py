"""Who a browser is: nobody, until it sits down; then the holder of a secret that only it has in clear."""

from __future__ import annotations

import secrets

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tablier.server.db.browser_store import BrowserStore
from tablier.server.problem import Problem, Refusal
from tablier.server.tokens import digest

YEAR = 365 * 24 * 3600
AGAIN = "again"
"""With this in the address, a browser comes again that has been given its cookie."""


class CookieRequired(Exception):
    """A browser was given a cookie and is to ask again with it. Nothing else has changed."""

    def __init__(self, cookies: list[Cookie]) -> None:
        super().__init__("to come again with its cookie")
        self.cookies = cookies


class Identities:
    """The cookie. A secret is always of the server's making: an unknown one is replaced, never adopted."""

    def __init__(self, browsers: BrowserStore, *, secure: bool) -> None:
        self._browsers = browsers
        self._secure = secure
        self._name = "__Host-tablier" if secure else "tablier"

    async def who(self, connection: ASGIConnection) -> int | None:  # type: ignore[type-arg]
        """The number of the browser behind a connection, if it has sat down before."""
        secret = connection.cookies.get(self._name)
        return None if secret is None else await self._browsers.find(digest(secret))

    async def ensure(self, connection: ASGIConnection) -> tuple[int, list[Cookie]]:  # type: ignore[type-arg]
        """The number of the browser, and the cookies to set: one, if it had none."""
        known = await self.who(connection)
        if known is not None:
            return known, []
        secret = secrets.token_urlsafe(32)
        return await self._browsers.add(digest(secret)), [self._cookie(secret)]

    async def require_browser(self, connection: ASGIConnection) -> int:  # type: ignore[type-arg]
        """The number of the browser, which has shown its cookie.

        What uses something up, like a link, asks for this: if the answer is lost, the same browser can ask again and be
        known, which one could not be that would have had its cookie with the answer.

        Raises:
            CookieRequired: it had no cookie before.
            Problem: it came again, and still has none.
        """
        known = await self.who(connection)
        if known is not None:
            return known
        if AGAIN in connection.query_params:
            raise Problem(Refusal.NO_COOKIE)
        _, cookies = await self.ensure(connection)
        raise CookieRequired(cookies)

    @property
    def expired_cookies(self) -> list[Cookie]:
        """The cookies to set so that a browser forgets its secret."""
        return [self._cookie("", 0)]

    def _cookie(self, secret: str, age: int = YEAR) -> Cookie:
        return Cookie(
            key=self._name, value=secret, path="/", max_age=age, httponly=True, secure=self._secure, samesite="lax"
        )

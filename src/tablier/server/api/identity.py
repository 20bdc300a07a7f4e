"""Identifies browsers by a cookie with a random secret, set when they first sit down; its hash is stored."""

from __future__ import annotations

import secrets

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tablier.server.db.browser_store import BrowserStore
from tablier.server.problem import Problem, Refusal
from tablier.server.tokens import digest

YEAR = 365 * 24 * 3600
AGAIN = "again"
"""In the address of a request that is repeated with the new cookie."""


class CookieRequired(Exception):
    """The browser must repeat the request with the cookies that it is given now. Nothing else has changed."""

    def __init__(self, cookies: list[Cookie]) -> None:
        super().__init__("repeat the request with the new cookie")
        self.cookies = cookies


class Identities:
    """Sets and reads the cookie. The server makes every secret: an unknown one is replaced, never adopted."""

    def __init__(self, browsers: BrowserStore, *, secure: bool) -> None:
        self._browsers = browsers
        self._secure = secure
        self._name = "__Host-tablier" if secure else "tablier"

    async def who(self, connection: ASGIConnection) -> int | None:  # type: ignore[type-arg]
        """The number of the browser behind a connection, if it is known."""
        secret = connection.cookies.get(self._name)
        return None if secret is None else await self._browsers.find(digest(secret))

    async def ensure(self, connection: ASGIConnection) -> tuple[int, list[Cookie]]:  # type: ignore[type-arg]
        """The number of the browser, and the cookies to set: one, if the browser was unknown."""
        known = await self.who(connection)
        if known is not None:
            return known, []
        secret = secrets.token_urlsafe(32)
        return await self._browsers.add(digest(secret)), [self._cookie(secret)]

    async def require_browser(self, connection: ASGIConnection) -> int:  # type: ignore[type-arg]
        """The number of a browser that has sent its cookie.

        Required by requests that redeem something, such as a link: if the answer is lost, the browser can repeat the
        request. It could not if the cookie came with the lost answer.

        Raises:
            CookieRequired: the browser was unknown.
            Problem: it repeated the request without the cookie.
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

"""Responses to failed requests: JSON for programs, and a page for people at unknown addresses."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Response
from litestar.exceptions import HTTPException
from litestar.response import Redirect, Template
from litestar.types import ExceptionHandlersMap

from tablier.server.api.identity import AGAIN, CookieRequired
from tablier.server.api.requests import AnyRequest, page_language
from tablier.server.api.words import words
from tablier.server.problem import Problem, Refusal

HTTP_REFUSALS = {
    400: Refusal.REQUEST_MALFORMED,
    403: Refusal.FORBIDDEN,
    404: Refusal.NOT_FOUND,
    405: Refusal.NOT_FOUND,
    413: Refusal.TOO_LARGE,
}

logger = structlog.get_logger()


def _problem(request: AnyRequest, problem: Problem) -> Response[Any] | Template:
    if problem.status == 404 and _is_page(request):
        lang = page_language(request)
        return Template("missing.html", context={"lang": lang, "words": words(lang)}, status_code=404)
    return Response(problem.body, status_code=problem.status, headers=problem.headers)


def _is_page(request: AnyRequest) -> bool:
    """Whether a browser asks for a page, not a program for data."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _again(_request: AnyRequest, stranger: CookieRequired) -> Redirect:
    """Redirect to the same address with the new cookie; browsers repeat the request."""
    return Redirect(f"?{AGAIN}", status_code=307, cookies=stranger.cookies)


def _http_problem(request: AnyRequest, error: HTTPException) -> Response[Any] | Template:
    refusal = HTTP_REFUSALS.get(error.status_code, Refusal.FAILED)
    answer = _problem(request, Problem(refusal, detail=error.detail))
    answer.status_code = error.status_code
    return answer


def _too_deep(request: AnyRequest, _error: RecursionError) -> Response[Any] | Template:
    """The body is nested too deeply to be decoded."""
    return _problem(request, Problem(Refusal.REQUEST_MALFORMED))


def _failure(request: AnyRequest, error: Exception) -> Response[Any] | Template:
    logger.error("request.failed", path=request.url.path, exc_info=error)
    return _problem(request, Problem(Refusal.FAILED))


handlers: ExceptionHandlersMap = {
    Problem: _problem,
    CookieRequired: _again,
    HTTPException: _http_problem,
    RecursionError: _too_deep,
    Exception: _failure,
}

"""Foreign origins, stolen or guessed seats, stored secrets, deceptive names."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import websockets

from tablier.server.config import Config
from tablier.server.limits import RateLimiter
from tablier.server.names import clean_name
from tablier.server.problem import Problem
from tablier.server.tokens import digest

from .browser import Running, serving
from .databases import everything, value


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", None])
async def test_foreign_origins_are_refused(server: Running, origin: str | None) -> None:
    made = await server.browser().table("me", "me")
    headers = {"Origin": origin} if origin else {}
    body = {"game": "toy", "seats": [{"kind": "me"}, {"kind": "me"}]}
    async with httpx.AsyncClient(base_url=server.origin, headers=headers) as http:
        for path in ("/api/tables", f"/api/tables/{made['id']}/claim", f"/api/tables/{made['id']}/name"):
            answer = await http.post(path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(f"{server.origin.replace('http', 'ws')}/ws/{made['id']}", origin=origin)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403


async def test_foreign_hosts_are_refused(server: Running) -> None:
    """DNS rebinding: the page of evil.example, which now resolves to this computer."""
    port = server.services.config.port
    async with httpx.AsyncClient(base_url=server.origin) as http:
        for host in (f"evil.example:{port}", "evil.example", f"127.0.0.1.evil.example:{port}", "127.0.0.1:1"):
            for path in ("/", "/api/games", "/api/tables", "/health"):
                answer = await http.get(path, headers={"Host": host})
                assert answer.status_code == 403, (host, path)
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
            assert (await http.get("/api/games", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("path", ["/nope", "/api/nope", "/t", "/ws/table/nope"])
async def test_no_path_escapes_the_guard(server: Running, path: str) -> None:
    """Unknown ones neither: what no route takes is refused and counted like the rest."""
    async with httpx.AsyncClient(base_url=server.origin) as http:
        assert (await http.get(path)).status_code == 404
        answer = await http.get(path, headers={"Host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await http.post(path)).status_code == 403
        server.services.client_limits.reads = RateLimiter(rate=0, burst=1)
        answers = [await http.get(path) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [404, 429]
        assert answers[1].headers["retry-after"]
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(f"{server.origin.replace('http', 'ws')}{path}", origin=server.origin)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403


async def test_a_body_with_two_lengths_closes_the_connection(server: Running) -> None:
    """Request smuggling: a proxy that believes the other header takes what follows for another's request."""
    host = f"127.0.0.1:{server.services.config.port}"
    request = (
        f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nOrigin: {server.origin}\r\nContent-Length: 5\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", server.services.config.port)
    writer.write(request.encode())
    async with asyncio.timeout(20):
        answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"connection: close" in answer.lower()
    assert answer.count(b"HTTP/1.1") == 1


def test_served_host_names() -> None:
    home = Config(data=Path(), host="0.0.0.0", port=8000)
    assert home.serves("192.168.1.5:8000")
    assert home.trusts("http://192.168.1.5:8000", "192.168.1.5:8000")
    assert not home.trusts("http://192.168.1.6:8000", "192.168.1.5:8000")
    assert not home.serves("192.168.1.5:8001")
    assert not home.serves("evil.example:8000")
    assert not home.secure
    public = Config(data=Path(), host="127.0.0.1", port=8000, origins=("https://games.example",))
    assert public.serves("games.example")
    assert public.trusts("https://games.example", "games.example")
    assert not public.trusts("http://games.example", "games.example")
    assert not public.serves("192.168.1.5:8000")
    assert public.secure


async def test_every_answer_has_the_security_headers(server: Running) -> None:
    http = server.browser().http
    for path in ("/", "/t/abc", "/api/games", "/api/art/common.svg", "/nothing-here", "/api/tables/none/record"):
        headers = (await http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers  # nobody has sat down


async def test_only_hashes_of_cookies_and_tokens_are_stored(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        browser = server.browser()
        answer = await browser.http.post(
            "/api/tables", json={"game": "toy", "seats": [{"kind": "me"}, {"kind": "friend"}]}
        )
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("tablier=")
        assert {"HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
        assert "samesite=lax" in cookie.lower()
        assert "secure" not in cookie.lower()  # over http a browser would refuse it
        secret, token = browser.http.cookies["tablier"], answer.json()["links"][0]["token"]
        assert len(secret) >= 43
        assert len(token) >= 22
        again = await browser.http.post("/api/tables", json={"game": "toy", "seats": [{"kind": "me"}, {"kind": "me"}]})
        assert "set-cookie" not in again.headers
        kept = await everything(server.services.database)
    kept += b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert secret.encode() not in kept
    assert token.encode() not in kept
    assert digest(secret) in kept
    assert digest(token) in kept


async def test_over_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async with serving(tmp_path, origins=("https://games.example",)) as server:
        headers = {"Host": "games.example", "Origin": "https://games.example"}
        body = {"game": "toy", "seats": [{"kind": "me"}, {"kind": "me"}]}
        async with httpx.AsyncClient(base_url=server.origin, headers=headers) as http:
            cookie = (await http.post("/api/tables", json=body)).headers["set-cookie"]
        assert cookie.startswith("__Host-tablier=")
        assert "Secure" in cookie
        assert "Domain" not in cookie


async def test_a_secret_made_by_the_client_is_not_adopted(server: Running) -> None:
    browser = server.browser()
    browser.http.cookies.set("tablier", "chosen-by-the-client", domain="127.0.0.1")
    await browser.table("me", "me")
    assert "chosen-by-the-client" not in browser.http.cookies.jar._cookies["127.0.0.1"]["/"]["tablier"].value  # type: ignore[attr-defined]


async def test_a_seats_token_works_once(server: Running) -> None:
    host, friend, thief = (server.browser() for _ in range(3))
    made = await host.table("me", "friend")
    other = await host.table("me", "friend")
    token = made["links"][0]["token"]
    assert (await thief.claim(made["id"], "guessed" * 5)).status_code == 403
    assert (await thief.claim(other["id"], token)).status_code == 403  # of another table
    assert (await friend.claim(made["id"], token)).json() == {"seat": 1}
    assert (await friend.claim(made["id"], token)).json() == {"seat": 1}  # the answer had been lost
    answer = await thief.claim(made["id"], token)
    assert (answer.status_code, answer.json()["code"]) == (403, "token")
    async with thief.at(made["id"]) as line:
        assert line.welcome["you"] == []
    assert await value(server.services.database, "select count(browser_id) from seat") == 3


async def test_no_secret_is_sent_to_others(server: Running) -> None:
    host, passer = server.browser(), server.browser()
    made = await host.table("me", "friend")
    async with passer.at(made["id"]) as line:
        told = str(line.welcome)
    assert made["links"][0]["token"] not in told
    assert host.http.cookies["tablier"] not in told


@pytest.mark.parametrize(
    "name",
    [
        "Zoé",
        "李雷",
        "محمد",
        "O’Brien & <b>",
        "👩‍👩‍👧 x",
        "  padded  ",
        "",
        "Анна Zoé",
        "Ελένη",
        "กี่",
        "❤\ufe0f",
        "🏳\ufe0f\u200d🌈",
        "2\ufe0f\u20e3",
        "می\u200cخواهم",
        "क्\u200dष",
        "⠗⠊",
        "한",
    ],
)
def test_honest_names_are_accepted(name: str) -> None:
    assert clean_name(name) == name.strip()


@pytest.mark.parametrize(
    "name",
    [
        "x" * 25,
        "a\nb",
        "a\x00b",
        "\u202eevil",
        "a\u2066b",
        "\u200f",
        "\u200b",
        "\u200d",
        "\ufeffx",
        "a\u2028b",
        "\x1b[31m",
        "\u0410nna",
        "P\u0430ypal",
        "Zo\u03b5",
        "Z\u0334\u0335\u0336\u0337oe",
        "\u115f",
        "\u1160",
        "\u2800",
        "\u2800 \u2800",
        "\u3164",
        "\uffa0",
        "\u17b4",
        "\u180b",
        "\ufe0f",
        "\U000e0100",
        "\U0001d159",
        "Zo\u3164e",
        "Zoe\u034f",
        "Zoe\U000e0100",
        "An\u200dna",
        "Anna\u200c",
        "\u200dAnna",
        "Anna\ufe0f",
        "محمد\u200c",
    ],
)
def test_deceptive_names_are_refused(name: str) -> None:
    with pytest.raises(Problem) as refused:
        clean_name(name)
    assert refused.value.code == "name"


@pytest.mark.parametrize(("styled", "plain"), [("Ｚｏｅ", "Zoe"), ("𝓩𝓸𝓮", "Zoe"), ("ﬁ", "fi"), ("e\u0301", "é")])
def test_styled_letters_become_plain(styled: str, plain: str) -> None:
    assert clean_name(styled) == plain


async def test_a_refused_name_changes_nothing(server: Running) -> None:
    host, friend = server.browser(), server.browser()
    made = await host.table("me", "friend")
    answer = await friend.claim(made["id"], made["links"][0]["token"], "\u202eevil")
    assert (answer.status_code, answer.json()["say"]["k"]) == (400, "problem-name-characters")
    assert (await friend.claim(made["id"], made["links"][0]["token"], "Eve")).json() == {"seat": 1}
    seats = [{"kind": "me", "name": "x" * 25}, {"kind": "me"}]
    assert (await host.http.post("/api/tables", json={"game": "toy", "seats": seats})).status_code == 400
    answer = await host.http.post(f"/api/tables/{made['id']}/name", json={"seat": 0, "name": "a\u2066b"})
    assert answer.status_code == 400


async def test_no_path_leads_out_of_a_folder(server: Running) -> None:
    http = server.browser().http
    for path in (
        "/api/art/toy/..%2f..%2fgame.toml",
        "/assets/..%2findex.html",
        "/assets/%2e%2e",
        "/api/texts/toy/..%2fen.ftl",
        "/rules/..%2f/en",
        "/api/stages/toy/..%2f..%2fx",
    ):
        assert (await http.get(path)).status_code == 404, path


@pytest.mark.parametrize(("lang", "words"), [("en-GB", "Page not found"), ("fr-CA", "Page introuvable")])
async def test_an_unknown_address_is_a_page_for_browsers_and_json_for_programs(
    server: Running, lang: str, words: str
) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": lang}
    async with httpx.AsyncClient(base_url=server.origin) as http:
        for path in ("/nope", "/t", "/rules/toy/de", "/g/nope"):
            page = await http.get(path, headers=browser)
            assert page.status_code == 404
            assert page.headers["content-type"].startswith("text/html")
            assert f"<h1>{words}</h1>" in page.text
            assert (await http.get(path)).json()["code"]
        assert (await http.get("/api/nope", headers=browser)).json()["code"] == "not-found"


async def test_pages_follow_the_theme_and_the_language_chosen_in_the_client(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.origin, headers={"Accept": "text/html"}) as http:
        for theme, start in {"dark": ' data-theme="dark"', "light": ' data-theme="light"', '"><b>': ""}.items():
            page = await http.get("/nope", headers={"Cookie": f"theme={theme}; lang=fr"})
            assert f'<html lang="fr"{start}>' in page.text

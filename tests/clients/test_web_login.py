"""Coming in to the web page with a token: whom the server lets in gets a cookie, and nobody else does."""

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from clients.web.login import LONGEST, routes
from tests.clients.stand_in import StandIn

TOKEN = "eyJh.right.one"


@pytest.fixture
def page(server: StandIn, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    server.token = TOKEN
    monkeypatch.setenv("TAX_WS_URL", server.address)
    return TestClient(Starlette(routes=routes()))


def test_who_is_let_in_has_a_cookie_that_no_script_reads(page: TestClient) -> None:
    plain = page.post("/tess/login", content=f" {TOKEN}\n")
    assert plain.status_code == 204
    told = plain.headers["set-cookie"]
    assert told.startswith(f"tess_token={TOKEN};")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(told.split("; "))
    assert "Secure" not in told
    safe = page.post("/tess/login", content=TOKEN, headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in safe.headers["set-cookie"].split("; ")


@pytest.mark.parametrize("token", ["", "eyJh.wrong.one", "a b", "é", "x" * (LONGEST + 1)])
def test_a_token_that_does_not_let_in_is_not_kept(page: TestClient, token: str) -> None:
    refused = page.post("/tess/login", content=token.encode())
    assert (refused.status_code, "set-cookie" in refused.headers) == (401, False)


def test_a_server_that_does_not_answer_is_no_refusal(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in ("ws://127.0.0.1:9/ws", "http://no"):
        monkeypatch.setenv("TAX_WS_URL", address)
        assert page.post("/tess/login", content=TOKEN).status_code == 502


def test_who_leaves_has_no_cookie(page: TestClient) -> None:
    page.post("/tess/login", content=TOKEN)
    assert page.cookies["tess_token"] == TOKEN
    page.post("/tess/logout")
    assert "tess_token" not in page.cookies
    assert page.get("/tess/login").status_code == 405

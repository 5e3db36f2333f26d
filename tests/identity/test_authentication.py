"""Who has no valid token is refused at both doors before anything is read; a revoked one is valid nowhere."""

import base64
import json
import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from src.desks.tax.offline.rules import OFFLINE_RULES
from src.errors import problem
from src.identity import tokens
from src.identity.caller import Caller
from src.identity.registry import TokenFile, TokenRecord
from src.llm.builtin.model import OfflineModel
from tests.api.raw import HANDSHAKE, raw
from tests.api.wiring import wired
from tests.identity.callers import QUESTION, SECRET, UNKNOWN, Client, guarded, made, two_tenants
from tests.identity.wiring import around
from tests.serving import served

NOW = datetime.now(UTC).replace(microsecond=0)
SAID: Mapping[str, Any] = {
    "iss": "tess",
    "aud": "tess",
    "sub": "anna",
    "tenant": "acme",
    "jti": "feedfacefeedface",
    "iat": NOW,
    "exp": NOW + timedelta(hours=1),
}
LISTED = TokenRecord(
    jti="feedfacefeedface", name="anna", tenant="acme", created=NOW, expires=SAID["exp"]
)


def signed(secret: str = SECRET, algorithm: str = "HS256", /, **other: Any) -> str:
    """Return a token that says what a listed one does, but for what is given; None leaves a claim out."""
    said = {name: value for name, value in {**SAID, **other}.items() if value is not None}
    return jwt.encode(said, secret, algorithm)


def without(name: str) -> str:
    other: dict[str, Any] = {name: None}
    return signed(**other)


WRONG = {
    "none": ("", "unauthenticated"),
    "no token at all": ("hocus.pocus.pas", "unauthenticated"),
    "not text": ("é", "unauthenticated"),
    "very long": (signed() + "x" * tokens.LONGEST, "unauthenticated"),
    "another secret": (signed("x" * 32), "unauthenticated"),
    "another algorithm": (signed(SECRET * 2, "HS512"), "unauthenticated"),
    "no signature": (signed("", "none"), "unauthenticated"),
    "another audience": (signed(aud="other"), "unauthenticated"),
    "another issuer": (signed(iss="other"), "unauthenticated"),
    "not listed": (signed(jti="0000000000000000"), "unauthenticated"),
    "another name than listed": (signed(sub="bert"), "unauthenticated"),
    "another tenant than listed": (signed(tenant="breda"), "unauthenticated"),
    "no tenant": (signed(tenant=""), "unauthenticated"),
    "a tenant that is no text": (signed(tenant=7), "unauthenticated"),
    "not yet": (signed(iat=NOW + timedelta(hours=1)), "unauthenticated"),
    **{
        f"{name} is {odd}": (signed(**{name: odd}), "unauthenticated")
        for name in ("exp", "iat")
        for odd in (10**400, -(10**18), 1e300, float("inf"), float("nan"), "soon", [1], {"a": 1})
        if (name, odd) != ("exp", -(10**18))  # long ago is expired
    },
    "a confirm that is no truth": (signed(confirm="yes"), "unauthenticated"),
    "a head that is nested deep": (
        base64.urlsafe_b64encode(b"[" * 1400).decode().rstrip("=") + ".e30.",
        "unauthenticated",
    ),
    "expired": (signed(exp=NOW - timedelta(minutes=1)), "token_expired"),
    **{f"without {name}": (without(name), "unauthenticated") for name in SAID},
}


async def listed(folder: Path) -> TokenFile:
    registry = TokenFile(folder)
    await registry.add(LISTED)
    return registry


async def refusal(port: int, token: str, **more: Any) -> tuple[int, str, str]:
    """Return status, header and code with which a handshake is refused."""
    headers = {"Authorization": f"Bearer {token}".encode().decode("latin-1")} if token else {}
    with pytest.raises(InvalidStatus) as refused:
        async with connect(
            f"ws://127.0.0.1:{port}{more.pop('path', '/ws')}",
            proxy=None,
            open_timeout=60,
            additional_headers={**headers, **more.pop("headers", {})},
            **more,
        ):
            pass
    response = refused.value.response
    code = json.loads(response.body or b"")["code"]
    return response.status_code, response.headers.get("www-authenticate", ""), code


async def test_no_wrong_token_opens_a_door(tmp_path: Path) -> None:
    await listed(tmp_path)
    async with served(around(tmp_path, OfflineModel(OFFLINE_RULES))) as server:
        assert (await Client(server.port, signed()).say())["status"] == "success"
        for name, (token, code) in WRONG.items():
            assert await refusal(server.port, token) == (401, "Bearer", code), name
            if token.isascii():
                reply = await Client(server.port, token).ask("GET", "/dossiers")
                assert (reply.status_code, reply.json()["code"]) == (401, code), name
                assert reply.headers["www-authenticate"] == "Bearer"


async def test_a_token_signed_anew_lives_no_longer_than_the_list_says(tmp_path: Path) -> None:
    past = LISTED.model_copy(update={"expires": NOW - timedelta(minutes=1)})
    await TokenFile(tmp_path).add(past)
    later = signed(exp=NOW + timedelta(days=365))
    async with served(around(tmp_path, OfflineModel(OFFLINE_RULES))) as server:
        assert await refusal(server.port, later) == (401, "Bearer", "token_expired")
        reply = await Client(server.port, later).ask("GET", "/dossiers")
        assert (reply.status_code, reply.json()["code"]) == (401, "token_expired")


async def test_a_token_for_another_audience_is_told_so(tmp_path: Path) -> None:
    await listed(tmp_path)
    async with served(around(tmp_path, OfflineModel(OFFLINE_RULES))) as server:
        reply = await Client(server.port, signed(aud="other")).ask("GET", "/dossiers")
    assert "made for another audience" in reply.json()["error"]


async def test_the_handshake_is_refused_without_waiting_for_a_message(tmp_path: Path) -> None:
    async with served(guarded(tmp_path)) as server, raw(server.port) as client:
        client.writer.write(HANDSHAKE)
        head = await client.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 401")
        body = json.loads(await client.reader.readuntil(b"}"))
        assert body["code"] == "unauthenticated"


async def test_a_token_in_the_address_counts_for_nothing(tmp_path: Path) -> None:
    parts = guarded(tmp_path)
    token = await made(parts, "anna", "acme")
    async with served(parts) as server:
        for name in ("token", "access_token", "bearer"):
            assert (await refusal(server.port, "", path=f"/ws?{name}={token}"))[0] == 401
            found = await Client(server.port).ask("GET", f"/dossiers?{name}={token}")
            assert found.status_code == 401


async def test_a_browser_shows_its_token_as_a_subprotocol(tmp_path: Path) -> None:
    parts = guarded(tmp_path)
    token = await made(parts, "anna", "acme")
    async with served(parts) as server:
        address = f"ws://127.0.0.1:{server.port}/ws"
        offered = [Subprotocol("tess"), Subprotocol(f"bearer.{token}")]
        async with connect(
            address, proxy=None, open_timeout=60, subprotocols=offered
        ) as connection:
            assert connection.subprotocol == "tess"
            assert connection.response
            assert token not in str(connection.response.headers)
            await connection.send(json.dumps({"message": QUESTION}))
            assert json.loads(await connection.recv())["status"] == "success"
        wrong = [Subprotocol("tess"), Subprotocol("bearer.x.y.z")]
        assert (await refusal(server.port, "", subprotocols=wrong))[0] == 401


@pytest.mark.parametrize("place", ["files", "postgres"])
async def test_a_revocation_takes_effect_on_servers_that_run(
    place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings = {} if place == "files" else {"database_url": request.getfixturevalue("database_url")}
    one, other = guarded(tmp_path, **settings), guarded(tmp_path, **settings)
    token = await made(one, "anna", "acme", desks=("tax",))
    async with served(one) as first, served(other) as second:
        clients = [Client(server.port, token) for server in (first, second)]
        for client in clients:
            assert (await client.ask("GET", "/dossiers")).status_code == 200
        assert other.authentication is not None
        registry = other.authentication.registry
        (record,) = await registry.every()
        assert record.desks == ("tax",)
        await registry.revoke(record.jti, NOW)
        await registry.revoke(record.jti, NOW + timedelta(days=1))
        for client in clients:
            reply = await client.ask("GET", "/dossiers")
            assert (reply.status_code, reply.json()["code"]) == (401, "token_revoked")
            assert (await refusal(client.port, token))[2] == "token_revoked"
        assert (await registry.every())[0].revoked == NOW


async def test_who_watches_needs_no_token_and_learns_no_more_than_whether_it_is_well(
    tmp_path: Path,
) -> None:
    async with two_tenants(guarded(tmp_path)) as (anna, _, nobody):
        assert (await nobody.ask("GET", "/healthz")).json() == {"status": "ok"}
        assert (await nobody.ask("GET", "/readyz")).json() == {"status": "ready", "problems": []}
        assert (await anna.ask("GET", "/healthz")).json()["model"] == "offline"
        (tmp_path / "dossiers").rename(tmp_path / "gone")
        assert (await nobody.ask("GET", "/readyz")).json()["problems"] == []
        assert len((await anna.ask("GET", "/readyz")).json()["problems"]) == 1
        for path in ("/openapi.json", "/docs", "/nowhere", "/healthz/../dossiers"):
            assert (await nobody.ask("GET", path)).status_code == 401, path


async def test_without_a_secret_nobody_is_asked(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        client = Client(server.port, "whatever")
        assert (await client.say())["status"] == "success"
        assert (await client.ask("GET", "/healthz")).json()["version"]


async def test_where_the_list_is_broken_nobody_comes_in_and_it_is_told(tmp_path: Path) -> None:
    parts = guarded(tmp_path)
    token = await made(parts, "anna", "acme")
    file = tmp_path / "tokens.jsonl"
    with file.open("a") as end:
        end.write('{"revo')  # its writer died: nobody was told that it is done
    async with served(parts) as server:
        client = Client(server.port, token)
        assert (await client.ask("GET", "/dossiers")).status_code == 200
        bert = Client(server.port, await made(parts, "bert", "breda"))
        assert (await bert.ask("GET", "/dossiers")).status_code == 200
        with file.open("a") as end:
            end.write("nonsense\n")
        reply = await client.ask("GET", "/dossiers")
        assert (reply.status_code, reply.json()["code"]) == (503, "storage_failed")
        assert problem("tokens_unreadable", "en") in reply.json()["error"]
        file.unlink()
        assert (await client.ask("GET", "/dossiers")).status_code == 401


async def test_a_token_is_in_no_file_and_in_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with two_tenants(guarded(tmp_path)) as (anna, _, __):
        await anna.say()
        await anna.ask("GET", "/dossiers/dos-1")
        await refusal(anna.port, anna.token + "x")
        ours = [
            one for one in caplog.records if not one.name.startswith(("websockets", "httpcore"))
        ]
        logged = "\n".join(one.getMessage() for one in ours)
        files = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for part in anna.token.split("."):
        assert part not in logged
        assert part.encode() not in files
    assert b'"anna"' in files


async def test_a_dossier_that_can_not_be_read_is_nobodys(tmp_path: Path) -> None:
    async with two_tenants(guarded(tmp_path)) as (anna, bert, _):
        dossier_id = (await anna.say())["dossier_id"]
        for path in (tmp_path / "dossiers").glob("dos-*.json*"):
            path.write_bytes(b"broken")
        theirs, nobodys = [
            await bert.ask("GET", f"/dossiers/{name}") for name in (dossier_id, UNKNOWN)
        ]
        assert theirs.text.replace(dossier_id, UNKNOWN) == nobodys.text
        assert (await bert.say(dossier_id=dossier_id))["code"] == "unknown_dossier"
        assert (await anna.say(dossier_id=dossier_id))["code"] == "unknown_dossier"


def test_what_a_token_says_is_what_was_asked_for() -> None:
    token, record = tokens.issue(SECRET, Caller("anna", "acme"), timedelta(days=30), NOW)
    assert tokens.read(SECRET, token) == (record, Caller("anna", "acme"))
    assert (record.created, record.expires) == (NOW, NOW + timedelta(days=30))
    assert jwt.get_unverified_header(token)["alg"] == "HS256"


async def test_the_description_says_where_a_token_is_needed(tmp_path: Path) -> None:
    async with two_tenants(guarded(tmp_path)) as (anna, _, nobody):
        document = (await anna.ask("GET", "/openapi.json")).json()
        assert set(document["components"]["securitySchemes"]) == {"token", "metrics"}
        walked = 0
        for path, methods in document["paths"].items():
            for method, told in methods.items():
                address = path.format(
                    dossier_id=UNKNOWN,
                    run_id=UNKNOWN,
                    name="x",
                    version=1,
                    message_id="m-1",
                    sha256="0" * 64,
                )
                reply = await nobody.ask(method.upper(), address)
                needs_one = told["security"] == [{"token": []}]
                assert (reply.status_code == 401) == needs_one, path
                assert not needs_one or "401" in told["responses"]
                walked += needs_one
    assert walked > 20

"""Logins through the real server: kept in memory or in the database, with a token of the engine of the same life."""

import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from src.dossier.postgres_store import PostgresStore
from standins.server import StandinServer
from tests.desks.azure.standing import azure, installed, serving, standin_of
from tests.desks.azure.talking import post
from tests.identity.callers import SECRET, Client, made

KEY = "0123456789abcdef" * 4


def error(arm: StandinServer) -> str:
    """Return a message about the world of the tests."""
    return f"403 AuthorizationFailure on container raw\n\nSubscription: {standin_of(arm).drawn['sub1']}"


async def logged_in(client: Client, arm: StandinServer, oid: str | None = None) -> dict[str, Any]:
    """Log in, and return what the login brought."""
    given = {"token": standin_of(arm).token(oid)}
    reply = await client.ask("POST", "/desks/azure/login", json=given)
    assert reply.status_code == 200, reply.text
    said: dict[str, Any] = reply.json()
    return said


async def asked(client: Client, arm: StandinServer) -> str:
    """Return how a turn ended, or by which code it was refused."""
    reply = await client.say(error(arm), desk="azure")
    return str(reply.get("outcome") or reply.get("code"))


async def test_all_servers_of_a_database_know_who_is_logged_in(
    tmp_path: Path, database_url: str
) -> None:
    with azure() as arm:
        shared: dict[str, object] = {"database_url": database_url, "tess_azure_vault_key": KEY}
        one, other = (installed(tmp_path, arm.url, **shared) for _ in range(2))
        async with serving(one) as here, serving(other) as there:
            token = standin_of(arm).token()
            assert (await post(here, "login", {"token": token})).status_code == 200
            assert await asked(Client(there.port), arm) == "done"
            store = PostgresStore(database_url)
            async with store.connection() as database:
                rows = await (
                    await database.execute("select key, sealed from sealed_values order by key")
                ).fetchall()
            await store.close()
            assert [str(key).split(":")[0] for key, _ in rows][1:] == ["login"]
            assert not any(token[:20].encode() in bytes(sealed) for _, sealed in rows)
            assert (await post(there, "logout", {})).json()["was_logged_in"]
            assert await asked(Client(here.port), arm) == "request"


async def test_without_a_key_the_database_holds_no_token(tmp_path: Path, database_url: str) -> None:
    with azure() as arm:
        one, other = (installed(tmp_path, arm.url, database_url=database_url) for _ in range(2))
        async with serving(one) as here, serving(other) as there:
            await logged_in(Client(here.port), arm)
            assert await asked(Client(here.port), arm) == "done"
            assert await asked(Client(there.port), arm) == "request"


async def test_another_key_opens_nothing_until_one_logs_in_again(
    tmp_path: Path, database_url: str
) -> None:
    with azure() as arm:
        keys = (KEY, KEY[::-1])
        one, other = (
            installed(tmp_path, arm.url, database_url=database_url, tess_azure_vault_key=key)
            for key in keys
        )
        async with serving(one) as here, serving(other) as there:
            await logged_in(Client(here.port), arm)
            assert await asked(Client(there.port), arm) == "azure_vault_unreadable"
            await logged_in(Client(there.port), arm)
            assert await asked(Client(there.port), arm) == "done"


async def test_a_login_brings_a_token_of_the_engine_that_ends_with_it(tmp_path: Path) -> None:
    with azure() as arm:
        parts = installed(tmp_path, arm.url, tess_token_secret=SECRET)
        ann, bob = await made(parts, "ann", "acme"), await made(parts, "bob", "acme")
        async with serving(parts) as server:
            login = await logged_in(Client(server.port, ann), arm)
            assert parts.authentication is not None
            (record,) = [
                one
                for one in await parts.authentication.registry.every()
                if one.desks == ("azure",)
            ]
            assert (record.name, record.tenant) == ("ann", "acme")
            assert 3_500 < record.expires.timestamp() - time.time() <= 3_600
            assert record.expires.isoformat() <= login["expires"]
            bearer = Client(server.port, login["azebal_token"])
            assert await asked(bearer, arm) == "done"  # nothing but the bearer tells who it is
            assert await asked(Client(server.port, ann), arm) == "done"
            assert await asked(Client(server.port, bob), arm) == "request"
            await bearer.ask("POST", "/desks/azure/logout", json={})
            with pytest.raises(Exception, match="401"):
                await asked(bearer, arm)
            assert await asked(Client(server.port, ann), arm) == "request"
        assert not _holds(tmp_path, login["azebal_token"])


async def test_a_second_login_ends_the_token_of_the_first(tmp_path: Path) -> None:
    with azure() as arm:
        parts = installed(tmp_path, arm.url, tess_token_secret=SECRET)
        ann = Client(0, await made(parts, "ann", "acme"))
        async with serving(parts) as server:
            ann = Client(server.port, ann.token)
            first, second = [await logged_in(ann, arm) for _ in range(2)]
            status = [
                (await _desks(Client(server.port, one["azebal_token"]))).status_code
                for one in (first, second)
            ]
            assert status == [401, 200]


async def test_a_token_that_azure_refuses_ends_the_login_and_its_token(tmp_path: Path) -> None:
    with azure() as arm:
        parts = installed(tmp_path, arm.url, tess_token_secret=SECRET)
        ann = await made(parts, "ann", "acme")
        async with serving(parts) as server:
            client = Client(server.port, ann)
            bearer = Client(server.port, (await logged_in(client, arm))["azebal_token"])
            standin_of(arm).revoked.add(standin_of(arm).drawn["oid1"])
            assert await asked(client, arm) == "request"
            assert (await _desks(bearer)).status_code == 401


async def _desks(client: Client) -> httpx2.Response:
    return await client.ask("GET", "/desks")


def _holds(folder: Path, text: str) -> bool:
    return any(text.encode() in one.read_bytes() for one in folder.rglob("*") if one.is_file())

"""A token is read, proved by ARM, and held sealed for an hour at most; no text ever shows it."""

import json
import logging
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from src.desks.azure import errors
from src.desks.azure.arm_calls import ArmRequest, AzureCaller, HeldToken
from src.desks.azure.services.login import SealedInDatabase, SealedInMemory, Vault
from src.dossier.postgres_store import PostgresStore
from src.errors import ServiceUnavailable, TessError
from tests.desks.azure.services.place import Place, place

TENANT, PERSON = "{{tenant1}}", "{{oid1}}"


def forged(**claims: Any) -> str:
    """Return a token that decodes well, and that nobody signed."""
    said = {
        "aud": "https://management.azure.com",
        "exp": int(datetime.now(UTC).timestamp()) + 3_600,
        "tid": "00000000-0000-4000-8000-000000000001",
        "oid": "00000000-0000-4000-8000-000000000002",
        "appid": "04b07795-8ddb-461a-bbee-02f9e1bf7b46",
        **claims,
    }
    parts = [json.dumps(part).encode() for part in ({"alg": "RS256"}, said)]
    return ".".join(urlsafe_b64encode(part).rstrip(b"=").decode() for part in [*parts, b"forged"])


async def refusal(here: Place, token: str, **options: Any) -> type[TessError]:
    """Return the error that a token brings, which never holds the token."""
    with pytest.raises(TessError) as told:
        await here.login(**options).prove(token)
    shown = f"{told.value!r} {told.value} {told.value.__cause__!r}"
    assert token[20:] not in shown or len(token) < 30
    return type(told.value)


async def test_a_good_token_is_proved_and_held() -> None:
    async with place() as here:
        login = here.login()
        caller = await login.prove(f" {here.standin.token()}\n")
        drawn = here.standin.drawn
        assert (caller.tid, caller.oid) == (drawn["tenant1"], drawn["oid1"])
        assert (caller.subscriptions, caller.name) == ((drawn["sub1"],), "dev@contoso.example")
        held = await login.held(caller)
        assert held.key == f"{caller.tid}:{caller.oid}"
        assert (
            await here.arm.read(held, ArmRequest("GET", "/tenants", "2022-12-01"))
        ).status == 200
        assert here.asked == ["GET /subscriptions", "GET /tenants"]
        await login.logout(caller)
        with pytest.raises(errors.AzureLoginNeeded):
            await login.held(caller)


@pytest.mark.parametrize(
    ("token", "error"),
    [
        ("", errors.AzureTokenMissing),
        ("  ", errors.AzureTokenMissing),
        ("no token", errors.AzureTokenMalformed),
        ("a.b.c", errors.AzureTokenMalformed),
        ("e30.e30.e30", errors.AzureTokenMalformed),
        (f"e30.{'W' * 9_000}.{'x' * 9_000}", errors.AzureTokenMalformed),
        (forged(tid="mine"), errors.AzureTokenMalformed),
        (forged(oid=7), errors.AzureTokenMalformed),
        (forged(exp="soon"), errors.AzureTokenMalformed),
        (forged(exp=10**30), errors.AzureTokenMalformed),
        (forged(exp=1_700_000_000), errors.AzureTokenExpired),
        (forged(aud="https://graph.microsoft.com"), errors.AzureTokenForOther),
        (forged(appid="other"), errors.AzureApplicationRefused),
    ],
)
async def test_a_bad_token_is_refused_unasked(token: str, error: type[TessError]) -> None:
    async with place() as here:
        assert await refusal(here, token) is error
        assert here.asked == []


async def test_a_forged_token_decodes_well_and_fails_at_arm() -> None:
    async with place() as here:
        assert await refusal(here, forged()) is errors.AzureTokenForged
        assert here.asked == ["GET /subscriptions"]


async def test_tenants_can_be_listed() -> None:
    async with place() as here:
        token = here.standin.token()
        other = ["00000000-0000-4000-8000-00000000000a"]
        assert await refusal(here, token, tenants=other) is errors.AzureTenantRefused
        caller = await here.login(tenants=[here.standin.drawn["tenant1"].upper()]).prove(token)
        assert caller.name


async def test_clocks_may_be_a_little_apart() -> None:
    async with place() as here:
        late = datetime.now(UTC) + timedelta(seconds=3_610)
        caller = await here.login(now=lambda: late).prove(here.standin.token())
        assert caller.oid
        later = late + timedelta(seconds=60)
        token = here.standin.token()
        assert await refusal(here, token, now=lambda: later) is errors.AzureTokenExpired


async def test_arm_may_be_down_at_login() -> None:
    async with place({"path": "/subscriptions", "status": 503}) as here:
        assert await refusal(here, here.standin.token()) is ServiceUnavailable


async def test_a_guest_has_no_upn() -> None:
    tenants = [
        {"id": TENANT, "principals": [{"oid": PERSON}], "subscriptions": [{"id": "{{sub1}}"}]}
    ]
    async with place(tenants=tenants) as here:
        assert (await here.login().prove(here.standin.token())).name == ""


async def test_a_token_that_arm_takes_no_more_is_thrown_away() -> None:
    async with place() as here:
        login = here.login()
        caller = await login.prove(here.standin.token())
        held = await login.held(caller)
        here.standin.revoked.add(caller.oid)
        with pytest.raises(errors.AzureTokenRevoked):
            await here.arm.read(held, ArmRequest("GET", "/tenants", "2022-12-01"))
        with pytest.raises(errors.AzureLoginNeeded):
            await login.held(caller)


async def test_a_forged_token_throws_nobody_elses_away() -> None:
    async with place() as here:
        login = here.login()
        caller = await login.prove(here.standin.token())
        with pytest.raises(errors.AzureTokenForged):
            await login.prove(forged(tid=caller.tid, oid=caller.oid))
        assert (await login.held(caller)).key == caller.key


# The vault


def token(oid: str = "b", minutes: int = 90) -> HeldToken:
    ends = datetime.now(UTC) + timedelta(minutes=minutes)
    return HeldToken("a", oid, ends, SecretStr("the token itself"))


async def test_a_token_is_held_for_an_hour_at_most() -> None:
    now = datetime.now(UTC)
    vault = Vault(now=lambda: now)
    await vault.hold(token())
    await vault.hold(token("c", minutes=5))
    now += timedelta(minutes=6)
    assert (await vault.held("a:b"), await vault.held("a:c")) != (None, None)
    assert await vault.held("a:c") is None
    now += timedelta(minutes=55)
    assert await vault.held("a:b") is None


async def test_what_is_kept_is_sealed_and_opens_under_its_own_name_alone() -> None:
    values = SealedInMemory()
    vault = Vault(values=values)
    await vault.hold(token())
    kept = await values.get("a:b")
    assert kept is not None
    sealed, expires = kept
    assert b"token" not in sealed
    now = datetime.now(UTC)
    await values.put("a:other", sealed, expires, now)
    with pytest.raises(errors.VaultUnreadable):
        await vault.held("a:other")
    await values.put("a:b", sealed[:-1] + bytes([sealed[-1] ^ 1]), expires, now)
    with pytest.raises(errors.VaultUnreadable):
        await vault.held("a:b")
    with pytest.raises(errors.VaultUnreadable):
        await Vault(values=values).held("a:other")
    with pytest.raises(ValueError, match="32 bytes"):
        Vault(b"short")


def test_no_text_shows_a_token(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("test").warning("%s %r", token(), token())
    assert "itself" not in caplog.text
    assert AzureCaller("a", "b").key == "a:b"


async def test_a_database_holds_tokens_for_all_its_servers(database_url: str) -> None:
    store = PostgresStore(database_url)
    key = bytes(range(32))
    now = datetime.now(UTC)
    try:
        mine, theirs = (
            Vault(key, SealedInDatabase(store.connection), lambda: now) for _ in range(2)
        )
        await mine.hold(token())
        await mine.hold(token("c", minutes=5))
        await mine.hold(token())
        held = await theirs.held("a:b")
        assert held is not None
        assert held.secret.get_secret_value() == "the token itself"
        with pytest.raises(errors.VaultUnreadable):
            await Vault(values=SealedInDatabase(store.connection)).held("a:b")
        await theirs.drop("a:b")
        assert await mine.held("a:b") is None
        now += timedelta(minutes=6)
        assert await mine.held("a:c") is None
        async with store.connection() as database:
            assert not await (await database.execute("select 1 from sealed_values")).fetchall()
    finally:
        await store.close()

"""The client of desks is patient within limits, and goes nowhere it may not; seen at a real server that misbehaves."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from src.errors import AddressRefused, ReplyUnreadable, ServiceUnavailable
from src.identity.caller import Caller, calling
from src.services.addresses import AddressGuard
from src.services.breaker import FAILURES, REST_SECONDS
from src.services.client import Credential, Patience, ServiceClient
from standins.server import standing_in
from tests.services.hostile import Place, place, weather

TRACKER = Patience(60, (1, 2, 4, 8, 16))
FINE = {"body": {"sun": True}}


async def problem(here: Place, method: str = "GET", **given: Any) -> str:
    """Return why the service can't be used."""
    with pytest.raises(ServiceUnavailable) as told:
        await here.client.send(method, here.url, **given)
    assert told.value.details["service"] == "127.0.0.1"
    return told.value.details["problem"]


# Patience


@pytest.mark.parametrize(
    "fault", [{"status": 429}, {"status": 503}, {"fault": "reset"}, {"fault": "nothing"}]
)
async def test_what_passes_is_asked_again_after_growing_pauses(fault: dict[str, Any]) -> None:
    async with place(*[fault] * 5, FINE, patience=TRACKER) as here:
        reply = await here.client.send("GET", here.url)
        assert (reply.status, reply.json()) == (200, {"sun": True})
        assert here.clock.slept == [1, 2, 4, 8, 16]


async def test_a_pause_is_as_long_as_the_service_asks_in_either_form() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    busy = [{"status": 429, "headers": {"Retry-After": asked}} for asked in ("7", later)]
    async with place(*busy, FINE, patience=TRACKER) as here:
        await here.client.send("GET", here.url)
        first, second = here.clock.slept
        assert (first, 20 < second <= 30) == (7, True)


async def test_a_pause_that_would_outlast_the_call_is_not_begun() -> None:
    async with place({"status": 429, "headers": {"Retry-After": "9"}}, FINE) as here:
        assert await problem(here) == "service_busy"
        assert here.clock.slept == []


async def test_patience_ends() -> None:
    async with place({"status": 503}) as here:
        assert await problem(here) == "service_failing"
        assert (len(here.asked), here.clock.slept) == (3, [0.5, 1.0])


async def test_who_answers_never_is_not_waited_for() -> None:
    async with place({"delay": 3_600}, patience=Patience(0.05, ())) as here:
        assert await problem(here) == "service_slow"
    patience = Patience(0.2, (0.0,) * 50)  # the clock of its pauses stands still
    async with place({"status": 503, "delay": 0.05}, patience=patience) as here:
        assert await problem(here) == "service_slow"
        assert len(here.asked) < 50


async def test_what_may_not_be_done_twice_is_sent_once() -> None:
    for fault in ({"status": 500}, {"fault": "reset"}, {"fault": "nothing"}):
        async with place({"method": "POST", **fault}) as here:
            assert await problem(here, "POST", json={}) in ("service_failing", "service_broke_off")
            assert here.asked == [("POST", "/now")]


@pytest.mark.parametrize(
    ("fault", "given"), [({"status": 429}, {}), ({"status": 500}, {"repeats": True})]
)
async def test_what_was_turned_away_or_may_be_repeated_is_sent_again(
    fault: dict[str, Any], given: dict[str, Any]
) -> None:
    async with place({"method": "POST", **fault}, {"method": "POST", **FINE}) as here:
        assert (await here.client.send("POST", here.url, json={}, **given)).status == 200


async def test_a_service_that_is_not_there_is_told() -> None:
    async with place() as here:
        gone = ServiceClient(AddressGuard([], ["http://127.0.0.1:1"]), Patience(5, ()))
        with pytest.raises(ServiceUnavailable) as told:
            await gone.send("POST", "http://127.0.0.1:1/x", json={})
        await gone.close()
        assert told.value.details["problem"] == "service_unreachable"
        assert here.asked == []


async def test_who_fails_several_times_is_left_alone_by_that_tenant() -> None:
    async with place({"status": 500}, patience=Patience(5, ())) as here:
        with calling(Caller("ann", "ours")):
            for _ in range(FAILURES):
                await problem(here)
            assert await problem(here) == "service_resting"
        with calling(Caller("eve", "theirs")):
            assert await problem(here) == "service_failing"
        here.clock.now = REST_SECONDS
        with calling(Caller("bob", "ours")):
            assert await problem(here) == "service_failing"
        assert len(here.asked) == FAILURES + 2


async def test_what_a_service_refuses_says_that_it_is_there() -> None:
    turns: list[dict[str, Any]] = [
        {"status": 500},
        {"status": 403, "body": {"why": "no"}},
    ] * FAILURES
    async with place(*turns, patience=Patience(5, ())) as here:
        for _ in range(FAILURES):
            assert await problem(here) == "service_failing"
            assert (await here.client.send("GET", here.url)).status == 403


# What it says


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<html>sign in</html>", "reply_no_json"),
        ("", "reply_empty"),
        (None, "reply_empty"),
        ("NaN", "reply_no_json"),
        ("[" * 100_000, "reply_no_json"),
        ('"' + "x" * 2_000 + '"', "reply_cut"),
    ],
)
async def test_what_is_no_json_is_told(body: str | None, told: str) -> None:
    largest = 1_000 if told == "reply_cut" else 200_000
    async with place({"body": body}, largest=largest) as here:
        reply = await here.client.send("GET", here.url)
        with pytest.raises(ReplyUnreadable) as unreadable:
            reply.json()
        assert unreadable.value.details == {"service": "127.0.0.1", "problem": told}


async def test_of_a_huge_reply_the_beginning_is_read_and_the_cut_said() -> None:
    async with place({"body": "x" * 5_000_000}, {"body": "x" * 1_000}, largest=1_000) as here:
        huge, fits = [await here.client.send("GET", here.url) for _ in "ab"]
        assert (len(huge.content), huge.is_cut) == (1_000, True)
        assert (len(fits.content), fits.is_cut) == (1_000, False)


async def test_no_packed_reply_and_no_cookie_is_taken() -> None:
    async with place({"headers": {"Set-Cookie": "id=7", "Content-Encoding": "gzip"}}) as here:
        for _ in "ab":
            await here.client.send("GET", here.url)
        first, second = (one.headers for one in here.server.requests)
        assert (first["accept-encoding"], "cookie" in second) == ("identity", False)
        assert first["user-agent"].startswith("TESS/")


# Where it goes


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://169.254.169.254/metadata/instance", "address_unlisted"),
        ("http://[::ffff:169.254.169.254]/latest", "address_unlisted"),
        ("https://listed.example/x", "address_inside"),
        ("http://listed.example/x", "address_unsafe"),
        ("https://evil.example/x", "address_unlisted"),
        ("https://listed.example@evil.example/x", "address_unlisted"),
        ("file:///etc/passwd", "address_unlisted"),
        ("http://[::1/x", "address_unlisted"),
        ("nonsense", "address_unlisted"),
        ("", "address_unlisted"),
    ],
)
async def test_an_address_that_may_not_be_asked_is_not_asked_nor_followed_to(
    url: str, told: str
) -> None:
    async with place({"status": 302, "headers": {"Location": url}}) as here:
        with pytest.raises(AddressRefused) as refused:
            await here.client.send("GET", url)
        assert refused.value.details["problem"] == told
        if url not in ("", "nonsense"):
            with pytest.raises(AddressRefused) as refused:
                await here.client.send("GET", here.url)
            assert refused.value.details["problem"] == told
        assert here.clock.slept == []


async def test_who_is_led_to_another_server_of_this_machine_does_not_ask_it() -> None:
    with standing_in(weather()) as other:
        there = f"{other.url}/secret"
        async with place({"status": 307, "headers": {"Location": there}}) as here:
            with pytest.raises(AddressRefused):
                await here.client.send("GET", here.url)
        assert not other.requests


async def test_a_redirect_within_the_service_is_followed_and_a_circle_is_not() -> None:
    on = {"status": 302, "headers": {"Location": "/then?a=1"}}
    async with place(on, {"path": "/then", "query": {"a": "1"}, **FINE}) as here:
        reply = await here.client.send("GET", here.url, headers={"x-given": "7"})
        assert (reply.json(), reply.url) == ({"sun": True}, f"{here.server.url}/then?a=1")
        assert [one.headers["x-given"] for one in here.server.requests] == ["7", "7"]
    async with place({"status": 302, "headers": {"Location": "/now"}}) as here:
        with pytest.raises(AddressRefused, match="address_circles"):
            await here.client.send("GET", here.url)
        assert len(here.asked) == 4


@pytest.mark.parametrize(("method", "options"), [("POST", {}), ("GET", {"redirects": 0})])
async def test_what_writes_is_led_nowhere_nor_who_wants_no_redirects(
    method: str, options: dict[str, Any]
) -> None:
    on = {"method": method, "status": 302, "headers": {"Location": "/then"}}
    async with place(on, **options) as here:
        assert (await here.client.send(method, here.url)).status == 302
        assert here.asked == [(method, "/now")]


# Credentials and pages


def token(url: str) -> Credential:
    return Credential(url, {"Authorization": "Bearer s3cret", "x-key": "s3cret"})


async def test_a_credential_goes_to_its_own_origin_and_nowhere_else() -> None:
    async with place(FINE) as here, place(FINE) as other:
        await here.client.send("GET", here.url, credential=token(here.server.url))
        assert here.server.requests[0].headers["x-key"] == "s3cret"
        guard = AddressGuard([], [here.url, other.url])
        both = ServiceClient(guard)
        await both.send("GET", other.url)
        for elsewhere in (other.url, here.url.replace("127.0.0.1", "localhost")):
            with pytest.raises(AddressRefused, match="address_elsewhere"):
                await both.send("GET", elsewhere, credential=token(here.url))
        await both.close()
        assert len(other.server.requests) == 1
        assert "s3cret" not in repr([token(here.url), here.server.requests])


async def test_a_redirect_elsewhere_gets_neither_credential_nor_headers() -> None:
    async with (
        place(FINE) as other,
        place({"status": 302, "headers": {"Location": other.url}}) as here,
    ):
        both = ServiceClient(AddressGuard([], [here.url, other.url]))
        with pytest.raises(AddressRefused, match="address_elsewhere"):
            await both.send("GET", here.url, credential=token(here.url))
        assert not other.server.requests
        assert (await both.send("GET", here.url, headers={"x-given": "7"})).status == 200
        assert "x-given" not in other.server.requests[0].headers
        await both.close()

"""The client is polite and patient, within limits; seen at a real server that is neither."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count

import pytest

from src.errors import ServiceUnavailable
from src.services.addresses import AddressGuard
from src.services.download import LONGEST_RESPONSE, PoliteClient, RequestRefused
from src.services.retry import ATTEMPTS
from tests.desks.tax.services.official_server import OfficialServices, Reply, RulingText, serving
from tests.fakes import Clock

RULING = "/uitspraken/content"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def services() -> Iterator[OfficialServices]:
    one = RulingText("ECLI:NL:HR:2099:1", b"<open-rechtspraak/>", "2099-01-01", "2099-01-01")
    with serving(OfficialServices(rulings=[one])) as served:
        yield served


@pytest.fixture
def client(clock: Clock, services: OfficialServices) -> Iterator[PoliteClient]:
    with PoliteClient(allowing(services.base), clock.sleep, clock) as polite:
        yield polite


def allowing(*named: str) -> AddressGuard:
    return AddressGuard(["official.example"], named, lambda host: [host])


def get(client: PoliteClient, services: OfficialServices) -> bytes:
    return client.get(f"{services.base}{RULING}?id=ECLI:NL:HR:2099:1", {}).content


def test_requests_keep_their_distance(
    client: PoliteClient, services: OfficialServices, clock: Clock
) -> None:
    for _ in range(21):
        get(client, services)
    assert clock.now >= 2.0, "at most ten requests a second"


def test_we_say_who_we_are(client: PoliteClient, services: OfficialServices) -> None:
    get(client, services)
    assert [agent.partition("/")[0] for agent in services.agents] == ["TESS"]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again_after_a_pause(
    status: int, client: PoliteClient, services: OfficialServices, clock: Clock
) -> None:
    services.faults = {RULING: [Reply(status), Reply(status)]}
    assert get(client, services)
    assert len([pause for pause in clock.slept if pause >= 0.5]) == 2


def test_the_pause_is_as_long_as_the_service_asks(
    client: PoliteClient, services: OfficialServices, clock: Clock
) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    services.faults = {
        RULING: [
            Reply(429, headers={"Retry-After": "37"}),
            Reply(503, headers={"Retry-After": later}),
        ]
    }
    assert get(client, services)
    first, second = (pause for pause in clock.slept if pause > 20)
    assert first == 37
    assert 50 < second <= 60


def test_a_service_that_asks_for_too_long_a_pause_is_left_alone(
    client: PoliteClient, services: OfficialServices, clock: Clock
) -> None:
    services.faults = {RULING: [Reply(503, headers={"Retry-After": "86400"})]}
    with pytest.raises(ServiceUnavailable, match="asks to wait 86400 seconds"):
        get(client, services)
    assert clock.slept == []


def test_a_connection_that_breaks_off_is_made_again(
    client: PoliteClient, services: OfficialServices
) -> None:
    services.faults = {RULING: [None]}
    assert get(client, services) == b"<open-rechtspraak/>"


def test_patience_ends(client: PoliteClient, services: OfficialServices) -> None:
    services.faults = {RULING: [Reply(503)] * 100}
    with pytest.raises(ServiceUnavailable, match="it replied with HTTP 503"):
        get(client, services)
    assert len(services.faults[RULING]) == 100 - ATTEMPTS


def test_a_reply_beyond_the_limit_is_not_read_to_its_end(
    clock: Clock, services: OfficialServices
) -> None:
    services.faults = {RULING: [Reply(200, b"x" * 3_000_000)]}
    with (
        PoliteClient(allowing(services.base), clock.sleep, clock, largest=2**20) as client,
        pytest.raises(RequestRefused) as told,
    ):
        get(client, services)
    assert str(told.value) == "the reply is larger than 1 MiB"


def test_a_reply_that_drips_in_is_not_read_to_its_end(services: OfficialServices) -> None:
    late = count(0.0, 2 * LONGEST_RESPONSE)
    with (
        PoliteClient(allowing(services.base), lambda _: None, late.__next__) as client,
        pytest.raises(ServiceUnavailable, match="a reply took longer than 300 seconds"),
    ):
        get(client, services)


def test_a_service_that_is_not_there_is_told(clock: Clock) -> None:
    nobody = "http://127.0.0.1:1"
    with (
        PoliteClient(allowing(nobody), clock.sleep, clock) as client,
        pytest.raises(ServiceUnavailable, match="refused"),
    ):
        client.get(f"{nobody}/x", {})


@pytest.mark.parametrize(
    "address", ["ftp://official.example/x", "nonsense", "http://[::1/x", "http://127.0.0.1:1/x"]
)
def test_an_address_that_may_not_be_asked_is_told_and_not_asked(
    address: str, client: PoliteClient, clock: Clock
) -> None:
    with pytest.raises(ServiceUnavailable):
        client.get(address, {})
    assert clock.slept == []


def test_a_redirect_within_the_service_is_followed(
    client: PoliteClient, services: OfficialServices
) -> None:
    there = f"{services.base}/uitspraken/zoeken/../content?id=ECLI:NL:HR:2099:1"
    services.faults = {RULING: [Reply(302, headers={"Location": there})]}
    assert get(client, services) == b"<open-rechtspraak/>"


@pytest.mark.parametrize(
    "there",
    [
        "https://evil.example/x",
        "http://official.example/x",
        "http://127.0.0.1:1/x",
        "http://localhost:{port}/x",
        "http://169.254.169.254/latest/meta-data",
        "https://official.example@evil.example/x",
        "file:///etc/passwd",
    ],
)
def test_a_redirect_elsewhere_is_not_followed(
    there: str, client: PoliteClient, services: OfficialServices, clock: Clock
) -> None:
    there = there.format(port=services.base.rpartition(":")[2])
    services.faults = {RULING: [Reply(302, headers={"Location": there})]}
    with pytest.raises(RequestRefused, match="the service leads elsewhere: "):
        get(client, services)
    assert clock.slept == [], "it is not tried again either"


def test_who_is_led_to_another_server_of_this_machine_does_not_ask_it(
    client: PoliteClient, services: OfficialServices
) -> None:
    with serving(OfficialServices()) as other:
        services.faults = {
            RULING: [
                Reply(302, headers={"Location": f"{services.base}/uitspraken/content?id=2"}),
                Reply(307, headers={"Location": f"{other.base}/secret"}),
            ]
        }
        with pytest.raises(RequestRefused):
            get(client, services)
        assert other.agents == set()


def test_a_reply_in_a_circle_is_refused(client: PoliteClient, services: OfficialServices) -> None:
    services.faults = {RULING: [Reply(301, headers={"Location": f"{RULING}?id=1"})] * 9}
    with pytest.raises(RequestRefused):
        get(client, services)

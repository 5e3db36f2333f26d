"""The gate lets nothing pass that holds personal data, says what it found without saying it, and fails closed."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator

import pytest
from pydantic import SecretStr

from src.api.replies import failure
from src.desks.tsg.clearing import (
    Gate,
    PersonalDataFound,
    PersonalDataGateFailed,
    PersonalSpans,
    find_personal,
)
from src.desks.tsg.doors import gate_of
from src.desks.tsg.services.language import AzureLanguage, pieces
from src.desks.tsg.settings import TsgSettings
from src.errors import BadSettings
from src.masking.sensitive import redact
from src.mcp_server.results import refused
from src.settings import read_settings
from standins.server import StandinServer, standing_in
from tests.desks.tsg.language_service import KEY, language

NOTES = "Customer mail piet@acme.nl, node 81.42.7.19; again PIET@acme.nl"
CARD_KEY = "Ab3/" * 21 + "x9=="


async def refusal(texts: list[str], gate: Gate | None = None) -> PersonalDataFound:
    with pytest.raises(PersonalDataFound) as refused_with:
        await (gate or Gate()).check(texts)
    return refused_with.value


async def test_a_refusal_says_what_it_found_and_never_its_value() -> None:
    error = await refusal([NOTES, "call +31 6 1234 5678"])
    assert error.details == {"kinds": "email: 2, ip: 1, phone: 1"}
    told = [(one.kind, one.text, one.start, one.end) for one in error.findings]
    assert told == [
        ("email", 0, 14, 26),
        ("ip", 0, 33, 43),
        ("email", 0, 51, 63),
        ("phone", 1, 5, 20),
    ]
    assert error.redacted == (
        "Customer mail <email-1>, node <ip-1>; again <email-1>",
        "call <phone-1>",
    )
    for said in (str(error), repr(error), repr(error.findings), repr(find_personal(NOTES))):
        assert "acme" not in said
        assert "81.42" not in said


async def test_every_client_is_given_the_text_to_send_instead(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        frame = failure(await refusal([NOTES, "pwd=abc123"]), "en")
    assert frame.code == "personal_data_found"
    assert frame.redacted == "Customer mail <email-1>, node <ip-1>; again <email-1>"
    assert [one.kind for one in frame.findings or ()] == ["email", "ip", "email", "password"]
    assert (frame.findings or [])[-1].masked == "***"
    over_mcp = refused(frame)
    assert over_mcp["redacted"] == frame.redacted
    assert "acme" not in frame.model_dump_json() + json.dumps(over_mcp) + caplog.text


@pytest.mark.parametrize("address", ["10.42.7.19", "172.20.1.9", "192.168.1.77", "fd00:12:34::7"])
async def test_an_address_of_a_private_range_passes_and_a_public_one_does_not(address: str) -> None:
    assert (await Gate().check([f"The relay is at {address}."])).counts == {}
    error = await refusal([f"The relay is at {address}, seen from 81.42.7.19."])
    assert error.redacted == (f"The relay is at {address}, seen from <ip-1>.",)


async def test_what_was_redacted_passes_and_its_marks_are_counted() -> None:
    cleared = await Gate().check([redact(NOTES)])
    assert (cleared.counts, cleared.service) == ({"email": 1, "ip": 1}, "")


@pytest.mark.parametrize("order", [1, -1])
async def test_a_key_is_found_that_is_cut_over_two_texts(order: int) -> None:
    halves = [f"the picture ends with {CARD_KEY[:44]}", f"{CARD_KEY[44:]} is the rest"]
    error = await refusal(halves[::order])
    assert {one.kind for one in error.findings} == {"storage_key"}
    assert "Ab3/" not in "".join(error.redacted)


async def test_what_a_public_page_says_is_none() -> None:
    page = "Ask support@microsoft.com, or the gateway at 81.1.2.3."
    assert (await Gate().check(["mail support@microsoft.com"], [page])).counts == {}
    with pytest.raises(PersonalDataFound):
        await Gate().check(["the gateway at 81.1.2.30"], [page])
    with pytest.raises(PersonalDataFound):
        await Gate().check(["the gateway at 81.1.2.3"], [page.replace("81.1.2.3", "81.1.2.34")])


# It fails closed


class Silent:
    """Never replies."""

    name = "silent"

    async def find(self, _: str) -> PersonalSpans:
        await asyncio.Event().wait()
        return ()

    async def close(self) -> None:
        pass


async def test_who_does_not_reply_in_time_lets_nothing_pass() -> None:
    with pytest.raises(PersonalDataGateFailed, match="gate_slow"):
        await Gate(Silent(), seconds=0.01).check(["clean"])


async def test_more_text_than_it_looks_at_does_not_pass() -> None:
    with pytest.raises(PersonalDataGateFailed, match="gate_too_long"):
        await Gate().check(["a" * 600_000, "b" * 600_000])


async def test_notes_of_the_longest_kind_are_looked_through_to_their_end() -> None:
    line = "2026-01-14T09:31:22.114Z ERROR Role MocArb raised an exception, event 7031\n"
    text = (line * 4_000)[:299_980] + "\nmail info@acme.nl"
    (finding,) = (await refusal([text], Gate(seconds=60))).findings  # whatever else runs here
    assert (finding.kind, finding.end) == ("email", len(text))


# Azure AI Language besides


@pytest.fixture(name="service")
def served() -> Iterator[StandinServer]:
    words = {"Anneke": ("Person", 0.9), "Berlin": ("Person", 0.6), "127.0.0.1": ("IPAddress", 0.95)}
    with standing_in(language(**words)) as server:
        yield server


@pytest.fixture(name="gate")
async def asking(service: StandinServer) -> AsyncIterator[Gate]:
    gate = gate_of(
        TsgSettings(
            tess_tsg_pii="azure", tess_tsg_pii_url=service.url, tess_tsg_pii_key=SecretStr(KEY)
        )
    )
    yield gate
    await gate.close()


async def test_a_name_without_a_cue_is_found_by_the_service_in_the_whole_text(
    gate: Gate, service: StandinServer
) -> None:
    filler = "words of notes 127.0.0.1 in Berlin \U0001f600 " * 800
    text = f"{filler}Anneke restarted the node"
    error = await refusal([text], gate)
    assert [(one.kind, one.start, one.end) for one in error.findings] == [
        ("person", len(filler), len(filler) + 6)
    ]
    assert error.redacted == (f"{filler}<person-1> restarted the node",)
    asked = [json.loads(one.body) for one in service.requests]
    assert all(one["parameters"]["loggingOptOut"] for one in asked)
    assert len(asked[0]["parameters"]["piiCategories"]) == 11
    assert (await gate.check(["the node restarted"])).service == "azure"


async def test_what_the_rules_refuse_is_sent_nowhere(gate: Gate, service: StandinServer) -> None:
    await refusal([NOTES, "Anneke"], gate)
    assert not service.requests


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ({"status": 401}, "service_key_refused"),
        ({"status": 500}, "service_failing"),
        ({"fault": "reset"}, "service_broke_off"),
        ({"body": "no json"}, "reply_no_json"),
        ({"body": {"results": {"documents": [], "errors": []}}}, "reply_no_json"),
        ({"body": {"results": {"documents": [{"id": "0", "entities": []}], "errors": [{"id": "0"}]}}}, "reply_no_json"),
        (
            {
                "body": {
                    "results": {
                        "documents": [
                            {
                                "id": "0",
                                "entities": [
                                    {"category": "Person", "offset": 9, "length": 99, "confidenceScore": 1}
                                ],
                            }
                        ],
                        "errors": [],
                    }
                }
            },
            "reply_no_json",
        ),
    ],
)  # fmt: skip
async def test_a_service_that_did_not_look_at_all_of_it_lets_nothing_pass(
    reply: dict[str, object], problem: str
) -> None:
    with standing_in(language(reply)) as server:
        service = AzureLanguage(server.url, SecretStr(KEY))
        with pytest.raises(PersonalDataGateFailed, match=problem):
            await Gate(service).check(["clean words"])
        await service.close()


def test_pieces_are_cut_at_white_space_and_are_the_text() -> None:
    text = ("word " * 3_000) + "x" * 12_000 + " end"
    cut = list(pieces(text))
    assert "".join(piece for _, piece in cut) == text
    assert all(len(piece) <= 5_120 and text[begin:].startswith(piece) for begin, piece in cut)
    assert [piece[-5:] for _, piece in cut[:2]] == [" word", " word"]


def test_azure_wants_an_address_and_a_key() -> None:
    with pytest.raises(BadSettings, match="TESS_TSG_PII_URL"):
        read_settings([TsgSettings], tess_tsg_pii="azure")
    assert isinstance(gate_of(TsgSettings()), Gate)

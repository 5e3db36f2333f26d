"""What ARM said becomes lines that can be quoted, and none of them holds a secret."""

from datetime import UTC, datetime

import pytest
from pydantic import JsonValue

from src.desks.azure.arm_calls import ArmReply, ArmRequest
from src.desks.azure.reading import CUT, MOST_LINES, lines_of, observation

PATH = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/st01"


def reply(body: JsonValue, status: int = 200, *, is_cut: bool = False) -> ArmReply:
    return ArmReply(status, body, 'W/"1"', is_cut, datetime.now(UTC), 1, 0.1)


def test_a_line_is_a_value() -> None:
    body: JsonValue = {
        "properties": {"networkAcls": {"defaultAction": "Deny", "ipRules": []}, "n": 1.5},
        "tags": {},
        "zones": ["1", None, True],
        "log": "one\ntwo\r\n",
        "odd": "a\x00b\x1b[31mc\u2028d",
    }
    assert lines_of(body) == [
        "properties.networkAcls.defaultAction: Deny",
        "properties.networkAcls.ipRules: []",
        "properties.n: 1.5",
        "tags: {}",
        "zones[0]: 1",
        "zones[1]: null",
        "zones[2]: true",
        "log[0]: one",
        "log[1]: two",
        "odd: a\\u0000b\\u001b[31mc\\u2028d",
    ]


def test_an_observation_says_what_was_asked() -> None:
    request = ArmRequest("GET", PATH, "2023-05-01", {"$filter": "name eq 'a'"})
    first = observation(reply({"a": 1}), request)
    assert first.content == "status: 200\na: 1"
    assert first.title == "GET Microsoft.Storage/storageAccounts/st01 (200)"
    assert first.request == f"GET {PATH}?$filter=name+eq+'a'&api-version=2023-05-01"
    assert (first.revision, first.heading, first.is_private) == ('W/"1"', PATH, True)
    assert first.id == observation(reply({"a": 1}), request).id
    assert first.id != observation(reply({"a": 2}), request).id
    cut = observation(reply("{half", is_cut=True), request)
    assert cut.content == f"status: 200\n{{half\n{CUT}"
    assert observation(reply(None, 404), request).content == "status: 404\nnull"


@pytest.mark.parametrize(
    "body",
    [
        {"adminPassword": "two words"},
        {"properties": {"clientSecret": "two words"}},
        {"environmentVariables": [{"name": "DB_PASSWORD", "value": "two words"}]},
        {"environmentVariables": [{"name": "DB_PASSWORD", "secureValue": "two words"}]},
        {"keys": {"primaryKey": ["two words"]}},
        {"message": "Server=x;Password=two-words;"},
        {"name": "note", "value": "Password='two-words'"},
        {"log": "starting\npassword: two-words1\nready"},
    ],
)
def test_no_line_holds_a_secret(body: JsonValue) -> None:
    told = "\n".join(lines_of(body))
    assert "two" not in told
    assert "‹secret:" in told


def test_the_same_secret_has_the_same_mark() -> None:
    body: JsonValue = {"a": {"password": "x1"}, "b": {"password": "x1"}, "c": {"password": "x2"}}
    marks = [line.split(": ")[1] for line in lines_of(body)]
    assert marks == ["‹secret:password:1›", "‹secret:password:1›", "‹secret:password:2›"]


def test_references_stay_readable() -> None:
    reference = "@Microsoft.KeyVault(SecretUri=https://kv/secrets/db)"
    assert lines_of({"password": reference}) == [f"password: {reference}"]


def test_what_is_long_is_told_by_both_its_ends() -> None:
    log = "\n".join(f"line {n}" for n in range(10_000))
    content = observation(reply({"content": log}), ArmRequest("GET", PATH, "v")).content
    lines = content.split("\n")
    assert len(lines) == MOST_LINES + 2
    assert lines[1] == "content[0]: line 0"
    assert lines[-1] == "content[9999]: line 9999"
    assert lines[1 + MOST_LINES // 2] == "(8000 lines are left out here)"
    deep: JsonValue = "x"
    for _ in range(200):
        deep = {"a": deep}
    assert lines_of(deep)[0].endswith("(deeper than is read)")
    assert lines_of({"a": "x" * 9_000})[0].endswith("x (cut)")


def sku(name: str, family: str) -> JsonValue:
    return {"name": name, "size": name.removeprefix("Standard_"), "family": family}


@pytest.mark.parametrize("wanted", ["standard_d4s_v5", "D4s_v5", "FAMILY"])
def test_of_a_long_list_what_is_meant_is_kept(wanted: str) -> None:
    others = [sku(f"Standard_{n}", "other") for n in range(1_000)]
    body: JsonValue = {"value": [*others, sku("Standard_D4s_v5", "family")]}
    asked = ArmRequest("GET", PATH, "v", wanted=wanted)
    lines = observation(reply(body), asked).content.split("\n")
    assert lines[1] == "value[0].name: Standard_D4s_v5"
    assert lines[-1] == f"(1000 items are left out here: they are not {wanted})"


def test_of_an_unknown_name_it_is_told_that_there_is_none() -> None:
    body: JsonValue = {"value": [{"name": {"value": "cores", "localizedValue": "Total vCPUs"}}]}
    asked = ArmRequest("GET", PATH, "v", wanted="x")
    assert "(1 items are left out here: they are not x)" in observation(reply(body), asked).content
    known = ArmRequest("GET", PATH, "v", wanted="total vcpus")
    assert "left out" not in observation(reply(body), known).content

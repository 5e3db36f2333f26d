"""The history over REST, from a real server: the same names as the commands, the same refusals."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.dossier.erasing import ERASED
from src.dossier.json_store import JsonStore
from src.llm.builtin.model import OfflineModel
from tests.fakes import ListRetriever, law, ruling
from tests.serving import TEST_ID, Served, rest_client, served

QUESTION = "Hoe lang is de termijn voor bezwaar van mevrouw Zonnebloem?"
TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
RULING = ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden.")
OTHER_ID = "dos-" + 32 * "7"
HERE = f"/dossiers/{TEST_ID}"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with one dossier of two turns."""
    model, store = OfflineModel(OFFLINE_RULES), JsonStore(tmp_path)
    retriever = ListRetriever(TERM, RULING)
    agent = Agent(store, {"tax": tax_desk(model, retriever, store)})
    async with served(Parts(agent, store, model)) as running:
        for message in (QUESTION, "Haal de Hoge Raad weg"):
            await running.say(message, dossier_id=TEST_ID)
        yield running


async def post(
    server: Served, path: str, content: str, kind: str | None = "application/json"
) -> httpx2.Response:
    headers = {"content-type": kind} if kind else {}
    url = f"http://127.0.0.1:{server.port}{path}"
    async with rest_client() as client:
        return await client.post(url, content=content, headers=headers)


async def got(server: Served, path: str) -> Any:
    response = await server.get(path)
    assert response.status_code == 200, response.text
    return response.json()


async def test_looking_back(server: Served) -> None:
    log = await got(server, f"{HERE}/log")
    assert [line["version"] for line in log] == [1, 2]
    assert log[1]["changes"] == [{"kind": "left_out", "names": [RULING.title]}]
    assert (await got(server, f"{HERE}/at/1"))["selected_ids"] == [TERM.id, RULING.id]
    assert len((await got(server, f"{HERE}/hash"))["sha256"]) == 64
    events = await got(server, f"{HERE}/why?source=2")
    assert [event["kind"] for event in events] == ["found", "added", "shown", "left_out"]
    assert await got(server, f"{HERE}/verify") == {"ok": True, "entries": 2, "state": "same"}
    assert "selected_only_in_a" in await got(server, f"/diff?a={TEST_ID}@1&b={TEST_ID}")


async def test_what_the_model_saw(server: Served) -> None:
    await server.say("ja", dossier_id=TEST_ID)
    sent = await got(server, f"{HERE}/as-sent")
    assert (sent["answer"], sent["matches"]) == ("a3", True)
    assert TERM.content in sent["sources"][TERM.id]
    assert await got(server, f"{HERE}/as-sent?answer=a3") == sent


async def test_taking_back_and_making_again(server: Served) -> None:
    undone = (await post(server, f"{HERE}/undo", "{}")).json()
    assert (undone["dossier_id"], undone["version"]) == (TEST_ID, 3)
    assert undone["response"].startswith("Ongedaan gemaakt")
    redone = (await post(server, f"{HERE}/redo", '{"turns": 1}')).json()
    assert redone["version"] == 4
    assert (await got(server, f"/diff?a={TEST_ID}@2&b={TEST_ID}@4")) == await got(
        server, f"/diff?a={TEST_ID}&b={TEST_ID}"
    )


async def test_forgetting_and_holding(server: Served) -> None:
    assert (await post(server, f"{HERE}/hold", '{"on": true}')).json()["on_hold"] is True
    refused = await post(server, f"{HERE}/forget", '{"turns": [1]}')
    assert (refused.status_code, refused.json()["code"]) == (409, "on_hold")
    assert (await post(server, f"{HERE}/hold", '{"on": false}')).json()["on_hold"] is False
    assert (await post(server, f"{HERE}/forget", '{"turns": [1]}')).status_code == 200
    assert (await got(server, HERE))["conversation"][0]["content"] == ERASED
    assert (await post(server, f"{HERE}/forget", '{"turns": "all"}')).status_code == 200
    assert (await got(server, f"{HERE}/verify"))["ok"] is True


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (f"{HERE}/at/9", 404, "unknown_version"),
        (f"{HERE}/at/x", 400, "bad_fields"),
        (f"{HERE}/at/{'9' * 50}", 400, "bad_fields"),
        (f"{HERE}/why?source=9", 404, "unknown_source"),
        (f"{HERE}/why", 400, "bad_fields"),
        (f"{HERE}/as-sent", 404, "unknown_answer"),
        (f"/diff?a={TEST_ID}&b={TEST_ID}@x", 404, "unknown_version"),
        (f"/diff?a={TEST_ID}&b=dos-x", 400, "bad_dossier_id"),
        ("/dossiers/dos-00000000/log", 404, "unknown_dossier"),
        ("/dossiers/dos-x/verify", 400, "bad_dossier_id"),
    ],
)
async def test_what_can_not_be_looked_at(server: Served, path: str, status: int, code: str) -> None:
    refused = await server.get(path)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert refused.json()["error"]


@pytest.mark.parametrize(
    ("action", "body", "status", "code"),
    [
        ("undo", '{"turns": 9}', 409, "nothing_to_undo"),
        ("redo", "{}", 409, "nothing_to_redo"),
        ("undo", '{"turns": 0}', 400, "bad_fields"),
        ("undo", '{"turns": 1, "more": 1}', 400, "bad_fields"),
        ("undo", "no json", 400, "bad_fields"),
        ("forget", '{"turns": []}', 400, "bad_fields"),
        ("forget", "{}", 400, "bad_fields"),
        ("forget", '{"turns": [9]}', 404, "unknown_version"),
        ("hold", "{}", 400, "bad_fields"),
        ("as-of", '{"day": "1-1-2018"}', 400, "bad_fields"),
        ("title", "{}", 400, "bad_fields"),
    ],
)
async def test_what_can_not_be_done_changes_nothing(
    server: Served, action: str, body: str, status: int, code: str
) -> None:
    before = await got(server, f"{HERE}/hash")
    refused = await post(server, f"{HERE}/{action}", body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert await got(server, f"{HERE}/hash") == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
@pytest.mark.parametrize(
    "action", ["undo", "redo", "forget", "hold", "selection", "as-of", "title"]
)
async def test_a_body_that_a_form_could_send_is_refused(
    server: Served, action: str, kind: str | None
) -> None:
    bodies = {"forget": '{"turns": "all"}', "hold": '{"on": true}'}
    refused = await post(server, f"{HERE}/{action}", bodies.get(action, "{}"), kind)
    assert refused.status_code == 400
    assert "Content-Type" in refused.json()["error"]
    assert [line["version"] for line in await got(server, f"{HERE}/log")] == [1, 2]


async def test_a_journal_that_was_changed_is_told(server: Served, tmp_path: Path) -> None:
    journal = tmp_path / f"{TEST_ID}.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"Zonnebloem", b"Zonnebloen", 1))
    refused = await server.get(f"{HERE}/verify")
    assert (refused.status_code, refused.json()["code"]) == (503, "journal_broken")
    assert "entry 1 " in refused.json()["error"]


async def test_sources_are_ticked_and_unticked_by_their_ids(server: Served) -> None:
    changes = {"select": [RULING.id], "unselect": [TERM.id]}
    changed = (await post(server, f"{HERE}/selection", json.dumps(changes))).json()
    assert changed["version"] == 3
    assert RULING.title in changed["response"]
    dossier = await got(server, HERE)
    assert dossier["selected_ids"] == dossier["shown_selection"] == [RULING.id]
    assert dossier["conversation"][-1]["content"] == changed["response"]
    log = await got(server, f"{HERE}/log")
    assert [one["kind"] for one in log[-1]["changes"]] == ["left_out", "put_back"]
    assert (await post(server, f"{HERE}/undo", "{}")).status_code == 200
    assert (await got(server, HERE))["selected_ids"] == [TERM.id]


async def test_a_source_that_the_dossier_does_not_have_changes_nothing(server: Served) -> None:
    changes = {"select": [RULING.id, "BWBR0000000/1@2020-01-01"]}
    refused = await post(server, f"{HERE}/selection", json.dumps(changes))
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown_source")
    assert (await got(server, HERE))["version"] == 2
    empty = await post(server, f"{HERE}/selection", '{"select": []}')
    assert (empty.status_code, empty.json()["code"]) == (400, "bad_fields")


async def test_the_day_whose_law_counts_is_set_and_taken_away(server: Served) -> None:
    changed = (await post(server, f"{HERE}/as-of", '{"day": "2018-01-01"}')).json()
    assert "01-01-2018" in changed["response"]
    dossier = await got(server, HERE)
    assert (dossier["as_of"], dossier["shown_selection"]) == ("2018-01-01", [])
    await post(server, f"{HERE}/as-of", '{"day": null}')
    assert (await got(server, HERE))["as_of"] is None


async def test_a_dossier_gets_a_name_which_is_forgotten_with_its_turn(server: Served) -> None:
    assert (await post(server, f"{HERE}/title", '{"title": " Zaak  Zonnebloem "}')).is_success
    (line,) = (await got(server, "/dossiers"))["dossiers"]
    assert line["title"] == "Zaak Zonnebloem"
    assert (await got(server, f"{HERE}/log"))[-1]["changes"] == [
        {"kind": "renamed", "names": ["Zaak Zonnebloem"]}
    ]
    assert (await post(server, f"{HERE}/forget", '{"turns": [3]}')).is_success
    assert (await got(server, HERE))["title"] == ERASED


async def test_a_dossier_gets_labels_and_is_archived(server: Served) -> None:
    await server.say("Wat is een navordering?", dossier_id=OTHER_ID)
    given = await post(server, f"{HERE}/labels", '{"add": ["  Jansen  BV ", "2024"]}')
    assert given.json() == {
        "dossier_id": TEST_ID,
        "version": 3,
        "labels": ["Jansen BV", "2024"],
        "archived": False,
    }
    again = await post(server, f"{HERE}/labels", '{"add": ["2024"], "remove": ["Smit"]}')
    assert again.json()["version"] == 3
    await post(server, f"{HERE}/labels", '{"remove": ["2024"]}')
    (line,) = (await got(server, "/dossiers?label=Jansen%20BV"))["dossiers"]
    assert (line["id"], line["labels"], line["archived"]) == (TEST_ID, ["Jansen BV"], False)
    assert line["updated_at"] > line["created_at"]
    assert (await got(server, "/find?text=jansen"))["found"][0]["where"] == "label"
    assert (await post(server, f"{HERE}/archive", '{"on": true}')).json()["archived"] is True
    for query, found in (
        ("", [OTHER_ID]),
        ("?archived=true", [TEST_ID]),
        ("?archived=any&limit=5", [TEST_ID, OTHER_ID]),
        ("?words=ZONNEBLOEM&archived=any", [TEST_ID]),
        ("?words=zonnebloem", []),
        ("?desk=tax", [OTHER_ID]),
        ("?desk=docs", []),
    ):
        assert [one["id"] for one in (await got(server, f"/dossiers{query}"))["dossiers"]] == found
    changes = [one["changes"] for one in await got(server, f"{HERE}/log")]
    assert changes[2:] == [
        [{"kind": "labelled", "names": ["Jansen BV", "2024"]}],
        [{"kind": "unlabelled", "names": ["2024"]}],
        [{"kind": "archived", "names": []}],
    ]
    assert (await got(server, f"{HERE}/verify"))["ok"] is True


@pytest.mark.parametrize("label", ["", "x" * 61, "a\u0000b", " \n "])
async def test_a_label_that_is_none_is_refused(server: Served, label: str) -> None:
    refused = await post(server, f"{HERE}/labels", json.dumps({"add": [label]}))
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_fields")


async def test_a_label_is_forgotten_with_its_turn(server: Served) -> None:
    await post(server, f"{HERE}/labels", '{"add": ["Zonnebloem"]}')
    await post(server, f"{HERE}/labels", '{"add": ["2024"]}')
    assert (await post(server, f"{HERE}/forget", '{"turns": [3]}')).is_success
    assert (await got(server, HERE))["labels"] == ["2024"]
    assert "Zonnebloem" not in str((await got(server, f"{HERE}/journal"))[2:])


async def test_undo_leaves_labels_and_archive(server: Served) -> None:
    await post(server, f"{HERE}/labels", '{"add": ["2024"]}')
    await post(server, f"{HERE}/archive", '{"on": true}')
    assert (await post(server, f"{HERE}/undo", "{}")).is_success
    dossier = await got(server, HERE)
    assert (dossier["labels"], dossier["archived"]) == (["2024"], True)
    assert RULING.id in dossier["selected_ids"]


async def test_a_dossier_is_deleted_unless_it_is_on_hold(server: Served) -> None:
    async def deleted() -> httpx2.Response:
        async with rest_client() as client:
            return await client.delete(f"http://127.0.0.1:{server.port}{HERE}")

    await post(server, f"{HERE}/hold", '{"on": true}')
    refused = await deleted()
    assert (refused.status_code, refused.json()["code"]) == (409, "on_hold")
    await post(server, f"{HERE}/hold", '{"on": false}')
    assert (await deleted()).json() == {"dossier_id": TEST_ID}
    assert (await server.get(HERE)).status_code == 404
    assert (await deleted()).status_code == 404
    assert (await got(server, "/dossiers"))["dossiers"] == []


async def test_a_text_is_found_in_whatever_dossier_has_it(server: Served) -> None:
    await server.say("Wat is een navordering?", dossier_id=OTHER_ID)
    (asked,) = (await got(server, "/find?text=mevrouw%20ZONNEBLOEM"))["found"]
    assert (asked["dossier_id"], asked["where"]) == (TEST_ID, "question")
    assert asked["excerpt"] == "Hoe lang is de termijn voor bezwaar van mevrouw Zonnebloem?"
    assert len((await got(server, "/find?text=termijn"))["found"]) >= 1
    assert len((await got(server, "/find?text=e&limit=1"))["found"]) == 1
    assert (await got(server, "/find?text=.%2A"))["found"] == []


async def test_lists_come_page_by_page(server: Served) -> None:
    names = [f"dos-0000000{number}" for number in range(3)]
    for name in names:
        await server.say("Wat is een navordering?", dossier_id=name)
    whole = await got(server, "/dossiers")
    assert [one["id"] for one in whole["dossiers"]] == [*reversed(names), TEST_ID]
    assert "next" not in whole
    for path, rows, name in (
        ("/dossiers?", "dossiers", "id"),
        ("/find?text=e&", "found", "dossier_id"),
    ):
        seen, cursor = [], ""
        for count in (3, 1):
            page = await got(server, f"{path}limit=3{cursor}")
            seen += [one[name] for one in page[rows]]
            assert len(page[rows]) == count
            cursor = f"&cursor={page.get('next')}"
            assert ("next" in page) == (count == 3)
        assert seen == [*reversed(names), TEST_ID]


@pytest.mark.parametrize("path", ["/dossiers", "/dossiers?limit=2", "/find?text=e"])
@pytest.mark.parametrize(
    "cursor", ["nowhere", f"{2**63:x}.{TEST_ID}"], ids=["no cursor", "beyond all"]
)
async def test_a_cursor_that_is_none_is_refused(server: Served, path: str, cursor: str) -> None:
    refused = await server.get(f"{path}{'&' if '?' in path else '?'}cursor={cursor}")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_fields")
    assert "cursor" in refused.json()["error"]


@pytest.mark.parametrize("limit", ["0", "501", "x"])
async def test_a_page_has_a_largest_size(server: Served, limit: str) -> None:
    assert (await server.get(f"/dossiers?limit={limit}")).status_code == 400

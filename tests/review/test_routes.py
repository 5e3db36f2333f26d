"""The same over REST, from a real server: the same names as the commands, the same refusals."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from src.bootstrap import Parts, build
from src.settings import read_settings
from tests.review.fixture_law import (
    DOSSIER,
    NEW_2,
    NEW_3,
    OLD_2,
    WOOD,
    kept_files,
    law_file,
    put_in_library,
)
from tests.serving import Served, rest_client, served

HERE = f"/dossiers/{DOSSIER}"


@pytest.fixture
async def server(data: Path) -> AsyncIterator[Served]:
    assert data.is_dir()
    parts: Parts = build(read_settings())
    async with served(parts) as running:
        yield running


async def got(server: Served, path: str) -> Any:
    response = await server.get(path)
    assert response.status_code == 200, response.text
    return response.json()


async def post(server: Served, path: str, content: Any, **headers: str) -> httpx2.Response:
    url = f"http://127.0.0.1:{server.port}{path}"
    async with rest_client() as client:
        return await client.post(url, json=content, headers=headers)


async def posted(server: Served, path: str, content: Any) -> Any:
    response = await post(server, path, content)
    assert response.status_code == 200, response.text
    return response.json()


async def test_check_and_replay(server: Served) -> None:
    found = await got(server, f"{HERE}/check")
    assert (found["dossier_id"], found["same"]) == (DOSSIER, True)
    assert [claim["state"] for claim in found["answers"][0]["claims"]] == ["same", "same"]
    assert await got(server, f"{HERE}/check?answer=a2") == found
    again = await got(server, f"{HERE}/replay?answer=a2")
    assert (again["answer"], again["same"], again["differences"]) == ("a2", True, [])


async def test_asking_again_changes_nothing(server: Served, data: Path) -> None:
    before = kept_files(data)
    live = await posted(server, f"{HERE}/live", {"answer": "a2"})
    assert (live["model_then"], live["model"], live["sent_same"]) == ("scripted", "offline", True)
    what = await posted(server, f"{HERE}/whatif", {"without": [NEW_3]})
    assert [change["kind"] for change in what["branch"]["changes"]].count("lost") == 1
    back = await posted(server, f"{HERE}/whatif", {"answer": "a2", "without": ["1"], "with": ["2"]})
    assert back["branch"]["answer"]["source_ids"] == [NEW_3]
    then = await posted(server, f"{HERE}/retime", {"as_of": "2021-06-30"})
    assert (then["articles"][0]["then"], then["kept"]) == (OLD_2, "")
    assert "[-eenentwintig-] {+negentien+}" in then["articles"][0]["difference"]
    assert kept_files(data) == before


async def test_a_branch_is_kept(server: Served) -> None:
    then = await posted(server, f"{HERE}/retime", {"as_of": "2021-06-30", "keep": True})
    assert (await got(server, f"/dossiers/{then['kept']}/replay"))["same"] is True


async def test_stale(server: Served, data: Path) -> None:
    assert await got(server, "/stale") == {"answers": [], "unreadable": []}
    put_in_library(data, law_file(data / "files", "2025-01-01", {"2": "Vrij.", "3": WOOD}))
    (answer,) = (await got(server, "/stale"))["answers"]
    assert (answer["dossier_id"], answer["answer"]) == (DOSSIER, "a2")
    assert [quote["source_id"] for quote in answer["quotes"]] == [NEW_2]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (f"{HERE}/check?answer=a9", 404, "unknown_answer"),
        (f"{HERE}/replay?answer={'a' * 41}", 400, "bad_fields"),
        ("/dossiers/dos-00000000/check", 404, "unknown_dossier"),
        ("/dossiers/dos-x/replay", 400, "bad_dossier_id"),
    ],
)
async def test_what_can_not_be_looked_at(server: Served, path: str, status: int, code: str) -> None:
    refused = await server.get(path)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("whatif", {"without": ["artikel 99"]}, 404, "unknown_source"),
        ("whatif", {}, 400, "bad_selection"),
        ("whatif", {"wihtout": ["1"]}, 400, "bad_fields"),
        ("retime", {}, 400, "bad_fields"),
        ("retime", {"as_of": "gisteren"}, 400, "bad_fields"),
        ("live", {"answer": "a9"}, 404, "unknown_answer"),
    ],
)
async def test_what_can_not_be_asked(
    server: Served, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    refused = await post(server, f"{HERE}/{path}", body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


@pytest.mark.parametrize("path", ["live", "retime", "whatif"])
async def test_a_body_that_a_form_could_send_is_refused(server: Served, path: str) -> None:
    refused = await post(server, f"{HERE}/{path}", {}, **{"content-type": "text/plain"})
    assert refused.status_code == 400
    assert "Content-Type" in refused.json()["error"]


async def test_a_changed_source_is_named(server: Served, data: Path) -> None:
    journal = data / "dossiers" / f"{DOSSIER}.jsonl"
    journal.write_text(journal.read_text().replace('"content":"Houten', '"content":"Gouten', 1))
    for path in ("check", "replay"):
        refused = await server.get(f"{HERE}/{path}")
        assert (refused.status_code, refused.json()["code"]) == (503, "source_changed")
        assert NEW_3 in refused.json()["error"]


async def test_a_forgotten_answer_has_no_receipt(server: Served) -> None:
    assert (await post(server, f"{HERE}/forget", {"turns": [2]})).status_code == 200
    refused = await server.get(f"{HERE}/replay?answer=a2")
    assert (refused.status_code, refused.json()["code"]) == (400, "no_receipt")

"""Documents of the client over REST, from a real server: checked, agreed to, and then a source like others."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from src.api.limits import Limits
from src.dossier.erasing import ERASED
from src.llm.protocol import ChatReply
from src.uploads.limits import UploadLimits
from tests.api.raw import Raw, raw
from tests.api.wiring import QUESTION, TERM, wired
from tests.fakes import ScriptedRounds
from tests.llm.provider import calls, model_at, says, serving
from tests.serving import TEST_ID, Served, rest_client, served
from tests.uploads import files

NUMBER = "111222333"
SENTENCE = "De koopsom van de woning bedraagt 350.000 euro en is betaald op 1 mei 2024."
DEED = f"# Akte\n\n{SENTENCE}\n\nKoper: BSN {NUMBER}, mail koper@voorbeeld.nl.\n".encode()
DEED_HASH = hashlib.sha256(DEED).hexdigest()
DEED_ID = f"upload/{DEED_HASH[:32]}"
HERE = f"/dossiers/{TEST_ID}"
ADD = f"{HERE}/documents?name=akte.md"
OCTETS = "application/octet-stream"


async def post(
    server: Served,
    path: str,
    content: bytes = DEED,
    kind: str | None = OCTETS,
    language: str = "en",
) -> httpx2.Response:
    headers = {"accept-language": language, **({"content-type": kind} if kind else {})}
    async with rest_client() as client:
        url = f"http://127.0.0.1:{server.port}{path}"
        return await client.post(url, content=content, headers=headers)


async def add(server: Served, content: bytes = DEED, name: str = "akte.md") -> dict[str, Any]:
    """Check a document, agree, add it."""
    checked = (await post(server, f"/documents/check?name={name}", content)).json()
    path = f"{HERE}/documents?name={name}&agreed={checked['sha256']}"
    added: dict[str, Any] = (await post(server, path, content)).json()
    return added


def code(response: httpx2.Response) -> tuple[int, Any]:
    return response.status_code, response.json()["code"]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with one dossier in which something was asked."""
    async with served(wired(tmp_path)) as running:
        await running.say(QUESTION, dossier_id=TEST_ID)
        yield running


# The check


async def test_the_check_says_what_is_in_a_document_and_keeps_nothing(
    server: Served, tmp_path: Path
) -> None:
    checked = (await post(server, "/documents/check?name=akte.md")).json()
    assert checked["personal"] == [
        {"kind": "email", "count": 1, "examples": ["k****@*********.nl"]},
        {"kind": "bsn", "count": 1, "examples": ["1******33"]},
    ]
    told = {name: checked[name] for name in ("name", "sha256", "kind", "pages", "characters")}
    assert told == {
        "name": "akte.md",
        "sha256": DEED_HASH,
        "kind": "md",
        "pages": None,
        "characters": len(DEED) - 1,
    }
    assert "Names" in checked["notice"]
    assert checked["limits"]["bytes"] == UploadLimits().size
    assert not [path for path in tmp_path.rglob("*") if NUMBER.encode() in path.read_bytes()]


async def test_the_check_speaks_the_users_language(server: Served) -> None:
    checked = (await post(server, "/documents/check?name=a.txt", language="nl")).json()
    assert "Namen" in checked["notice"]
    refused = await post(server, "/documents/check?name=a.pdf", files.picture_pdf(), language="nl")
    assert code(refused) == (400, "document_without_text")
    assert "OCR" in refused.json()["error"]
    assert "geen tekst" in refused.json()["error"]


# Adding


async def test_a_document_becomes_a_selected_source_marked_as_the_clients(server: Served) -> None:
    added = await add(server)
    assert (added["dossier_id"], added["version"]) == (TEST_ID, 2)
    assert "akte.md *(document van de cliënt)*" in added["response"]
    assert "geen recht" in added["response"]
    assert "Zijn dit de juiste bronnen" in added["response"]
    dossier = (await server.get(HERE)).json()
    assert dossier["sources"][-1]["content"] == DEED.decode().strip()
    assert dossier["selected_ids"][-1] == DEED_ID
    assert dossier["shown_selection"] == dossier["selected_ids"]
    (line,) = (await server.get(f"{HERE}/log")).json()[1:]
    assert line["changes"] == [{"kind": "added", "names": ["akte.md"]}]


async def test_a_document_longer_than_a_message_may_begin_a_dossier(server: Served) -> None:
    letter = DEED * 1_000
    checked = (await post(server, "/documents/check?name=akte.md", letter)).json()
    begun = await post(server, f"/documents?name=akte.md&agreed={checked['sha256']}", letter)
    assert begun.status_code == 200
    assert begun.json()["version"] == 1


async def test_the_journal_keeps_who_agreed_to_what(server: Served) -> None:
    await add(server)
    entry = (await server.get(f"{HERE}/journal")).json()[-1]
    assert (entry["author"], entry["request"]) == ("local", None)
    assert entry["agreement"] == {
        "name": "akte.md",
        "sha256": DEED_HASH,
        "size": len(DEED),
        "personal": {"email": 1, "bsn": 1},
    }


LETTER = f"Ik ben Jan Jansen, BSN {NUMBER}, en denk dat de termijn voor bezwaar tien weken is.\n".encode()
TITLE = f"Brief van {NUMBER}.txt"


async def answered(server: Served) -> dict[str, Any]:
    """Ask what the law and the letter speak of, and confirm the sources."""
    question = "Denk ik terecht dat de termijn voor bezwaar tien weken is?"
    await server.say(question, dossier_id=TEST_ID)
    return await server.say("ja", dossier_id=TEST_ID)


async def test_the_clients_words_are_facts_and_never_what_answers(server: Served) -> None:
    await add(server, LETTER, TITLE)
    reply = (await answered(server))["response"]
    law, _, facts = reply.partition("## FEITEN UIT DOCUMENTEN VAN DE CLIËNT")
    assert "tien weken" not in law
    assert "zes weken" in law.partition("## ANTWOORD")[2]
    assert "Ik ben Jan Jansen" not in law
    assert "tien weken is.”" in facts
    answer = (await server.get(HERE)).json()["answers"][-1]
    assert [one["source_id"] for one in answer["claims"]] == [TERM.id]
    assert len(answer["facts"]) == 1
    checked = (await server.get(f"{HERE}/check")).json()
    assert {one["state"] for row in checked["answers"] for one in row["claims"]} == {"same"}
    replayed = (await server.get(f"{HERE}/replay")).json()
    assert replayed["same"] is True


async def test_what_only_the_client_says_is_no_answer(server: Served) -> None:
    await add(server)
    await server.say("Hoe hoog is de koopsom van de woning?", dossier_id=TEST_ID)
    reply = await server.say("ja", dossier_id=TEST_ID)
    _, _, facts = reply["response"].partition("## FEITEN UIT DOCUMENTEN VAN DE CLIËNT")
    assert f"\\[3\\] “# Akte {SENTENCE}”" in facts
    assert "\\[3\\] akte.md" in facts
    assert (await server.get(HERE)).json()["answers"] == []


@pytest.mark.parametrize("mask", ["quotes", "text", "none"])
async def test_personal_data_is_quoted_only_where_the_user_says_so(
    server: Served, mask: str
) -> None:
    agreed = hashlib.sha256(LETTER).hexdigest()
    path = f"{HERE}/documents?name={TITLE}&agreed={agreed}"
    added = (await post(server, path if mask == "quotes" else f"{path}&mask={mask}", LETTER)).json()
    reply = await answered(server)
    files = [await server.get(f"{HERE}/export?format={kind}") for kind in ("md", "json", "html")]
    shown = [added["response"], reply["response"], *(one.text for one in files)]
    assert [NUMBER in one for one in shown] == [mask == "none"] * 5
    assert all("bsn-1" in one for one in shown) is (mask != "none")
    dossier = (await server.get(HERE)).json()
    assert (NUMBER in dossier["sources"][-1]["content"]) is (mask != "text")
    if mask == "text":
        assert NUMBER not in (await server.get(f"{HERE}/journal")).text


async def test_a_mask_that_is_none_is_refused(server: Served) -> None:
    assert code(await post(server, f"{ADD}&agreed={DEED_HASH}&mask=some")) == (400, "bad_fields")


async def test_an_answer_says_whose_a_document_is(server: Served) -> None:
    await add(server, f"{SENTENCE} De termijn voor bezwaar is bekend.".encode())
    reply = await answered(server)
    assert "Let op: documenten van de cliënt, " in reply["response"]
    marks = {source["id"]: source["client"] for source in reply["sources"]}
    assert marks.pop(TERM.id) is False
    assert True in marks.values()
    memo = (await server.get(f"{HERE}/export?format=md")).text
    assert "document van de cliënt" in memo
    assert "zijn geen recht" in memo
    pack = (await server.get(f"{HERE}/pack")).content
    opened = await post(server, "/packs/open", pack)
    assert opened.json()["dossier"]["sources"][-1]["client"] is True


async def test_it_can_be_taken_back_and_put_back(server: Served) -> None:
    await add(server)
    kind = "application/json"
    await post(server, f"{HERE}/undo", b"{}", kind)
    assert DEED_ID not in (await server.get(HERE)).text
    await post(server, f"{HERE}/redo", b"{}", kind)
    assert (await server.get(HERE)).json()["selected_ids"][-1] == DEED_ID


async def test_the_same_file_twice_is_one_source(server: Served) -> None:
    await add(server)
    again = await add(server, name="kopie.md")
    assert "akte.md" in again["response"]
    assert "kopie.md" not in again["response"]
    sources = (await server.get(HERE)).json()["sources"]
    assert [one["title"] for one in sources if one["id"] == DEED_ID] == ["akte.md"]
    assert len(sources) == 3


async def test_it_is_in_no_other_dossier_and_not_in_the_library(server: Served) -> None:
    before = (await server.get("/healthz")).json()
    await add(server)
    elsewhere = await server.say("Hoe hoog is de koopsom van de woning?")
    assert elsewhere["sources"] == []
    assert (await server.get("/healthz")).json() == before


async def test_a_forgotten_document_is_gone_and_may_be_added_anew(
    server: Served, tmp_path: Path
) -> None:
    await add(server)
    await server.say("Hoe hoog is de koopsom van de woning?", dossier_id=TEST_ID)
    await server.say("ja", dossier_id=TEST_ID)
    await post(server, f"{HERE}/forget", b'{"turns": [2]}', "application/json")
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*.json*"))
    for word in (b"akte.md", b"350.000", NUMBER.encode(), DEED_HASH.encode()):
        assert word not in kept
    assert b"Hoe hoog is de koopsom" in kept  # of another turn, and the user's own
    assert QUESTION.encode() in kept
    assert (await server.get(f"{HERE}/verify")).json()["ok"] is True
    assert (await server.get(HERE)).json()["sources"][-1]["title"] == ERASED
    await add(server)
    sources = (await server.get(HERE)).json()["sources"]
    assert [one["title"] for one in sources[-2:]] == [ERASED, "akte.md"]


# What is refused


@pytest.mark.parametrize(
    ("path", "status", "refusal"),
    [
        (ADD, 409, "check_first"),
        (f"{ADD}&agreed=", 409, "check_first"),
        (f"{ADD}&agreed={'0' * 64}", 409, "check_first"),
        (f"{HERE}/documents?agreed={DEED_HASH}", 400, "bad_fields"),
        ("/documents/check", 400, "bad_fields"),
        (f"/dossiers/dos-00000000/documents?name=a&agreed={DEED_HASH}", 404, "unknown_dossier"),
        (f"/dossiers/dos-x/documents?name=a&agreed={DEED_HASH}", 400, "bad_dossier_id"),
    ],
)
async def test_what_is_not_agreed_to_changes_nothing(
    server: Served, path: str, status: int, refusal: str
) -> None:
    before = (await server.get(f"{HERE}/hash")).json()
    assert code(await post(server, path)) == (status, refusal)
    assert (await server.get(f"{HERE}/hash")).json() == before


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "application/xml", None])
@pytest.mark.parametrize("path", ["/documents/check?name=a", f"{ADD}&agreed={DEED_HASH}"])
async def test_a_body_that_a_form_could_send_is_refused(
    server: Served, path: str, kind: str | None
) -> None:
    refused = await post(server, path, kind=kind)
    assert code(refused) == (400, "bad_fields")
    assert "Content-Type" in refused.json()["error"]


@pytest.mark.parametrize(
    "name", ["../../x.md", "%2e%2e%2f%2e%2e%2fx.md", "x%00%0a%1b.md", "a" * 9_000]
)
async def test_a_name_is_a_label_only(server: Served, tmp_path: Path, name: str) -> None:
    before = {path.name for path in tmp_path.rglob("*")}
    added = await add(server, name=name)
    assert added["version"] == 2
    assert {path.name for path in tmp_path.rglob("*")} == before
    title = (await server.get(HERE)).json()["sources"][-1]["title"]
    assert title.isprintable()
    assert "/" not in title
    assert len(title) <= 120


async def test_what_is_too_large_is_refused_by_what_came(tmp_path: Path) -> None:
    limits = Limits(uploads=UploadLimits(size=100_000))
    async with served(wired(tmp_path), limits) as server:
        refused = await post(server, "/documents/check?name=a.txt", b"a " * 50_001)
        assert code(refused) == (413, "document_too_large")
        accepted = await post(server, "/documents/check?name=a.txt", b"a " * 50_000)
        assert accepted.json()["characters"] == 99_999
        # Other routes take no more than before.
        other = await post(server, f"{HERE}/undo", b" " * 70_000, "application/json")
        assert code(other) == (413, "message_too_large")


# Beside others


def upload(size: int, path: str = "/documents/check?name=a.txt") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n"
    return f"{head}Content-Type: {OCTETS}\r\n\r\n".encode()


async def status(client: Raw) -> bytes:
    return (await client.reader.readuntil(b"\r\n")).split()[1]


@pytest.mark.parametrize(
    ("path", "came", "told"),
    [
        (f"{HERE}/documents?name=a.txt", b"", b"409"),
        (f"/dossiers/dos-00000000/documents?name=a.txt&agreed={DEED_HASH}", b"", b"404"),
        ("/documents/check?name=a.txt", b"a" * 1_001, b"413"),
    ],
    ids=["not agreed to", "unknown dossier", "too large"],
)
async def test_a_refusal_does_not_wait_for_the_rest_of_the_file(
    tmp_path: Path, path: str, came: bytes, told: bytes
) -> None:
    limits = Limits(upload_seconds=2, uploads=UploadLimits(size=1_000))
    async with served(wired(tmp_path), limits) as server:
        await server.say(QUESTION, dossier_id=TEST_ID)
        async with raw(server.port) as slow:
            slow.writer.write(upload(5_000, path) + came)
            assert await status(slow) == told


async def test_so_many_are_on_their_way_and_one_more_is_told_busy(tmp_path: Path) -> None:
    limits = Limits(uploads=UploadLimits(waiting=1))
    async with served(wired(tmp_path), limits) as server, raw(server.port) as slow:
        slow.writer.write(upload(20) + b"tien tekens")
        refused = await post(server, "/documents/check?name=a.txt")
        while refused.status_code == 200:  # the other has not begun yet
            refused = await post(server, "/documents/check?name=a.txt")
        assert code(refused) == (503, "busy")
        assert refused.json()["retry_after"] > 0
        slow.writer.write(b" en nog 9")
        assert await status(slow) == b"200"
        assert (await post(server, "/documents/check?name=a.txt")).status_code == 200


async def test_a_file_may_take_its_time_and_no_more(tmp_path: Path) -> None:
    limits = Limits(receive_seconds=0.2, upload_seconds=8)
    async with (
        served(wired(tmp_path), limits) as server,
        raw(server.port) as slow,
        raw(server.port) as slower,
        raw(server.port) as other,
    ):
        for one in (slow, slower):
            one.writer.write(upload(4) + b"ab")
        other.writer.write(upload(4).replace(b"/documents/check", f"{HERE}/undo".encode()))
        assert await other.is_cut()  # by then the files would have been, too
        slow.writer.write(b" c")
        assert await status(slow) == b"200"
        assert await status(slower) == b"408"


async def test_chat_goes_on_while_documents_are_read(tmp_path: Path) -> None:
    hard = files.docx_of(files.body("<w:p/>" * 1_200_000))  # read for ever, within all sizes
    limits = Limits(uploads=UploadLimits(seconds=2))  # in which a busy machine answers, too
    async with served(wired(tmp_path), limits) as server:
        path = "/documents/check?name=a.docx"
        started = time.monotonic()
        reading = [asyncio.create_task(post(server, path, hard)) for _ in range(3)]
        answered = 0
        while not all(one.done() for one in reading):
            assert (await server.say(QUESTION))["status"] == "success"
            answered += not any(one.done() for one in reading)
        assert answered
        for one in reading:
            assert code(await one) == (400, "document_too_slow")
    assert time.monotonic() - started >= 4  # two are read at once, and the third after one of them


async def test_nothing_is_sent_to_a_model_before_the_agreement(tmp_path: Path) -> None:
    bodies: list[str] = []

    async def answer(body: bytes) -> bytes:
        bodies.append(body.decode())
        if "response_format" in json.loads(body):
            draft = {"claims": [], "conclusion": "", "open_points": [], "missing_facts": []}
            return json.dumps(says(json.dumps(draft))).encode()
        if len(bodies) > 1:
            return json.dumps(says("Goed.")).encode()
        asked = json.dumps({"queries": [QUESTION]})
        return json.dumps(calls(("1", "get_legislation", asked))).encode()

    async with (
        serving(answer) as base_url,
        model_at(base_url) as model,
        served(wired(tmp_path, model)) as server,
    ):
        await server.say(QUESTION, dossier_id=TEST_ID)
        asked = len(bodies)
        assert (await post(server, "/documents/check?name=akte.md")).status_code == 200
        assert (await post(server, ADD)).status_code == 409
        await server.say("ja", dossier_id=TEST_ID)
        before = len(bodies)
        assert before > asked
        await add(server)
        assert len(bodies) == before
        assert not any("koopsom" in body or "akte" in body for body in bodies)
        await server.say("ja", dossier_id=TEST_ID)
        assert any(SENTENCE in body for body in bodies[before:])


async def test_the_first_document_makes_a_dossier(server: Served) -> None:
    before = (await server.get("/dossiers")).json()
    for wrong, said in (
        ("", (409, "check_first")),
        (f"&agreed={'0' * 64}", (409, "check_first")),
        (f"&agreed={DEED_HASH}&desk=nosuch", (400, "unknown_desk")),
    ):
        assert code(await post(server, f"/documents?name=akte.md{wrong}")) == said
    assert (await server.get("/dossiers")).json() == before
    path = f"/documents?name=akte.md&agreed={DEED_HASH}&mask=text"
    made = (await post(server, path)).json()
    assert (made["version"], made["dossier_id"] != TEST_ID) == (1, True)
    kept = (await server.get(f"/dossiers/{made['dossier_id']}")).json()
    assert (kept["desk"], made["response"].startswith("**Added:**")) == ("tax", True)
    assert [one["id"] for one in kept["sources"]] == kept["selected_ids"] == [DEED_ID]
    assert NUMBER not in str(kept)
    reply = await server.say(QUESTION, dossier_id=made["dossier_id"])
    assert (reply["status"], reply["version"]) == ("success", 2)


async def test_a_first_message_behind_an_upload_follows_no_words_of_the_program(
    tmp_path: Path,
) -> None:
    model = ScriptedRounds(ChatReply("Dat zie ik."))
    async with served(wired(tmp_path, model)) as server:
        await add(server)
        await server.say("Wat staat er in deze akte?", dossier_id=TEST_ID)
    assert [one.role for one in model.asked[0]] == ["system", "user"]

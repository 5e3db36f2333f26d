"""The server as a client meets it: real application, real socket, real store."""

import asyncio
import dataclasses
import hashlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from src.api.wire import MESSAGE_LIMIT
from src.dossier.json_store import JsonStore
from src.errors import (
    CorpusUnreadable,
    ModelGaveNoAnswer,
    ModelKeyRefused,
    ModelUnavailable,
    sentence,
)
from tests.api.wiring import QUESTION, RULING, TERM, Gated, wired
from tests.fakes import ListRetriever, ScriptedLlm
from tests.logbook import Logbook
from tests.serving import TEST_ID, Served, served


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(wired(tmp_path)) as running:
        yield running


async def test_a_question_is_answered_with_one_frame_and_a_close(server: Served) -> None:
    frames, close_code = await server.exchange(json.dumps({"message": QUESTION}))
    assert close_code == 1000
    (frame,) = frames
    assert set(frame) == {
        "status",
        "response",
        "dossier_id",
        "version",
        "language",
        "model",
        "sources",
        "outcome",
    }
    assert (frame["status"], frame["version"], frame["language"]) == ("success", 1, "nl")
    assert frame["outcome"] == "request"  # the sources are to be looked at
    assert [source["kind_label"] for source in frame["sources"]] == ["Wetgeving", "Rechtspraak"]
    assert frame["model"] == "offline"
    assert [source["id"] for source in frame["sources"]] == [TERM.id, RULING.id]
    assert all(source["selected"] for source in frame["sources"])


async def test_a_whole_conversation(server: Served) -> None:
    first = await server.say(QUESTION)
    dossier_id = first["dossier_id"]
    removed = await server.say("Haal de Hoge Raad weg", dossier_id=dossier_id)
    assert [source["selected"] for source in removed["sources"]] == [True, False]
    restored = await server.say("Zet de Hoge Raad terug", dossier_id=dossier_id)
    assert [source["selected"] for source in restored["sources"]] == [True, True]
    answered = await server.say("Ja", dossier_id=dossier_id)
    assert f"“{TERM.content}”" in answered["response"]
    assert answered["version"] == 4


async def test_query_is_an_alias_of_message(server: Served) -> None:
    frames, _ = await server.exchange(json.dumps({"query": QUESTION}))
    assert frames[0]["status"] == "success"


async def test_progress_comes_only_to_who_asks(server: Served) -> None:
    frames, _ = await server.exchange(json.dumps({"message": QUESTION, "stream": True}))
    progress = frames[:-1]
    assert [frame["seq"] for frame in progress] == list(range(1, len(frames)))
    assert progress[0]["dossier_id"] == frames[-1]["dossier_id"]
    events = [frame["event"] for frame in progress]
    assert events[:8] == [
        "accepted",
        "deciding",
        "tool",
        "tool",
        "retrieved",
        "retrieved",
        "deciding",
        "stored",
    ]
    assert set(events[8:]) == {"delta"}
    assert {frame["tool"] for frame in progress if frame["event"] == "tool"} == {
        "get_legislation",
        "get_case_law",
    }


BAD_FRAMES: list[tuple[str | bytes, str]] = [
    ("", "not_json"),
    ("hallo", "not_json"),
    ("[]", "not_json"),
    ('{"message": NaN}', "not_json"),
    ("[" * 60_000, "not_json"),
    ("{}", "bad_fields"),
    ('{"message": 3}', "bad_fields"),
    ('{"message": "x", "colour": "red"}', "bad_fields"),
    ('{"message": "x", "\\ud800": 1}', "bad_fields"),
    ('{"message": "x", "query": "y"}', "bad_fields"),
    ('{"message": "x", "as_of": "gisteren"}', "bad_fields"),
    ('{"message": "x", "message_id": ""}', "bad_fields"),
    ('{"message": "\\ud800"}', "bad_fields"),
    ('{"message": ""}', "empty_message"),
    ('{"message": " \\n\\t"}', "empty_message"),
    ('{"message": "x", "dossier_id": ""}', "bad_dossier_id"),
    ('{"message": "x", "dossier_id": "../../etc/passwd"}', "bad_dossier_id"),
    ('{"message": "x", "dossier_id": "dos-ABCDEF12"}', "bad_dossier_id"),
    ('{"message": "x", "dossier_id": "dos-12345678\\n"}', "bad_dossier_id"),
    ('{"message": "x", "desk": "azure"}', "unknown_desk"),
    (b'{"message": "x"}', "not_text"),
]


@pytest.mark.parametrize(("frame", "code"), BAD_FRAMES, ids=[code for _, code in BAD_FRAMES])
async def test_bad_input_gets_one_sentence_and_leaves_the_disk_alone(
    tmp_path: Path, frame: str | bytes, code: str
) -> None:
    async with served(wired(tmp_path)) as server:
        frames, close_code = await server.exchange(frame)
        assert [reply["code"] for reply in frames] == [code]
        assert frames[0]["error"]
        assert close_code == 1000
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("sign", ["x", "é"])
async def test_a_message_over_the_limit_is_told_so(tmp_path: Path, sign: str) -> None:
    signs = (MESSAGE_LIMIT - 15) // len(sign.encode())
    fits = json.dumps({"message": sign * signs}, ensure_ascii=False)
    fits += " " * (MESSAGE_LIMIT - len(fits.encode()))
    async with served(wired(tmp_path)) as server:
        frames, close_code = await server.exchange(fits + " ")
        assert (frames[0]["code"], close_code) == ("message_too_large", 1009)
        assert list(tmp_path.iterdir()) == []
        frames, _ = await server.exchange(fits)
        assert frames[0]["status"] == "success"


async def test_what_is_over_the_limit_is_not_read_for_its_language_either(server: Served) -> None:
    dutch = json.dumps({"message": f"{QUESTION} " * (MESSAGE_LIMIT // len(QUESTION))})
    told = sentence("message_too_large", {"limit": str(MESSAGE_LIMIT)}, "en")
    assert (await server.exchange(dutch))[0][0]["error"] == told


async def test_a_broken_dossier_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    broken = tmp_path / f"{TEST_ID}.json"
    broken.write_bytes(b'{"id": "dos-')
    before = hashlib.sha256(broken.read_bytes()).hexdigest()
    async with served(wired(tmp_path)) as server:
        reply = await server.say(QUESTION, dossier_id=TEST_ID)
        assert (reply["status"], reply["code"], reply["dossier_id"]) == (
            "error",
            "dossier_unreadable",
            TEST_ID,
        )
        listed = (await server.get("/dossiers")).json()
    assert hashlib.sha256(broken.read_bytes()).hexdigest() == before
    assert listed == {"dossiers": []}


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModelKeyRefused(), "refuses the key"),
        (ModelUnavailable(problem="busy"), "too busy"),
        (ModelGaveNoAnswer(reason="refused"), "no usable answer"),
    ],
)
async def test_a_model_that_fails_is_told_in_words(
    tmp_path: Path, error: Exception, words: str
) -> None:
    async with served(wired(tmp_path, ScriptedLlm(error))) as server:
        reply = await server.say("How long is the period for an objection?", dossier_id=TEST_ID)
    assert reply["status"] == "error"
    assert words in reply["error"]
    assert list(tmp_path.glob("*.json*")) == []


async def test_a_bug_ends_as_a_reference_and_nothing_else(tmp_path: Path, logged: Logbook) -> None:
    async with served(wired(tmp_path, ScriptedLlm(RuntimeError("secret of the house")))) as server:
        reply = await server.say(QUESTION)
    assert reply["code"] == "internal"
    assert reply["error_id"] in reply["error"]
    assert "secret of the house" not in json.dumps(reply)
    assert [line["error_id"] for line in logged.of("a fault of ours")] == [reply["error_id"]]


async def test_a_turn_whose_client_has_gone_is_finished_and_stored(tmp_path: Path) -> None:
    model, store = Gated(), JsonStore(tmp_path)
    async with served(wired(tmp_path, model)) as server:
        async with server.connect() as connection:
            frame = {
                "message": QUESTION,
                "dossier_id": TEST_ID,
                "message_id": "m-1",
                "stream": True,
            }
            await connection.send(json.dumps(frame))
            await connection.recv()
        model.gate.set()
        while not await store.journal(TEST_ID):
            await server.get("/healthz")
        again = await server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1")
    assert (again["status"], again["version"]) == ("success", 1)


async def test_a_repeated_message_id_gets_the_stored_reply(server: Served) -> None:
    first = await server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1")
    again = await server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1")
    assert again == first
    other = await server.say("Iets heel anders dan eerst", dossier_id=TEST_ID, message_id="m-1")
    assert other["code"] == "message_id_reused"


async def test_the_same_message_id_at_once_runs_once(tmp_path: Path) -> None:
    model = Gated()
    async with served(wired(tmp_path, model)) as server:
        both = asyncio.gather(
            *(server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1") for _ in range(2))
        )
        while server.process.server_state.connections == set() or not model.entered:
            await server.get("/healthz")
        model.gate.set()
        first, second = await both
    assert first == second
    assert model.entered == 1


async def test_a_repeat_on_a_server_that_was_started_anew_asks_no_model(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        first = await server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1")
    model = ScriptedLlm()  # it would have nothing to say
    async with served(wired(tmp_path, model)) as server:
        assert await server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1") == first
    assert model.asked == []


async def test_many_turns_at_once_on_one_dossier_all_survive(server: Served) -> None:
    replies = await asyncio.gather(
        *(server.say(f"{QUESTION} Zaak {n}.", dossier_id=TEST_ID) for n in range(12))
    )
    assert sorted(reply["version"] for reply in replies) == list(range(1, 13))
    dossier = (await server.get(f"/dossiers/{TEST_ID}")).json()
    asked = [message["content"] for message in dossier["conversation"][::2]]
    assert sorted(asked) == sorted(f"{QUESTION} Zaak {n}." for n in range(12))


async def test_rest_shows_dossiers_and_journals(server: Served) -> None:
    reply = await server.say(QUESTION)
    dossier_id = reply["dossier_id"]
    (line,) = (await server.get("/dossiers")).json()["dossiers"]
    assert (line["id"], line["version"], line["title"]) == (dossier_id, 1, QUESTION)
    dossier = (await server.get(f"/dossiers/{dossier_id}")).json()
    assert dossier["conversation"][1]["content"] == reply["response"]
    (entry,) = (await server.get(f"/dossiers/{dossier_id}/journal")).json()
    assert entry["request"]["message"] == QUESTION


@pytest.mark.parametrize("path", [f"/dossiers/{TEST_ID}", f"/dossiers/{TEST_ID}/journal"])
async def test_rest_says_what_does_not_exist(server: Served, path: str) -> None:
    response = await server.get(path, **{"accept-language": "nl"})
    assert response.status_code == 404
    assert response.json()["code"] == "unknown_dossier"
    assert "bestaat niet" in response.json()["error"]


async def test_rest_refuses_what_is_no_id(server: Served) -> None:
    response = await server.get("/dossiers/..%2f..%2fetc")
    assert response.status_code in {400, 404}
    assert (await server.get("/dossiers/passwd")).json()["code"] == "bad_dossier_id"


async def test_health_tells_what_answers_and_what_there_is(server: Served) -> None:
    health = (await server.get("/healthz")).json()
    assert (health["status"], health["model"]) == ("ok", "offline")
    assert health["library"] == {"provisions": 1, "rulings": 1, "starter": False}
    assert (await server.get("/readyz")).json() == {"status": "ready", "problems": []}


async def test_readiness_tells_that_nothing_can_be_stored(tmp_path: Path) -> None:
    folder = tmp_path / "dossiers"
    async with served(wired(folder)) as server:
        folder.rmdir()
        folder.write_text("a file where the folder was")
        response = await server.get("/readyz")
        assert response.status_code == 503
        assert "could not be stored" in response.json()["problems"][0]
        reply = await server.say(QUESTION)
        assert reply["code"] == "storage_failed"
        folder.unlink()
        folder.mkdir()
        assert (await server.say(QUESTION))["status"] == "success"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder of Linux")
async def test_readiness_tells_of_a_disk_that_is_full(tmp_path: Path) -> None:
    full = dataclasses.replace(wired(tmp_path), data_dir=Path("/proc"))  # it has no room at all
    async with served(full) as server:
        response = await server.get("/readyz")
    assert response.status_code == 503
    assert response.json()["problems"] == ["The disk of the data folder has 0 MB left: make room."]


class BrokenLibrary(ListRetriever):
    """A library whose index broke while the server ran."""

    async def check(self) -> None:
        raise CorpusUnreadable(path="library", problem="broken")


@pytest.mark.parametrize(
    ("library", "told"),
    [
        (ListRetriever(), "nothing to search in the library"),
        (BrokenLibrary(), "The path library can't be read"),
    ],
)
async def test_readiness_tells_of_a_library_that_can_not_be_searched(
    tmp_path: Path, library: ListRetriever, told: str
) -> None:
    async with served(wired(tmp_path, library=library)) as server:
        response = await server.get("/readyz")
    assert response.status_code == 503
    assert told in response.json()["problems"][0]


async def test_a_page_of_another_site_gets_no_connection(server: Served) -> None:
    address = f"ws://127.0.0.1:{server.port}/ws"
    with pytest.raises(InvalidStatus):
        async with connect(
            address, proxy=None, open_timeout=60, origin=Origin("https://elsewhere.example")
        ):
            pass
    own = Origin(f"http://127.0.0.1:{server.port}")
    async with connect(address, proxy=None, open_timeout=60, origin=own) as connection:
        await connection.send("{}")
        assert "bad_fields" in str(await connection.recv())


async def test_a_page_that_is_not_there_is_told_in_a_frame(server: Served) -> None:
    response = await server.get("/nowhere", **{"accept-language": "nl"})
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


async def test_another_name_for_this_machine_is_refused(server: Served) -> None:
    assert (await server.get("/dossiers", host="evil.example")).status_code == 400
    assert (await server.get("/healthz", host=f"localhost:{server.port}")).status_code == 200

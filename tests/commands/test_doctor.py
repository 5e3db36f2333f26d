"""What the doctor finds of an installation that is well, and of each part that is not."""

import asyncio
import json
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from src import cli
from src.api.rest import LEAST_ROOM
from src.bootstrap import within
from src.commands import examination
from src.desks.catalogue import plugs
from src.desks.desk import Budget
from src.settings import Settings, read_settings
from tests.lending import with_starter_index
from tests.llm.hostile import hostile, reply_of
from tests.llm.provider import KEY, MODEL, Answer, calls, listening, read_body, says, serving

Examined = tuple[int, dict[str, dict[str, str]]]


@pytest.fixture
def doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Examined]:
    """Run the command on a folder of its own; return its exit status and its findings by part."""

    def run(*options: str, **given: str) -> Examined:
        for name, value in {"TESS_DATA_DIR": str(tmp_path), "API_PORT": "0", **given}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        if not (tmp_path / "library").exists():
            with_starter_index(tmp_path)
        status = cli.main(["doctor", "--json", *options])
        findings: list[dict[str, str]] = json.loads(capsys.readouterr().out)
        return status, {one["part"]: one for one in findings}

    return run


def test_an_installation_that_is_well_needs_nothing(doctor: Callable[..., Examined]) -> None:
    status, found = doctor()
    assert status == 0
    before = "settings python packages clock files disk port store journals".split()
    assert list(found) == [*before, *(one.name for one in plugs()), "limits", "model", "mcp"]
    assert {one["state"] for one in found.values()} <= {"ok", "note"}
    assert (found["tax"]["state"], found["store"]["state"]) == ("note", "ok")
    assert "./tess ingest tax" in found["tax"]["to_do"]


def test_a_line_says_state_part_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TESS_MAX_TURN", "3")
    assert cli.main(["doctor"]) == 1
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("ACT   settings  ")
    assert "is TESS_MAX_TURNS meant?" in first
    assert first.endswith("Mend that, and run ./tess doctor again.")
    assert len(others) == 4  # what needs no settings


def test_a_folder_that_is_no_folder_is_told(
    tmp_path: Path, doctor: Callable[..., Examined]
) -> None:
    (tmp_path / "dossiers").write_text("a file where a folder should be")
    status, found = doctor()
    assert (status, found["store"]["state"]) == (1, "ACT")
    assert "TESS_DATA_DIR" in found["store"]["told"]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs a folder of Linux")
def test_a_folder_that_can_not_be_written_in_is_told(
    tmp_path: Path, doctor: Callable[..., Examined]
) -> None:
    (tmp_path / "dossiers").symlink_to("/proc/self/task")  # not even root can
    status, found = doctor()
    assert (status, found["store"]["state"]) == (1, "ACT")
    assert "could not be stored" in found["store"]["told"]


def test_a_database_that_is_away_is_told(doctor: Callable[..., Examined]) -> None:
    status, found = doctor(DATABASE_URL="postgresql://u:secret-word@127.0.0.1:9/none")
    assert (status, found["store"]["state"]) == (1, "ACT")
    assert "secret-word" not in json.dumps(found)


def test_a_database_is_opened_and_its_tables_are_looked_at(
    database_url: str, doctor: Callable[..., Examined]
) -> None:
    status, found = doctor(DATABASE_URL=database_url)
    assert (status, found["store"]["state"]) == (0, "ok")
    assert "PostgreSQL, its tables up to date: 0 dossiers" in found["store"]["told"]


def test_a_port_that_another_program_has_is_told(doctor: Callable[..., Examined]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and never listens, so nobody answers there
        status, found = doctor(API_PORT=str(taken.getsockname()[1]))
    assert (status, found["port"]["state"]) == (1, "ACT")


def test_a_broken_library_is_told(tmp_path: Path, doctor: Callable[..., Examined]) -> None:
    (tmp_path / "library").write_text("no folder")
    status, found = doctor()
    assert (status, found["tax"]["state"]) == (1, "ACT")


# The model


def provided(**given: object) -> Settings:
    return read_settings(_env_file=None, openai_api_key=KEY, tess_model=MODEL, **given)


async def test_a_key_is_only_tried_when_it_may_be() -> None:
    found = await examination.model(provided(openai_base_url="http://127.0.0.1:9/v1"), online=False)
    assert found.state == "ok"
    assert "--online tries it" in found.told


async def able(body: bytes) -> bytes:
    """Call the tool that is offered, fill in the form that is asked for, and say ok to all else."""
    request = json.loads(body)
    if "tools" in request:
        return json.dumps(calls(("c", "look_up", '{"word": "appeal"}'))).encode()
    return json.dumps(says('{"word": "ok"}' if "response_format" in request else "ok")).encode()


async def unable(_: bytes) -> bytes:
    return json.dumps(says("ok")).encode()


@pytest.mark.parametrize(
    ("answer", "state", "can"),
    [(able, "ok", "Tools: yes. Forms: json_schema."), (unable, "note", "Tools: no. Forms: no.")],
)
async def test_what_a_model_that_answers_can_do_is_told(
    answer: Answer, state: str, can: str
) -> None:
    async with serving(answer) as base_url:
        found = await examination.model(provided(openai_base_url=base_url), online=True)
    assert found.state == state
    assert "it answered" in found.told
    assert can in found.told


async def test_the_operator_reads_what_a_server_does_not_take_though_it_answers() -> None:
    wanted = (
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
    )

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = json.loads(await read_body(reader))
        refuses = asked.get("tool_choice") == "auto"
        told = {"error": {"message": wanted}} if refuses else says('{"word": "ok"}')
        body = json.dumps(told).encode()
        status = "400 Bad Request" if refuses else "200 OK"
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
        writer.write(f"{head}\r\nconnection: close\r\n\r\n".encode() + body)

    async with listening(serve) as base_url:
        found = await examination.model(provided(openai_base_url=base_url), online=True)
    assert "--enable-auto-tool-choice" in found.told
    assert not found.must_act


async def test_the_operator_reads_why_a_request_is_refused() -> None:
    wanted = "tool choice requires --enable-auto-tool-choice"
    refused = reply_of(
        json.dumps({"error": {"message": wanted}}).encode(),
        "content-type: application/json",
        status=404,
    )
    async with hostile(refused) as (base_url, _):
        found = await examination.model(provided(openai_base_url=base_url), online=True)
    assert found.must_act
    assert wanted in found.told


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, ""),
        ({"tess_reply_seconds": 60}, "TESS_REPLY_SECONDS"),
        ({"tess_turn_seconds": 30}, "TESS_MODEL_TIMEOUT"),
        ({"tess_turn_soft_seconds": 700}, "TESS_TURN_SOFT_SECONDS"),
        ({"tess_turn_tokens": 1_000}, "TESS_TURN_TOKENS"),
        ({"tess_model_call_seconds": 10}, "TESS_MODEL_CALL_SECONDS"),
    ],
)
def test_a_limit_that_undoes_another_is_named(given: dict[str, int], named: str) -> None:
    settings = read_settings(_env_file=None, **given)
    budget = within(Budget(rounds=1, calls=8, seconds=90), settings)
    found = examination.limits(settings, {"tax": budget})
    assert found.state == ("note" if named else "ok")
    assert named in found.told


async def test_a_model_that_is_away_is_told_without_its_key() -> None:
    away = provided(openai_base_url="http://127.0.0.1:9/v1", tess_model_timeout=5)
    found = await examination.model(away, online=True)
    assert found.must_act
    assert KEY not in found.told


async def test_a_key_that_is_none_is_told() -> None:
    wrong = read_settings(_env_file=None, openai_api_key="with a space")
    assert (await examination.model(wrong, online=False)).must_act


# The machine


@pytest.mark.parametrize(("year", "state"), [(1970, "ACT"), (2026, "ok"), (2106, "ACT")])
def test_a_clock_that_was_never_set_is_told(year: int, state: str) -> None:
    assert examination.clock(datetime(year, 1, 1, tzinfo=UTC)).state == state


@pytest.mark.parametrize(
    ("free", "state"),
    [(LEAST_ROOM - 1, "ACT"), (examination.AMPLE_ROOM - 1, "note"), (2**50, "ok")],
)
def test_a_disk_that_is_nearly_full_is_told(tmp_path: Path, free: int, state: str) -> None:
    assert examination.disk(tmp_path, lambda _: free).state == state


@pytest.mark.parametrize(("limit", "state"), [(1024, "note"), (examination.FEW_FILES, "ok")])
def test_too_few_open_files_are_told(limit: int, state: str) -> None:
    assert examination.files(limit).state == state


@pytest.mark.parametrize(
    ("lock", "state"),
    [
        ("pydantic==0.1 \\\n    --hash=sha256:00\n", "ACT"),
        ("no-such-package==1.0 \\\n", "ACT"),
        ("no-such-package==1.0 ; sys_platform == 'win32' \\\n", "ok"),
        ("# nothing\n", "ok"),
    ],
)
def test_packages_that_are_not_as_locked_are_told(tmp_path: Path, lock: str, state: str) -> None:
    (tmp_path / "lock").write_text(lock)
    assert examination.packages(tmp_path / "lock").state == state


def test_without_a_lock_nothing_is_compared(tmp_path: Path) -> None:
    assert examination.packages(tmp_path / "none").state == "note"

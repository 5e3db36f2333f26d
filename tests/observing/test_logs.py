"""The log: known facts get in, whoever logs and at whatever level, and nothing else does."""

import ast
import asyncio
import json
import logging
import sys
import threading
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.errors import StorageFailed
from src.observing.attributes import EVENTS, NUMBERS, SHAPES, allowed
from src.observing.logs import BURST, RATE, LogRateLimit, about
from tests.api.wiring import QUESTION, wired
from tests.fakes import ScriptedLlm
from tests.logbook import Logbook, kept
from tests.serving import TEST_ID, served

SRC = Path(__file__).resolve().parents[2] / "src"
SECRET = "mijn burgerservicenummer is 123456782"
LIBRARIES = ("openai._base_client", "httpx2", "uvicorn.error", "psycopg", "asyncio")
LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL)
ALWAYS = {"time", "level", "logger", "event", "place", "trace"}


@pytest.mark.parametrize("name", [*LIBRARIES, "src.api.replies"])
def test_no_word_gets_in_by_any_way_of_logging(
    name: str, logged: Logbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logging.getLogger(name)
    monkeypatch.setattr(log, "level", logging.DEBUG)  # some libraries and servers set their own
    monkeypatch.setattr(log, "_cache", {})  # of what was enabled at the level before
    above: logging.Logger | None = log
    while (
        above
    ):  # a web page that another test ran in this process keeps its server's lines to itself
        monkeypatch.setattr(above, "propagate", True)
        above = above.parent
    for level in LEVELS:
        log.log(level, SECRET)
        log.log(level, f"asked: {SECRET}")  # noqa: G004  # what a library may do
        log.log(level, "asked: %s", SECRET)
        log.log(level, "asked: %(it)s", {"it": SECRET})
        log.log(level, "asked", extra={"code": SECRET, "message_text": SECRET, "seconds": SECRET})
        log.log(level, "asked", extra={"dossier": f"{TEST_ID}\n{SECRET}"})
    assert len(logged.lines) == 6 * len(LEVELS)
    assert "burgerservicenummer" not in logged.getvalue().replace("\\", "")
    assert "123456782" not in logged.getvalue()


@given(st.text(), st.text(), st.sampled_from(sorted(SHAPES)), st.sampled_from(LEVELS))
def test_a_line_is_one_line_of_known_facts_whatever_is_said(
    text: str, name: str, fact: str, level: int
) -> None:
    with kept() as book:
        logging.getLogger(f"src.{name}").log(level, text, extra={fact: text})
        logging.getLogger(f"src.{name}").log(level, "refused", extra={fact: text})
        logging.getLogger(name).log(level, text, extra={fact: text})
    told = book.getvalue()
    assert told.isascii()
    assert "\x7f" not in told
    for line in told.splitlines():
        assert set(json.loads(line)) <= ALWAYS | set(SHAPES) | NUMBERS


@given(st.dictionaries(st.text() | st.sampled_from(sorted(SHAPES)), st.text() | st.floats()))
def test_no_fact_has_room_for_a_sentence(told: dict[str, object]) -> None:
    for value in allowed(told).values():
        assert isinstance(value, int | float) or not any(map(str.isspace, value))


def test_an_error_is_its_types_and_places_and_never_its_text(logged: Logbook) -> None:
    try:
        try:
            raise ValueError(SECRET)
        except ValueError as error:
            raise StorageFailed(problem=SECRET) from error
    except StorageFailed:
        logging.getLogger("src.anything").exception("a fault of ours")
        logging.getLogger("asyncio").exception("%s", SECRET)
    for line in logged.lines:
        first, kind, second, last = line["trace"]
        assert (kind, last) == ("ValueError", "StorageFailed")
        assert first.startswith("tests/observing/test_logs.py:")
        assert second.endswith("test_an_error_is_its_types_and_places_and_never_its_text")
    assert SECRET not in logged.getvalue()


def test_what_nobody_caught_and_what_python_warns_of_is_logged_alike(logged: Logbook) -> None:
    sys.excepthook(ValueError, ValueError(SECRET), None)
    broken = threading.Thread(target=lambda: json.loads(SECRET))
    broken.start()
    broken.join()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn(SECRET, stacklevel=1)
    first, second, third = logged.lines
    assert first["trace"] == ["ValueError"]
    assert second["trace"][-1] == "JSONDecodeError"
    assert third["logger"] == "py.warnings"
    assert SECRET not in logged.getvalue()


async def test_every_line_of_a_task_says_what_it_is_about(logged: Logbook) -> None:
    async def work() -> None:
        logging.getLogger("src.dossier").warning("set a torn line aside", extra={"bytes": 7})

    async def conversation(dossier: str, message: str | None) -> None:
        about(dossier, message)
        await asyncio.create_task(work())

    other = TEST_ID.replace("0", "f")
    await asyncio.gather(conversation(TEST_ID, "m-1"), conversation(other, None))
    told = [(line["dossier"], line.get("turn"), line["bytes"]) for line in logged.lines[-2:]]
    assert sorted(told) == [(TEST_ID, "m-1", 7), (other, None, 7)]


async def test_a_turn_a_refusal_and_a_bug_are_told_with_what_finds_them(
    tmp_path: Path, logged: Logbook
) -> None:
    llm = ScriptedLlm(RuntimeError(SECRET))
    async with served(wired(tmp_path, llm)) as server:
        bug = await server.say(QUESTION, dossier_id=TEST_ID, message_id="m-1")
        await server.say("", dossier_id=TEST_ID)
    (fault,) = logged.of("a fault of ours")
    assert (fault["dossier"], fault["turn"], fault["error_id"]) == (TEST_ID, "m-1", bug["error_id"])
    assert fault["trace"][-1] == "RuntimeError"
    assert any("src/agent.py:" in place for place in fault["trace"])
    (refused,) = logged.of("refused")
    assert refused["code"] == "empty_message"
    assert SECRET not in logged.getvalue()
    assert QUESTION not in logged.getvalue()


def test_nobody_floods_the_log_and_what_was_left_out_is_counted() -> None:
    now = [0.0]
    limit = LogRateLimit(lambda: now[0])
    record = logging.LogRecord(
        "src.api.replies", logging.INFO, "replies.py", 35, "refused", (), None
    )
    assert sum(limit.filter(record) for _ in range(1000)) == BURST
    other = logging.LogRecord("src.api.replies", logging.INFO, "replies.py", 40, "fault", (), None)
    assert limit.filter(other)
    now[0] = 1.0
    assert sum(limit.filter(record) for _ in range(1000)) == RATE
    assert record.__dict__["suppressed"] == 1000 - BURST


def test_a_reference_that_a_user_was_given_is_never_left_out() -> None:
    limit = LogRateLimit(lambda: 0.0)
    records = [
        logging.makeLogRecord({"pathname": "replies.py", "lineno": 40, "error_id": f"{number:08x}"})
        for number in range(2 * BURST)
    ]
    assert all(map(limit.filter, records))


async def test_a_client_that_only_sends_nonsense_gets_so_many_lines(
    tmp_path: Path, logged: Logbook
) -> None:
    async with served(wired(tmp_path)) as server:
        await asyncio.gather(*(server.say("") for _ in range(2 * BURST)))
    assert BURST <= len(logged.of("refused")) < 2 * BURST


def test_setting_up_again_replaces_what_was_set_up(logged: Logbook) -> None:
    with kept("ERROR") as second:
        logging.getLogger("src.x").error("turn")
    assert (len(logged.of("turn")), len(second.of("turn"))) == (0, 1)


def log_calls(text: str) -> list[ast.Call]:
    """Return the calls of loggers in a file."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    levels = {"debug", "info", "warning", "error", "exception", "critical"}
    return [
        call
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in levels
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id in ("log", "_log")
    ]


def complaint(call: ast.Call) -> str:
    """Return what is wrong with a call of a logger; nothing where it tells a constant and known facts."""
    text = call.args[0]
    if len(call.args) != 1 or not isinstance(text, ast.Constant) or text.value not in EVENTS:
        return (
            "the text is to be one of the events in attributes.toml, and attributes go into extra"
        )
    dicts = [one for one in ast.walk(call) if isinstance(one, ast.Dict)]
    keys = {key.value for one in dicts for key in one.keys if isinstance(key, ast.Constant)}
    unknown = keys - set(SHAPES) - NUMBERS
    return f"attributes.toml does not know {sorted(map(str, unknown))}" if unknown else ""


def test_rooms_log_constant_texts_and_known_facts() -> None:
    found = [call for path in SRC.rglob("*.py") for call in log_calls(path.read_text("utf-8"))]
    assert len(found) > 8
    assert [ast.unparse(call) for call in found if complaint(call)] == []
    said = {call.args[0].value for call in found if isinstance(call.args[0], ast.Constant)}
    assert said == EVENTS
    wrong = "log.info('refused: %s', code); log.info(text); log.info('turn', extra={'query': 1})"
    assert all(complaint(call) for call in log_calls(wrong))

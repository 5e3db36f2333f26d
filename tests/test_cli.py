"""The ``tess`` command as a person runs it: a process of its own, a data folder of its own."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from src import cli
from src.commands.local_server import NoServer, NotReached, WentAway, own_server, send
from src.desks.catalogue import plugs
from tests import generated_demo
from tests.clients.stand_in import StandIn, running
from tests.in_process import tess as tess_here
from tests.lending import with_starter_index

COURT_XML = """<open-rechtspraak xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"""


OF_A_SCREEN = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def newcomers(data_dir: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a newcomer, with a data folder of its own."""
    return {
        "PATH": os.environ["PATH"],
        "TESS_DATA_DIR": str(data_dir),
        "API_PORT": "1",
        **settings,
    }


def tess(*arguments: str, data_dir: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command with nothing in its environment but what a newcomer has."""
    return subprocess.run(
        [sys.executable, "-m", "src.cli", *arguments],
        env=newcomers(data_dir, **settings),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@contextmanager
def started(*arguments: str, data_dir: Path, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """Start a command, and end it whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "src.cli", *arguments],
        env=newcomers(data_dir, **settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.terminate()


def test_the_server_says_where_its_doors_are(tmp_path: Path) -> None:
    with started("serve", "--port", "0", data_dir=tmp_path, TESS_MCP="on") as server:
        assert server.stdout is not None
        found = re.search(r"ws://(\S+)/ws and http://(\S+)/mcp ", server.stdout.readline())
        assert found
        assert found[1] == found[2]


def test_help_names_every_command(tmp_path: Path) -> None:
    shown = tess("--help", data_dir=tmp_path)
    assert shown.returncode == 0
    for command in ("demo", "ask", "chat", "ui", "serve", "ingest", "check", "test"):
        assert f"\n  {command} " in shown.stdout


@pytest.mark.parametrize(
    ("command", "told"), [("chat", "--url"), ("ui", "streamlit run"), ("test", "pytest")]
)
def test_a_command_that_passes_options_on_has_a_help_of_its_own(
    command: str, told: str, tmp_path: Path
) -> None:
    shown = tess_here(command, "--help", data_dir=tmp_path)
    assert shown.returncode == 0
    assert shown.stdout.startswith(f"usage: tess {command} ")
    assert told in shown.stdout
    assert len(shown.stdout.splitlines()) < 20


def test_the_version_is_told(tmp_path: Path) -> None:
    assert tess_here("--version", data_dir=tmp_path).stdout == f"tess {version('tess')}\n"


def test_the_demo_holds_a_whole_conversation(tmp_path: Path) -> None:
    demo = tess("demo", data_dir=tmp_path, COLUMNS=str(generated_demo.WIDTH))
    assert demo.returncode == 0, demo.stderr
    assert generated_demo.as_printed(demo.stdout) in generated_demo.PAGE.read_text("utf-8")
    (dossier,) = (tmp_path / "dossiers").glob("dos-*.json")
    assert str(dossier) in demo.stdout
    journal = dossier.with_suffix(".jsonl").read_text().splitlines()
    assert [len(json.loads(line)["content"]["tools"]) for line in journal] == [2, 1, 1, 1, 2, 1]
    _, others = demo.stdout.split("The other desks:")
    named = re.findall(r"demo --desk (\w+)", others)
    assert named == [one.name for one in plugs() if one.name != "tax"]


def test_ask_starts_a_server_of_its_own_and_goes_on_with_a_dossier(tmp_path: Path) -> None:
    with_starter_index(tmp_path)
    first = tess("ask", "Hoe lang is de bezwaartermijn?", "--json", data_dir=tmp_path)
    assert first.returncode == 0, first.stderr
    frame = json.loads(first.stdout)
    assert frame["sources"]
    second = tess_here("ask", "ja", "--dossier", frame["dossier_id"], data_dir=tmp_path)
    assert second.returncode == 0
    assert "ANALYSE" in second.stdout
    assert frame["dossier_id"] in second.stderr
    assert second.stdout == "".join(f"{one.rstrip()}\n" for one in second.stdout.splitlines())


def test_a_refused_question_is_told_and_ends_with_1(tmp_path: Path) -> None:
    with_starter_index(tmp_path)
    refused = tess_here("ask", "Hallo", "--dossier", "../secret", data_dir=tmp_path)
    assert refused.returncode == 1
    assert "geldig dossiernummer" in refused.stderr
    assert "./tess dossiers toont" in refused.stderr
    assert refused.stdout == ""
    unknown = tess_here("ask", "ja", "--dossier", "dos-ffffffff", data_dir=tmp_path)
    assert unknown.returncode == 1
    assert unknown.stderr == (
        "Dossier dos-ffffffff does not exist. ./tess dossiers lists those that there are.\n"
    )


def test_an_empty_question_is_told_before_a_server_is_started(tmp_path: Path) -> None:
    # No server can start with this key.
    empty = tess_here("ask", " ", data_dir=tmp_path, TESS_METRICS_TOKEN="short")
    assert empty.returncode == 1
    assert empty.stderr == 'The message is empty. Ask something: ./tess ask "..."\n'


Wrong = tuple[tuple[str, ...], dict[str, str], str]
"""Arguments, settings, and what is told."""

WRONG: list[Wrong] = [
    (("ingest", "no/such/folder"), {}, "no/such/folder can't be read: does not exist"),
    (("serve", "--port", "70000"), {}, "API_PORT"),
    (("serve",), {"TESS_MAX_TURN": "3"}, "is TESS_MAX_TURNS meant?"),
    (("serve",), {"TESS_PRICE_PROMPT": "2"}, "set both or neither"),
    (("serve",), {"OTEL_EXPORTER_OTLP_HEADERS": "a=b"}, "set OTEL_EXPORTER_OTLP_ENDPOINT"),
    (("serve",), {"OTEL_EXPORTER_OTLP_ENDPOINT": "nowhere"}, "http://host:4318"),
    (("serve",), {"TESS_METRICS_TOKEN": "short"}, "TESS_METRICS_TOKEN"),
    (("serve",), {"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
    (("serve", "--loud"), {}, "unrecognized arguments: --loud"),
    (("--loud",), {}, "unrecognized arguments: --loud"),
    ((), {}, "which COMMAND?"),
]
WRONG_IN_PROCESSES: list[Wrong] = [
    (("serve",), {"TESS_MODEL": "gpt-4.1"}, "set OPENAI_API_KEY"),
    (("serve",), {"DATABASE_URL": "postgresql://u:p@127.0.0.1:9/none"}, "database"),
    (("ask", "Hallo"), {"TESS_MODEL": "gpt-4.1"}, "set OPENAI_API_KEY"),
    (("chat", "--url", "http://x"), {}, "usage: tess chat"),
]
"""What is wrong here is told by the command after it has begun, or by another that it starts."""

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("run", "arguments", "settings", "told"),
    [
        *((tess_here, *one) for one in WRONG),
        *((tess, *one) for one in WRONG_IN_PROCESSES),
    ],
)
def test_what_cannot_work_is_told_in_a_sentence_and_ends_with_2(
    tmp_path: Path, run: Command, arguments: tuple[str, ...], settings: dict[str, str], told: str
) -> None:
    broken = run(*arguments, data_dir=tmp_path, **settings)
    assert broken.returncode == 2
    assert told in broken.stderr
    assert "Traceback" not in broken.stderr
    if arguments == ("serve",):
        assert len(broken.stderr.splitlines()) == 1


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    from src.api.serving import listening_socket

    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        broken = tess("serve", "--port", str(port), data_dir=tmp_path)
    assert broken.returncode == 2
    assert f"can't listen on 127.0.0.1:{port}" in broken.stderr


def test_an_unusable_data_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "dossiers").write_text("a file where a folder should be")
    broken = tess("serve", "--port", "0", data_dir=tmp_path)
    assert broken.returncode == 2
    assert "TESS_DATA_DIR" in broken.stderr


@pytest.mark.parametrize(
    ("run", "command"),
    [
        (tess, ("serve", "--port", "0")),
        (tess_here, ("search", "termijn")),
        (tess_here, ("ingest", "tax")),
    ],
)
def test_a_library_that_is_a_file_is_told_in_one_line(
    tmp_path: Path, run: Command, command: tuple[str, ...]
) -> None:
    (tmp_path / "library").write_text("a file where a folder should be")
    broken = run(*command, data_dir=tmp_path)
    (line,) = broken.stderr.splitlines()
    assert broken.returncode == 2
    assert f"{tmp_path / 'library'} can't be read: " in line


def test_what_our_own_server_says_at_its_start_is_passed_on_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "dossiers").write_text("a file where a folder should be")
    asked = tess_here("ask", "Hallo", data_dir=tmp_path)
    served = tess("serve", "--port", "0", data_dir=tmp_path)
    assert (asked.returncode, asked.stderr) == (2, served.stderr)


def test_a_server_that_was_never_reached_and_one_that_left_are_two_stories() -> None:
    nobody = "ws://127.0.0.1:9/ws"
    with pytest.raises(NotReached, match="nothing was sent"):
        send(nobody, {"message": "Hallo", "message_id": "1"})
    server = StandIn()
    server.raw = "no reply"
    with running(server), pytest.raises(WentAway, match="what it stored is kept"):
        send(server.address, {"message": "Hallo", "message_id": "1"})


def test_a_server_that_cannot_start_tells_why(tmp_path: Path) -> None:
    wrong = {"TESS_DATA_DIR": str(tmp_path), "TESS_MODEL": "gpt-4.1", "OPENAI_API_KEY": ""}
    with pytest.raises(NoServer, match="set OPENAI_API_KEY"), own_server(wrong):
        pass


def test_a_conversation_in_the_terminal_is_held_at_the_desk_that_is_named(tmp_path: Path) -> None:
    with_starter_index(tmp_path)
    with started("chat", "--json", "--desk", "tax", data_dir=tmp_path) as process:
        told, _ = process.communicate("Hoe lang is de bezwaartermijn?\n", timeout=90)
    assert json.loads(told.splitlines()[0])["status"] == "success"
    (dossier,) = (tmp_path / "dossiers").glob("dos-*.json")
    assert json.loads(dossier.read_text())["desk"] == "tax"
    away = tess("chat", "--url", "ws://127.0.0.1:9/ws", "--desk", "far", data_dir=tmp_path)
    assert "There is: tax" not in away.stderr  # that server may have it


# Signals. Each process is told apart by a port that it announces or by its end, never by its name.


def children_of(process: int) -> list[int]:
    """Return the processes below this one, as far as Linux lists them."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    below = [int(child) for child in listed.read_text().split()]
    return below + [one for child in below for one in children_of(child)]


def has_ended(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux to list processes")
@pytest.mark.parametrize(
    ("command", "announced"),
    [
        (("ui", "--server.headless", "true", "--server.port", "0"), "URL"),
        (("chat",), "Ik vond"),
    ],
    ids=["ui", "chat"],
)
def test_sigterm_ends_the_children_too(
    command: tuple[str, ...], announced: str, tmp_path: Path
) -> None:
    with_starter_index(tmp_path)
    with started(*command, data_dir=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("Hoe lang is de bezwaartermijn?\n")
        process.stdin.flush()
        assert any(announced in line for line in process.stdout)
        children = children_of(process.pid)
        assert len(children) >= 2
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 128 + signal.SIGTERM
        assert all(map(has_ended, children))


def test_ctrl_c_during_ingest_tells_how_to_go_on(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (tmp_path / "large").write_text("<a>" + "een " * 5_000_000)
    for number in range(10, 60):  # each takes a while to read
        (corpus / f"{number}.xml").symlink_to(tmp_path / "large")
    with started("ingest", str(corpus), data_dir=tmp_path / "data", FORCE_COLOR="1") as process:
        screen = process.stderr
        assert screen is not None
        seen = ""
        while not re.search(r"(1[1-9]|[2-5]\d)\.xml", seen):  # past the first file
            seen += (shown := screen.read(10))
            assert shown, seen
        process.send_signal(signal.SIGINT)
        told = OF_A_SCREEN.sub("", screen.read())
        assert process.wait(30) == 130
    assert re.search(r"Interrupted after \d+ of 50 files, which are kept\. Run the same", told)


def test_ingest_takes_the_day_of_undated_articles(tmp_path: Path) -> None:
    law = {"bwb_id": "BWBR0099911", "law_title": "Elfenwet", "article": "1", "text": "Een elf."}
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "law.jsonl").write_text(f"{json.dumps(law)}\n{{\n")
    data = tmp_path / "data"
    undated = tess_here("ingest", str(corpus), data_dir=data)
    assert "say with --date which day's law they are" in undated.stdout
    wrong = tess_here("ingest", str(corpus), "--date", "gisteren", data_dir=data)
    assert (wrong.returncode, "'gisteren' is no date like" in wrong.stderr) == (2, True)
    dated = tess_here("ingest", str(corpus), "--date", "2015-11-27", "--json", data_dir=data)
    report = json.loads(dated.stdout)
    assert (report["provisions"], report["already_there"]) == (1, 0)
    assert [one["reason"] for one in report["skipped"]] == ["line 2: not valid JSON"]


def test_ingest_names_what_it_skipped(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "broken.xml").write_text("<toestand")
    (corpus / "empty.xml").write_text(COURT_XML)
    ingested = tess_here("ingest", str(corpus), data_dir=tmp_path / "data")
    assert ingested.returncode == 1
    assert "broken.xml: " in ingested.stdout
    assert "empty.xml: " in ingested.stdout


def test_the_servers_own_command_of_the_original_works(tmp_path: Path) -> None:
    with_starter_index(tmp_path)
    server = subprocess.Popen(
        [sys.executable, "src/api/server.py"],
        env={
            "PATH": os.environ["PATH"],
            "TESS_DATA_DIR": str(tmp_path),
            "API_PORT": "0",
            "PYTHONUNBUFFERED": "1",
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert "TESS listens on ws://127.0.0.1:" in server.stdout.readline()
    finally:
        server.terminate()
        server.communicate(timeout=100)


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "bezwaar", "--as-of", "gisteren"),
        ("lint", "memo.txt", "--as-of", "gisteren"),
        ("ingest", "tax", "--since", "gisteren"),
        ("ingest", "tax", "--as-of", "gisteren"),
        ("retime", "dos-01234567", "--as-of", "gisteren"),
    ],
)
def test_every_command_reads_a_day_in_the_same_way(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 2
    assert "'gisteren' is no date like 2024-01-01" in capsys.readouterr().err


@pytest.mark.parametrize("name", cli.OF_UNIX)
def test_where_a_module_of_unix_is_missing_a_command_says_so(name: str, tmp_path: Path) -> None:
    # No proof that anything works on Windows: only that what cannot is told in a sentence there.
    lacking = (
        f"import sys; sys.modules[{name!r}] = None; from src.cli import main; sys.exit(main())"
    )
    told = subprocess.run(
        [sys.executable, "-c", lacking, "doctor"],
        cwd=tmp_path,
        env={**newcomers(tmp_path), "PYTHONPATH": str(Path(cli.__file__).parents[1])},
        capture_output=True,
        text=True,
    )
    assert (told.returncode, told.stdout) == (2, "")
    assert (
        told.stderr == "This command needs Linux or macOS: on Windows, run it in WSL or Docker.\n"
    )

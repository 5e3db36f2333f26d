"""What people see of the Azure desk: the command line, the terminal, and what REST tells."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Event

import pytest

from src import cli
from src.bootstrap import Observing, build
from src.commands.local_server import read
from src.desks.catalogue import read_settings
from src.observing.attributes import allowed
from src.observing.spans import Span, Tracer
from tests.clients.person import Person
from tests.desks.azure import script
from tests.desks.azure.doubles import ToldArm, storage
from tests.desks.azure.talking import over, post, posted
from tests.in_process import tess
from tests.serving import Served, served

MAIN = Path(__file__).parent / "main.tf"


def at_the_script(tmp_path: Path, hold: Callable[[Served], Awaitable[None]]) -> None:
    """Hold a conversation with the desk of the script."""
    over(tmp_path, ToldArm(dict(storage())), hold, llm=script.RestlessModel())


@contextmanager
def beside(tmp_path: Path) -> Iterator[int]:
    """Serve the desk in a thread, as commands want the first one for themselves; the port is yielded."""
    ports: Queue[int] = Queue()
    ended = Event()

    async def hold(server: Served) -> None:
        ports.put(server.port)
        await asyncio.to_thread(ended.wait)

    with ThreadPoolExecutor(1) as threads:
        serving = threads.submit(at_the_script, tmp_path, hold)
        try:
            yield ports.get(timeout=100)
        finally:
            ended.set()
        serving.result()


def test_an_error_is_looked_into_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = tmp_path / "token"
    token.write_text("t\n")

    def tess(*asked: str) -> str:
        assert cli.main(["azure", *asked]) == 0
        return capsys.readouterr().out

    with beside(tmp_path) as port:
        monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path))
        monkeypatch.setenv("API_PORT", str(port))
        assert "Logged in as ann" in tess("login", "--token-file", str(token))
        request = json.loads(tess("debug", script.VAGUE, "--file", str(MAIN), "--json"))
        assert (request["status"], request["evidence"]) == ("request", [])
        trace = request["trace_id"]
        looked = tess("continue", trace, script.NAMED)
        assert script.LINE in looked
        assert looked.rstrip().endswith(f"done  trace {trace}")
        kept = read(f"ws://127.0.0.1:{port}/ws", f"/dossiers/{trace}")["sources"]
        assert kept[0]["content"] == MAIN.read_text()
        at_once = json.loads(tess("debug", f"{script.VAGUE}\n\n{script.NAMED}", "--json"))
        assert (at_once["status"], at_once["progress"], len(at_once["evidence"])) == (
            "done",
            100,
            2,
        )
        assert at_once["findings"][0]["quote"] == script.LINE
        assert "fail  trace" in tess("debug", script.NOWHERE)
        assert "continue  trace" in tess("debug", script.RESTLESS)
        assert "Logged out." in tess("logout")
        assert "request  trace" in tess("debug", script.NOWHERE)


def test_rest_tells_how_a_turn_ended_and_what_was_made(tmp_path: Path) -> None:
    async def hold(server: Served) -> None:
        said = [script.VAGUE, script.NAMED]
        trace, ended = "", []
        for words in said:
            named = {"dossier_id": trace} if trace else {}
            trace = (await server.say(words, **named))["dossier_id"]
        journal = (await server.get(f"/dossiers/{trace}/journal")).json()
        ended = [one["outcome"] for one in journal]
        assert ended == ["request", "done"]
        made = {
            one["kind"]: one for one in (await server.get(f"/dossiers/{trace}")).json()["artifacts"]
        }
        assert made["diagnosis"]["data"]["cause"] == "storage_firewall"
        assert "network-rule add" in made["steps"]["data"]["actions"][0]["command"]
        assert made["call"]["data"]["status"] == 200
        rated = await posted(
            server, f"/dossiers/{trace}/feedback", up=False, why="It was the route."
        )
        assert rated["response"] == "Thank you: kept as not helpful."
        turns = (await server.get(f"/dossiers/{trace}")).json()["artifacts"]
        kept = {one["kind"]: one["data"] for one in turns}
        assert kept["feedback"]["why"] == "It was the route."

    at_the_script(tmp_path, hold)


def test_a_person_goes_through_the_script_at_a_terminal(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("t")

    async def hold(server: Served) -> None:
        url = f"ws://127.0.0.1:{server.port}/ws"
        await asyncio.to_thread(_typed, url, token)

    at_the_script(tmp_path, hold)


def _typed(url: str, token: Path) -> None:
    with Person("--url", url, lines=70, LANG="en_US.UTF-8") as person:
        person.sees("TESS ·")
        person.asks("/help")
        person.sees("/login FILE", "never in a message", "/evidence")
        person.asks(f"/login {token}")
        person.sees("Logged in until")
        person.asks(script.VAGUE)
        person.sees("In which subscription", "waits for you")
        person.asks(f"{script.NAMED.partition(chr(10))[0]} Resource group: data")
        person.sees(f"{script.LINE}", "Actions to Take", "found")
        person.asks("/evidence")
        person.sees("2026-03-01T12:00:00", "GET /subscriptions/", "200")
        person.asks("/sources")
        person.sees("read 2026-03-01 at 12:00 UTC")
        person.asks("/source 2")
        person.sees("Marked: what answer a2 quotes of it")
        assert script.LINE in person.marked()
        person.asks("/new")
        person.asks(" ".join(script.NOWHERE.split()))
        person.sees("I did not find the cause", "not found")
        person.asks("/new")
        person.asks(" ".join(script.RESTLESS.split()))
        person.sees("not finished")


async def test_a_turn_is_traced_by_its_calls_and_its_diagnosis_and_no_body_is_told(
    tmp_path: Path,
) -> None:
    trees: list[Span] = []
    made = script.scripted()
    settings = read_settings([made], tess_data_dir=tmp_path, _env_file=None)
    async with served(build(settings, Observing(Tracer(trees.append)), desks=[made])) as server:
        assert (await post(server, "login", {"token": "t"})).status_code == 200
        assert (await server.say(f"{script.VAGUE}\n\n{script.NAMED}"))["outcome"] == "done"
    (turn,) = [one for one in trees if one.name == "turn"]
    under = [
        (one.name, one.attributes) for one in turn.walk() if one.name in ("observe", "diagnose")
    ]
    assert under == [
        ("observe", {"tool": "list_resources", "status": 200}),
        ("observe", {"tool": "read_resource", "status": 200}),
        ("diagnose", {}),
    ]
    assert [allowed(one) for _, one in under] == [one for _, one in under]


def test_an_error_is_explained_at_the_command_line_without_a_login(tmp_path: Path) -> None:
    said = tess("azure", "AADSTS700016: no such application", data_dir=tmp_path, LANG="en_GB.UTF-8")
    assert said.returncode == 0, said.stderr
    assert "does not exist in this tenant" in said.stdout

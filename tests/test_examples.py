"""The programs of ``examples/`` do what their pages say, against real servers."""

import hashlib
import hmac
import json
import os
import queue
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import parse_qs

import httpx2
import pytest
import yaml

from benchmarks.rig.programs import running
from src.commands.local_server import own_server
from standins.base import Standin, StandinReply, StandinRequest, World
from standins.server import standing_in
from tess_client import Dossier
from tests.desks.docs.acme import PAGES, QUESTION, ingest, write_pages
from tests.identity.test_commands import SET, token_for

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NOTES = [path.read_text("utf-8") for path in sorted((EXAMPLES / "notes").glob("*.txt"))]
LACKING = "How do I brew coffee with the server?"
BARE = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "OPENAI_API_KEY": ""}


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.py")), ids=lambda path: path.name)
def test_each_is_small_and_has_a_page(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < 120
    assert (path.parent / "README.md").is_file()


# The action


def acted(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the step of the action as GitHub does, in a repository with docs and questions."""
    action = yaml.safe_load((EXAMPLES / "docs_action" / "action.yml").read_text("utf-8"))
    (step,) = action["runs"]["steps"]
    given = {f"inputs.{name}": one["default"] for name, one in action["inputs"].items()}
    given["runner.temp"] = str(folder / "temp")
    environment = dict(step["env"])
    for name, value in given.items():
        environment = {
            key: told.replace(f"${{{{ {name} }}}}", value) for key, told in environment.items()
        }
    github = {
        "GITHUB_ACTION_PATH": str(EXAMPLES / "docs_action"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder,
        env={**BARE, **environment, **github},
        capture_output=True,
        text=True,
    )


def test_the_action_fails_where_the_docs_lack_an_answer(tmp_path: Path) -> None:
    write_pages(tmp_path / "docs")
    questions = tmp_path / ".github" / "questions.txt"
    questions.parent.mkdir()
    questions.write_text(f"# Of newcomers\n{QUESTION}\n", "utf-8")
    answered = acted(tmp_path)
    assert answered.returncode == 0, answered.stderr
    assert "ACME_PORT" in answered.stdout
    assert "(server.md:" in answered.stdout
    questions.write_text(f"{QUESTION}\n{LACKING}\n", "utf-8")
    lacking = acted(tmp_path)
    assert lacking.returncode == 1, lacking.stderr
    (error,) = [line for line in lacking.stdout.splitlines() if line.startswith("::error")]
    place = "::error file=.github/questions.txt,line=2::"
    assert error.startswith(f"{place}The docs do not answer: {LACKING}%0A")
    assert f"| {LACKING} | **none** |  |" in (tmp_path / "summary.md").read_text("utf-8")


def test_the_action_says_that_it_could_not_ask(tmp_path: Path) -> None:
    program = [sys.executable, str(EXAMPLES / "docs_action" / "ask_docs.py"), "questions.txt"]
    (tmp_path / "questions.txt").write_text(QUESTION, "utf-8")
    nowhere = {**BARE, "TAX_WS_URL": "ws://127.0.0.1:1/ws"}
    for environment in (nowhere, BARE | {"TESS_TOKEN_FILE": str(tmp_path)}):
        asked = subprocess.run(
            program, cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert (asked.returncode, asked.stdout[:9]) == (2, "::error::")


# The webhook


class Slack(Standin):
    """Slack with one thread, which it hands out two messages at a time."""

    name = "slack"
    title = "Slack"

    def __init__(self, texts: list[str]) -> None:
        super().__init__(World())
        self.posted: queue.Queue[dict[str, str]] = queue.Queue()
        self.looks = 0
        said = [{"ts": f"{n}.0", "user": "U7", "text": text} for n, text in enumerate(texts, 1)]
        robot = {"ts": "8.0", "bot_id": "B1", "text": "The build is broken."}
        self.messages = [*said, robot, {"ts": "9.0", "user": "U7", "text": "<@U1> guide please"}]

    def answer(self, asked: StandinRequest) -> StandinReply:
        if asked.headers.get("authorization") != "Bearer xoxb-1":
            return StandinReply(body={"ok": False, "error": "invalid_auth"})
        given = {name: one for name, (one, *_) in parse_qs(asked.body.decode()).items()}
        if asked.path == "/chat.postMessage":
            self.posted.put(given)
            return StandinReply(body={"ok": True})
        assert (asked.path, given["ts"]) == ("/conversations.replies", "1.0")
        self.looks += 1
        start = int(given.get("cursor", "0"))
        more = str(start + 2) if start + 2 < len(self.messages) else ""
        page = json.loads(json.dumps(self.messages[start : start + 2]))
        told = {"ok": True, "messages": page, "response_metadata": {"next_cursor": more}}
        return StandinReply(body=told)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the built-in model that looks nothing up outside."""
    data = str(tmp_path_factory.mktemp("data"))
    quiet = {"OPENAI_API_KEY": "", "TESS_TSG_RESEARCH": "none", "TESS_DATA_DIR": data}
    with own_server(quiet) as url:
        yield url


def sent(url: str, told: Mapping[str, object], secret: str = "s3cret", **headers: str) -> str:
    """Send what Slack sends, signed with this secret; return the status and what was replied."""
    body, stamp = json.dumps(told).encode(), headers.pop("stamp", str(int(time.time())))
    signed = hmac.new(secret.encode(), b"v0:%s:%s" % (stamp.encode(), body), hashlib.sha256)
    headers |= {
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": f"v0={signed.hexdigest()}",
    }
    reply = httpx2.post(url, content=body, headers=headers, trust_env=False, timeout=60)
    return f"{reply.status_code} {reply.text}".strip()


MENTION = {"type": "app_mention", "channel": "C1", "ts": "9.0", "thread_ts": "1.0"}
EVENT = {"type": "event_callback", "event": MENTION}


def test_a_thread_becomes_a_guide_and_no_request_of_a_stranger_does(
    engine: str, tmp_path: Path
) -> None:
    slack = Slack([*NOTES, "&lt;none&gt; of this is <@U7>&apos;s fault"])
    with standing_in(slack) as api:
        secrets = {"SLACK_SIGNING_SECRET": "s3cret", "SLACK_BOT_TOKEN": "xoxb-1"}
        environment = {**BARE, **secrets, "SLACK_API": api.url, "TAX_WS_URL": engine}
        program = [sys.executable, str(EXAMPLES / "slack_guide" / "webhook.py"), "0"]
        with running(program, environment, tmp_path) as webhook:
            url = webhook.first_line.strip()
            assert sent(url, {"type": "url_verification", "challenge": "c1"}) == "200 c1"
            assert sent(url, EVENT, secret="guessed") == "401"
            assert sent(url, EVENT, stamp="1700000000") == "401"
            assert sent(url, EVENT, stamp="now") == "401"
            assert sent(url, EVENT, **{"X-Slack-Retry-Num": "1"}) == "200"
            assert sent(url, EVENT) == "200"
            first = slack.posted.get(timeout=100)
    assert (first["channel"], first["thread_ts"]) == ("C1", "1.0")
    assert "Uploads to the archive server end" in first["text"]
    assert "archivectl job run remove-expired" in first["text"]
    assert "build is broken" not in first["text"]
    assert slack.looks == 3  # six messages, fetched for one mention


def test_what_the_desk_refuses_is_said_in_the_thread(engine: str, tmp_path: Path) -> None:
    slack = Slack([NOTES[0], "The customer is jan.jansen@voorbeeld.nl, call 06-12345678."])
    with standing_in(slack) as api:
        secrets = {"SLACK_SIGNING_SECRET": "s3cret", "SLACK_BOT_TOKEN": "xoxb-1"}
        environment = {**BARE, **secrets, "SLACK_API": api.url, "TAX_WS_URL": engine}
        program = [sys.executable, str(EXAMPLES / "slack_guide" / "webhook.py"), "0"]
        with running(program, environment, tmp_path) as webhook:
            assert sent(webhook.first_line.strip(), EVENT) == "200"
            told = slack.posted.get(timeout=100)["text"]
    assert "jan.jansen@voorbeeld.nl" not in told
    assert "TSG_BEGIN" not in told
    assert "email: 1" in told


# The nightly job


class Hook(Standin):
    """Whatever takes a text."""

    name = "hook"
    title = "A webhook"

    def __init__(self) -> None:
        super().__init__(World())
        self.texts: list[str] = []
        self.is_down = False

    def answer(self, asked: StandinRequest) -> StandinReply:
        if self.is_down:
            return StandinReply(status=503)
        self.texts.append(json.loads(asked.body)["text"])
        return StandinReply()


def test_a_firm_hears_once_of_its_answers_that_no_longer_stand(tmp_path: Path) -> None:
    data, pages = tmp_path / "data", tmp_path / "pages"
    write_pages(pages)
    ingest(data, pages)
    ours, others = (token_for("job", firm, data)["token"] for firm in ("acme", "breda"))
    hook = Hook()
    with standing_in(hook) as there, own_server({"TESS_DATA_DIR": str(data), **SET}) as url:

        def night(token: str, name: str) -> subprocess.CompletedProcess[str]:
            at = url.replace("ws://", "http://").removesuffix("/ws")
            environment = {"TESS_URL": at, "TESS_TOKEN": token, "REPORT_WEBHOOK": there.url}
            job = [sys.executable, str(EXAMPLES / "nightly_stale" / "nightly.py")]
            return subprocess.run(
                [*job, str(tmp_path / name)],
                env={**BARE, **environment},
                capture_output=True,
                text=True,
            )

        dossier = Dossier(desk="docs", url=url, token=ours)
        dossier.answer(QUESTION)
        assert night(ours, "acme").returncode == 0
        changed = PAGES["server.md"].replace("`ACME_PORT`.", "`ACME_LISTENS_AT`.")
        (pages / "server.md").write_text(changed, "utf-8")
        ingest(data, pages)
        hook.is_down = True
        assert night(ours, "acme").returncode == 2
        hook.is_down = False
        told = night(ours, "acme")
        assert told.returncode == 1, told.stderr
        assert night(ours, "acme").returncode == 0
        assert night(others, "breda").returncode == 0
        assert night("wrong", "acme").returncode == 2
    (text,) = hook.texts
    assert text == told.stdout.strip()
    assert f"{dossier.id} a1: {QUESTION}" in text
    assert "changed" in text

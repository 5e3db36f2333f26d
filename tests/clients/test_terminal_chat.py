"""The terminal client as people run it: a process with pipes, and a process on a terminal."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import unicodedata
from pathlib import Path
from typing import Self

import pytest

import terminal_chat
from tests.clients.stand_in import StandIn, new_dossier

ROOT = Path(terminal_chat.__file__).parent
NOBODY = "ws://127.0.0.1:9/ws"
ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
COMMAND = [sys.executable, "-W", "error", str(ROOT / "terminal_chat.py")]


OF_OUR_OWN = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;(id=\d+)?;[!-~]*\x1b\\")
"""The client's own colours and links; an address in a link is printable ASCII."""


def talk(
    url: str | None, *lines: str, arguments: tuple[str, ...] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """Return how a conversation through pipes went."""
    return subprocess.run(
        [*COMMAND, *(("--url", url) if url else ()), *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT | environment,
        timeout=60,
        check=False,
    )


def steering(text: str) -> set[str]:
    """Return the characters that a reply has no business to print."""
    return {char for char in text if unicodedata.category(char) in ("Cc", "Cf")} - {"\n", "\t"}


def test_a_conversation_stays_in_one_dossier_and_says_how_to_go_on(server: StandIn) -> None:
    done = talk(server.address, "Eerste vraag", "", "Tweede vraag", "stop", "nooit verzonden")
    (dossier_id,) = server.dossiers
    assert (done.returncode, done.stderr) == (0, "")
    assert [request["message"] for request in server.requests] == ["Eerste vraag", "Tweede vraag"]
    assert server.requests[1]["dossier_id"] == dossier_id
    assert done.stdout.count("- Awb, artikel 6:7") == 2
    assert f"--dossier {dossier_id} --url {server.address}" in done.stdout


@pytest.mark.parametrize("word", ["/exit", "/quit"])
def test_an_exit_word_leaves_as_a_command_too(word: str, server: StandIn) -> None:
    done = talk(server.address, "Vraag", word, "nooit verzonden")
    assert (done.returncode, done.stderr) == (0, "")
    assert [request["message"] for request in server.requests] == ["Vraag"]


def test_a_command_without_what_it_needs_says_what_that_may_be(server: StandIn) -> None:
    assert "/export FORMAT [FILE] · antwoord als bestand: pdf, docx" in (
        talk(server.address, "/export").stderr
    )


def test_a_given_dossier_is_continued(server: StandIn) -> None:
    talk(server.address, "Vraag", arguments=("--dossier", "dos-0123abcd"))
    assert list(server.dossiers) == ["dos-0123abcd"]


def test_json_gives_each_reply_as_one_plain_line(server: StandIn) -> None:
    server.response = "één\nregel \x1b[31m\x7f\u202e"
    done = talk(server.address, "Vraag", "/sources", arguments=("--json",))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["response"] for reply in replies] == [server.response] * 2
    assert not steering(done.stdout)


@pytest.mark.parametrize(
    "terminal", [("", "dumb"), ("1", "dumb"), ("1", "xterm-256color")], ids=" ".join
)
def test_a_reply_cannot_steer_the_screen(server: StandIn, terminal: tuple[str, str]) -> None:
    server.response = (
        "rood \x1b[1Km\x1b]0;titel\x07 \x9b2J \u202e [&#x202e;](x&#x9b;) &#x1b;[0m ![p](u)"
    )
    done = talk(
        server.address, "Vraag \x1b[2J", "/dossiers", FORCE_COLOR=terminal[0], TERM=terminal[1]
    )
    assert "rood" in done.stdout
    assert not steering(OF_OUR_OWN.sub("", done.stdout))


def test_an_unknown_language_or_an_empty_reply_is_survived(server: StandIn) -> None:
    server.raw = (
        '{"status": "success", "language": 3, "dossier_id": "dos-1; rm -rf", "response": null}'
    )
    done = talk(server.address, "Vraag")
    assert done.stdout == "(De server stuurde een leeg antwoord.)\n\n"


def test_a_huge_reply_is_cut(server: StandIn) -> None:
    server.response = "x" * 1_000_000
    done = talk(server.address, "Vraag")
    assert 200_000 < len(done.stdout) < 201_000
    server.error = {"error": "x" * 1_000_000, "code": "internal"}
    assert 200_000 < len(talk(server.address, "Vraag").stderr) < 201_000


def test_a_server_that_is_down_is_one_sentence(server: StandIn) -> None:
    done = talk(NOBODY, "Vraag")
    sentence = f"! Er antwoordt geen TESS-server op {NOBODY}; start hem met ./tess serve.\n\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


def test_a_refusal_is_told_with_its_reference(server: StandIn) -> None:
    server.error = {"error": "Dit ging mis.\x1b", "code": "internal", "error_id": "e-17"}
    done = talk(server.address, "Vraag")
    assert (done.returncode, done.stderr) == (1, "! Dit ging mis. [e-17]\n\n")


def test_the_same_text_after_a_failure_keeps_its_id(server: StandIn) -> None:
    server.refusals = 2
    done = talk(server.address, "Vraag", "Vraag", "Vraag", "Vraag")
    ids = [request["message_id"] for request in server.requests]
    assert done.stderr == "! Nu even niet.\n\n" * 2
    assert ids[0] == ids[1] == ids[2] != ids[3]
    assert [request.get("after") for request in server.requests] == [None] * 4


def test_a_dropped_connection_is_taken_up_where_it_broke_off(server: StandIn) -> None:
    server.drops = 2
    done = talk(server.address, "Vraag")
    (dossier,) = server.dossiers.values()
    assert (done.returncode, done.stderr, dossier["version"]) == (0, "", 1)
    assert [request.get("after") for request in server.requests] == [None, 3, 3]
    assert len({request["message_id"] for request in server.requests}) == 1
    assert {request["dossier_id"] for request in server.requests} == set(server.dossiers)


def test_the_commands_show_and_switch(server: StandIn) -> None:
    done = talk(
        server.address, "/sources", "Vraag", "/sources", "/dossiers", "/new", "Andere", "/weg",
        "/help", "/sources",
    )  # fmt: skip
    first, _ = server.dossiers
    assert done.stdout.startswith("Dit dossier heeft nog geen bronnen.\n")
    assert "Geselecteerd\n  ● [1] Awb, artikel 6:7 — Termijn · 01-01-2024\n" in done.stdout
    left_out = (
        "Weggelaten\n  ○ [2] Hoge Raad, ECLI:NL:HR:2020:123 · 03-02-2020 · eigen samenvatting\n"
    )
    assert done.stdout.count(left_out) == 2
    assert f"→ {first}  Vraag · " in done.stdout
    assert list(server.dossiers) == [request["dossier_id"] for request in server.requests]
    assert done.stderr == "! Die opdracht is er niet; /help toont wat er wel is.\n\n"
    assert "/open N                  verder in een dossier" in done.stdout


KEPT = [f"dos-{start:0<32}" for start in ("0123abcd", "0123ef", "77")] + ["dos-0123abcd"]


@pytest.mark.parametrize(
    ("beginning", "dossier_id"),
    [("dos-7", KEPT[2]), ("0123abcd0", KEPT[0]), (KEPT[1], KEPT[1]), (KEPT[3], KEPT[3])],
)
def test_the_beginning_of_an_id_is_enough_to_switch(
    server: StandIn, beginning: str, dossier_id: str
) -> None:
    server.dossiers = {one: new_dossier(one) for one in KEPT}
    done = talk(server.address, f"/switch {beginning}", "Vraag")
    assert done.stdout.startswith(f"Verder in dossier {dossier_id}.\n")
    assert server.requests[0]["dossier_id"] == dossier_id


@pytest.mark.parametrize(
    ("beginning", "told"),
    [
        ("dos-0123", "Er zijn 3 dossiers waarvan de id zo begint"),
        ("dos-9", "Er is geen dossier dat zo heet of waarvan de id zo begint"),
        ("../healthz", "Er is geen dossier dat zo heet of waarvan de id zo begint"),
        ("", "Gebruik: /open N · "),
        ("dos-00000000", "! Dit dossier bestaat niet."),
    ],
)
def test_no_switch_to_what_is_not_there(server: StandIn, beginning: str, told: str) -> None:
    server.dossiers = {one: new_dossier(one) for one in KEPT}
    done = talk(server.address, f"/switch {beginning}", "Vraag")
    assert told in done.stdout + done.stderr
    assert server.requests[0]["dossier_id"] not in KEPT


def test_a_long_list_comes_page_by_page(server: StandIn) -> None:
    server.has_pages = True
    server.dossiers = {f"dos-{one:08}": new_dossier(f"dos-{one:08}") for one in range(120)}
    found = {"title": "Zaak", "version": 1, "where": "title", "excerpt": "een vraag"}
    server.found = [{"dossier_id": f"dos-{one:08}", **found} for one in range(30)]
    done = talk(
        server.address, "/more", "/dossiers", "/more", "/more", "/more", "/find vraag", "/more"
    )
    assert done.stdout.count("Er zijn er meer; /more toont ze.") == 3
    lines = [line for line in done.stdout.splitlines() if "dos-" in line]
    shown = [line.partition("dos-")[2][:8] for line in lines]
    assert shown[:150] == [f"{one:08}" for one in (*range(120), *range(30))]
    assert done.stderr.count("! Er is niet meer te tonen.") == 2


@pytest.mark.parametrize("has_pages", [True, False])
def test_a_dossier_behind_the_first_page_is_switched_to(server: StandIn, has_pages: bool) -> None:
    server.has_pages = has_pages
    server.dossiers = {f"dos-{one:08}": new_dossier(f"dos-{one:08}") for one in range(700)}
    done = talk(server.address, "/switch dos-00000699", "Vraag")
    assert done.stdout.startswith("Verder in dossier dos-00000699.\n")
    assert "Er zijn 100 dossiers" in talk(server.address, "/switch dos-000005", "Vraag").stderr


def test_started_by_a_command_it_names_that_command(server: StandIn) -> None:
    done = talk(None, "Vraag", TESS_COMMAND="./tess chat", TAX_WS_URL=server.address)
    (dossier_id,) = server.dossiers
    assert done.stdout.endswith(f"\n  ./tess chat --dossier {dossier_id}\n")
    elsewhere = talk(server.address, "Vraag", TESS_COMMAND="./tess chat")
    assert elsewhere.stdout.endswith(f" --url {server.address}\n")


def test_a_server_of_the_commands_own_is_not_to_be_started_by_hand() -> None:
    gone = talk(NOBODY, "Vraag", TESS_COMMAND="./tess chat", TESS_OWN_SERVER=NOBODY)
    assert "De server die ./tess chat had gestart, antwoordt niet meer" in gone.stderr
    assert "./tess serve" not in gone.stderr


def test_the_clients_own_words_follow_the_replies_and_before_them_the_environment(
    server: StandIn,
) -> None:
    server.language = "en"
    done = talk(server.address, "/sources", "Question", LANG="nl_NL.UTF-8")
    assert done.stdout.startswith("Dit dossier heeft nog geen bronnen.")
    assert "is kept. To continue:" in done.stdout
    assert talk(server.address, "/x", LANG="en_GB.UTF-8").stderr.startswith("! There is no such")


@pytest.mark.parametrize(
    "arguments", [("--dossier", "x"), ("--url", "http://x"), ("--url", "ws://x:y"), ("--wat",)]
)
def test_wrong_use_ends_with_two(arguments: tuple[str, ...]) -> None:
    done = talk(NOBODY, arguments=arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage:" in done.stderr


def test_the_environment_names_the_server(server: StandIn) -> None:
    assert talk(None, "Vraag", TAX_WS_URL=server.address).returncode == 0
    assert len(server.requests) == 1


def test_a_screen_without_the_letters_shows_the_rest(server: StandIn) -> None:
    server.response = "één ● twee"
    done = talk(server.address, "Vraag é", PYTHONIOENCODING="ascii")
    assert done.stdout.startswith("??n ? twee\n")
    assert server.requests[0]["message"] == "Vraag \ufffd\ufffd"


PROMPT = "\x1b[?2004h"
"""What the input line sends once it is ready for keys; its sign is drawn more often."""


class Terminal:
    """A person at a terminal of 80 columns who reads before typing."""

    def __init__(self, url: str) -> None:
        self.near, far = pty.openpty()
        screen = {"TERM": "xterm-256color", "COLUMNS": "80", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen(
            [*COMMAND, "--url", url], stdin=far, stdout=far, stderr=far, env=ENVIRONMENT | screen
        )
        os.close(far)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until the text appears, and return what came before it."""
        while text not in self.seen:
            readable, _, _ = select.select([self.near], [], [], 30)
            assert readable, f"{text!r} never came: {self.seen!r}"
            self.seen += os.read(self.near, 65536).decode(errors="replace")
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self.near, text.encode())

    def exit_status(self) -> int:
        return self.process.wait(timeout=100)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.near)


def test_at_a_terminal_it_greets_asks_and_leaves(server: StandIn) -> None:
    with Terminal(server.address) as terminal:
        banner = terminal.wait_for(PROMPT)
        assert server.address in banner
        assert "offline (ingebouwd" in banner
        assert "Probeer: " in banner
        terminal.type("Vraag\r")
        terminal.wait_for("Awb, artikel 6:7")
        terminal.wait_for(PROMPT)
        terminal.type("\x03")
        terminal.wait_for(PROMPT)
        terminal.type("\x04")
        (dossier_id,) = server.dossiers
        terminal.wait_for(f"--dossier {dossier_id}")
        assert terminal.exit_status() == 0


def test_at_a_terminal_a_server_that_is_down_ends_it() -> None:
    with Terminal(NOBODY) as terminal:
        terminal.wait_for("start hem met")
        assert terminal.exit_status() == 2


def test_at_a_terminal_an_error_is_wrapped_between_words(server: StandIn) -> None:
    words = [f"woord{number}" for number in range(60)]
    server.error = {"error": " ".join(words), "code": "internal"}
    with Terminal(server.address) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("Vraag\r")
        terminal.wait_for("woord0 ")
        lines = OF_OUR_OWN.sub("", terminal.wait_for("woord59")).splitlines()
        assert all(len(line) <= 80 for line in lines)
        assert " ".join(lines).split() == words[1:-1]


def test_at_a_terminal_a_signal_to_end_leaves_the_keyboard_as_it_was(server: StandIn) -> None:
    with Terminal(server.address) as terminal:
        before = termios.tcgetattr(terminal.near)
        terminal.wait_for(PROMPT)
        terminal.process.terminate()
        assert terminal.exit_status() == 143
        assert termios.tcgetattr(terminal.near) == before

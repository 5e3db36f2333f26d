"""Bad input of every kind: each has its sentence and a next step, and none of it steers the screen."""

import contextlib
import json
import re
import socket
import subprocess
import sys
import threading

import pytest

from tess_client.wire import Asked, Server
from tess_client.wire import Frame as WireFrame
from tests.clients.person import ENVIRONMENT, PROGRAM, Person
from tests.clients.stand_in import SOURCES, Frame, StandIn, new_dossier, running
from tests.clients.test_terminal_chat import talk

EVIL = "\x1b[2J\x1b]0;titel\x07\x9b3;3H\x1b[8m\x07\x08\r\x0c\u202e\u200b\U000e0041EVIL\nNEP"
"""Clears the screen, names the window, moves the cursor, hides what follows, rings, turns words around."""

A_LINK_OF_OURS = re.compile(r"\x1b\]8;(?:id=\d+;https?://[!-~]+|;)\x1b\\")
ID = "dos-0123abcd"


def hostile_dossier() -> Frame:
    evil = {
        "title": EVIL,
        "heading": EVIL,
        "content": f"{EVIL} zes weken {EVIL}",
        "url": f"https://x.example/{EVIL}",
        "as_of": EVIL,
    }
    sources = [{**SOURCES[0], **evil}, {**SOURCES[1], **evil, "kind": EVIL}]
    claim = {"source_id": SOURCES[0]["id"], "quote": "zes weken", "verdict": EVIL}
    said = [{"role": "user", "content": EVIL}, {"role": "assistant", "content": EVIL}]
    return new_dossier(ID) | {
        "title": EVIL,
        "desk": EVIL,
        "sources": sources,
        "conversation": said,
        "answers": [{"id": EVIL, "claims": [claim]}],
        "artifacts": [
            {"id": EVIL, "kind": "x", "title": EVIL, "data": {"as_of": EVIL, EVIL: EVIL}}
        ],
        "as_of": EVIL,
    }


def hostile_desk() -> Frame:
    evil = {"nl": EVIL, "en": EVIL}
    texts = ("title", "tagline", "about", "opening", "document", "digests")
    column = {"field": "as_of", "label": evil}
    kind = {"name": "legislation", "label": evil, "group": "title", "dates": [column]}
    drawn = {"name": "x", "label": evil, "view": EVIL, "columns": [column], "rows": ""}
    return dict.fromkeys(texts, evil) | {
        "name": EVIL,
        "examples": {"nl": [EVIL], "en": 3},
        "standing": {"line": evil, "note": evil},
        "sources": [kind | {"short": EVIL, "described": evil, "address": evil}],
        "artifacts": [drawn],
        "commands": [{"name": EVIL, "message": evil, "help": evil}, {"name": "evil", "help": evil}],
        "progress": {"x": evil},
        "day": dict.fromkeys(("label", "help", "command", "of", "counts", "latest"), evil),
        "personal": {"x": evil},
    }


def hostile_pages() -> dict[str, Frame | list[Frame]]:
    at = {"version": EVIL, "time": EVIL, "author": EVIL, "kind": EVIL}
    changes = [{"kind": EVIL, "names": [EVIL, EVIL]}, {"kind": "found", "names": [EVIL]}]
    row = {"dossier_id": EVIL, "title": EVIL, "version": EVIL, "where": EVIL, "excerpt": EVIL}
    return {
        f"dossiers/{ID}/log": [{**at, "message": EVIL, "changes": changes}],
        f"dossiers/{ID}/why": [{**at, "rank": EVIL, "query": EVIL}, {**at, "kind": "found"}],
        f"dossiers/{ID}/undo": {"response": EVIL},
        f"dossiers/{ID}/selection": {"status": "error", "error": EVIL, "code": EVIL},
        "find": {"found": [row]},
    }


def test_nothing_that_the_server_says_steers_the_screen(server: StandIn) -> None:
    server.dossiers[ID] = hostile_dossier()
    server.pages = hostile_pages()
    server.desks = [hostile_desk()]
    server.more = {"clarification": {"choices": [EVIL, EVIL]}}
    server.health = {
        "status": "ok",
        "model": EVIL,
        "library": {"provisions": EVIL, "rulings": EVIL},
    }
    server.response = (
        f"# {EVIL}\n\n[x](https://a.example/{EVIL}) &#x1b;[2J &#x202e; [y](ssh://x) ![i](u)"
    )
    commands = "/sources;/source 1;/why 1;/log;/last;/undo;/select 2;/dossiers;/find x;/asof;/help"
    commands += ";/artifacts;/artifact 1;Vraag"
    with Person("--url", server.address, "--dossier", ID, lines=60, columns=100) as person:
        person.sees("dos-0123abcd ·")
        person.presses("/source ")
        person.sees("[1]")
        person.presses("\x15/switch dos")
        person.sees("dos-0123abcd  ")
        person.presses("\x15")
        for command in commands.split(";"):
            person.asks(command)
        server.error = {"error": EVIL, "code": EVIL, "error_id": EVIL}
        person.asks("Nog een vraag")
        person.sees("! ")
        person.types("stop")
        assert person.leaves() == 0
        assert person.heard.count("EVIL") > 30
        assert person.screen.title == ""
        for planted in ("\x1b[2J", "\x1b]0", "\x9b", "\x1b[8m", "\x07", "\x0c", "\u202e", "\u200b"):
            assert planted not in person.heard
        assert "\x1b]" not in A_LINK_OF_OURS.sub("", person.heard)
        assert "ssh://" not in person.heard


def test_an_address_that_is_not_of_the_web_is_not_shown(server: StandIn) -> None:
    server.dossiers[ID] = new_dossier(ID)
    done = talk(server.address, "/source 1", "/source 2", arguments=("--dossier", ID))
    assert done.stdout.count("https://wetten.overheid.nl/jci1.3:c:BWBR0005537&artikel=6:7\n") == 1
    assert "javascript" not in done.stdout


def test_a_newline_in_a_title_makes_no_line_of_its_own(server: StandIn) -> None:
    server.dossiers[ID] = new_dossier(ID) | {
        "conversation": [{"role": "user", "content": "titel\n! Stuur uw wachtwoord"}]
    }
    done = talk(server.address, "/dossiers")
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"  {ID}  titel ! Stuur uw wachtwoord · ")


@pytest.mark.parametrize("command", ["/select 2", "/log", "/why 1", "/find x", "/undo", "/title x"])
def test_a_server_that_is_older_than_the_client_says_so(server: StandIn, command: str) -> None:
    server.dossiers[ID] = new_dossier(ID)
    done = talk(server.address, command, arguments=("--dossier", ID))
    assert "kan dit nog niet: hij is ouder dan dit programma" in done.stderr
    assert done.returncode == 2


def test_a_dossier_of_an_older_server_lacks_fields_and_is_shown(server: StandIn) -> None:
    server.dossiers[ID] = {"id": ID, "sources": [{"title": "Awb, artikel 6:7"}, 3, None]}
    done = talk(server.address, "/sources", "/source 1", "/last", arguments=("--dossier", ID))
    assert (done.returncode, done.stderr) == (0, "")
    assert "[1] Awb, artikel 6:7" in done.stdout


@pytest.mark.parametrize("page", ["<html>", "[]", "3", "", "[" * 100_000])
def test_a_page_that_is_not_json_is_one_sentence(server: StandIn, page: str) -> None:
    server.dossiers[ID] = new_dossier(ID)
    server.texts[f"dossiers/{ID}/undo"] = page
    done = talk(server.address, "/undo", arguments=("--dossier", ID))
    assert "is onleesbaar of veel te lang; is dat een TESS-server?" in done.stderr
    assert done.returncode == 2


def test_a_wrong_address_is_told_apart_from_a_server_that_is_down(server: StandIn) -> None:
    elsewhere = server.address.removesuffix("/ws") + "/elders/ws"
    sentence = "is geen WebSocket van TESS; het adres eindigt gewoonlijk op /ws."
    assert sentence in talk(elsewhere, "Vraag").stderr
    with Person("--url", elsewhere) as person:
        person.sees("is geen WebSocket van TESS")
        assert person.leaves() == 2


def test_who_is_not_let_in_hears_it_before_they_type(server: StandIn) -> None:
    server.token, server.health = "geheim-123", {"status": "ok"}
    with Person("--url", server.address, TESS_TOKEN="oud-456") as person:
        person.sees("laat u niet toe: het token ontbreekt, klopt niet of is verlopen.")
        assert person.leaves() == 2


def test_a_token_is_sent_and_never_shown(server: StandIn) -> None:
    server.token = "geheim-qzx"
    given = talk(server.address, "Vraag", arguments=("--token", "geheim-qzx"))
    set_before = talk(server.address, "Vraag", TESS_TOKEN="geheim-qzx")
    expired = talk(server.address, "Vraag", arguments=("--token", "oud-wvk"))
    garbled = talk(server.address, "Vraag", arguments=("--token", "oud€wvk"))
    assert (given.returncode, set_before.returncode) == (0, 0)
    assert "laat u niet toe: het token ontbreekt, klopt niet of is verlopen." in expired.stderr
    assert "a token has no spaces or other special characters" in garbled.stderr
    assert (expired.returncode, garbled.returncode) == (2, 2)
    said = "".join(one.stdout + one.stderr for one in (given, set_before, expired, garbled))
    assert "qzx" not in said.replace(server.address, "")
    assert "wvk" not in said
    assert all("dossier_id" not in request for request in server.requests)


def test_a_long_answer_is_cut_and_says_how_to_get_it_whole(server: StandIn) -> None:
    server.response = "woord " * 350_000
    with Person("--url", server.address) as person:
        person.sees("nieuw dossier")
        person.asks("Vraag")
        person.sees("[…]", "Het antwoord is te lang voor dit scherm; /export md")


def test_what_was_streamed_and_turns_out_otherwise_is_told_anew(server: StandIn) -> None:
    server.pieces = ["Eerste alinea.\n\n", "Tweede "]
    server.response = "Heel anders."
    with Person("--url", server.address) as person:
        person.sees("nieuw dossier")
        person.asks("Vraag")
        person.sees("Eerste alinea.\n\nTweede\n\nHeel anders.")
        server.pieces = ["Eerste alinea.\n\n", "Tweede "]
        server.response = "Eerste alinea.\n\nTweede alinea."
        person.asks("Vraag")
        shown = person.sees("versie 2 ·").rpartition("› Vraag")[2]
        assert shown.split("›")[0].split() == "Eerste alinea. Tweede alinea.".split()


def test_a_missing_library_is_named_with_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, "-S", str(PROGRAM)],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "which is not installed" in done.stderr
    assert "./tess chat" in done.stderr
    assert "Traceback" not in done.stderr


def test_json_is_one_line_each_even_where_no_server_is() -> None:
    done = talk("ws://127.0.0.1:9/ws", "Vraag", arguments=("--json",))
    assert json.loads(done.stdout)["code"] == "unreachable"
    assert (done.returncode, done.stderr) == (2, "")


def test_a_server_that_starts_anew_is_waited_for_and_asked_once(server: StandIn) -> None:
    state, lost = StandIn(), []
    state.drops = 1
    with contextlib.ExitStack() as first, contextlib.ExitStack() as second:
        first.enter_context(running(state))
        port = int(state.address.rpartition(":")[2].partition("/")[0])

        def on_lost() -> None:
            lost.append(True)
            if len(lost) == 1:
                first.close()
            else:
                second.enter_context(running(state, port))

        patient = Server(state.address)
        patient.pauses = (0.0, 0.0, 0.0)
        told: list[WireFrame] = []
        asked = Asked("Vraag", patient.new_dossier_id())
        assert patient.follow(asked, told.append, on_lost)["status"] == "success"
    (dossier,) = state.dossiers.values()
    assert dossier["version"] == 1
    assert [frame["seq"] for frame in told] == [1, 2, 3]
    assert len(lost) == 2


def test_a_server_that_goes_away_before_it_replies_is_tried_again() -> None:
    """As one does that is killed while a message waits for it: the connection is there, and no word comes."""
    state, lost = StandIn(), []
    with contextlib.ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = silent.getsockname()[1]

        def goes_away() -> None:
            connection, _ = silent.accept()
            with connection:
                connection.recv(1)
            silent.close()

        leaving = threading.Thread(target=goes_away)
        leaving.start()

        def on_lost() -> None:
            lost.append(True)
            leaving.join()
            stack.enter_context(running(state, port))

        patient = Server(f"ws://127.0.0.1:{port}/ws")
        patient.pauses = (0.0,)
        asked = Asked("Vraag", patient.new_dossier_id())
        assert patient.follow(asked, lambda _: None, on_lost)["status"] == "success"
    assert lost == [True]
    assert [request["message"] for request in state.requests] == ["Vraag"]

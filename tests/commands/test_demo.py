"""The demo shows a conversation as a person would read it, and fails where a step did not happen."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from src.cli import _parser
from src.commands.demo import DemoSession, StepFailed, other_desks, run_demo, run_demos
from src.commands.local_server import NoServer
from src.desks.catalogue import DESKS
from src.desks.plug import DemoConversation, Plug
from src.desks.tax import PLUG
from src.spoken import speaking


def test_a_desk_without_a_demo_says_so(tmp_path: Path) -> None:
    told: list[str] = []
    assert run_demo(Plug("silent", PLUG.make), tmp_path, say=told.append) == 2
    assert told == ["The desk silent has no demo."]


def test_closing_paragraphs_are_shown_once() -> None:
    conversation = DemoSession("ws://nowhere", Console(quiet=True))
    first = "Gevonden: [1]\n\nKlopt dit?\n\nLet op."
    assert conversation.news(first) == first
    assert conversation.news("Weg: [1]\n\nKlopt dit?\n\nLet op.") == "Weg: [1]\n\n…"
    assert conversation.news("Klopt dit?\n\nIets nieuws.") == "Klopt dit?\n\nIets nieuws."


def test_an_answer_is_shown_whole_also_where_it_repeats_another() -> None:
    conversation = DemoSession("ws://nowhere", Console(quiet=True))
    answer = "## ANTWOORD\n\nZes weken.\n\n---\n\nLet op."
    assert conversation.news(answer) == answer
    assert conversation.news(answer) == "## ANTWOORD\n\nZes weken.\n\n---\n\n…"


def test_the_other_desks_are_told_with_what_they_are_for() -> None:
    title = {"nl": "Handboek", "en": "Handbook"}
    desks = [
        {"name": "here", "title": title, "tagline": {}},
        {"name": "there", "title": title, "tagline": {"nl": "naslag", "en": "look it up"}},
        {"name": "plain", "title": title, "tagline": {}},
    ]
    assert other_desks(desks, "here") == [
        "./tess demo --desk there     look it up",
        "./tess demo --desk plain     Handbook",
        "./tess demo --all            every desk, one after the other",
    ]
    assert other_desks(desks[:1], "here") == []
    with speaking("nl"):
        assert other_desks(desks, "here") == [
            "./tess demo --desk there     naslag",
            "./tess demo --desk plain     Handboek",
            "./tess demo --all            elke balie, de ene na de andere",
        ]


def test_all_demos_are_run_and_one_that_failed_is_told() -> None:
    def hold(_: DemoConversation) -> tuple[str, ...]:
        return ()

    plugs = [Plug(name, PLUG.make, demo=hold) for name in ("good", "bad", "last")]
    told: list[str] = []
    ran: list[str] = []

    def run(plug: Plug) -> int:
        ran.append(plug.name)
        return int(plug.name == "bad")

    assert run_demos([Plug("silent", PLUG.make), *plugs], run, say=told.append) == 1
    assert ran == ["good", "bad", "last"]
    ends = [line.split()[:2] for line in told[-3:]]
    assert ends == [["good", "as"], ["bad", "failed,"], ["last", "as"]]
    assert run_demos(plugs[:1], run, say=told.append) == 0
    with speaking("nl"):
        run_demos(plugs, run, say=told.append)
    assert [line.split()[1] for line in told[-3:]] == ["zoals", "mislukt,", "zoals"]


def test_what_happens_and_what_did_not_are_told_in_the_language_of_the_user() -> None:
    _parser(DESKS)  # the desks' own Dutch comes with their commands
    console = Console(file=io.StringIO(), width=80)
    conversation = DemoSession("ws://127.0.0.1:1/ws", console)
    with speaking("nl"), pytest.raises(StepFailed, match="er kwam geen antwoord"):
        conversation.must(False, "no answer came")
    with speaking("nl"), pytest.raises(NoServer):
        conversation.say("Ja.", "the user confirms; TESS answers once more")
    assert "(de gebruiker bevestigt; TESS antwoordt nog eens)" in console.file.getvalue()  # type: ignore[attr-defined]  # it is a StringIO

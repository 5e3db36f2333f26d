"""The demo shows a conversation as a person would read it, and fails where a step did not happen."""

from pathlib import Path

from rich.console import Console

from src.commands.demo import DemoSession, run_demo
from src.desks.plug import Plug
from src.desks.tax import PLUG


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

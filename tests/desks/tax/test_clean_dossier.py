"""A question begins with its own sources; a follow-up keeps those that are there; rulings are about the question."""

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.protocol import ChatReply
from tests.api.wiring import wired
from tests.export.conversations import application
from tests.fakes import ListRetriever, ScriptedLlm, ScriptedRounds, calls, law, ruling
from tests.recorded.steps import call
from tests.serving import TEST_ID, Served, served

TERM = "Hoe lang is de termijn voor bezwaar?"
RATE = "Welk tarief hebben boeken?"
LIBRARY = (
    law("6:7", "De termijn voor bezwaar bedraagt zes weken."),
    law("6:8", "De termijn vangt aan na bekendmaking."),
    law("9", "Het tarief op boeken bedraagt negen percent.", "BWBR0002629", "Wet OB"),
    ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden."),
    ruling(
        "ECLI:NL:HR:2001:1",
        f"{'Verdachte ontkent. ' * 60}De handtas was van een kledingstuk; het tarief doet niet ter zake.",
    ),
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(wired(tmp_path, library=ListRetriever(*LIBRARY))) as running:
        yield running


def selected(frame: dict[str, Any]) -> list[int]:
    """Return the numbers of the sources that an answer would use."""
    sources: Sequence[dict[str, Any]] = frame["sources"]
    return [number for number, one in enumerate(sources, start=1) if one["selected"]]


async def said(server: Served, *messages: str) -> dict[str, Any]:
    """Say these messages one after the other in one dossier and return the last reply."""
    frame: dict[str, Any] = {}
    for message in messages:
        frame = await server.say(message, dossier_id=TEST_ID)
    return frame


async def test_a_new_question_begins_with_its_own_sources(server: Served) -> None:
    assert selected(await said(server, TERM, "Ja")) == [1, 2, 3]
    asked = await said(server, RATE)
    assert selected(asked) == [4]
    assert "Eerder: \\[1 tot en met 3\\]; zeg ‘neem 1 mee’" in asked["response"]
    answered = await said(server, "Ja")
    assert "negen percent" in answered["response"]
    assert "zes weken" not in answered["response"]


async def test_a_search_that_finds_nothing_takes_nothing_away(server: Served) -> None:
    before = selected(await said(server, TERM))
    assert selected(await said(server, "Welke vrijstelling hebben monumenten?")) == before


@pytest.mark.parametrize("message", ["en als ik parttime werk?", "and for my partner's tarief?"])
async def test_a_follow_up_keeps_what_is_selected(server: Served, message: str) -> None:
    assert {1, 2, 3} <= set(selected(await said(server, TERM, message)))


@pytest.mark.parametrize(
    "follow_up",
    [
        "en als ik parttime werk?",
        "And for my partner?",
        "Geldt dat ook bij een tarief op boeken?",
        "En welke termijn heeft het tarief op boeken?",
    ],
)
async def test_a_follow_up_is_told_by_the_dossier_where_the_model_says_nothing(
    tmp_path: Path, follow_up: str
) -> None:
    parts = wired(
        tmp_path, ScriptedLlm(searching("termijn"), searching("tarief")), ListRetriever(*LIBRARY)
    )
    async with served(parts) as server:
        assert selected(await said(server, TERM, follow_up)) == [1, 2, 3, 4]


@pytest.mark.parametrize("question", [RATE, "En welk tarief hebben allerlei romans en boeken?"])
async def test_a_question_of_its_own_is_told_by_the_dossier(tmp_path: Path, question: str) -> None:
    parts = wired(
        tmp_path, ScriptedLlm(searching("termijn"), searching("tarief")), ListRetriever(*LIBRARY)
    )
    async with served(parts) as server:
        assert selected(await said(server, TERM, question)) == [4]


async def test_the_model_may_tell_that_a_question_goes_on(tmp_path: Path) -> None:
    goes_on = calls(call("get_legislation", query="tarief", goes_on=True))
    parts = wired(tmp_path, ScriptedLlm(searching("termijn"), goes_on), ListRetriever(*LIBRARY))
    async with served(parts) as server:
        assert selected(await said(server, TERM, RATE)) == [1, 2, 3, 4]


async def test_what_a_follow_up_of_an_answer_finds_is_offered_until_the_model_chooses_it(
    tmp_path: Path,
) -> None:
    draft = AnswerDraft(
        claims=[ClaimDraft(text="Zes weken.", quote=LIBRARY[0].content, source_id=LIBRARY[0].id)],
        conclusion="", missing_facts=[], open_points=[],
    )  # fmt: skip
    term, rate = ({"source": n, "why": "het onderwerp"} for n in (1, 2))
    follow_up = calls(call("get_legislation", query="tarief op boeken", goes_on=True))
    model = ScriptedRounds(
        calls(call("get_legislation", query="termijn bezwaar zes weken")),
        calls(call("choose_sources", sources=[term])),
        follow_up, ChatReply(""), follow_up, calls(call("choose_sources", sources=[term, rate])),
        forms=[draft],
    )  # fmt: skip
    library = ListRetriever(LIBRARY[0], LIBRARY[2])
    async with served(wired(tmp_path, model, library)) as server:
        assert selected(await said(server, TERM, "Ja")) == [1]
        found = await said(server, "En het tarief op boeken?")
        assert selected(found) == [1]
        assert "Gevonden bij uw vervolgvraag" in found["response"]
        assert selected(await said(server, "En het tarief op boeken dan?")) == [1, 2]


def searching(query: str) -> ChatReply:
    return calls(call("get_legislation", query=query), call("get_case_law", query=query))


@pytest.mark.parametrize("message", ["neem 1 mee", "include 1", "Neem bron 1 graag weer mee."])
async def test_a_source_of_an_earlier_question_is_put_back_in_words(
    server: Served, message: str
) -> None:
    assert selected(await said(server, TERM, RATE, message)) == [1, 4]


async def test_an_earlier_question_asked_again_has_its_sources_again(server: Served) -> None:
    assert selected(await said(server, TERM, RATE, TERM)) == [1, 2, 3]


async def test_what_the_user_left_out_stays_out_of_the_same_question(server: Served) -> None:
    assert selected(await said(server, TERM, "haal 2 weg", RATE, TERM)) == [1, 3]


async def test_a_change_with_a_question_keeps_the_rest(server: Served) -> None:
    asked = await said(server, TERM, "Haal bron 2 weg. Welk tarief hebben boeken?")
    assert selected(asked) == [1, 3, 4]


async def test_showing_the_sources_changes_nothing(server: Served) -> None:
    shown = await said(server, TERM, RATE, "toon de bronnen")
    assert selected(shown) == [4]
    assert "Nu geselecteerd" in shown["response"]
    assert "Eerder: \\[1 tot en met 3\\]" in shown["response"]


async def test_a_question_of_another_field_is_asked_about_and_lays_nothing_aside(
    server: Served,
) -> None:
    asked = await said(server, TERM, "Welke kleur heeft de maan?")
    assert asked["outcome"] == "request"
    assert selected(asked) == [1, 2, 3]


async def test_a_question_that_finds_nothing_leaves_what_was_there(server: Served) -> None:
    lost = await said(server, TERM, "Welke kleur heeft de maan?", "Zoek dit op")
    assert selected(lost) == [1, 2, 3]
    told = await said(server, "ja")
    assert "ik verzin er geen" in told["response"]


@pytest.mark.parametrize(
    "message",
    [
        "she bought at 385k, so that comes to..?",
        "wil jij even inloggen bij de belastingdienst en kijken of het er al is",
        "daar had mijn vorige kantoor een halve dag over gedaan. top hoor",
        "box 3 has nothing to do with this, lose those",
    ],
)
async def test_what_is_no_question_searches_nothing_and_lays_nothing_aside(
    server: Served, message: str
) -> None:
    told = await said(server, TERM, message)
    assert (selected(told), len(told["sources"])) == ([1, 2, 3], 3)
    assert not told["response"].startswith(("Ik ben TESS", "I am TESS"))


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("die met 6:7 en 6:8 kunnen eruit, o nee wacht 6:8 wel houden", [1, 2, 3]),  # it asks first
        ("jep klopt zo, kom maar door", [1, 2, 3]),
    ],
)
async def test_words_name_articles_and_assent(
    server: Served, message: str, left: Sequence[int]
) -> None:
    told = await said(server, TERM, message)
    assert selected(told) == left


async def test_a_removal_and_an_answer_are_one_turn(server: Served) -> None:
    told = await said(server, TERM, "drop 6:8 and then just tell me what it is")
    assert "zes weken" in told["response"]
    assert selected(told) == [1, 3]


async def test_an_undo_takes_the_last_message_back_and_asks_before_it_takes_more(
    server: Served,
) -> None:
    asked = await said(server, TERM, "haal 2 weg", "bedankt", "oeps, verkeerde. draai dat terug")
    assert selected(asked) == [1, 3]
    assert "haal 2 weg" in asked["clarification"]["question"]
    assert selected(await said(server, "ja")) == [1, 2, 3]
    assert selected(await said(server, "haal 3 weg", "maak dat ongedaan")) == [1, 2, 3]


async def test_a_ruling_that_only_has_a_word_of_the_question_is_not_shown(server: Served) -> None:
    asked = await said(server, RATE)
    assert [one["kind"] for one in asked["sources"]] == ["legislation"]
    assert "Geen rechtspraak gevonden" in asked["response"]


async def test_a_ruling_is_told_by_what_it_says_it_is_about(tmp_path: Path) -> None:
    old = ruling(
        "ECLI:NL:HR:1996:AA1933",
        "gewezen op het beroep in cassatie van X tegen de uitspraak van het Gerechtshof te Arnhem van 8 mei 1995 "
        "betreffende de hem opgelegde aanslag in de hondenbelasting. De termijn voor bezwaar liep af.",
    ).model_copy(
        update={
            "subject": "Bestuursrecht; Belastingrecht",
            "heading": "Bestuursrecht; Belastingrecht",
        }
    )
    async with served(wired(tmp_path, library=ListRetriever(old))) as server:
        asked = await said(server, TERM)
    assert "De hem opgelegde aanslag in de hondenbelasting" in asked["response"]


@pytest.mark.parametrize(
    ("word", "command"),
    [("export", "/export"), ("Exporteer", "/export"), ("log", "/log"), ("sources", "/sources")],
)
async def test_the_name_of_a_command_is_no_question(
    server: Served, word: str, command: str
) -> None:
    told = await said(server, TERM, word)
    # An English word is answered in English.
    assert re.search(f": type? {command} ", told["response"])
    assert selected(told) == [1, 2, 3]


async def test_the_starter_corpus_shows_six_articles_and_three_rulings_at_most(
    tmp_path: Path,
) -> None:
    async with application(tmp_path) as server:
        for question in (TERM, RATE, "How many years back can the inspector issue an assessment?"):
            kinds = [one["kind"] for one in (await server.say(question))["sources"]]
            assert kinds.count("legislation") <= 6
            assert kinds.count("case_law") <= 3

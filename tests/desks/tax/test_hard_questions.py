"""Questions that are hard to read, through the front door: real server, real store, the starter corpus."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from src.api.wire import MESSAGE_LIMIT
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.offline.rules import offline_rules
from src.desks.tax.words import TEXTS, WORDINGS
from src.llm.builtin.model import OfflineModel
from src.search.word_vectors import WordVectors
from tests.api.wiring import wired
from tests.desks.tax.library.material import STARTER
from tests.serving import Served, served
from tests.shared_data import PROJECT

OBJECTION = "BWBR0005537/6:7"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> LibraryRetriever:
    return LibraryRetriever(tmp_path_factory.mktemp("library"), STARTER)


@pytest.fixture
async def server(tmp_path: Path, library: LibraryRetriever) -> AsyncIterator[Served]:
    async with served(wired(tmp_path, library=library)) as running:
        yield running


def ids(frame: dict[str, Any], *, selected: bool) -> list[str]:
    return [one["id"].split("@")[0] for one in frame["sources"] if one["selected"] is selected]


def is_weak(frame: dict[str, Any]) -> bool:
    return TEXTS[frame["language"]].weak.format(first=1) in frame["response"]


async def test_a_slip_in_a_laws_name_still_names_the_law(server: Served) -> None:
    frame = await server.say("Wat zegt artikel 16 Algemene wet inzake rijksbelastinegn?")
    assert ids(frame, selected=True)[0] == "BWBR0002320/16"


async def test_one_word_is_a_question(server: Served) -> None:
    frame = await server.say("bezwaartermijn")
    assert OBJECTION in ids(frame, selected=True)


async def test_words_that_no_law_has_do_not_kill_the_rest(server: Served) -> None:
    frame = await server.say(
        "Mijn vader verjaart en trakteert op appeltaart; binnen hoeveel weken moet hij bezwaar maken?"
    )
    found = [*ids(frame, selected=True), *ids(frame, selected=False)]
    assert any(one.startswith("BWBR0005537/6:") for one in found)


async def test_two_thousand_words_are_searched_by_what_they_say_most(server: Served) -> None:
    story = "Ik kreeg een aanslag en wil bezwaar maken binnen de termijn. "
    asked = (story * 300)[:MESSAGE_LIMIT]
    assert len(asked.split()) > 1_000
    frame = await server.say(asked)
    assert frame["status"] == "success"
    assert frame["sources"]


async def test_amounts_alone_find_nothing(server: Served) -> None:
    frame = await server.say("€ 83.417 12.906,55 € 7.331")
    assert (frame["status"], frame["sources"]) == ("success", [])
    assert WORDINGS["nl"].about in frame["response"]


async def test_both_languages_at_once_find_what_each_asks(server: Served) -> None:
    frame = await server.say(
        "Binnen hoeveel weken moet ik bezwaar maken, and how long do I have to object to an assessment?"
    )
    assert OBJECTION in ids(frame, selected=True)


async def test_law_that_the_library_lacks_is_named_and_nothing_stands_in_for_it(
    server: Served,
) -> None:
    frame = await server.say("Wat staat er in artikel 55 Pensioenwet?")
    assert "Pensioenwet" in frame["response"]
    assert ids(frame, selected=True) == []


async def test_what_is_weak_is_shown_unselected_and_can_be_taken_along(server: Served) -> None:
    asked = await server.say("Hoe maak ik een goede erwtensoep?")
    frame = await server.say("Zoek dit op", dossier_id=asked["dossier_id"])
    assert is_weak(frame)
    assert ids(frame, selected=True) == []
    assert ids(frame, selected=False)
    taken = await server.say("neem 1 toch mee", dossier_id=frame["dossier_id"])
    assert ids(taken, selected=True) == ids(frame, selected=False)[:1]


async def test_what_is_weak_is_told_and_put_back_in_english(server: Served) -> None:
    frame = await server.say("What is the best pizza place in Rotterdam?")
    assert is_weak(frame)
    assert ids(frame, selected=True) == []
    taken = await server.say("put 1 back", dossier_id=frame["dossier_id"])
    assert ids(taken, selected=True) == ids(frame, selected=False)[:1]


async def test_nothing_is_found_where_no_law_has_a_word_of_it(server: Served) -> None:
    frame = await server.say("ajax of feyenoord, wie scoort er?")
    assert frame["sources"] == []
    assert WORDINGS["nl"].nothing_at_all in frame["response"]


async def test_of_what_is_no_tax_hardly_anything_is_shown_as_found(
    library: LibraryRetriever,
) -> None:
    rows = (PROJECT / "benchmarks" / "questions" / "off_topic.jsonl").read_text("utf-8")
    asked = [json.loads(row)["question"] for row in rows.splitlines()]
    assert len(asked) == 12
    found = [
        question
        for question in asked
        for kind in ("legislation", "case_law")
        if any(not hit.weak for hit in await library.search(question, kind, 6))
    ]
    assert len(found) <= 1


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Wat is de termijn voor bezwaar?", "De bezwaartermijn is zes weken"),
        (
            "Hoeveel tijd heeft hij om bezwaar te maken en vanaf welke dag loopt dat?",
            "De bezwaartermijn is zes weken",
        ),
        ("Wat is het tarief van de overdrachtsbelasting?", "Het algemene tarief van 10,4%"),
    ],
)
async def test_an_answer_begins_with_the_measure_that_is_asked(
    tmp_path: Path, question: str, says: str
) -> None:
    vectors = WordVectors.load(PROJECT / "data" / "word_vectors")
    library = LibraryRetriever(tmp_path / "library", STARTER, encoder=vectors)
    model = OfflineModel(offline_rules(vectors.rows, STARTER))
    async with served(wired(tmp_path, model, library)) as server:
        shown = await server.say(question)
        answered = await server.say("ja", dossier_id=shown["dossier_id"])
    first = next(line for line in answered["response"].splitlines() if "“" in line)
    assert says in first

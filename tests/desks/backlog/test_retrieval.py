"""What a backlog and constraints hold near a text."""

from datetime import UTC, datetime, timedelta
from itertools import count
from time import process_time

import pytest

from src.desks.backlog.artifacts import Related
from src.desks.backlog.retrieval import BacklogIndex, RetrievalLimits, retrieve
from src.desks.backlog.source_index import in_english
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document
from tests.desks.backlog.backlogs import item, library, stories, vectors

NOW = datetime(2026, 3, 1, tzinfo=UTC)
RENEW = item(1, "Renew a loan", "As a member, I want to renew a loan from the app.")
FINES = item(2, "Pay fines online", "", "A receipt is sent by e-mail")
ROOMS = item(3, "Book a reading room", "For part of a day.")
BACKLOG = (RENEW, FINES, ROOMS)


def ids(related: tuple[Related, ...]) -> list[str]:
    return [one.id for one in related]


def test_an_item_is_found_by_its_own_words_and_scores_near_one() -> None:
    found = BacklogIndex(BACKLOG).related("Renew a loan")
    assert found[0].id == RENEW.id
    assert found[0].score > 0.9
    assert all(0 <= one.score <= 1 for one in found)


def test_words_that_no_item_has_take_from_the_score() -> None:
    index = BacklogIndex(BACKLOG)
    plain, longer = index.related("renew loan"), index.related("renew loan zeppelin festival")
    assert longer[0].score < 0.7 * plain[0].score


def test_an_item_is_found_by_other_words_of_the_same_meaning_only_with_vectors() -> None:
    kids = (*BACKLOG, item(4, "Children"))
    assert ids(BacklogIndex(kids).related("kids")) == []
    assert ids(BacklogIndex(kids, vectors().rows).related("kids"))[0] == "ado/4@rev1"


def test_a_dutch_story_finds_an_english_item() -> None:
    found = BacklogIndex(
        (item(1, "Search documents"), item(2, "Delete an account"), item(3, "Print a page"))
    ).related("Als gebruiker wil ik een account kunnen verwijderen")
    assert ids(found)[0] == "ado/2@rev1"


@pytest.mark.parametrize(
    ("word", "english"),
    [
        ("geboekt", "book"),
        ("aangemeld", "register"),
        ("geannuleerd", "cancel"),
        ("inlevert", "return"),
        ("vakantiedagen", "holiday"),
        ("medewerkers", "employee"),
        ("bestanden", "file"),
    ],
)
def test_forms_of_dutch_words_and_compounds_are_known_in_english(word: str, english: str) -> None:
    assert english in in_english(word)


@pytest.mark.parametrize("word", ["", "x", "gegege", "zzzzzzzz", "ge", "q" * 5_000])
def test_what_is_no_dutch_word_means_nothing(word: str) -> None:
    assert in_english(word) == ()


def test_what_holds_other_items_is_found_only_where_it_is_asked_for() -> None:
    epic = item(9, "Renew a loan").model_copy(update={"type": "Epic"})
    index = BacklogIndex((epic, FINES))
    assert ids(index.related("Renew a loan")) == []
    assert ids(index.related("Renew a loan", containers=True)) == [epic.id]
    assert retrieve("Renew a loan", (), index, ()).work_items == (epic,)


def test_what_is_gone_is_not_found() -> None:
    index = BacklogIndex((RENEW.model_copy(update={"gone": True}), FINES))
    assert RENEW.id not in ids(index.related("Renew a loan"))


@pytest.mark.parametrize("text", ["", "   ", "the of and", "🙂", "x" * 100_000])
def test_a_text_without_words_finds_nothing_and_so_does_any_text_in_an_empty_backlog(
    text: str,
) -> None:
    assert ids(BacklogIndex(BACKLOG).related(text)) == []
    assert ids(BacklogIndex((), vectors().rows).related(text or "loan")) == []


def test_related_items_of_the_examples_stand_in_the_first_ten() -> None:
    names = ("library_stories", "library_talk", "library_dutch")
    rows = [one for name in names for one in stories(name) if one.gold_related_ids]
    found = [
        f"b{library().items[one.id].number}" in row.gold_related_ids
        for row in rows
        for one in library().related(row.story, 10)
    ]
    assert sum(found) >= 0.9 * len(rows)


def test_a_segment_gets_as_many_items_and_constraints_as_it_may() -> None:
    constraints = [
        Document(
            id=f"c{n}", title=f"Rule {n}", content=f"Loans and members: rule number {n} of {one}"
        )
        for n, one in enumerate("abcdefghijkl")
    ]
    many = [item(n, f"Loans of members {n}") for n in range(1, 12)]
    found = retrieve("Members want loans", ("loans",), BacklogIndex(many), constraints)
    assert (len(found.work_items), len(found.constraints)) == (5, 8)
    few = RetrievalLimits(work_items=2, constraints=1)
    found = retrieve("Members want loans", ("loans",), BacklogIndex(many), constraints, few)
    assert (len(found.work_items), len(found.constraints)) == (2, 1)


def test_of_constraints_that_say_the_same_one_is_kept() -> None:
    text = "Personal data of members must stay inside the European Union at all times and for all loans"
    constraints = [
        Document(id="c1", title="Data", content=text),
        Document(id="c2", title="Data", content=text + "."),
        Document(id="c3", title="Data", content="Loans of members are deleted after two years"),
    ]
    found = retrieve("Loans of members", (), BacklogIndex(BACKLOG), constraints)
    assert [one.id for one in found.constraints] in (["c1", "c3"], ["c3", "c1"])


def changed(one: TrackerItem, days: int, priority: int) -> TrackerItem:
    return one.model_copy(update={"changed_at": NOW - timedelta(days=days), "priority": priority})


def test_of_items_as_near_the_one_changed_last_and_the_urgent_one_come_first() -> None:
    same = [item(n, "Renew a loan") for n in (1, 2, 3)]
    index = BacklogIndex(
        [changed(same[0], 900, 4), changed(same[1], 900, 1), changed(same[2], 0, 4)]
    )
    found = retrieve("renew a loan", (), index, ())
    assert [one.number for one in found.work_items] == [3, 2, 1]


@pytest.mark.deep
def test_a_backlog_of_twenty_thousand_is_searched() -> None:
    words = [row.story for name in ("library_stories", "service_stories") for row in stories(name)]
    number = count(1)
    many = [item(next(number), f"{one} {n}", words[n % 80]) for n in range(112) for one in words][
        :20_000
    ]
    index = BacklogIndex(many, vectors().rows)
    began = process_time()  # others may keep the machine busy
    for one in words[:100]:
        assert len(index.related(one)) == 10
    assert process_time() - began < 10


def test_two_thousand_items_are_indexed_within_ten_seconds() -> None:
    many = [item(n, f"Renew loan {n}", "As a member, I want to see it.") for n in range(1, 2_001)]
    began = process_time()
    BacklogIndex(many, vectors().rows)
    assert process_time() - began < 10

"""``tess check``, ``replay``, ``stale`` and ``rerun``, as a person runs them on a real library."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from src.desks.catalogue import presenter_of
from src.desks.tax.answering import tax_answering
from src.desks.tax.library.retriever import LibraryRetriever
from src.dossier.models import Answer, Claim, Source
from src.dossier.patch import DossierPatch
from src.review.reruns import Reruns, Stale
from tests.desks.tax.library.material import STARTER
from tests.dossier.turns import changing
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm, ruling
from tests.in_process import Ended, Tess, drawn
from tests.review.fixture_law import (
    DOSSIER,
    NEW_2,
    NEW_3,
    NEW_RATE,
    OLD_2,
    OLD_RATE,
    SAYS_RATE,
    WOOD,
    answering,
    dossiers_in,
    drafted,
    kept_files,
    law_file,
    put_in_library,
    sources_in,
    talked,
)


def read(ended: Ended[str]) -> Any:
    assert ended.err == ""
    return json.loads(ended.out)


def state(data: Path) -> Path:
    return data / "dossiers" / f"{DOSSIER}.json"


def journal(data: Path) -> Path:
    return data / "dossiers" / f"{DOSSIER}.jsonl"


def renewed(data: Path, since: str = "2024-01-01", **articles: str) -> None:
    """Bring a text of the law into the library; the same day is a better text of the same version."""
    texts = {name.removeprefix("a"): text for name, text in articles.items()}
    put_in_library(data, law_file(data / "files", since, texts))


# Check


def test_check_comes_to_the_stored_verdicts(data: Path, tess: Tess) -> None:
    before = kept_files(data)
    told = tess("check", DOSSIER)
    assert (told.status, told.err) == (0, "")
    assert f"same       stored exact, now exact  [{NEW_2}] Het tarief is 21%." in told.out
    found = read(tess("check", DOSSIER, "--answer", "a2", "--json"))
    assert found["same"] is True
    assert [claim["recomputed"] for claim in found["answers"][0]["claims"]] == ["exact", "exact"]
    assert kept_files(data) == before


def test_check_needs_no_library(data: Path, tess: Tess) -> None:
    (data / "library").rename(data / "gone")
    assert tess("check", DOSSIER).status == 0
    assert tess("replay", DOSSIER).status == 0


def test_check_tells_of_a_changed_source_and_of_what_that_does(data: Path, tess: Tess) -> None:
    text = state(data).read_text()
    state(data).write_text(text.replace(f'"content":"{NEW_RATE}', '"content":"Iets anders.', 1))
    told = tess("check", DOSSIER)
    assert told.status == 3
    assert f"differs    stored exact, now not-found  [{NEW_2}]" in told.out
    assert f"same       stored exact, now exact  [{NEW_3}]" in told.out
    assert f"The text of source {NEW_2} is not the one" in told.out


def test_check_tells_of_a_changed_answer(data: Path, tess: Tess) -> None:
    text = state(data).read_text()
    state(data).write_text(
        text.replace('"conclusion":"Het tarief is 21%', '"conclusion":"Niets', 1)
    )
    told = tess("check", DOSSIER)
    assert told.status == 3
    assert "The stored answer is not the one in the journal." in told.out


@pytest.mark.parametrize("command", [["check", "--answer"], ["replay"], ["rerun", "--answer"]])
def test_an_answer_that_was_never_given_is_refused(
    command: list[str], data: Path, tess: Tess
) -> None:
    name, *options = command
    refused = tess(name, DOSSIER, *options, "a9")
    assert (refused.status, refused.out) == (1, "")
    assert "Answer ‘a9’ does not exist" in refused.err


def test_options_of_check_need_a_dossier(tess: Tess) -> None:
    assert tess("check", "--json").status == 2


# Replay


def test_replay_tells_of_a_reply_that_was_changed_in_the_state(data: Path, tess: Tess) -> None:
    text = state(data).read_text()
    shown, heading, answer = text.partition("ANALYSE")
    assert heading
    changed = answer.replace("zijn vrijgesteld van", "zijn verplicht tot", 1)
    state(data).write_text(shown + heading + changed)
    told = tess("replay", DOSSIER)
    assert told.status == 3
    assert "a2 came out otherwise: conversation." in told.out


def test_replay_makes_the_answer_again_to_the_byte(data: Path, tess: Tess) -> None:
    before = kept_files(data)
    told = tess("replay", DOSSIER, "a2")
    assert (told.status, told.err) == (0, "")
    assert "came out the same, byte for byte" in told.out
    found = read(tess("replay", DOSSIER, "--json"))
    assert (found["same"], found["differences"], found["prompt_same"]) == (True, [], True)
    assert kept_files(data) == before


@pytest.mark.parametrize("place", ["state", "journal"])
def test_replay_refuses_one_changed_byte_of_a_source_and_names_it(
    place: str, data: Path, tess: Tess
) -> None:
    path = state(data) if place == "state" else journal(data)
    text = path.read_text()
    path.write_text(text.replace('"content":"Houten', '"content":"Gouten', 1))
    refused = tess("replay", DOSSIER, "a2")
    assert (refused.status, refused.out) == (2, "")
    assert f"Source {NEW_3} is not what the answer was made from" in refused.err


def test_replay_live_asks_again_and_stores_nothing(data: Path, tess: Tess) -> None:
    before = kept_files(data)
    told = tess("replay", DOSSIER, "a2", "--live")
    assert told.status == 3
    assert "a2 by scripted; asked again of offline." in told.out
    # The offline model has no words of its own, and leaves out what says nothing of the question.
    found = json.loads(tess("replay", DOSSIER, "--live", "--json").out)
    assert found["sent_same"] is True
    assert [change["kind"] for change in found["changes"]] == ["changed", "lost"]
    assert kept_files(data) == before


def test_a_forgotten_answer_has_no_receipt_any_more(data: Path, tess: Tess) -> None:
    assert (
        tess("forget", DOSSIER, "--turn", "1", "--yes").status == 0
    )  # the question is in turn 2 too
    assert b"Zonnebloem" not in b"".join(kept_files(data).values())
    for options in ([], ["--live"]):
        refused = tess("replay", DOSSIER, "a2", *options)
        assert (refused.status, refused.out) == (1, "")
        assert "Answer a2 has no receipt" in refused.err
    assert "erased: nothing is left to check" in tess("check", DOSSIER).out


def test_a_receipt_is_in_the_journal_and_not_in_the_state(data: Path) -> None:
    entries = asyncio.run(dossiers_in(data).journal(DOSSIER))
    (receipt,) = entries[-1].receipts
    assert (receipt.model, receipt.parameters, receipt.policy) == (
        "scripted",
        {"temperature": 0},
        "strike",
    )
    assert [one.in_force for one in receipt.sources] == [NEW_2, NEW_3]
    assert NEW_RATE in receipt.rounds[0].output
    assert b"rounds" not in state(data).read_bytes()


# Stale


def test_nothing_is_stale_while_the_law_says_what_was_quoted(data: Path, tess: Tess) -> None:
    nothing = "No answer is stale: all that was quoted still says the same.\n"
    assert tess("stale") == Ended(0, nothing, "")
    renewed(data, "2025-01-01", a2=f"{NEW_RATE} De minister kan dat wijzigen.", a3=WOOD)
    nothing = "No answer is stale: all that was quoted still says the same.\n"
    assert tess("stale") == Ended(0, nothing, "")


def test_a_passage_that_changed_is_stale_and_no_other(data: Path, tess: Tess) -> None:
    renewed(data, "2025-01-01", a2=NEW_RATE.replace("eenentwintig", "twintig"), a3=WOOD)
    told = tess("stale")
    assert told.status == 3
    assert told.out.splitlines() == [
        f"{DOSSIER} a2  Hoeveel bedraagt de heffing op kabouters van mevrouw Zonnebloem?",
        f"  changed   [{NEW_2}] (now BWBR0099901/2@2025-01-01) “{NEW_RATE}”",
    ]
    found = json.loads(tess("stale", "--json").out)
    assert [quote["state"] for quote in found["answers"][0]["quotes"]] == ["changed"]


def test_a_better_text_of_the_same_version_counts_too(data: Path, tess: Tess) -> None:
    renewed(data, a2=NEW_RATE.replace("waarde", "prijs"), a3=WOOD)
    assert f"changed   [{NEW_2}] (now {NEW_2})" in tess("stale").out


def test_an_article_that_the_law_goes_on_without_has_lapsed(data: Path, tess: Tess) -> None:
    renewed(data, "2025-01-01", a2=NEW_RATE)
    told = tess("stale")
    assert told.status == 3
    assert f"lapsed    [{NEW_3}]" in told.out
    assert NEW_2 not in told.out


def test_what_the_library_has_no_more_has_vanished(data: Path, tess: Tess) -> None:
    (data / "library").rename(data / "gone")
    told = tess("stale")
    assert told.status == 3
    assert told.out.count("vanished") == 2


def test_a_ruling_that_the_library_has_no_more_has_vanished() -> None:
    held = ruling("ECLI:NL:HR:1995:AA3106", "De heffing op kabouters was onverbindend.")
    claim = Claim(text="Zij gold niet.", quote=held.content, source_id=held.id, verdict="exact")
    answer = Answer(
        question="Gold zij?",
        language="nl",
        claims=(claim,),
        conclusion="",
        source_ids=(held.id,),
        model="scripted",
        based_on_version=1,
    )
    store = MemoryStore()

    async def run(*library: Source) -> list[str]:
        found = await Reruns(
            store, {"tax": tax_answering(ScriptedLlm(), ListRetriever(*library))}, presenter_of
        ).stale()
        return [quote.state for one in found.answers for quote in one.quotes]

    async def commit() -> None:
        await store.commit(changing(_holding(held)))
        turn = changing(DossierPatch(add_answers=(answer,)))
        await store.commit(turn.model_copy(update={"based_on": 1}))

    asyncio.run(commit())
    assert asyncio.run(run(held)) == []
    assert asyncio.run(run()) == ["vanished"]


def test_an_older_version_that_was_quoted_on_purpose_is_not_stale(data: Path, tess: Tess) -> None:
    """The library held the newer one already: nothing has come since."""
    laws = sources_in(*sorted((data / "files").iterdir()))
    old = next(source for source in laws if source.id == OLD_2)
    told = SAYS_RATE.model_copy(update={"text": "19%.", "quote": OLD_RATE, "source_id": OLD_2})
    store = MemoryStore()

    async def run() -> Stale:
        # The dossier has the old version only, as when its user asked for it by its day.
        await store.commit(changing(_holding(old)))
        await talked(store, ScriptedLlm(answering(), forms=[drafted(told)]), laws, ["Ja"])
        return await _stale(store, data)

    assert asyncio.run(run()).answers == ()
    renewed(data, "2025-01-01", a2=NEW_RATE, a3=WOOD)
    assert [one.answer for one in asyncio.run(_stale(store, data)).answers] == ["a2"]


async def _stale(store: MemoryStore, data: Path) -> Stale:
    retriever = LibraryRetriever(data / "library", STARTER)
    return await Reruns(
        store, {"tax": tax_answering(ScriptedLlm(), retriever)}, presenter_of
    ).stale()


def _holding(source: Source) -> DossierPatch:
    return DossierPatch(
        add_sources=(source,), select_ids=(source.id,), shown_selection=(source.id,)
    )


def test_a_dossier_that_can_not_be_read_hides_no_other(data: Path, tess: Tess) -> None:
    day = ("--as-of", "2024-06-30")
    kept = read(tess("rerun", DOSSIER, *day, "--keep", "--json"))["kept"]
    journal(data).write_text(journal(data).read_text().replace("Zonnebloem", "Zonnebloen", 1))
    assert tess("stale").status == 2
    renewed(data, a2=NEW_RATE.replace("waarde", "prijs"), a3=WOOD)
    told = tess("stale")
    assert told.status == 3
    assert f"{kept} a2" in told.out
    assert f"{DOSSIER}  could not be read" in told.out


# Retime


def test_retime_shows_the_words_that_differ_and_what_becomes_of_the_answer(
    data: Path, tess: Tess
) -> None:
    before = kept_files(data)
    told = tess("rerun", DOSSIER, "--as-of", "2021-06-30")
    assert (told.status, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0].startswith(f"--- {NEW_2}")
    assert lines[1] == f"+++ {OLD_2}"
    assert "De heffing bedraagt [-eenentwintig-] {+negentien+} procent van" in lines[2]
    assert "    the same text" in lines
    assert "stand 01-01-2020" in told.out
    found = read(tess("rerun", DOSSIER, "--as-of", "2021-06-30", "--json"))
    assert found["branch"]["original"] == "a2"
    assert {claim["source_id"] for claim in found["branch"]["answer"]["claims"]} <= {
        OLD_2,
        "BWBR0099901/3@2020-01-01",
    }
    assert kept_files(data) == before


@pytest.mark.parametrize(
    "command",
    [
        ["rerun", DOSSIER, "--without", "2"],
        ["rerun", DOSSIER, "--as-of", "2021-06-30"],
    ],
)
def test_a_reply_is_drawn_on_a_terminal(data: Path, tess: Tess, command: list[str]) -> None:
    shown = drawn(*command)
    plain = tess(*command).out
    assert "\\[1\\]" in plain
    assert "\\[1\\]" not in shown


def test_a_kept_branch_says_where_it_comes_from_and_can_be_checked(data: Path, tess: Tess) -> None:
    before = kept_files(data)
    kept = read(tess("rerun", DOSSIER, "--as-of", "2021-06-30", "--keep", "--json"))["kept"]
    assert {name: text for name, text in kept_files(data).items() if DOSSIER in name} == before
    shown = tess("at", kept, "2").out
    assert f"dossier {DOSSIER}, antwoord a2" in shown
    assert "2021-06-30" in shown
    for command in ("check", "replay", "verify"):
        assert tess(command, kept).status == 0
    assert tess("stale").status == 0


def test_a_day_before_the_law_is_asked_for_by_the_nearest_text(data: Path, tess: Tess) -> None:
    shown = tess("rerun", DOSSIER, "--as-of", "1999-01-01")
    assert shown.status == 0
    assert "the nearest text: the library has none that counted on 1999-01-01" in shown.out
    found = json.loads(tess("rerun", DOSSIER, "--as-of", "1999-01-01", "--json").out)
    assert {one["state"] for one in found["articles"]} == {"nearest"}
    warning = "hiervan staat geen tekst in de bibliotheek die op 01-01-1999 gold"
    assert warning in found["branch"]["reply"]
    assert tess("rerun", DOSSIER, "--as-of", "gisteren").status == 2


# What if


def test_what_if_tells_which_claims_go_and_leaves_the_dossier_as_it_is(
    data: Path, tess: Tess
) -> None:
    before = kept_files(data)
    told = tess("rerun", DOSSIER, "--answer", "a2", "--without", NEW_3)
    assert (told.status, told.err) == (0, "")
    assert "Against a2:" in told.out
    assert f"- lost       [{NEW_3}] Hout is vrij." in told.out
    found = read(tess("rerun", DOSSIER, "--without", "2", "--json"))
    assert found["without"] == [NEW_3]
    assert found["branch"]["answer"]["source_ids"] == [NEW_2]
    assert kept_files(data) == before


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--without", "artikel 99"], "Source ‘artikel 99’ was never found"),
        (["--with", "1"], "the very sources"),
        ([], "the very sources"),
        (["--without", "1", "--without", "2"], "no source would be left"),
    ],
)
def test_what_if_refuses_what_makes_no_branch(
    options: list[str], sentence: str, data: Path, tess: Tess
) -> None:
    refused = tess("rerun", DOSSIER, *options)
    assert (refused.status, refused.out) == (1, "")
    assert sentence in refused.err


@pytest.mark.parametrize("other", [["--without", "1"], ["--with", "1"]])
def test_another_day_and_other_sources_are_asked_for_one_at_a_time(
    other: list[str], data: Path, tess: Tess
) -> None:
    before = kept_files(data)
    for options in (["--as-of", "2021-06-30", *other], ["--keep", *other]):
        refused = tess("rerun", DOSSIER, *options)
        assert (refused.status, refused.out) == (2, "")
        assert "--as-of" in refused.err
    assert kept_files(data) == before

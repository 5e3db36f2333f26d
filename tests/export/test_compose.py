"""What a memo says of an answer, and what it never says."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.agent import Agent
from src.answering.handing_over import address_at, printable
from src.desks.catalogue import answer_rules, presenter_of
from src.desks.tax.answering import RULES
from src.desks.tax.desk import tax_desk
from src.desks.tax.memo import TaxMemo
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.words import WORDINGS
from src.dossier import chain
from src.dossier.erasing import ERASED
from src.dossier.journal import Request
from src.dossier.json_store import JsonStore
from src.dossier.models import Answer, Claim, ConclusionSentence, Gloss, Message
from src.dossier.patch import DossierPatch
from src.dossier_service import DossierService
from src.errors import NoAnswerYet, UnknownAnswer
from src.export.compose import compose
from src.export.layout import page
from src.export.memo import Heading, Items, Memo, Reference, TextRun
from src.llm.builtin.model import OfflineModel
from tests.dossier.turns import DOSSIER, changing
from tests.fakes import ListRetriever, MemoryStore, law, ruling

TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
RULING = ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden.")
QUESTION = "Hoe lang is de termijn voor bezwaar?"
QUOTE = TERM.content


def answer(*claims: Claim, language: str = "nl", source_ids: Sequence[str] = (TERM.id,)) -> Answer:
    return Answer.model_validate(
        {
            "question": QUESTION,
            "language": language,
            "claims": claims,
            "conclusion": "Zes weken.",
            "source_ids": source_ids,
            "model": "gpt-test",
            "based_on_version": 1,
        }
    )


async def memo_of(*patches: DossierPatch, named: str | None = None) -> Memo:
    store = MemoryStore()
    for patch in patches:
        await store.commit(
            changing(patch, patch.add_messages[0].content if patch.add_messages else "ja")
        )
    return compose(chain.verify(await store.lines(DOSSIER)), named, "1.0", RULES)


FOUND = DossierPatch(
    add_messages=(Message(role="user", content="Mijn cliënt heeft een kat."),),
    add_sources=(TERM, RULING),
    select_ids=(TERM.id,),
)
GOOD = Claim(text="De termijn is zes weken.", quote=QUOTE, source_id=TERM.id)


async def test_a_source_has_the_number_in_a_note_that_replies_give_it() -> None:
    found = DossierPatch(add_sources=(RULING, TERM), select_ids=(TERM.id,))
    memo = await memo_of(found, DossierPatch(add_answers=(answer(GOOD),)))
    assert memo.claims[0].footnote.source.number == 2
    (note,) = page(memo).notes
    told = [one.text for one in note.content if not isinstance(one, Reference)]
    assert f"[2] {TERM.title}" in "".join(told)


async def test_plain_words_stand_in_the_footnote_behind_the_source() -> None:
    gloss = Gloss(text="Six weeks.", as_of=date(2026, 1, 1))
    claim = GOOD.model_copy(update={"gloss": gloss})
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(claim, language="en"),)))
    last = page(memo).notes[0].content[-1]
    assert last == TextRun(
        text=" In plain words, by our digest as of 1 January 2026: Six weeks.", style="quiet"
    )


async def test_a_verified_claim_carries_a_footnote() -> None:
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(GOOD),)))
    (claim,) = memo.claims
    assert (claim.verdict, claim.footnote.quote, claim.footnote.source.url) == (
        "exact",
        QUOTE,
        TERM.url,
    )
    assert (memo.answer_id, memo.version, memo.struck, memo.warnings) == ("a2", 2, (), ())


@pytest.mark.parametrize(
    ("bad", "verdict"),
    [
        (Claim(text="Zeven.", quote=QUOTE.replace("zes", "zeven"), source_id=TERM.id), "not-found"),
        (Claim(text="Zes.", quote=QUOTE, source_id="BWBR0005537/9:9@2024-01-01"), "not-found"),
        (Claim(text="Zes.", quote=QUOTE, source_id=RULING.id), "not-found"),
        (Claim(text="Zes.", quote="zes weken", source_id=TERM.id), "too-short"),
        # What was struck stays struck, and a forged verdict does not help.
        (Claim(text="Zes.", quote=QUOTE, source_id=TERM.id, verdict="not-found"), "not-found"),
        (
            Claim(text="Z.", quote="zeven weken lang", source_id=TERM.id, verdict="exact"),
            "not-found",
        ),
        (
            Claim(
                text="Z.", quote=QUOTE, given="zeven weken lang", source_id=TERM.id, verdict="exact"
            ),
            "not-found",
        ),
    ],
)
async def test_a_claim_that_does_not_hold_stands_apart_without_a_footnote(
    bad: Claim, verdict: str
) -> None:
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(bad, GOOD),)))
    assert [claim.text for claim in memo.claims] == [GOOD.text]
    assert [(one.text, one.verdict) for one in memo.struck] == [(bad.text, verdict)]
    assert memo.warnings
    shown = page(memo)
    assert len(shown.notes) == 1
    heads = [one.text for one in shown.blocks if isinstance(one, Heading)]
    assert "Niet bevestigd en daarom geen deel van de onderbouwing" in heads
    lists = [block for block in shown.blocks if isinstance(block, Items)]
    (apart,) = [one for block in lists for one in block.items if bad.text in str(one)]
    assert all(part.type != "reference" for part in apart)


async def test_a_claim_that_the_answer_had_struck_stands_apart_too() -> None:
    struck = Claim(
        text="Het tarief is 21%.", quote=QUOTE, source_id=TERM.id, verdict="exact", flags=("21%",)
    )
    given_answer = answer(GOOD).model_copy(
        update={"struck": (struck,), "missing_facts": ("De dagtekening.",)}
    )
    memo = await memo_of(FOUND, DossierPatch(add_answers=(given_answer,)))
    (one,) = memo.struck
    assert one.reason == f"Een stelling noemt ‘21%’, en dat staat niet in {TERM.title}."
    assert (len(memo.claims), memo.missing_facts) == (1, ("De dagtekening.",))


async def test_a_claim_that_came_without_a_quote_is_told_as_such() -> None:
    struck = Claim(text="Zes weken.", quote="", source_id=TERM.id, verdict="too-short")
    given_answer = answer(GOOD).model_copy(update={"struck": (struck,)})
    memo = await memo_of(FOUND, DossierPatch(add_answers=(given_answer,)))
    assert [one.reason for one in memo.struck] == [
        f"Een stelling bij {TERM.title} kwam zonder citaat."
    ]


async def test_an_answer_without_a_verified_claim_has_no_conclusion() -> None:
    bad = Claim(text="Zeven.", quote="zeven weken termijn", source_id=TERM.id)
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(bad),)))
    assert "Zes weken." not in page(memo).model_dump_json()


async def test_each_sentence_of_the_conclusion_has_its_footnotes_and_one_that_fell_its_reason() -> (
    None
):
    gone = Claim(text="Zeven.", quote="zeven weken termijn", source_id=TERM.id)
    said = (
        ConclusionSentence(text="Zes weken.", claims=(2,)),
        ConclusionSentence(text="Het kost € 5.", claims=(2,), added=("€ 5",), struck="adds"),
    )
    given_answer = answer(gone, GOOD).model_copy(update={"sentences": said})
    memo = await memo_of(FOUND, DossierPatch(add_answers=(given_answer,)))
    told = page(memo).model_dump_json()
    assert [(one.notes, one.left_out) for one in memo.sentences] == [((1,), False), ((), True)]
    assert "een zin met ‘€ 5’" in told
    assert "Het kost" not in told


async def test_a_memo_points_to_the_passages_where_they_stand_in_it() -> None:
    many = {"conclusion": WORDINGS["nl"].offline_conclusion_many, "model": "offline"}
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(GOOD).model_copy(update=many),)))
    assert memo.conclusion.startswith("De passages hieronder")
    assert "extractief" in " ".join(memo.limits)


@pytest.mark.parametrize(
    ("day", "told"),
    [
        (date(2025, 3, 1), "Of dit op 01-03-2025 nog zo luidde"),
        (date(2023, 1, 1), "Let op: hiervan"),
    ],
)
async def test_a_text_that_may_not_be_of_the_day_stands_under_what_is_open(
    day: date, told: str
) -> None:
    on_day = DossierPatch(as_of=day, add_answers=(answer(GOOD),))
    memo = await memo_of(FOUND, on_day)
    (doubt,) = memo.doubts
    assert doubt.startswith(told)
    assert doubt.endswith(f": {TERM.title}.")
    lists = [block for block in page(memo).blocks if isinstance(block, Items)]
    assert any(doubt in str(block) for block in lists)
    assert (await memo_of(FOUND, DossierPatch(add_answers=(answer(GOOD),)))).doubts == ()


async def test_a_memo_tells_of_which_day_a_text_is_and_not_that_it_is_in_force() -> None:
    first = str(page(await memo_of(FOUND, DossierPatch(add_answers=(answer(GOOD),)))))
    assert "tekst van 1 januari 2024" in first
    assert "geldend" not in first
    dated = FOUND.model_copy(
        update={"add_sources": (TERM.model_copy(update={"since": date(2009, 7, 1)}), RULING)}
    )
    told = str(page(await memo_of(dated, DossierPatch(add_answers=(answer(GOOD),)))))
    assert "tekst van 1 januari 2024, in deze vorm sinds 1 juli 2009" in told


async def test_a_source_that_was_removed_since_is_told() -> None:
    given_answer = DossierPatch(add_answers=(answer(GOOD),))
    memo = await memo_of(FOUND, given_answer, DossierPatch(unselect_ids=(TERM.id,)))
    assert [one.id for one in memo.sources_since_removed] == [TERM.id]
    assert TERM.title in memo.warnings[0]


async def test_a_source_that_was_sent_in_part_is_told() -> None:
    long = law("6:8", "De termijn vangt aan met ingang van de dag na die van dagtekening. " * 500)
    used = DossierPatch(add_answers=(answer(GOOD, source_ids=(TERM.id, long.id)),))
    (told,) = (
        await memo_of(FOUND, DossierPatch(add_sources=(long,), select_ids=(long.id,)), used)
    ).warnings
    assert "een deel aan het model gegeven" in told
    assert long.title in told
    assert TERM.title not in told


async def test_facts_are_the_words_of_turns_that_did_not_only_move_sources() -> None:
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(GOOD),)))
    assert [(one.version, one.words) for one in memo.facts][:1] == [
        (1, "Mijn cliënt heeft een kat.")
    ]


async def test_the_newest_answer_is_the_one_unless_another_is_named() -> None:
    patch = DossierPatch(add_answers=(answer(GOOD),))
    assert (await memo_of(FOUND, patch, patch)).answer_id == "a3"
    assert (await memo_of(FOUND, patch, patch, named="a2")).answer_id == "a2"
    with pytest.raises(UnknownAnswer):
        await memo_of(FOUND, patch, named="a9")
    with pytest.raises(NoAnswerYet):
        await memo_of(FOUND)
    with pytest.raises(NoAnswerYet):
        await memo_of(FOUND, patch, DossierPatch(remove_answer_ids=("a2",)))


async def test_who_left_a_source_out_and_with_which_words(tmp_path: Path) -> None:
    model, store = OfflineModel(OFFLINE_RULES), JsonStore(tmp_path)
    agent = Agent(store, {"tax": tax_desk(model, ListRetriever(TERM, RULING), store)})
    for message in (QUESTION, "Haal de Hoge Raad weg", "Ja"):
        await agent.turn(DOSSIER, Request(message=message))
    memo = await DossierService(store, answer_rules, presenter_of).memo(DOSSIER)
    (one,) = memo.sources_left_out
    assert (one.source.id, one.version, one.words) == (RULING.id, 2, "Haal de Hoge Raad weg")
    assert memo.facts == ()  # nothing was told beside the question and the wishes
    assert await DossierService(store, answer_rules, presenter_of).memo(DOSSIER) == memo
    await DossierService(store, answer_rules, presenter_of).forget(DOSSIER, [2])
    (one,) = (
        await DossierService(store, answer_rules, presenter_of).memo(DOSSIER)
    ).sources_left_out
    assert one.words == ERASED


async def test_an_english_answer_keeps_its_quotes_dutch() -> None:
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(GOOD, language="en"),)))
    shown = page(memo)
    assert shown.language == "en"
    assert QUOTE in str(shown.notes[0])
    assert any(isinstance(one, Heading) and one.text == "Reasoning" for one in shown.blocks)


async def test_a_models_addresses_do_not_get_into_a_memo() -> None:
    lured = GOOD.model_copy(update={"text": "Zie https://evil.example/x voor meer."})
    memo = await memo_of(FOUND, DossierPatch(add_answers=(answer(lured),)))
    assert "evil.example" not in memo.model_dump_json()


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "https://wetten.overheid.nl.evil.example/",
        "https://wetten.overheid.nl@evil.example/",
        "https://evil.example/https://wetten.overheid.nl/",
        "http://wetten.overheid.nl/",
        "https://wetten.overheid.nl:8443/",
        "https://wetten.overheid.nl",
        "https://wetten.overheid.nl/a b",
        "//wetten.overheid.nl/",
    ],
)
def test_only_publishers_of_the_law_are_linked(url: str) -> None:
    assert address_at(url, TaxMemo.hosts) == ""


@given(st.text())
def test_what_is_printable_stays_so_and_breaks_no_line(text: str) -> None:
    once = printable(text)
    assert printable(once) == once
    assert not set(once) & set("\x00\x1b\n\r\u202e\u2028\ufffe\ufeff\ud800")


def test_a_dossier_without_turns_has_nothing_to_hand_over() -> None:
    with pytest.raises(NoAnswerYet):
        compose([], None, "1.0", RULES)

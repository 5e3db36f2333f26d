"""The receipt that is handed over is the one that the journal keeps."""

import hashlib
import json
from pathlib import Path

from src.desks.catalogue import answer_rules, presenter_of
from src.desks.tax.answering import RULES
from src.dossier.journal import Turn
from src.dossier.receipt import Receipt
from src.dossier_service import DossierService
from src.errors import ModelGaveNoAnswer
from src.export.as_html import html
from src.export.layout import page
from src.llm.forms import AnswerDraft
from tests.dossier.turns import DOSSIER, changing
from tests.export.test_compose import FOUND, GOOD, answer
from tests.export.test_pack import members_of, stored
from tests.fakes import MemoryStore
from tests.review.fixture_law import (
    OLD_RATE,
    SAYS_RATE,
    SAYS_WOOD,
    drafted,
    scripted,
    sources_in,
    talked,
    two_versions,
)


async def answered(tmp_path: Path, *drafts: AnswerDraft | Exception) -> tuple[MemoryStore, Receipt]:
    """Return a store with an answer that comes of these drafts, and the journal's receipt of it."""
    store = MemoryStore()
    await talked(store, scripted(*drafts), sources_in(*two_versions(tmp_path)))
    (receipt,) = (await store.journal(DOSSIER))[-1].receipts
    return store, receipt


async def test_a_memo_tells_what_the_journal_keeps(tmp_path: Path) -> None:
    wrong = SAYS_RATE.model_copy(update={"quote": OLD_RATE})
    store, kept = await answered(
        tmp_path, drafted(wrong, SAYS_WOOD), ModelGaveNoAnswer(reason="filtered")
    )
    memo = await DossierService(store, answer_rules, presenter_of).memo(DOSSIER)
    told = memo.receipt
    assert told.prompt_hash == kept.prompt_hash == hashlib.sha256(RULES.prompt.encode()).hexdigest()
    assert (told.recorded, told.model, told.parameters) == (True, kept.model, '{"temperature": 0}')
    assert (told.policy, told.library, told.made_by) == (kept.policy, kept.library, kept.program)
    assert [one.sent_hash for one in told.sources] == [one.sent_hash for one in kept.sources]
    output = hashlib.sha256(kept.rounds[0].output.encode()).hexdigest()
    assert [(one.sha256, one.failure) for one in told.drafts] == [(output, ""), ("", "filtered")]
    shown = html(page(memo))
    cited = {one.footnote.source.id for one in memo.claims}
    hashes = [
        value for one in kept.sources if one.id in cited for value in (one.text_hash, one.sent_hash)
    ]
    assert hashes
    assert all(one in shown for one in [kept.prompt_hash, output, *hashes])
    assert "geen kwitantie" not in shown


async def test_the_program_that_made_an_answer_is_not_the_one_that_hands_it_over(
    tmp_path: Path,
) -> None:
    store, kept = await answered(tmp_path, drafted(SAYS_RATE))
    older = MemoryStore()
    for entry in await store.journal(DOSSIER):
        receipts = tuple(one.model_copy(update={"program": "0.0.1"}) for one in entry.receipts)
        turn = {name: getattr(entry, name) for name in Turn.model_fields}
        await older.commit(Turn.model_validate({**turn, "receipts": receipts}))
    told = (await DossierService(older, answer_rules, presenter_of).memo(DOSSIER)).receipt
    assert (told.made_by, told.program) == ("0.0.1", kept.program)


async def test_a_pack_has_the_whole_receipt_of_the_journal(tmp_path: Path) -> None:
    store, kept = await answered(tmp_path, drafted(SAYS_RATE))
    records = DossierService(store, answer_rules, presenter_of)
    packed = json.loads(members_of(await records.pack(DOSSIER))["receipts/a2.json"])
    assert Receipt.model_validate(packed["receipt"]) == kept
    assert packed["memo"] == (await records.memo(DOSSIER)).receipt.model_dump(mode="json")


async def test_an_answer_without_a_receipt_is_told_to_have_none() -> None:
    records = DossierService(await stored(), answer_rules, presenter_of)
    memo = await records.memo(DOSSIER)
    assert (memo.receipt.recorded, memo.receipt.prompt_hash) == (False, "")
    assert "geen kwitantie" in html(page(memo))
    assert (
        json.loads(members_of(await records.pack(DOSSIER))["receipts/a3.json"])["receipt"] is None
    )


async def test_an_answer_that_was_brought_along_has_no_receipt() -> None:
    store = MemoryStore()
    brought = answer(GOOD).model_copy(update={"id": "a1"})
    await store.commit(changing(FOUND.model_copy(update={"add_answers": (brought,)})))
    assert not (
        await DossierService(store, answer_rules, presenter_of).memo(DOSSIER)
    ).receipt.recorded
    assert "receipts/a1.json" in members_of(
        await DossierService(store, answer_rules, presenter_of).pack(DOSSIER)
    )

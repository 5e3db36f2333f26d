"""What a replay stands on: every kind of verdict, both rounds of the model, and honesty where the code is another."""

import asyncio
from pathlib import Path

import pytest

from src.desks.tax.answering import RULES
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.presenter import PRESENTER
from src.dossier import chain
from src.dossier.erasing import Copies, changed
from src.dossier.forgetting import forget
from src.dossier.journal import JournalEntry
from src.dossier.models import Dossier
from src.errors import ModelGaveNoAnswer, NoReceipt, SourceChanged
from src.llm.builtin.model import OfflineModel
from src.llm.forms import AnswerDraft
from src.llm.protocol import ChatReply
from src.review.check import check
from src.review.replay import replay
from tests.fakes import START, MemoryStore, ScriptedLlm, calls
from tests.review.fixture_law import (
    DOSSIER,
    NEW_2,
    NEW_3,
    OLD_2,
    OLD_RATE,
    QUESTION,
    SAYS_RATE,
    SAYS_WOOD,
    WOOD,
    drafted,
    scripted,
    sources_in,
    talked,
    two_versions,
)

OF_EACH_KIND = (
    SAYS_RATE,
    SAYS_WOOD.model_copy(update={"quote": "Houten  kabouters zijn vrijgesteld van de heffing"}),
    SAYS_RATE.model_copy(update={"text": "Hout is vrij.", "quote": WOOD}),
    SAYS_RATE.model_copy(update={"quote": OLD_RATE}),
    SAYS_RATE.model_copy(update={"quote": "De heffing bedraagt negen procent van de waarde."}),
    SAYS_RATE.model_copy(update={"quote": "de heffing"}),
    # What a line break does inside a word, the gate sees and the reader does not.
    SAYS_RATE.model_copy(
        update={"text": "Het is vrij.", "quote": "Houten kabouters zijn vrijge-\nsteld van"}
    ),
)
VERDICTS = ["exact", "normalised", "normalised", "other-version", "not-found"]
"""Those that stand first: the third quote stands in the other source, so that its claim comes to the second."""


def made(
    tmp_path: Path, *drafts: AnswerDraft | str | Exception
) -> tuple[Dossier, list[JournalEntry], MemoryStore]:
    """Return a dossier with the answer that comes of these drafts."""
    tmp_path.mkdir(exist_ok=True)
    store = MemoryStore()
    asyncio.run(talked(store, scripted(*drafts), sources_in(*two_versions(tmp_path))))
    dossier = asyncio.run(store.load(DOSSIER))
    assert dossier is not None
    return dossier, asyncio.run(store.journal(DOSSIER)), store


def test_all_verdicts_are_come_to_again_without_a_library(tmp_path: Path) -> None:
    draft = drafted(*OF_EACH_KIND)
    dossier, entries, _ = made(tmp_path, draft, draft)
    (found,) = check(dossier, entries, RULES)
    assert [claim.stored for claim in found.claims] == [*VERDICTS, "too-short"]
    assert {claim.state for claim in found.claims} == {"same"}
    assert found.same
    assert [one.id for one in entries[-1].receipts[0].other_versions] == [OLD_2]
    assert asyncio.run(replay(dossier, entries, RULES, PRESENTER, None)).differences == ()


def test_an_answer_whose_form_was_mended_comes_out_the_same(tmp_path: Path) -> None:
    """Its claims were not mended, though some were struck; nor are they when it is made again."""
    dossier, entries, _ = made(tmp_path, "Het is 21%.", drafted(*OF_EACH_KIND))
    assert [one.repaired for one in entries[-1].receipts[0].rounds] == [True]
    assert dossier.answers[0].struck
    assert asyncio.run(replay(dossier, entries, RULES, PRESENTER, None)).differences == ()


def test_a_wrong_verdict_that_was_stored_shows(tmp_path: Path) -> None:
    draft = drafted(*OF_EACH_KIND)
    dossier, entries, _ = made(tmp_path, draft, draft)
    (answer,) = dossier.answers
    struck = answer.struck[1].model_copy(update={"verdict": "exact"})
    wrong = answer.model_copy(update={"struck": (answer.struck[0], struck, *answer.struck[2:])})
    (found,) = check(dossier.model_copy(update={"answers": (wrong,)}), entries, RULES)
    assert [claim.state for claim in found.claims].count("differs") == 1
    assert not found.same


def test_a_struck_claim_among_those_that_stand_shows(tmp_path: Path) -> None:
    draft = drafted(*OF_EACH_KIND)
    dossier, entries, _ = made(tmp_path, draft, draft)
    (answer,) = dossier.answers
    (old, *struck) = answer.struck
    wrong = answer.model_copy(update={"claims": (*answer.claims, old), "struck": tuple(struck)})
    (found,) = check(dossier.model_copy(update={"answers": (wrong,)}), entries, RULES)
    assert [claim.state for claim in found.claims if not claim.struck][-1] == "differs"


@pytest.mark.parametrize("update", [{"start": 1}, {"end": 9}, {"flags": ("3%",)}])
def test_another_place_or_mark_shows_under_the_same_verdict(
    update: dict[str, object], tmp_path: Path
) -> None:
    dossier, entries, _ = made(tmp_path, drafted(SAYS_RATE, SAYS_WOOD))
    (answer,) = dossier.answers
    first, second = answer.claims
    wrong = answer.model_copy(update={"claims": (first.model_copy(update=update), second)})
    (found,) = check(dossier.model_copy(update={"answers": (wrong,)}), entries, RULES)
    assert [claim.state for claim in found.claims] == ["differs", "same"]
    assert found.claims[0].stored == found.claims[0].recomputed == "exact"


def test_a_source_that_is_not_the_one_of_the_receipt_shows(tmp_path: Path) -> None:
    """State and journal agree on it: only the receipt tells."""
    dossier, entries, _ = made(tmp_path, drafted(SAYS_RATE, SAYS_WOOD))
    first, second = entries[-1].receipts[0].sources
    other = second.model_copy(update={"text_hash": "0" * 64})
    entries = rewritten(entries, sources=(first, other))
    (found,) = check(dossier, entries, RULES)
    assert (found.changed_sources, found.same) == ((NEW_3,), False)
    with pytest.raises(SourceChanged) as refused:
        asyncio.run(replay(dossier, entries, RULES, PRESENTER, None))
    assert refused.value.details["source"] == NEW_3


def test_an_answer_is_made_again_by_the_policy_of_its_receipt(tmp_path: Path) -> None:
    wrong = drafted(SAYS_RATE.model_copy(update={"quote": OLD_RATE}), SAYS_WOOD)
    dossier, entries, _ = made(tmp_path / "struck", wrong, wrong)
    assert asyncio.run(replay(dossier, entries, RULES, PRESENTER, None)).same
    found = asyncio.run(
        replay(dossier, rewritten(entries, policy="refuse"), RULES, PRESENTER, None)
    )
    assert "claims" in found.differences  # one claim may not stand, so it makes no answer of it
    dossier, entries, _ = made(tmp_path / "sound", drafted(SAYS_RATE))
    assert asyncio.run(
        replay(dossier, rewritten(entries, policy="refuse"), RULES, PRESENTER, None)
    ).same


def test_both_rounds_are_kept_and_replayed(tmp_path: Path) -> None:
    wrong = SAYS_RATE.model_copy(update={"quote": OLD_RATE})
    dossier, entries, _ = made(tmp_path, drafted(wrong, SAYS_WOOD), drafted(SAYS_RATE, SAYS_WOOD))
    (receipt,) = entries[-1].receipts
    assert [OLD_RATE in one.output for one in receipt.rounds] == [True, False]
    assert asyncio.run(replay(dossier, entries, RULES, PRESENTER, None)).same


def test_the_models_own_text_is_kept_beside_what_was_read_from_it(tmp_path: Path) -> None:
    draft = drafted(SAYS_RATE)
    _, entries, _ = made(tmp_path, draft)
    (one,) = entries[-1].receipts[0].rounds
    assert one.raw == draft.model_dump_json(indent=1) != one.output


def test_what_only_the_models_own_text_has_is_forgotten_too(tmp_path: Path) -> None:
    """Of a field that is there twice the last is read, and both are kept."""
    _, entries, _ = made(tmp_path, drafted(SAYS_RATE))
    (one,) = entries[-1].receipts[0].rounds
    raw = one.model_copy(update={"raw": f'{{"conclusion": "{PRIVATE}", "conclusion": ""}}'})
    (*_, turn) = rewritten(entries, rounds=(raw,))
    assert changed(turn, Copies(["een ander woord"]).redacted).receipts == turn.receipts
    assert changed(turn, Copies([PRIVATE]).redacted).receipts == ()


def test_a_mending_that_failed_fails_again(tmp_path: Path) -> None:
    wrong = SAYS_RATE.model_copy(update={"quote": OLD_RATE})
    dossier, entries, _ = made(
        tmp_path, drafted(wrong, SAYS_WOOD), ModelGaveNoAnswer(reason="filtered")
    )
    assert [one.failure for one in entries[-1].receipts[0].rounds] == ["", "filtered"]
    assert asyncio.run(replay(dossier, entries, RULES, PRESENTER, None)).same


def rewritten(entries: list[JournalEntry], **update: object) -> list[JournalEntry]:
    """Return the journal as it would be, had the last turn's receipt said otherwise."""
    (receipt,) = entries[-1].receipts
    changed = receipt.model_copy(update=update)
    return [*entries[:-1], entries[-1].model_copy(update={"receipts": (changed,)})]


def test_code_that_makes_something_else_of_it_says_so(tmp_path: Path) -> None:
    """Another draft stands in for other code: what comes out is not what was stored."""
    dossier, entries, _ = made(tmp_path, drafted(SAYS_RATE, SAYS_WOOD))
    (one,) = entries[-1].receipts[0].rounds
    other = one.model_copy(update={"output": drafted(SAYS_RATE).model_dump_json()})
    found = asyncio.run(
        replay(dossier, rewritten(entries, rounds=(other,)), RULES, PRESENTER, None)
    )
    assert (found.same, found.differences) == (False, ("claims", "reply"))


@pytest.mark.parametrize("output", ["", "{}", "proza", '{"claims": 3}'])
def test_words_that_can_not_be_read_any_more_are_told(output: str, tmp_path: Path) -> None:
    dossier, entries, _ = made(tmp_path, drafted(SAYS_RATE))
    (one,) = entries[-1].receipts[0].rounds
    other = one.model_copy(update={"output": output})
    found = asyncio.run(
        replay(dossier, rewritten(entries, rounds=(other,)), RULES, PRESENTER, None)
    )
    assert (found.same, found.differences) == (False, ("draft",))


def test_a_model_that_would_be_asked_otherwise_is_told(tmp_path: Path) -> None:
    dossier, entries, _ = made(tmp_path, drafted(SAYS_RATE))
    (one,) = entries[-1].receipts[0].rounds
    other = rewritten(entries, rounds=(one.model_copy(update={"sent_hash": "0" * 64}),))
    found = asyncio.run(
        replay(dossier, rewritten(other, prompt_hash="0" * 64), RULES, PRESENTER, None)
    )
    assert (found.same, found.differences, found.prompt_same) == (False, ("sent",), False)


def test_an_answer_without_a_receipt_is_checked_and_not_replayed(tmp_path: Path) -> None:
    draft = drafted(*OF_EACH_KIND)
    dossier, entries, _ = made(tmp_path, draft, draft)
    bare = [one.model_copy(update={"receipts": ()}) for one in entries]
    (found,) = check(dossier, bare, RULES)
    states = {claim.stored: claim.state for claim in found.claims}
    # The other version is nowhere in the dossier: nothing is said of that verdict, neither good nor bad.
    assert states.pop("other-version") == "unchecked"
    assert set(states.values()) == {"same"}
    with pytest.raises(NoReceipt):
        asyncio.run(replay(dossier, bare, RULES, PRESENTER, None))


def test_the_offline_model_is_replayed_too(tmp_path: Path) -> None:
    store = MemoryStore()
    sources = sources_in(*two_versions(tmp_path))
    asyncio.run(
        talked(
            store, OfflineModel(OFFLINE_RULES), sources, (QUESTION, "Ja", "Ja", "En hout?", "Ja")
        )
    )
    dossier = asyncio.run(store.load(DOSSIER))
    entries = asyncio.run(store.journal(DOSSIER))
    assert dossier is not None
    assert dossier.answers
    for answer in dossier.answers:
        assert asyncio.run(replay(dossier, entries, RULES, PRESENTER, answer.id)).same


PRIVATE = "Mevrouw Zonnebloem woont in een paddenstoel."


def test_a_first_draft_is_forgotten_with_its_turn(tmp_path: Path) -> None:
    told = SAYS_WOOD.model_copy(update={"text": PRIVATE, "quote": PRIVATE})
    _, _, store = made(tmp_path, drafted(told, SAYS_RATE), drafted(SAYS_RATE))
    lines = asyncio.run(store.lines(DOSSIER))
    assert PRIVATE.encode() in b"".join(lines)
    after = forget(lines, [2], START, "5a" * 16)
    assert PRIVATE.encode() not in b"".join(after)
    assert chain.entries(chain.verify(after))[1].receipts == ()


def test_what_a_draft_repeats_of_a_forgotten_turn_goes_too(tmp_path: Path) -> None:
    told = SAYS_WOOD.model_copy(update={"text": PRIVATE, "quote": PRIVATE})
    search = calls(("get_legislation", '{"query": "heffing kabouters procent"}'))
    model = ScriptedLlm(
        ChatReply("Goed."), search, forms=[drafted(told, SAYS_RATE), drafted(SAYS_RATE)]
    )
    store = MemoryStore()
    sources = sources_in(*two_versions(tmp_path))
    asyncio.run(talked(store, model, sources, (PRIVATE, "Zoek", "Ja")))
    before = asyncio.run(store.lines(DOSSIER))
    assert [len(one.receipts) for one in asyncio.run(store.journal(DOSSIER))] == [0, 0, 1]
    assert PRIVATE not in asyncio.run(store.journal(DOSSIER))[2].reply
    after = forget(before, [1], START, "5a" * 16)
    assert PRIVATE.encode() not in b"".join(after)
    assert after[1] == before[1]
    assert [len(one.receipts) for one in chain.entries(chain.verify(after))] == [0, 0, 0, 0]


def test_the_old_version_alone_is_used_of_what_was_sent(tmp_path: Path) -> None:
    dossier, entries, _ = made(tmp_path, drafted(SAYS_RATE))
    assert [source.id for source in dossier.sources] == [NEW_2, NEW_3]
    assert entries[-1].receipts[0].other_versions == ()

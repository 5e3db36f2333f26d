"""The verdicts of finished answers, come to again without model, network or library. Pure."""

from collections.abc import Sequence
from typing import Literal

from pydantic import computed_field

from src.answering.rules import AnswerRules
from src.dossier.answers import AnswerRecord, as_it_was, every_answer
from src.dossier.journal import JournalEntry
from src.dossier.models import Answer, Claim, Dossier, Frozen, Verdict
from src.dossier.receipt import Receipt
from src.errors import UnknownAnswer
from src.grounding.computing import Computed
from src.grounding.material import Material
from src.grounding.pieces import as_drafted
from src.grounding.verification import judged
from src.review.answers import as_proposed, changed_sources, versions_of


class CheckedClaim(Frozen):
    """A claim, the verdict that was stored with it, and the one that the gate comes to now."""

    text: str
    quote: str
    source_id: str
    struck: bool
    """True for a claim that the answer does not make, as it might not stand."""
    stored: Verdict | None
    recomputed: Verdict | None
    state: Literal["same", "differs", "unchecked"]
    """``unchecked``: it was stored without a verdict, or was erased, or the other version that it names is not kept."""


class CheckedAnswer(Frozen):
    """An answer, checked again."""

    answer: str
    question: str
    claims: tuple[CheckedClaim, ...]
    changed_sources: tuple[str, ...]
    """Ids of sources whose text in the dossier is not the one that the answer was made from."""
    altered: bool
    """True where the stored answer is not the one in the journal."""
    erased: bool
    """True where the turn was forgotten: nothing is left to check."""

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated properties
    @property
    def same(self) -> bool:
        """Whether nothing differs from what was stored."""
        differs = any(claim.state == "differs" for claim in self.claims)
        return not (differs or self.changed_sources or self.altered)


def check(
    dossier: Dossier,
    entries: Sequence[JournalEntry],
    rules: AnswerRules,
    answer_id: str | None = None,
) -> list[CheckedAnswer]:
    """Return the answers of a dossier, or the one that is named, each judged again from the dossier's own sources.

    Raises ``UnknownAnswer`` for one that was never given, and where there is none at all.
    """
    made = every_answer(entries)
    stored = {answer.id: answer for answer in dossier.answers}
    wanted = list(stored) if answer_id is None else [answer_id]
    if not wanted or any(text not in made for text in wanted):
        raise UnknownAnswer(answer=(answer_id or next(iter(wanted), "-"))[:40])
    return [_checked(dossier, entries, rules, made[text], stored.get(text)) for text in wanted]


def _checked(
    dossier: Dossier,
    entries: Sequence[JournalEntry],
    rules: AnswerRules,
    made: AnswerRecord,
    stored: Answer | None,
) -> CheckedAnswer:
    answer = stored or made.answer
    was = as_it_was(entries, made)
    changed = changed_sources(dossier, was, made.answer.source_ids, made.receipt)
    material = _material(dossier, was, answer, made.receipt, rules)
    standing = (*answer.claims, *answer.facts)
    pairs = [*((claim, False) for claim in standing), *((claim, True) for claim in answer.struck)]
    return CheckedAnswer(
        answer=made.id,
        question=answer.question,
        claims=tuple(_claim(claim, struck, material, made) for claim, struck in pairs),
        changed_sources=changed,
        altered=as_proposed(answer) != made.answer,
        erased=made.entry.erased,
    )


def _material(
    dossier: Dossier, was: Dossier, answer: Answer, receipt: Receipt | None, rules: AnswerRules
) -> Material:
    found = (dossier.source(text) or was.source(text) for text in answer.source_ids)
    selected = tuple(source for source in found if source is not None)
    versions = versions_of(receipt, rules.unversioned)
    # Of an answer without a receipt its form tells by which rules it was judged.
    parts = any(claim.named or claim.evidence for claim in (*answer.claims, *answer.facts))
    generation = int(bool(answer.sentences or answer.calculations or parts))
    rules = rules.of(receipt.rules if receipt else generation)
    return rules.material(answer.question, selected, versions, was)


def _claim(claim: Claim, struck: bool, material: Material, made: AnswerRecord) -> CheckedClaim:
    again, stands = judged(as_drafted(claim), material, Computed(made.answer.calculations))
    unchecked = (
        made.entry.erased
        or claim.verdict is None
        or (claim.verdict == "other-version" and made.receipt is None)
    )
    same = again == claim and stands != struck
    return CheckedClaim(
        text=claim.text,
        quote=claim.quote,
        source_id=claim.source_id,
        struck=struck,
        stored=claim.verdict,
        recomputed=None if unchecked else again.verdict,
        state="unchecked" if unchecked else "same" if same else "differs",
    )

"""A model's draft of an answer, gone through: which claims may stand, which may not and why. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from src.answering.gate import ELLIPSIS, VERIFIED, check
from src.answering.sentences import as_shown, one_line, whole_sentences
from src.desks.tax.law.grounding import is_grounded
from src.desks.tax.law.measures import Measure, labels, measures, unsupported
from src.dossier.models import Claim, Source
from src.llm.forms import AnswerDraft, ClaimDraft

STRIKING = ("rate", "date", "law", "amount")
"""What a claim may not add of its own. A mere number, which may be a count, is shown with a mark, and so is a
paragraph, which a source may have without a number."""

ADDING = ("rate", "date", "amount")
"""What the words around the claims may not add; of law they may name what any selected source does."""

ONLY_SOURCES = ("rate", "law", "part")
"""What a question cannot bear out: whoever asks whether the rate is 9% has not said that it is."""


@dataclass(frozen=True)
class Verified:
    """What is left of a draft."""

    claims: tuple[Claim, ...]
    struck: tuple[Claim, ...]
    conclusion: str
    open_points: tuple[str, ...]
    missing_facts: tuple[str, ...]


@dataclass(frozen=True)
class Material:
    """What a draft is held against."""

    question: str
    selected: tuple[Source, ...]
    versions: Mapping[str, Sequence[Source]]
    """By id of a selected source: every version of its article that the library has."""


def verified(draft: AnswerDraft, material: Material) -> Verified:
    """Return the draft's claims, each with its verdict, and the words around them that the sources bear."""
    every = [judged(claim, material) for claim in draft.claims]
    claims = tuple(claim for claim, stands in every if stands)
    return Verified(
        claims=claims,
        struck=tuple(claim for claim, stands in every if not stands),
        conclusion=_conclusion(draft.conclusion, claims, material),
        open_points=_borne(draft.open_points, material),
        missing_facts=_borne(draft.missing_facts, material),
    )


def judged(draft: ClaimDraft, material: Material) -> tuple[Claim, bool]:
    """Return a claim with its verdict and its flags, and whether it may stand."""
    source = next((one for one in material.selected if one.id == draft.source_id), None)
    versions = material.versions.get(draft.source_id, ())
    checked = check(draft.quote, source, material.selected, versions)
    flags = _lacking(draft.text, [source] if source else [], material)
    claim = Claim(
        text=one_line(draft.text),
        quote=one_line(draft.quote),
        source_id=draft.source_id,
        # A line break in a hyphenated word is part of the quote, and is not shown.
        given=draft.quote if one_line(draft.quote) != draft.quote else "",
        verdict=checked.verdict,
        start=checked.start,
        end=checked.end,
        found_in=checked.found_in,
        flags=tuple(dict.fromkeys(flag.words for flag in flags)),
    )
    if source is None or checked.start is None or checked.end is None:
        return claim, False
    shown = _shown(draft.quote, source.content, checked.start, checked.end)
    completed = claim.model_copy(update={"quote": shown, "given": draft.quote})
    stands = checked.verdict in VERIFIED and is_grounded(draft.text, material.selected)
    return completed, stands and not any(flag.kind in STRIKING for flag in flags)


def _shown(quote: str, text: str, start: int, end: int) -> str:
    """Return the sentences that the quote is part of; of one with an ellipsis inside, with that part left out."""
    first, last = whole_sentences(text, start, end)
    parts = [part for part in ELLIPSIS.split(quote.strip()) if part]
    if len(parts) < 2:
        return as_shown(text[first:last])
    before, behind = text[first:start], text[end:last]
    return as_shown(f"{before}{' ... '.join(parts)}{behind}")


def _lacking(text: str, sources: Sequence[Source], material: Material) -> list[Measure]:
    """Return what a text measures or cites and neither these sources nor, but for rates and law, the question has."""
    asked = (*measures(material.question), *labels(material.question))
    told = {one.value for one in asked if one.kind != "rate"}
    lacking: list[Measure] | None = None
    for source in sources:
        of_source = unsupported(text, source)
        lacking = [one for one in of_source if lacking is None or one in lacking]
    return [one for one in lacking or [] if one.kind in ONLY_SOURCES or one.value not in told]


def _conclusion(text: str, claims: Sequence[Claim], material: Material) -> str:
    """Return the conclusion; nothing where no claim stands, or where it measures or cites what they don't bear."""
    quoted = {one.source_id for one in claims}
    used = [source for source in material.selected if source.id in quoted]
    if not used or not is_grounded(text, material.selected):
        return ""
    lacking = _lacking(text, used, material)
    # Here a number is no count of what a source says: it is the outcome, "u hebt 14 dagen".
    return "" if any(one.kind in (*ADDING, "number", "part") for one in lacking) else one_line(text)


def _borne(texts: Sequence[str], material: Material) -> tuple[str, ...]:
    """Return the texts that add no law, rate, amount or date to what the sources and the question have."""
    return tuple(
        one_line(text)
        for text in texts
        if text
        and is_grounded(text, material.selected)
        and not any(one.kind in ADDING for one in _lacking(text, material.selected, material))
    )

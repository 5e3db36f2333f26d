"""A model's draft of an answer, gone through: which claims may stand, which may not and why. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from src.dossier.models import Claim
from src.grounding.gate import ELLIPSIS, VERIFIED, check
from src.grounding.material import Addition, Material, Place
from src.grounding.sentences import (
    as_shown,
    one_line,
    only_includes,
    whole_lines,
    whole_passages,
    whole_sentences,
)
from src.grounding.units import Unit
from src.llm.forms import AnswerDraft, ClaimDraft

COMPLETED: Mapping[Unit, Callable[[str, int, int], tuple[int, int]]] = {
    "sentence": whole_sentences,
    "line": whole_lines,
    "passage": whole_passages,
}
"""From a text and the place of a quote to the place of all its units that the quote is part of."""


@dataclass(frozen=True)
class JudgedDraft:
    """What is left of a draft."""

    claims: tuple[Claim, ...]
    struck: tuple[Claim, ...]
    facts: tuple[Claim, ...]
    """Quotes of the client's documents that stand there: they tell of the case, and answer nothing."""
    conclusion: str
    open_points: tuple[str, ...]
    missing_facts: tuple[str, ...]
    draft: AnswerDraft
    """The whole of it, with what only the form of a desk asks for."""


def verified(draft: AnswerDraft, material: Material) -> JudgedDraft:
    """Return the draft's claims, each with its verdict, and the words around them that the sources bear."""
    every = [judged(claim, material) for claim in draft.claims]
    standing = tuple(claim for claim, stands in every if stands)
    claims = tuple(claim for claim in standing if not material.is_fact(claim))
    facts = tuple(claim for claim in standing if material.is_fact(claim))
    return JudgedDraft(
        claims=claims,
        struck=tuple(claim for claim, stands in every if not stands),
        facts=facts,
        conclusion=_conclusion(draft.conclusion, claims, facts, material),
        open_points=_borne(draft.open_points, material),
        missing_facts=_borne(draft.missing_facts, material),
        draft=draft,
    )


def judged(draft: ClaimDraft, material: Material) -> tuple[Claim, bool]:
    """Return a claim with its verdict and its flags, and whether it may stand."""
    source = next((one for one in material.selected if one.id == draft.source_id), None)
    versions = material.versions.get(draft.source_id, ())
    checked = check(draft.quote, source, material.selected, versions, material.units)
    added = material.bearing.additions(draft.text, [source] if source else [], material.question)
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
        flags=tuple(dict.fromkeys(one.words for one in added)),
        role=draft.role,
    )
    if source is None or checked.start is None or checked.end is None:
        return claim, False
    unit = material.units(source)
    shown = _shown(draft.quote, source.content, checked.start, checked.end, unit)
    completed = claim.model_copy(update={"quote": shown, "given": draft.quote})
    stands = checked.verdict in VERIFIED and _is_grounded(draft.text, material)
    first, last = COMPLETED[unit](source.content, checked.start, checked.end)
    says = unit != "passage" or not only_includes(source.content[first:last])
    admitted = stands and says and material.bearing.admits(completed, source)
    return completed, admitted and not _forbidden(added, "claim")


def _shown(quote: str, text: str, start: int, end: int, unit: Unit) -> str:
    """Return what the quote is part of; of one with an ellipsis inside, with that part left out."""
    first, last = COMPLETED[unit](text, start, end)
    parts = [part for part in ELLIPSIS.split(quote.strip()) if part]
    if len(parts) < 2:
        return as_shown(text[first:last])
    before, behind = text[first:start], text[end:last]
    return as_shown(f"{before}{' ... '.join(parts)}{behind}")


def _is_grounded(text: str, material: Material) -> bool:
    return material.bearing.is_grounded(text, material.selected)


def _forbidden(added: Sequence[Addition], place: Place) -> bool:
    return any(place in one.forbidden_in for one in added)


def _conclusion(
    text: str, claims: Sequence[Claim], facts: Sequence[Claim], material: Material
) -> str:
    """Return the conclusion; nothing where no claim stands, or where it states what their sources don't bear.

    Facts count as words of the question do: they are the user's side of the matter. One that is quoted does not lead.
    """
    if any(one.quote in text for one in facts):
        return ""
    quoted = {one.source_id for one in claims}
    used = [source for source in material.selected if source.id in quoted]
    if not used or not _is_grounded(text, material):
        return ""
    told = " ".join([material.question, *(one.quote for one in facts)])
    added = material.bearing.additions(text, used, told)
    return "" if _forbidden(added, "conclusion") else one_line(text)


def _borne(texts: Sequence[str], material: Material) -> tuple[str, ...]:
    """Return the texts that state nothing of weight that the sources and the question do not have."""
    selected, question = material.selected, material.question
    return tuple(
        one_line(text)
        for text in texts
        if text
        and _is_grounded(text, material)
        and not _forbidden(material.bearing.additions(text, selected, question), "point")
    )

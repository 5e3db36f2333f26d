"""The pieces that a claim rests on: quotes of one or more sources, and words of the user. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from src.dossier.claims import EvidencePiece
from src.dossier.models import Claim, Source
from src.grounding.gate import ELLIPSIS, VERIFIED, CheckedQuote, canonical, check, find
from src.grounding.material import Material
from src.grounding.sentences import as_shown, one_line, whole_lines, whole_passages, whole_sentences
from src.grounding.units import Unit, words_in
from src.language.numbers import quantities
from src.llm.forms import ClaimDraft, QuoteDraft

USER = ("", "user")
"""What stands in place of the id of a source for what the user told."""

COMPLETED: Mapping[Unit, Callable[[str, int, int], tuple[int, int]]] = {
    "sentence": whole_sentences,
    "line": whole_lines,
    "passage": whole_passages,
}
"""From a text and the place of a quote to the place of all its units that the quote is part of."""


@dataclass(frozen=True)
class PieceChecked:
    """A quote, the source that has it, and the verdict."""

    quote: str
    source: Source | None
    checked: CheckedQuote
    named: str = ""
    """Id of the source that was named, where another one has the words and stands in its place."""

    @property
    def stands(self) -> bool:
        """Whether the quote was found."""
        return self.checked.verdict in VERIFIED

    @property
    def quoted(self) -> Source | None:
        """The source with the words of the quote alone; None where they do not stand in it."""
        if self.source is None or not self.stands:
            return None
        words = self.source.content[self.checked.start : self.checked.end]
        return self.source.model_copy(update={"content": words})

    @property
    def source_id(self) -> str:
        """Id of the source that has it, else of the one that was named."""
        return self.source.id if self.source else self.named

    def evidence(self, material: Material) -> EvidencePiece:
        """Return the piece as it is kept."""
        shown = shown_quote(self, material)
        return EvidencePiece(
            quote=shown,
            source_id=self.source_id,
            given=self.quote if self.quote != shown else "",
            verdict=self.checked.verdict,
            start=self.checked.start,
            end=self.checked.end,
            found_in=self.checked.found_in,
            named=self.named if self.source else "",
        )


def pieces_of(draft: ClaimDraft, material: Material) -> list[PieceChecked]:
    """Return what a claim rests on, its own quote first; a quote with an ellipsis may be two."""
    given = [(draft.quote, draft.source_id)]
    if material.generation < 1:
        return [checked_piece(*given[0], material)]
    given += [(quote_draft.quote, quote_draft.source_id) for quote_draft in draft.evidence]
    return [piece for quote, source_id in given for piece in _parted(quote, source_id, material)]


def checked_piece(quote: str, source_id: str, material: Material) -> PieceChecked:
    """Return a quote with its verdict; where another selected source has it, that one is put in its place."""
    if source_id in USER and source_id not in material.by_id and material.generation:
        if not words_in(quote):
            return PieceChecked(quote, None, CheckedQuote("not-found"))
        told = find(quote, material.said)
        if told is None and find(_in_figures(quote), _in_figures(material.said)):
            return PieceChecked(quote, None, CheckedQuote("normalised"))
        return PieceChecked(quote, None, CheckedQuote(told.verdict if told else "not-found"))
    source = material.by_id.get(source_id)
    checked = _check(quote, source, source_id, material)
    if checked.verdict == "misattributed" and material.generation:
        other = material.by_id[checked.found_in]
        return PieceChecked(quote, other, _check(quote, other, other.id, material), source_id)
    return PieceChecked(quote, source, checked, "" if source else source_id)


def _in_figures(text: str) -> str:
    """Return a text with each number in one form: "I got € 90,000" is what "I got 90k" says."""
    for found in reversed(quantities(text)):
        figure = f"{found.value} %" if found.kind == "rate" else found.value
        text = f"{text[: found.span[0]]}{figure}{text[found.span[1] :]}"
    return text


def as_drafted(claim: Claim) -> ClaimDraft:
    """Return a stored claim as a model gave it, to be judged again."""
    return ClaimDraft(
        text=claim.text,
        quote=claim.given or claim.quote,
        source_id=claim.named or claim.source_id,
        evidence=[
            QuoteDraft(quote=piece.given or piece.quote, source_id=piece.named or piece.source_id)
            for piece in claim.evidence
        ],
        role=claim.role,
    )


def shown_quote(piece: PieceChecked, material: Material) -> str:
    """Return what a quote is part of; of one with an ellipsis inside, with that part left out."""
    start, end = piece.checked.start, piece.checked.end
    if piece.source is None or start is None or end is None:
        return one_line(piece.quote)
    text = piece.source.content
    first, last = COMPLETED[material.units(piece.source)](text, start, end)
    parts = [part for part in ELLIPSIS.split(piece.quote.strip()) if part]
    if len(parts) < 2 or canonical(text[start:end]).text == canonical(piece.quote).text:
        return as_shown(text[first:last])  # dots of a source leave nothing out
    before, behind = text[first:start], text[end:last]
    return as_shown(f"{before}{' ... '.join(parts)}{behind}")


def _check(quote: str, source: Source | None, source_id: str, material: Material) -> CheckedQuote:
    versions = material.versions.get(source_id, ())
    short = material.generation > 0
    return check(quote, source, material.selected, versions, material.units, short=short)


def _parted(quote: str, source_id: str, material: Material) -> Sequence[PieceChecked]:
    """Return a quote as a piece, or where it has an ellipsis and does not stand whole, each of its parts as one."""
    whole = checked_piece(quote, source_id, material)
    parts = [part for part in ELLIPSIS.split(quote.strip()) if words_in(part)]
    if whole.stands or len(parts) < 2:
        return (whole,)
    each = [checked_piece(part, source_id, material) for part in parts]
    return each if all(checked.stands for checked in each) else (whole,)

"""What an answer quotes: the marks that lead from its sentences to its quotes, and each quote as it is drawn. Pure."""

import re
from collections.abc import Iterator
from functools import cached_property
from string import ascii_lowercase
from textwrap import dedent

from src.dossier.claims import CalculationInput
from src.dossier.models import Answer, Claim, EvidencePiece, Source
from src.dossier.personal import as_quoted, marks_of
from src.grounding.sentences import as_shown, code_around, passages_in, rows_around, whole_passages
from src.masking.masking import Marks
from src.presenter.telling import Telling
from src.wording.markdown import inert, unlinked

Piece = Claim | EvidencePiece | CalculationInput

_FENCE = re.compile(
    r"\A[ \t]*(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)\n(?P<code>.*?)\n?[ \t]*(?P=fence)?[ \t]*\Z",
    re.DOTALL,
)


class Quotes:
    """The quotes of an answer, each once: those of a source that has several are told apart by a letter."""

    def __init__(self, answer: Answer, telling: Telling) -> None:
        self._answer, self._telling = answer, telling
        self._by_source: dict[str, list[Piece]] = {}
        for piece in _pieces(answer):
            if telling.dossier.source(piece.source_id):
                self._take(piece)

    def _take(self, piece: Piece) -> None:
        """Keep a quote, unless one of its source has it within; it takes the place of one that is within it."""
        kept, shown = self._by_source.setdefault(piece.source_id, []), self._shown(piece)
        if not piece.quote or any(shown in self._shown(claim) for claim in kept):
            return
        within = [at for at, claim in enumerate(kept) if self._shown(claim) in shown]
        kept.insert(within[0] if within else len(kept), piece)
        for at in reversed(within):
            del kept[at + 1]

    def _shown(self, piece: Piece) -> str:
        """Return what is drawn of a quote: two quotes of one row of a table are drawn as that row."""
        source = self._telling.dossier.source(piece.source_id)
        block = _block(source.content, piece.start, piece.end) if source else ""
        return block or piece.quote

    @cached_property
    def sources(self) -> list[Source]:
        return [source for source in self._telling.dossier.sources if source.id in self._by_source]

    @property
    def count(self) -> int:
        return sum(map(len, self._by_source.values()))

    def mark(self, piece: Piece) -> str:
        """Return the mark of a quote, ``2`` or ``2b``; empty for what stands in no source."""
        source = self._telling.dossier.source(piece.source_id)
        if source is None:
            return ""
        kept = self._by_source[source.id]
        number = str(self._telling.number(source))
        shown = self._shown(piece)
        at = next((at for at, claim in enumerate(kept) if shown in self._shown(claim)), 0)
        letters = ascii_lowercase[at % 26] * (at // 26 + 1)
        return f"{number}{letters}" if len(kept) > 1 else number

    def of(self, source: Source) -> list[str]:
        """Return the quotes of a source that nothing above them has told, each with what it says in plain words."""
        kept = self._by_source[source.id]
        told = [claim for claim in kept if not self._is_told(claim)]
        return [block for claim in told for block in self._with_gloss(claim, marked=len(kept) > 1)]

    def every(self, source: Source) -> list[str]:
        return [self.drawn(claim) for claim in self._by_source[source.id]]

    def alone(self, claim: Claim) -> str:
        """Return a claim that is its quote and no more; where the conclusion gives that, where it is from."""
        if self._is_concluded(claim):
            said = self._telling.words.word_for_word.format(source=f"\\[{self.mark(claim)}\\]")
            return "\n\n".join([f"- {said}", *self.gloss(claim)])
        return "\n\n".join(self._with_gloss(claim, marked=True))

    def _is_told(self, piece: Piece) -> bool:
        alone = (claim for claim in (*self._answer.claims, *self._answer.facts) if not claim.text)
        return self._is_concluded(piece) or any(piece.quote in claim.quote for claim in alone)

    def _is_concluded(self, piece: Piece) -> bool:
        return f"“{piece.quote}”" in self._answer.conclusion

    def _with_gloss(self, piece: Piece, *, marked: bool) -> list[str]:
        return [
            self.drawn(piece, f"\\[{self.mark(piece)}\\]" if marked else ""),
            *self.gloss(piece),
        ]

    def gloss(self, piece: Piece) -> list[str]:
        """Return our plain words for a quote, marked as ours; nothing where there are none."""
        if not isinstance(piece, Claim) or piece.gloss is None:
            return []
        day = self._telling.day(piece.gloss.as_of)
        return [f"*{inert(self._telling.words.gloss(piece.gloss, day))}*"]

    def drawn(self, piece: Piece, mark: str = "") -> str:
        """Return a quote behind its mark: a block of code as one, rows of a table below its head."""
        source = self._telling.dossier.source(piece.source_id)
        if source is None:
            return f"> “{inert(piece.quote)}”"
        block = _block(source.content, piece.start, piece.end)
        if block:
            return "\n\n".join(filter(None, (mark, as_quoted(block, source, self._marks))))
        parts = _passages(source.content, piece)
        if len(parts) > 1:
            return "\n\n".join(filter(None, (mark, *(self._part(part, source) for part in parts))))
        return " ".join(filter(None, (">", mark, self.worded(piece))))

    def _part(self, part: str, source: Source) -> str:
        code = _FENCE.match(part)
        shown = as_quoted(fenced(code["code"], code["info"]) if code else part, source, self._marks)
        return shown if code else f"> “{inert(unlinked(as_shown(shown)))}”"

    def is_block(self, piece: Piece) -> bool:
        """Tell whether a quote is drawn as a block of code or rows of a table."""
        source = self._telling.dossier.source(piece.source_id)
        return bool(source and _block(source.content, piece.start, piece.end))

    def worded(self, piece: Piece, *, masked: bool = True) -> str:
        """Return a quote between quotation marks; the number of a part of its source stands before them."""
        source = self._telling.dossier.source(piece.source_id)
        quote = as_quoted(piece.quote, source, self._marks) if masked else piece.quote
        part = self._telling.part(source) if source else ""
        quote = unlinked(quote)
        numbered = re.fullmatch(r"(\d+[a-z]*)\. (.+)", quote, re.DOTALL) if part else None
        if numbered:
            return f"{part} {numbered[1]}: “{inert(numbered[2])}”"
        return f"“{inert(quote)}”"

    @cached_property
    def _marks(self) -> Marks:
        return marks_of(self._telling.dossier.sources)


def _pieces(answer: Answer) -> Iterator[Piece]:
    for claim in (*answer.claims, *answer.facts):
        yield from pieces_of(claim)
    for made in answer.calculations:
        yield from made.inputs


def pieces_of(claim: Claim) -> list[Piece]:
    """Return what a claim rests on, its own quote first."""
    return [claim, *claim.evidence]


def _passages(text: str, piece: Piece) -> list[str]:
    """Return the passages that a quote of Markdown goes over; none where it stands otherwise in its source."""
    if piece.start is None or piece.end is None:
        return []
    quoted = text[slice(*whole_passages(text, piece.start, piece.end))]
    return passages_in(quoted) if as_shown(quoted) == piece.quote else []


def _block(text: str, start: int | None, end: int | None) -> str:
    """Return the block of code or the rows of a table that a place is in, as Markdown; empty outside any."""
    if start is None or end is None:
        return ""
    place = code_around(text, start, end)
    found = _FENCE.match(text[place[0] : place[1]]) if place else None
    if found:
        quoted = text[slice(*whole_passages(text, start, end))]
        return fenced(dedent(quoted), found["info"])
    return inert(rows_around(text, start, end))


def fenced(code: str, info: str) -> str:
    """Return code in a fence that nothing in it can close."""
    longest = max((len(found) for found in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    language = re.match(r"\s*\{?\.?([\w+#-]{1,30})", info)
    return f"{fence}{language[1] if language else ''}\n{code}\n{fence}"

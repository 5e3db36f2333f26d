"""A model's draft of an answer, gone through: which claims may stand, which may not and why. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from src.dossier.models import Claim, ConclusionSentence
from src.errors import TessError
from src.grounding.caveats import denies, without_caveats
from src.grounding.clauses import lines_beside
from src.grounding.computing import NOTHING_COMPUTED, Computed, computed
from src.grounding.conclusion import Grounds, concluded, measured_by, turned_by, with_names
from src.grounding.material import Addition, Material, Place
from src.grounding.pieces import COMPLETED, PieceChecked, pieces_of, shown_quote
from src.grounding.polarity import is_verbatim
from src.grounding.reversals import left_out_exception
from src.grounding.sentences import one_line, only_includes, shared_words
from src.llm.forms import AnswerDraft, ClaimDraft

MARKS_EXCEPTIONS = 2
"""Generation of the rules since which a claim tells of an exception that it leaves out."""
MENDED = 0.5
"""Share of the words of a sentence that fell above which another one is its mending."""


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
    sentences: tuple[ConclusionSentence, ...] = ()
    """The conclusion, each sentence judged alone."""
    computed: Computed = field(default_factory=Computed)
    unsourced: tuple[str, ...] = ()
    """Open points and missing facts that name what no source has: they stay, with a mark."""
    left_out: tuple[ConclusionSentence, ...] = ()
    """Open points and missing facts that may not stand, and what a draft before this one said in vain."""

    was_read: bool = False
    """Whether it is what a second reading has left."""
    unread: TessError | None = None
    """Why there was no second reading of all of it, where one was wanted."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it fell that could be mended."""
        fell = any(sentence.struck for sentence in self.sentences)
        return not (self.struck or fell or self.computed.failed)


def verified(draft: AnswerDraft, material: Material) -> JudgedDraft:
    """Return the draft's claims, each with its verdict, and the words around them that the sources bear."""
    if material.generation < 1:
        return _first_judged(draft, material)
    sums = computed(draft.calculations, material)
    draft = _corrected(draft, sums, material)
    every = [judged(claim, material, sums) for claim in draft.claims]
    standing = [(number, claim) for number, (claim, stands) in enumerate(every, 1) if stands]
    claims = [(number, claim) for number, claim in standing if not material.is_fact(claim)]
    facts = tuple(claim for _, claim in standing if material.is_fact(claim))
    # A claim may come to what another says, once its quote is put under the source that has it.
    own = {_said(claim) for _, claim in claims if not claim.named}
    kept = tuple(claim for _, claim in claims if not (claim.named and _said(claim) in own))
    places = {_said(claim): place for place, claim in enumerate(kept, 1)}
    numbers = {number: places[_said(claim)] for number, claim in claims}
    of_documents = frozenset(number for number, claim in standing if claim.of_document)
    grounds = Grounds(numbers, kept, facts, sums, of_documents)
    said = concluded(draft.conclusion, grounds, material)
    kept, said = _with_exceptions(kept, said, draft, material)
    points = [_point(point, material) for point in draft.open_points if point.strip()]
    missing = [_point(fact, material) for fact in draft.missing_facts if fact.strip()]
    return JudgedDraft(
        claims=kept,
        struck=tuple(claim for claim, stands in every if not stands),
        facts=facts,
        conclusion=" ".join(sentence.text for sentence in said if not sentence.struck),
        open_points=tuple(point.text for point in points if not point.struck),
        missing_facts=tuple(sentence.text for sentence in missing if not sentence.struck),
        draft=draft,
        sentences=said,
        computed=sums,
        unsourced=tuple(sentence.text for sentence in (*points, *missing) if sentence.unsupported),
        left_out=tuple(sentence for sentence in (*points, *missing) if sentence.struck),
    )


def _with_exceptions(
    claims: tuple[Claim, ...],
    said: tuple[ConclusionSentence, ...],
    draft: AnswerDraft,
    material: Material,
) -> tuple[tuple[Claim, ...], tuple[ConclusionSentence, ...]]:
    """Return claims and sentences, each with the exception in its quotes that the answer nowhere mentions.

    It is told and nothing falls: a claim may be right for a case in which the exception does not come up.
    """
    if material.generation < MARKS_EXCEPTIONS:
        return claims, said
    texts = [*(claim.text for claim in claims), *(sentence.text for sentence in said)]
    told = "\n".join([*texts, *draft.open_points])

    def left_out(text: str, of: Sequence[Claim]) -> str:
        every = [(claim.quote, *(piece.quote for piece in claim.evidence)) for claim in of]
        quotes = chain.from_iterable(every)
        return next(filter(None, (left_out_exception(text, quote, told) for quote in quotes)), "")

    marked = (
        claim.model_copy(update={"exception": left_out(claim.text, [claim]) if claim.text else ""})
        for claim in claims
    )
    return tuple(marked), tuple(
        sentence.model_copy(
            update={"exception": left_out(sentence.text, [claims[n - 1] for n in sentence.claims])}
        )
        if not sentence.struck
        else sentence
        for sentence in said
    )


def after_mending(first: JudgedDraft, last: JudgedDraft) -> JudgedDraft:
    """Return a mended draft with what of the first one fell and was not mended: that is told, too."""
    claims = (*last.claims, *last.facts, *last.struck)
    sentences = (*last.sentences, *last.left_out)
    texts = {*(claim.text for claim in claims), *(sentence.text for sentence in sentences)}
    gone = (each for each in first.struck if each.turned != "neither" and each.text not in texts)
    unsaid = (entry for entry in (*first.sentences, *first.left_out) if entry.text not in texts)
    unsaid = (sentence for sentence in unsaid if sentence.struck not in ("", "fell", "neither"))
    return replace(
        last,
        struck=(
            *last.struck,
            *(each for each in gone if not any(_is_of_one_place(each, other) for other in claims)),
        ),
        left_out=(
            *last.left_out,
            *(
                entry
                for entry in unsaid
                if all(shared_words(entry.text, other.text) <= MENDED for other in last.sentences)
            ),
        ),
    )


def _is_of_one_place(claim: Claim, other: Claim) -> bool:
    """Return whether two claims rest on the same words of a source: the one is the other, mended."""
    quotes = claim.given or claim.quote, other.given or other.quote
    if all(quotes) and (quotes[0] in quotes[1] or quotes[1] in quotes[0]):
        return True
    spans = [(each.start or 0, each.end or 0) for each in (claim, other)]
    meet = max(spans)[0] < min(spans, key=lambda span: span[1])[1]
    return claim.source_id == other.source_id and meet


def _said(claim: Claim) -> tuple[str, str, int | None]:
    return claim.text, claim.source_id, claim.start


def _first_judged(draft: AnswerDraft, material: Material) -> JudgedDraft:
    """Return a draft judged as it was when answers were first checked."""
    every = [judged(claim, material) for claim in draft.claims]
    standing = tuple(claim for claim, stands in every if stands)
    claims = tuple(claim for claim in standing if not material.is_fact(claim))
    facts = tuple(claim for claim in standing if material.is_fact(claim))
    conclusion = draft.conclusion if isinstance(draft.conclusion, str) else ""
    return JudgedDraft(
        claims=claims,
        struck=tuple(claim for claim, stands in every if not stands),
        facts=facts,
        conclusion=_conclusion(conclusion, claims, facts, material),
        open_points=_borne(draft.open_points, material),
        missing_facts=_borne(draft.missing_facts, material),
        draft=draft,
    )


def _corrected(draft: AnswerDraft, sums: Computed, material: Material) -> AnswerDraft:
    """Return a draft with the results of code in place of those that the model had wrong."""
    if not any(calculation.given for calculation in sums.made):
        return draft
    right = partial(sums.corrected, language=material.language)
    said = draft.conclusion
    return draft.model_copy(
        update={
            "claims": [each.model_copy(update={"text": right(each.text)}) for each in draft.claims],
            "conclusion": right(said)
            if isinstance(said, str)
            else [draft.model_copy(update={"text": right(draft.text)}) for draft in said],
        }
    )


def judged(
    draft: ClaimDraft, material: Material, sums: Computed = NOTHING_COMPUTED
) -> tuple[Claim, bool]:
    """Return a claim with its verdict and its flags, and whether it may stand."""
    # What the user told is put under a rule, and carries none itself.
    first, *more = sorted(pieces_of(draft, material), key=lambda checked: checked.source is None)
    said = draft.text  # what it says is not in the sources it does not state
    said = without_caveats(said, reported=denies(said)) if material.generation else said
    added = _added(said, [first, *more], material, sums)
    claim = _claim(draft, first, more, added, material)
    if first.source is None or first.checked.start is None or first.checked.end is None:
        return claim, False
    is_fact = material.is_fact(claim)
    names = [
        *material.bearing.ungrounded(said, material.selected if is_fact else material.authorities),
        *measured_by(said, [claim], material, material.facts, sums),
    ]
    turned = _turned(claim, material)
    if turned == "exception" and is_verbatim(claim.text, claim.quote):
        claim, turned = claim.model_copy(update={"text": claim.quote}), ""  # with its exception
    claim = claim.model_copy(
        update={
            "turned": turned,
            "flags": with_names(claim.flags, names) if material.generation else claim.flags,
            "of_document": is_fact and material.generation > 0 and _states_rule(claim, material),
        }
    )
    stands = all(checked.stands for checked in (first, *more)) and not (claim.turned or names)
    unit = material.units(first.source)
    start, end = COMPLETED[unit](first.source.content, first.checked.start, first.checked.end)
    says = unit != "passage" or not only_includes(first.source.content[start:end])
    admitted = stands and says and material.bearing.admits(claim, first.source)
    return claim, admitted and not _forbidden(added, "claim")


def _states_rule(claim: Claim, material: Material) -> bool:
    """Return whether a claim on a document tells of a rule, a rate or a term that no other source has."""
    said = f"{claim.text}\n{claim.quote}"
    added = material.bearing.additions(said, material.authorities, material.facts)
    return bool(material.bearing.ungrounded(said, material.authorities)) or any(
        addition.forbidden_in for addition in added
    )


def _claim(
    draft: ClaimDraft,
    first: PieceChecked,
    more: Sequence[PieceChecked],
    added: Sequence[Addition],
    material: Material,
) -> Claim:
    placed = first.source is not None and first.checked.start is not None
    shown = shown_quote(first, material) if placed else one_line(first.quote)
    # A line break in a hyphenated word is part of the quote, and is not shown.
    given = first.quote if placed or one_line(first.quote) != first.quote else ""
    return Claim(
        text=one_line(draft.text),
        quote=shown,
        source_id=first.source.id if first.source else draft.source_id,
        given=given,
        verdict=first.checked.verdict,
        start=first.checked.start,
        end=first.checked.end,
        found_in=first.checked.found_in,
        flags=tuple(dict.fromkeys(addition.words for addition in added)),
        role=draft.role,
        named=first.named if first.source else "",
        evidence=tuple(checked.evidence(material) for checked in more),
    )


def _added(
    text: str, pieces: Sequence[PieceChecked], material: Material, sums: Computed
) -> list[Addition]:
    """Return what a claim states and neither its sources nor, where that may be, the user or a calculation does."""
    sources = list({piece.source.id: piece.source for piece in pieces if piece.source}.values())
    if material.by_quote:
        sources = [quoted for piece in pieces if (quoted := piece.quoted)]
    may_say = [source for source in sources if source in material.authorities]
    found = material.bearing.additions(text, may_say or sources, material.facts)
    return [addition for addition in found if not sums.covers(addition.words)]


def _turned(claim: Claim, material: Material) -> str:
    if material.generation < 1 or not claim.text:
        return ""
    source, around = material.by_id.get(claim.source_id), ("", "")
    if source and claim.start is not None and claim.end is not None:
        around = lines_beside(source.content, claim.start, claim.end)
    return turned_by(claim.text, [claim], material, *around)


def _forbidden(added: Sequence[Addition], place: Place) -> bool:
    return any(place in addition.forbidden_in for addition in added)


def _conclusion(
    text: str, claims: Sequence[Claim], facts: Sequence[Claim], material: Material
) -> str:
    """Return the conclusion; nothing where no claim stands, or where it states what their sources don't bear.

    Facts count as words of the question do: they are the user's side of the matter. One that is quoted does not lead.
    """
    if any(fact.quote in text for fact in facts):
        return ""
    quoted = {claim.source_id for claim in claims}
    used = [source for source in material.selected if source.id in quoted]
    if not used or material.bearing.ungrounded(text, material.selected):
        return ""
    told = " ".join([material.question, *(fact.quote for fact in facts)])
    added = material.bearing.additions(text, used, told)
    return "" if _forbidden(added, "conclusion") else one_line(text)


def _borne(texts: Sequence[str], material: Material) -> tuple[str, ...]:
    """Return the texts that state nothing of weight that the sources and the question do not have."""
    selected, question = material.selected, material.question
    return tuple(
        one_line(text)
        for text in texts
        if text
        and not material.bearing.ungrounded(text, selected)
        and not _forbidden(material.bearing.additions(text, selected, question), "point")
    )


def _point(text: str, material: Material) -> ConclusionSentence:
    """Return an open point or a missing fact: why it may not stand, or whether it is marked as from no source.

    Days, amounts and limits of a caveat stay, with a mark; a rate of nowhere does not. What it says is not in
    the sources stays too, and what it says of a document of the user's.
    """
    said = without_caveats(text, reported=True)
    sources, told = material.authorities, material.facts
    added = material.bearing.additions(said, sources, told)
    forbidden = tuple(addition.words for addition in added if "point" in addition.forbidden_in)
    names = tuple(material.bearing.ungrounded(said, sources))
    is_marked = any(addition.marked for addition in added)
    if said != one_line(text):
        is_marked |= bool(material.bearing.ungrounded(text, sources))
        is_marked |= any(
            addition.forbidden_in for addition in material.bearing.additions(text, sources, told)
        )
    return ConclusionSentence(
        text=one_line(text),
        added=(*forbidden, *names),
        struck="adds" if forbidden else "ungrounded" if names else "",
        unsupported=is_marked,
    )

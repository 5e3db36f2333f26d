"""The conclusion of a draft, sentence by sentence: what each follows from, and whether it may stand. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from src.dossier.claims import ConclusionSentence, EvidencePiece
from src.dossier.models import Claim, Source, is_of_client
from src.grounding.caveats import denies, without_caveats
from src.grounding.clauses import clause_around
from src.grounding.computing import Computed
from src.grounding.material import COMPARES_MEASURES, Material
from src.grounding.measured import measured_otherwise
from src.grounding.pieces import USER
from src.grounding.polarity import reversal
from src.grounding.reversals import turns_default
from src.grounding.sentences import one_line, rows_around
from src.language.opposites import form
from src.language.sentences import sentences
from src.llm.forms import AnswerDraft, SentenceDraft

MOST_SENTENCES = 12

_NUMBER = re.compile(r"\W*(?:claim\W*)?(\d+)\W*", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\s\[\d+(?:, ?\d+)*\](?!\()")
"""A footnote that a model wrote itself: the program numbers them, by sources and not by claims."""


@dataclass(frozen=True)
class Grounds:
    """What a conclusion may follow from: the claims of a draft that stand, by their number in it, and the sums."""

    numbers: dict[int, int]
    """From the number of a claim in the draft to that in the answer; one that fell is not here."""
    claims: Sequence[Claim]
    facts: Sequence[Claim]
    computed: Computed
    of_documents: frozenset[int] = frozenset()
    """Numbers in the draft of claims on what documents alone say of a rule: nothing follows from those."""


def concluded(
    conclusion: Sequence[SentenceDraft] | str, grounds: Grounds, material: Material
) -> tuple[ConclusionSentence, ...]:
    """Return the sentences of a conclusion, each judged alone; none where no claim stands."""
    if not grounds.claims:
        return ()
    return tuple(_judged(draft, grounds, material) for draft in _given(conclusion)[:MOST_SENTENCES])


def renumbered(mended: AnswerDraft, first: AnswerDraft) -> AnswerDraft:
    """Return a mended draft whose sentences, where they are as before, follow from the claims that they did before.

    A claim that was left out moves those behind it up, and numbers that nobody changed would name other ones.
    """
    was, now = ([claim.text for claim in draft.claims] for draft in (first, mended))
    before = {sentence.text: sentence.follows_from for sentence in _given(first.conclusion)}

    def place(number: str) -> str:
        at = int(number) - 1 if number.isdecimal() else len(was)
        if at not in range(len(was)) or now[at : at + 1] == [was[at]]:
            return number
        if now[at:] and now[at] not in was:
            return number  # the claim itself was mended
        return str(now.index(was[at]) + 1 if was[at] in now else 0)

    sentences = [
        draft.model_copy(update={"follows_from": [place(number) for number in draft.follows_from]})
        if before.get(draft.text) == draft.follows_from
        else draft
        for draft in _given(mended.conclusion)
    ]
    is_text = isinstance(mended.conclusion, str)
    return mended if is_text else mended.model_copy(update={"conclusion": sentences})


def _given(conclusion: Sequence[SentenceDraft] | str) -> list[SentenceDraft]:
    if not isinstance(conclusion, str):
        return [draft for draft in conclusion if draft.text.strip()]
    parts = [conclusion[start:end].strip() for start, end in sentences(conclusion)]
    return [SentenceDraft(text=part, follows_from=[]) for part in parts if part]


def _judged(draft: SentenceDraft, grounds: Grounds, material: Material) -> ConclusionSentence:
    ids = {calculation.id for calculation in grounds.computed.made}
    others = [follow for follow in draft.follows_from if follow not in {*ids, *USER}]
    named = [int(found[1]) for found in map(_NUMBER.fullmatch, others) if found]
    sums = tuple(follow for follow in draft.follows_from if follow in ids)
    numbers = tuple(grounds.numbers[number] for number in named if number in grounds.numbers)
    follows = [grounds.claims[number - 1] for number in numbers] or list(grounds.claims)
    # What a sentence says is not in the sources it does not state.
    text = _FOOTNOTE.sub("", draft.text)
    said = without_caveats(text, reported=denies(text))
    added = _added(said, material.authorities, grounds, material)
    fell = bool(others and not (numbers or sums))
    struck = "of-client" if grounds.of_documents.intersection(named) else ""
    return ConclusionSentence(
        text=one_line(text),
        claims=numbers,
        calculations=sums,
        added=added,
        struck=struck or _struck(said, added, fell, follows, grounds, material) if said else "",
    )


def _struck(
    text: str,
    added: Sequence[str],
    fell: bool,
    follows: Sequence[Claim],
    grounds: Grounds,
    material: Material,
) -> str:
    """Return why a sentence may not stand; empty where it may."""
    if any(fact.quote in text for fact in grounds.facts):
        return "of-client"
    if added and not _added(text, material.selected, grounds, material):
        return "of-client"
    if material.bearing.ungrounded(text, material.authorities):
        return "ungrounded"
    if added:
        return "adds"
    if fell:
        return "fell"
    return turned_by(text, follows, material)


def _places(claim: Claim, material: Material) -> list[tuple[str, int, int]]:
    """Return the texts that a claim's quotes stand in, each with where it begins and ends."""
    pieces: list[Claim | EvidencePiece] = [claim, *claim.evidence]
    return [
        (material.by_id[piece.source_id].content, piece.start, piece.end)
        for piece in pieces
        if piece.source_id in material.by_id and piece.start is not None and piece.end is not None
    ]


def measured_by(
    text: str, claims: Sequence[Claim], material: Material, told: str, sums: Computed
) -> list[str]:
    """Return the measures and numbers of a text of which the quotes of claims have another, and no calculation does.

    ``told`` is what may be said besides.
    """
    if material.generation < COMPARES_MEASURES:
        return []
    contents = (content for claim in claims for content, _, _ in _places(claim, material))
    found = measured_otherwise(text, _quoted(claims, material), [told, *dict.fromkeys(contents)])
    return [words for words in found if not sums.covers(words)]


def with_names(found: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return what was found and these names, each once: "50" needs no "50 min" beside it."""
    new = (name for name in names if not {*name.split()} & {*found})
    return tuple(dict.fromkeys([*found, *new]))


def _quoted(claims: Sequence[Claim], material: Material) -> str:
    """Return the quotes of claims as they are shown, with their clauses, and rows below the head of their table."""
    places = [place for claim in claims for place in _places(claim, material)]
    said = [rows_around(*place) or clause_around(*place) for place in places]
    quotes = [claim.quote for claim in claims]
    quotes += [piece.quote for claim in claims for piece in claim.evidence]
    return "\n".join([*said, *quotes])


def turned_by(
    text: str, claims: Sequence[Claim], material: Material, after: str = "", before: str = ""
) -> str:
    """Return how a text turns what the quotes of claims say, as ``reversal`` does, or their default."""
    said = [clause_around(*place) for claim in claims for place in _places(claim, material)]
    turned = reversal(text, said, after, before, material.generation)
    if not turned and material.generation >= COMPARES_MEASURES:
        turned = "opposite" if turns_default(text, _quoted(claims, material)) else ""
    return turned


def _added(
    text: str, sources: Sequence[Source], grounds: Grounds, material: Material
) -> tuple[str, ...]:
    """Return what a sentence states that neither what it rests on, the user's facts nor a calculation has.

    It rests on those of these sources that a claim quotes, and on documents where they are among them.
    """
    quoted = {source for claim in grounds.claims for source in sources_of(claim)}
    used = [source for source in sources if source.id in quoted or is_of_client(source)]
    earlier = material.earlier if form("earlier", "caveats").search(text) else ""
    told = f"{material.facts}\n{earlier}"
    found = material.bearing.additions(text, used, told)
    forbidden = (addition.words for addition in found if "conclusion" in addition.forbidden_in)
    added = [word for word in forbidden if not grounds.computed.covers(word)]
    names = {source.id for source in sources}
    claims = [each for each in (*grounds.claims, *grounds.facts) if sources_of(each) <= names]
    measured = measured_by(text, claims, material, told, grounds.computed)
    return with_names([*material.bearing.ungrounded(text, sources), *added], measured)


def sources_of(claim: Claim) -> set[str]:
    """Return the ids of all sources that a claim rests on."""
    return {claim.source_id, *(piece.source_id for piece in claim.evidence)}

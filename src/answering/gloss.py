"""Plain words of ours beside a quote: its translation, or the sentence of a digest that is nearest to it. Pure."""

from collections.abc import Iterable

from src.answering.extract import Cutting, nearness
from src.dossier.models import Claim, Dossier, Gloss, GlossTexts, Language, Source
from src.language.numbers import quantities
from src.language.sentences import sentences


def with_glosses(
    claims: Iterable[Claim], dossier: Dossier, question: str, language: Language, cutting: Cutting
) -> tuple[Claim, ...]:
    """Return the claims, each with the gloss of its quote where its source has one; the same is not given twice."""
    glossed: list[Claim] = []
    for claim in claims:
        source = dossier.source(claim.source_id)
        gloss = _gloss(claim, source, dossier, question, language, cutting) if source else None
        new = gloss is not None and all(one.gloss != gloss for one in glossed)
        glossed.append(claim.model_copy(update={"gloss": gloss}) if new else claim)
    return tuple(glossed)


def _gloss(
    claim: Claim,
    source: Source,
    dossier: Dossier,
    question: str,
    language: Language,
    cutting: Cutting,
) -> Gloss | None:
    texts = source.gloss
    if texts is None or not texts.texts.get(language):
        return None
    if source.digest:
        return _translated(claim, source, texts, language)
    if dossier.as_of and texts.as_of > dossier.as_of:
        return None  # it tells of a later day than the one that counts
    nearest = _nearest(f"{question} {claim.quote}", texts, language, cutting)
    # A digest of a later day may tell of another rate or amount.
    return nearest if nearest and _numbers(nearest.text) <= _numbers(source.content) else None


def _translated(
    claim: Claim, source: Source, texts: GlossTexts, language: Language
) -> Gloss | None:
    """Return the sentences that stand where the quoted ones do; none where the texts do not run side by side."""
    original, translated = sentences(source.content), _sentences_of(texts, language)
    if claim.start is None or claim.end is None or len(original) != len(translated):
        return None
    quoted = [
        words
        for (start, end), words in zip(original, translated, strict=True)
        if start < claim.end and claim.start < end
    ]
    return Gloss(text=" ".join(quoted), as_of=texts.as_of, translation=True) if quoted else None


def _nearest(quoted: str, texts: GlossTexts, language: Language, cutting: Cutting) -> Gloss | None:
    """Return the sentence nearest to what was asked and quoted, looked for in the language of the sources."""
    told = _sentences_of(texts, language)
    every = (_sentences_of(texts, one) for one in texts.texts)
    alike = [one for one in every if len(one) == len(told)]
    near = [
        sum(scores)
        for scores in zip(*(nearness(one, quoted, cutting) for one in alike), strict=True)
    ]
    best = max(range(len(told)), key=lambda number: near[number], default=None)
    return None if best is None else Gloss(text=told[best], as_of=texts.as_of)


def _sentences_of(texts: GlossTexts, language: Language) -> list[str]:
    text = texts.texts.get(language, "")
    return [text[start:end] for start, end in sentences(text)]


def _numbers(text: str) -> set[str]:
    return {each.value for each in quantities(text)}

"""Checks words that a text quotes from the article that it cites beside them. Pure."""

import re

from src.desks.tax.law.citations import ArticleCitation
from src.desks.tax.lint import sentences as say
from src.desks.tax.lint.model import Catalogue, Judged, Verdict
from src.desks.tax.sources import Legislation
from src.grounding.gate import check, find

_LONGEST = 2_000
_SHOWN = 60
_MARKED = r"(?:[\"“„«](?P<quote>[^\"“”„«»]{12,2000})[\"”“»]|‘(?P<single>[^‘\n]{12,2000}?)’(?=[\s.,;:)]|\Z))"
_SAYS = (
    r"(?:luidt|luidde|luiden|bepaalt|bepaalde|zegt|schrijft|stelt|vermeldt|staat|aldus|reads|provides|states|says|"
    r"stipulates|quote)"
)
_BEHIND = re.compile(
    rf"(?:[^.;\n\"“„«]{{0,80}}\b{_SAYS}\b[^.;\n\"“„«]{{0,40}}|[^.;\n\"“„«]{{0,80}}:)[\s>]{{0,6}}{_MARKED}",
    re.IGNORECASE,
)
"""``artikel 6:7 Awb luidt: “...”``; a word in quotation marks that nothing introduces is no quote of the article."""
_BEFORE = re.compile(rf"{_MARKED}[.,]?\s*\((?:zie |aldus |see )?\Z", re.IGNORECASE)


def quoted(text: str, citation: ArticleCitation, before: int, behind: int) -> str:
    """Return what a text quotes from the article that it cites; nothing where another citation stands between."""
    start, end = citation.span
    found = _BEHIND.match(text, end)
    if found is None or _start(found) > max(end, behind):
        found = _BEFORE.search(text, max(before, start - _LONGEST), start)
    return (found["quote"] or found["single"]) if found else ""


def _stands(quote: str, source: Legislation) -> bool:
    """Tell whether a source has the words; a line of a text may end behind a hyphen that stays."""
    return any(find(words, source.content) for words in (quote, " ".join(quote.split())))


def _start(found: re.Match[str]) -> int:
    return max(found.start("quote"), found.start("single"))


def judge_quote(
    quote: str, citation: ArticleCitation, judged: Judged, catalogue: Catalogue
) -> Judged:
    """Return the verdict with what is known of the quote; the verdict as it is where the library lacks the text."""
    texts = catalogue.texts(citation.work or "", citation.article)
    if judged.since is None or not texts:
        return judged
    source = next((one for one in texts if one.as_of == judged.since), None)
    if source is None or check(quote, source).verdict == "too-short":
        return judged
    if _stands(quote, source):
        return Judged(judged.verdict, say.QUOTED.format(told=judged.reason), judged.since)
    other = next((one.as_of for one in texts if _stands(quote, one)), None)
    told = say.MISQUOTED.format(
        quote=quote if len(quote) <= _SHOWN else f"{quote[:_SHOWN].rsplit(' ', 1)[0]} ...",
        where=f"{source.law}, artikel {source.article},",
        since=judged.since,
        elsewhere=say.IN_OTHER_VERSION.format(since=other) if other else say.NOTHING,
    )
    return Judged(Verdict.MISQUOTED, told, judged.since)

"""Finds citations of Dutch statutes and rulings in any text. Pure.

One pass over the words, so the time grows with the length of the text and with nothing else.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from src.desks.tax.law.citations.articles import ArticleReader
from src.desks.tax.law.citations.model import ArticleCitation as ArticleCitation
from src.desks.tax.law.citations.model import Citation as Citation
from src.desks.tax.law.citations.model import LjnCitation as LjnCitation
from src.desks.tax.law.citations.model import Mention as Mention
from src.desks.tax.law.citations.model import ReportCitation as ReportCitation
from src.desks.tax.law.citations.model import RulingCitation as RulingCitation
from src.desks.tax.law.citations.words import Words
from src.desks.tax.law.laws import LawNames
from src.language.numbers import blank_at

_TYPESETTING = re.compile(
    "([\u00ad\u200b\u200c\u200d\u2060\ufeff])"
    "|(?<=[a-z])([-\u2010]\\r?\\n[ \\t]*)(?=[a-z])(?!(?:en|of)\\b)"
    "|\\b[Aa]rt(?:ikel|\\.)? ?\\d{1,2}:( )(?=\\d)"
)
"""Soft hyphens and other invisible letters, the hyphen of a word broken by a line, the space in ``art. 8: 29``."""


class Plain:
    """The text as one would say it; ``span`` tells where a piece of it stands in the original."""

    def __init__(self, original: str) -> None:
        cuts = [match.span(match.lastindex or 0) for match in _TYPESETTING.finditer(original)]
        kept = zip(
            [0, *(end for _, end in cuts)],
            [*(start for start, _ in cuts), len(original)],
            strict=True,
        )
        self.text = "".join(original[start:end] for start, end in kept) if cuts else original
        self._cut_before = list(accumulate((end - start for start, end in cuts), initial=0))
        """How much was cut in all up to each cut, 0 before the first."""
        before = zip(cuts, self._cut_before, strict=False)
        self._cut_at = [start - cut for (start, _), cut in before]
        """Where the text was cut, in the shortened text."""

    def span(self, span: tuple[int, int]) -> tuple[int, int]:
        start, end = span
        return self._original(start), self._original(end - 1) + 1

    def _original(self, place: int) -> int:
        return place + self._cut_before[bisect_right(self._cut_at, place)]


ECLI = re.compile(r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:[0-9]{4}:[A-Z0-9.]{0,24}[A-Z0-9]", re.IGNORECASE)
"""An ECLI as it should be written."""

_COLON = r"(?:\s{0,3}:\s{0,3}|%3A)"
_WRITTEN = re.compile(
    rf"(?:(?<![A-Z0-9])|(?<=%3D))ECLI{_COLON}([A-Z]{{2}}){_COLON}([A-Z0-9]{{1,7}}){_COLON}([0-9]{{4}}){_COLON}"
    r"([A-Z0-9.]{0,24}[A-Z0-9])",
    re.IGNORECASE,
)
"""An ECLI as people write it: in an address, or with a space or the end of a line behind a colon."""

_LJN = re.compile(
    r"\bLJN(?:[\s-]{0,3}(?:nr|nummer|number)\b)?[\s:.-]{0,4}([A-Z]{2})\s?([0-9]{4})(?![0-9])",
    re.IGNORECASE,
)

_REPORT = re.compile(
    r"\b(BNB|V-N|VN|NTFR(?:-B)?|FED|NLF|FutD|NJB?|AB|JB|RSV|USZ|PJ|JOR|JAR|Belastingblad)"
    r"\s{0,2}((?:19|20)[0-9]{2})\s?(?:[/-]|,\s?(?:nr\.?|p\.|blz\.)?\s?)\s?([0-9]{1,5}(?:[.-][0-9]{1,4}){0,3})(?![0-9/])"
)


def find_rulings(text: str) -> Iterator[RulingCitation | LjnCitation | ReportCitation]:
    """Yield every mention of a ruling, kind by kind."""
    for match in _WRITTEN.finditer(text):
        yield RulingCitation(":".join(("ECLI", *match.groups())).upper(), match.span())
    for match in _LJN.finditer(text):
        yield LjnCitation((match[1] + match[2]).upper(), match.span())
    for match in _REPORT.finditer(text):
        yield ReportCitation(f"{match[1]} {match[2]}/{match[3]}", match.span())


KNOWN_LAWS = LawNames()


def find_citations(
    text: str, laws: LawNames = KNOWN_LAWS, within: str | None = None
) -> tuple[Citation, ...]:
    """Return the articles and rulings that a text names so that they can be looked up, in the order of the text.

    ``within`` is the identifier of the law that the text is of: what ``deze wet`` means there.
    """
    return tuple(
        mention
        for mention in find_mentions(text, laws, within)
        if isinstance(mention, ArticleCitation | RulingCitation)
    )


def find_mentions(
    text: str, laws: LawNames = KNOWN_LAWS, within: str | None = None
) -> tuple[Mention, ...]:
    """Return all that a text cites, rulings by journal or by their former number included, in the order of the text."""
    if not any(map(str.isnumeric, text)):
        return ()  # no citation is without a number
    plain = Plain(text)
    rulings = list(find_rulings(plain.text))
    unread = blank_at(plain.text, (ruling.span for ruling in rulings))
    articles = ArticleReader(Words(unread), laws, within).citations()
    found: list[Mention] = [*rulings, *articles]
    found.sort(key=lambda mention: mention.span)
    if plain.text == text:
        return tuple(found)
    return tuple(replace(mention, span=plain.span(mention.span)) for mention in found)

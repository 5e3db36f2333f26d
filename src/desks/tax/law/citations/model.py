"""What a text can cite: an article, a ruling, a ruling by its former number, a report of one."""

from dataclasses import dataclass

Span = tuple[int, int]
"""Where a mention begins in a text and where it ends, in characters."""


@dataclass(frozen=True)
class ArticleCitation:
    """An article named in a text; ``work`` is the law's identifier, None where no known law is named with it.

    ``span`` is the whole mention, the name of a known law included; the articles of one list share it.
    """

    article: str
    work: str | None
    span: Span
    paragraphs: tuple[str, ...] = ()
    """Its *leden*, as numbers: ``("1", "3")`` for ``eerste en derde lid``."""
    parts: tuple[str, ...] = ()
    """Its *onderdelen*: ``("a", "1")`` for ``onderdeel a, onder 1°``."""
    law: str = ""
    """The law's name in the words of the text, also where nobody knows a law by that name; it may be empty."""
    implied: bool = False
    """True for what only lies between the ends of a range, and may not exist: 17 in ``artikelen 16 t/m 18``."""


@dataclass(frozen=True)
class RulingCitation:
    """A ruling named in a text by its ECLI, written in capitals without spaces."""

    ecli: str
    span: Span


@dataclass(frozen=True)
class LjnCitation:
    """A ruling named by the number that came before the ECLI, ``AB1234``; it is the last part of its ECLI."""

    ljn: str
    span: Span


@dataclass(frozen=True)
class ReportCitation:
    """A ruling or decree named by its place in a journal: ``BNB 2010/123``, ``V-N 2012/3.4``."""

    report: str
    span: Span


Citation = ArticleCitation | RulingCitation
"""What a search can look up."""

Mention = ArticleCitation | RulingCitation | LjnCitation | ReportCitation
"""All that a text can cite."""

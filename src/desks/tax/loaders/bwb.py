"""Reads the official consolidated text of one Dutch law (``toestand`` XML of the Basiswettenbestand)."""

import re
from collections import Counter
from datetime import date

from lxml import etree

from src.desks.tax.law.laws import short_name
from src.desks.tax.law.references import PAGES, jci, place
from src.desks.tax.loaders.bwb_annexes import AnnexPart, annex_parts
from src.desks.tax.loaders.bwb_text import EDITORIAL, heading, lines, number, path
from src.desks.tax.loaders.loaded import LapsedArticle, LoadedLaw
from src.desks.tax.sources import Legislation
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.xml_file import text_of

ROOT = "toestand"

_LAPSED = "vervallen"
_NOT_IN_FORCE = "nogniet"
_LONGEST_INTITULE = 120
_WORK = re.compile(r"BWB[RV][0-9]{7}")


def load(root: etree._Element) -> LoadedLaw:
    """Return the articles in force and the annexes, and what else there is: lapsed, or without a text of its own."""
    law = _Law(root)
    sources: list[Legislation] = []
    lapsed: list[LapsedArticle] = []
    textless: list[str] = []
    for article in root.iter("artikel"):
        content = "\n".join(lines(article))
        if article.get("status") == _LAPSED or (not content and _is_marked_lapsed(article)):
            lapsed.append(law.lapsed(article))
        elif article.get("status") == _NOT_IN_FORCE or not content:
            textless.append(_key(number(article), _annex(article)))
        else:
            sources.append(law.source(article, content))
    empty_parts = 0
    for part in annex_parts(root):
        if part.content:
            sources.append(law.part(part))
        else:
            empty_parts += 1
    if not sources and not lapsed and not textless and not empty_parts:
        raise NotLoaded("the law has no articles")
    key = f"{law.work}@{law.valid_from}"
    return LoadedLaw(
        tuple(sources), tuple(lapsed), len(textless) + empty_parts, key, tuple(textless)
    )


class _Law:
    """What all articles of one law share: identifier, name and date."""

    def __init__(self, root: etree._Element) -> None:
        self.work = root.get("bwb-id", "")
        stated = root.get("inwerkingtreding", "")
        valid_from = _day(stated)
        if valid_from is None:
            raise NotLoaded(f"the law has no valid date: {stated!r}")
        self.valid_from = valid_from
        self.title = _law_title(root)
        if not _WORK.fullmatch(self.work) or not self.title:
            raise NotLoaded("the law has no identifier or no name")
        self.seen: Counter[str] = Counter()

    def source(self, article: etree._Element, content: str) -> Legislation:
        """Return the source of one article; annexes and repeated numbers get an identity of their own."""
        own, annex = number(article), _annex(article)
        name = f"artikel {own}" if annex is None else f"bijlage {annex}, artikel {own}"
        return self._legislation(article, _key(own, annex), own, name, place(own, annex), content)

    def part(self, part: AnnexPart) -> Legislation:
        """Return the source of an annex without articles, or of a part of it."""
        where = place("", part.annex)
        return self._legislation(
            part.section, _slug(part.name), part.name, part.name, where, part.content
        )

    def _legislation(
        self, at: etree._Element, key: str, article: str, name: str, where: str, content: str
    ) -> Legislation:
        return Legislation(
            id=f"{self.work}/{self._unique(key)}@{self.valid_from}",
            title=f"{self.title}, {name}",
            content=content,
            url=PAGES + jci(self.work, where, self.valid_from),
            heading=heading(at),
            as_of=self.valid_from,
            work=self.work,
            law=self.title,
            short=short_name(self.work),
            article=article,
            path=" > ".join(path(at)),
            since=_day(at.get("inwerking", "")),
        )

    def lapsed(self, article: etree._Element) -> LapsedArticle:
        """Return which article it was, numbered as in an id, and when it lapsed."""
        key = _key(number(article), _annex(article))
        return LapsedArticle(key, _day(article.get("inwerking", "")))

    def _unique(self, key: str) -> str:
        """Return the key, as ``16~2`` where a number recurs."""
        self.seen[key] += 1
        return key if self.seen[key] == 1 else f"{key}~{self.seen[key]}"


def _law_title(root: etree._Element) -> str:
    """Return the name by which the law is cited, or else the beginning of its long title."""
    cited = text_of(root.find("wetgeving/citeertitel"), EDITORIAL)
    if cited:
        return cited
    intitule = text_of(root.find("wetgeving/intitule"), EDITORIAL)
    if len(intitule) <= _LONGEST_INTITULE:
        return intitule
    return intitule[:_LONGEST_INTITULE].rsplit(" ", 1)[0] + " ..."


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _annex(element: etree._Element) -> str | None:
    """Return the number of the annex that an element stands in, None where it stands in the law itself."""
    return next((number(above) or "?" for above in element.iterancestors("bijlage")), None)


def _key(article: str, annex: str | None) -> str:
    """Return an article's part of an id: ``16``, or ``bijlage-2-16`` in an annex."""
    return _slug(article if annex is None else f"bijlage-{annex}-{article}")


def _slug(name: str) -> str:
    """Return a name as it can stand in an id."""
    return re.sub(r"[\s/@#~,]+", "-", name.strip())


def _is_marked_lapsed(article: etree._Element) -> bool:
    """Tell whether an article without text says, in an editor's words, that it has lapsed."""
    return any(
        text_of(note).lower().lstrip("[").startswith(("vervallen", "door vernummering vervallen"))
        for note in article.iter("redactie")
    )

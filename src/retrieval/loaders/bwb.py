"""Reads the official consolidated text of one Dutch law (``toestand`` XML of the Basiswettenbestand)."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from lxml import etree

from src.dossier.models import Legislation
from src.retrieval.laws import short_name
from src.retrieval.loaders.xml_file import LapsedArticle, Loaded, NotLoaded, text_of
from src.retrieval.references import PAGES, jci, place

ROOT = "toestand"

_EDITORIAL = frozenset({"meta-data", "redactie", "tekstcorrectie", "noot"})
_LAPSED = "vervallen"
_NOT_IN_FORCE = "nogniet"
_LEVELS = frozenset(
    {
        *("boek", "deel", "hoofdstuk", "titeldeel", "afdeling", "paragraaf", "sub-paragraaf"),
        *("divisie", "bijlage"),
    }
)
_LONGEST_INTITULE = 120


def load(root: etree._Element) -> Loaded:
    """Return the articles in force, each a source, and count those that lapsed or only change other laws."""
    law = _Law(root)
    sources: list[Legislation] = []
    lapsed: list[LapsedArticle] = []
    textless: list[str] = []
    for article in root.iter("artikel"):
        content = "\n".join(_lines(article))
        if article.get("status") == _LAPSED or (not content and _is_marked_lapsed(article)):
            lapsed.append(law.lapsed(article))
        elif article.get("status") == _NOT_IN_FORCE or not content:
            textless.append(_key(_number(article), _annex(article)))
        else:
            sources.append(law.source(article, content))
    if not sources and not lapsed and not textless:
        raise NotLoaded("the law has no articles")
    key = f"{law.work}@{law.valid_from}"
    return Loaded(tuple(sources), tuple(lapsed), len(textless), key, tuple(textless))


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
        if not self.work.startswith("BWB") or not self.title:
            raise NotLoaded("the law has no identifier or no name")
        self.seen: Counter[str] = Counter()

    def source(self, article: etree._Element, content: str) -> Legislation:
        """Return the source of one article; annexes and repeated numbers get an identity of their own."""
        number, annex = _number(article), _annex(article)
        name = f"artikel {number}" if annex is None else f"bijlage {annex}, artikel {number}"
        return Legislation(
            id=f"{self.work}/{self._unique(_key(number, annex))}@{self.valid_from}",
            title=f"{self.title}, {name}",
            content=content,
            url=PAGES + jci(self.work, place(number, annex), self.valid_from),
            heading=_heading(article),
            as_of=self.valid_from,
            work=self.work,
            law=self.title,
            short=short_name(self.work),
            article=number,
            path=" > ".join(_path(article)),
        )

    def lapsed(self, article: etree._Element) -> LapsedArticle:
        """Return which article it was, numbered as in an id, and when it lapsed."""
        key = _key(_number(article), _annex(article))
        return LapsedArticle(key, _day(article.get("inwerking", "")))

    def _unique(self, key: str) -> str:
        """Return the key, as ``16~2`` where a number recurs."""
        self.seen[key] += 1
        return key if self.seen[key] == 1 else f"{key}~{self.seen[key]}"


def _law_title(root: etree._Element) -> str:
    """Return the name by which the law is cited, or else the beginning of its long title."""
    cited = text_of(root.find("wetgeving/citeertitel"), _EDITORIAL)
    if cited:
        return cited
    intitule = text_of(root.find("wetgeving/intitule"), _EDITORIAL)
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
    return next((_number(above) or "?" for above in element.iterancestors("bijlage")), None)


def _key(number: str, annex: str | None) -> str:
    """Return an article's part of an id: ``16``, or ``bijlage-2-16`` in an annex."""
    key = number if annex is None else f"bijlage-{annex}-{number}"
    return "-".join(key.split()).replace("/", "-").replace("@", "-").replace("#", "-")


def _number(element: etree._Element) -> str:
    """Return the number in an element's heading; where the label holds it (``Artikel 12``), its last word."""
    number = text_of(element.find("kop/nr"), _EDITORIAL).rstrip(".")
    if number:
        return number
    words = text_of(element.find("kop/label"), _EDITORIAL).rstrip(".").split()
    return words[-1] if len(words) > 1 else text_of(element.find("kop/titel"), _EDITORIAL)


def _heading(article: etree._Element) -> str:
    """Return the article's own title, or that of the nearest level above it that has one."""
    levels = (article, *(above for above in article.iterancestors() if above.tag in _LEVELS))
    titles = (text_of(level.find("kop/titel"), _EDITORIAL) for level in levels)
    return next((title for title in titles if title), "")


def _path(article: etree._Element) -> Iterator[str]:
    """Yield the headings above an article, from the law's top down."""
    above = [level for level in article.iterancestors() if level.tag in _LEVELS]
    for level in reversed(above):
        parts = (
            text_of(level.find(f"kop/{part}"), _EDITORIAL) for part in ("label", "nr", "titel")
        )
        heading = " ".join(part for part in parts if part)
        if heading:
            yield heading


def _is_marked_lapsed(article: etree._Element) -> bool:
    """Tell whether an article without text says, in an editor's words, that it has lapsed."""
    return any(
        text_of(note).lower().lstrip("[").startswith(("vervallen", "door vernummering vervallen"))
        for note in article.iter("redactie")
    )


def _lines(element: etree._Element) -> Iterator[str]:
    """Yield the text below an element line by line; a number stands on the line that it numbers."""
    number = ""
    for child in element:
        if child.tag in ("lidnr", "li.nr"):
            number = _numbering(text_of(child, _EDITORIAL), child.tag)
        for line in _child_lines(child):
            yield f"{number} {line}" if number else line
            number = ""


def _numbering(number: str, tag: str) -> str:
    return f"{number.rstrip('.')}." if tag == "lidnr" and number else number


def _child_lines(child: etree._Element) -> Iterator[str]:
    if child.tag in ("al", "tussenkop", "title"):
        text = text_of(child, _EDITORIAL)
        if text:
            yield text
    elif child.tag == "row":
        cells = (" ".join(_lines(entry)) or text_of(entry, _EDITORIAL) for entry in child)
        row = " | ".join(cells)
        if row.strip(" |"):
            yield row
    elif child.tag == "plaatje":
        yield "[afbeelding]"
    elif child.tag not in ("kop", "lidnr", "li.nr") and child.tag not in _EDITORIAL:
        yield from _lines(child)

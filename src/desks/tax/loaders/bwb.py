"""Reads the official consolidated text of one Dutch law (``toestand`` XML of the Basiswettenbestand)."""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from src.desks.tax.law.days import day_of_iso
from src.desks.tax.law.references import place
from src.desks.tax.loaders.loaded import LapsedArticle, LawVersion, LoadedLaw
from src.desks.tax.sources import Legislation
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.xml_file import text_of

EDITORIAL = frozenset({"meta-data", "redactie", "tekstcorrectie", "noot"})
"""Elements with an editor's words, which are no part of the law; and footnotes, which are no part of their line."""

IMAGE = "[afbeelding]"

_LEVELS = frozenset(
    {
        *("boek", "deel", "hoofdstuk", "titeldeel", "afdeling", "paragraaf", "sub-paragraaf"),
        *("divisie", "bijlage"),
    }
)


def number(element: etree._Element) -> str:
    """Return the number in an element's heading; where the label holds it (``Artikel 12``), its last word."""
    own = text_of(element.find("kop/nr"), EDITORIAL).rstrip(".")
    if own:
        return own
    words = text_of(element.find("kop/label"), EDITORIAL).rstrip(".").split()
    return words[-1] if len(words) > 1 else text_of(element.find("kop/titel"), EDITORIAL)


def heading(article: etree._Element) -> str:
    levels = (article, *(above for above in article.iterancestors() if above.tag in _LEVELS))
    titles = (text_of(level.find("kop/titel"), EDITORIAL) for level in levels)
    return next((title for title in titles if title), "")


def path(article: etree._Element) -> Iterator[str]:
    """Yield the headings above an article, from the law's top down."""
    above = [level for level in article.iterancestors() if level.tag in _LEVELS]
    for level in reversed(above):
        parts = (text_of(level.find(f"kop/{part}"), EDITORIAL) for part in ("label", "nr", "titel"))
        whole = " ".join(part for part in parts if part)
        if whole:
            yield whole


def lines(element: etree._Element) -> Iterator[str]:
    """Yield the text below an element line by line; a number stands on the line that it numbers."""
    mark = ""
    for child in element:
        if child.tag in ("lidnr", "li.nr"):
            mark = text_of(child, EDITORIAL)
            if mark and child.tag == "lidnr":
                mark = f"{mark.rstrip('.')}."
        for line in child_lines(child):
            yield f"{mark} {line}" if mark else line
            mark = ""


def child_lines(child: etree._Element) -> Iterator[str]:
    """Yield the lines of one element; an article inside it is a text of its own, and left out."""
    if child.tag in ("al", "tussenkop", "title"):
        text = text_of(child, EDITORIAL)
        if text:
            yield text
        for note in child.iter("noot"):  # the law's own footnotes, each on a line of its own
            yield f"{text_of(note.find('noot.nr'))} {text_of(note.find('noot.al'))}".strip()
    elif child.tag == "row":
        cells = (" ".join(lines(entry)) or text_of(entry, EDITORIAL) for entry in child)
        row = " | ".join(cells)
        if row.strip(" |"):
            yield row
    elif child.tag == "plaatje":
        yield IMAGE
    elif child.tag not in ("kop", "lidnr", "li.nr", "artikel") and child.tag not in EDITORIAL:
        yield from lines(child)


LONGEST_PART = 8000
"""Characters of a part; a longer table or list is cut between its lines, so that it can be read and quoted."""


def _parts(law: LawVersion, annex: etree._Element) -> Iterator[Legislation | None]:
    """Yield the pieces of an annex without its articles: ``tabel I``, or ``tabel I, deel 2``; None for all images."""
    label = text_of(annex.find("kop/label"), EDITORIAL) or "Bijlage"
    number = text_of(annex.find("kop/nr"), EDITORIAL).rstrip(".")
    name = f"{label[:1].lower()}{label[1:]} {number}".strip()
    sections = (annex, *annex.iter("divisie"))
    pieces = [(section, piece) for section in sections for piece in _pieces(section)]
    for count, (section, piece) in enumerate(pieces, start=1):
        whole = name if len(pieces) == 1 else f"{name}, deel {count}"
        told = (slug(whole), whole, whole, place("", number), piece)
        yield law.source(*told, **_stands(section)) if piece else None


def _pieces(section: etree._Element) -> Iterator[str]:
    """Yield the text that stands in a section itself, in pieces; nothing where it has none."""
    found = [line for child in section if child.tag != "divisie" for line in child_lines(child)]
    if found and all(line == IMAGE for line in found):
        yield ""
        return
    piece: list[str] = []
    length = 0
    for line in found:
        if piece and length + len(line) > LONGEST_PART:
            yield "\n".join(piece)
            piece, length = [], 0
        piece.append(line)
        length += len(line) + 1
    if piece:
        yield "\n".join(piece)


ROOT = "toestand"

_LAPSED = "vervallen"
_NOT_IN_FORCE = "nogniet"
_LONGEST_INTITULE = 120
_WORK = re.compile(r"BWB[RV][0-9]{7}")


def load(root: etree._Element) -> LoadedLaw:
    """Return the articles in force and the annexes, and what else there is: lapsed, or without a text of its own."""
    law = _law(root)
    sources: list[Legislation] = []
    lapsed: list[LapsedArticle] = []
    textless: list[str] = []
    for article in root.iter("artikel"):
        content = "\n".join(lines(article))
        if article.get("status") == _LAPSED or (not content and _is_marked_lapsed(article)):
            key = _key(number(article), _annex(article))
            lapsed.append(LapsedArticle(key, day_of_iso(article.get("inwerking", ""))))
        elif article.get("status") == _NOT_IN_FORCE or not content:
            textless.append(_key(number(article), _annex(article)))
        else:
            sources.append(_source(law, article, content))
    annexes = root.iter("bijlage")
    in_force = (each for each in annexes if each.get("status") not in (_LAPSED, _NOT_IN_FORCE))
    parts = [part for annex in in_force for part in _parts(law, annex)]
    sources += filter(None, parts)
    without_text = len(textless) + parts.count(None)
    if not (sources or lapsed or textless or parts):
        raise NotLoaded("the law has no articles")
    key = f"{law.work}@{law.day}"
    return LoadedLaw(tuple(sources), tuple(lapsed), without_text, key, tuple(textless))


def _law(root: etree._Element) -> LawVersion:
    """Return what all articles of one law share: identifier, name and date."""
    work, stated = root.get("bwb-id", ""), root.get("inwerkingtreding", "")
    valid_from = day_of_iso(stated)
    if valid_from is None:
        raise NotLoaded(f"the law has no valid date: {stated!r}")
    title = _law_title(root)
    if not _WORK.fullmatch(work) or not title:
        raise NotLoaded("the law has no identifier or no name")
    return LawVersion(work, title, valid_from)


def _source(law: LawVersion, article: etree._Element, content: str) -> Legislation:
    """Return the source of one article; those of annexes have an identity of their own."""
    own, annex = number(article), _annex(article)
    name = f"artikel {own}" if annex is None else f"bijlage {annex}, artikel {own}"
    return law.source(_key(own, annex), own, name, place(own, annex), content, **_stands(article))


def _stands(at: etree._Element) -> dict[str, Any]:
    since = day_of_iso(at.get("inwerking", ""))
    return {"heading": heading(at), "path": " > ".join(path(at)), "since": since}


def _law_title(root: etree._Element) -> str:
    """Return the name by which the law is cited, or else the beginning of its long title."""
    cited = text_of(root.find("wetgeving/citeertitel"), EDITORIAL)
    if cited:
        return cited
    intitule = text_of(root.find("wetgeving/intitule"), EDITORIAL)
    if len(intitule) <= _LONGEST_INTITULE:
        return intitule
    return intitule[:_LONGEST_INTITULE].rsplit(" ", 1)[0] + " ..."


def _annex(element: etree._Element) -> str | None:
    return next((number(above) or "?" for above in element.iterancestors("bijlage")), None)


def _key(article: str, annex: str | None) -> str:
    """Return an article's part of an id: ``16``, or ``bijlage-2-16`` in an annex."""
    return slug(article if annex is None else f"bijlage-{annex}-{article}")


def slug(name: str) -> str:
    """Return a name as it can stand in an id."""
    return re.sub(r"[\s/@#~,]+", "-", name.strip())


def _is_marked_lapsed(article: etree._Element) -> bool:
    return any(
        text_of(note).lower().lstrip("[").startswith(("vervallen", "door vernummering vervallen"))
        for note in article.iter("redactie")
    )

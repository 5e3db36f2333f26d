"""Reads the text in the official XML of a law: headings, and lines as they are published. Pure."""

from collections.abc import Iterator

from lxml import etree

from src.search.loaders.xml_file import text_of

EDITORIAL = frozenset({"meta-data", "redactie", "tekstcorrectie", "noot"})
"""Elements with an editor's words, which are no part of the law; and footnotes, which are no part of their line."""

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
    """Return the article's own title, or that of the nearest level above it that has one."""
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
            mark = _mark(text_of(child, EDITORIAL), child.tag)
        for line in child_lines(child):
            yield f"{mark} {line}" if mark else line
            mark = ""


def _mark(text: str, tag: str) -> str:
    return f"{text.rstrip('.')}." if tag == "lidnr" and text else text


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
        yield "[afbeelding]"
    elif child.tag not in ("kop", "lidnr", "li.nr", "artikel") and child.tag not in EDITORIAL:
        yield from lines(child)

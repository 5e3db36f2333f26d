"""Reads one HTML file: the text of its main content, without what stands around it on every page."""

import re
from collections import Counter
from collections.abc import Iterator, Set
from pathlib import PurePath
from typing import cast

from lxml import etree

from src.search.loaders.attributes import require_few_attributes
from src.search.loaders.cutting import Stretch, cut
from src.search.loaders.html_blocks import BlockWriter
from src.search.loaders.loaded import NotLoaded, decoded
from src.search.loaders.sections import LoadedSections

_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*>")
_HEADING = re.compile(r"h[1-6]")
_FRAMED = frozenset({"li", "dd", "table", "blockquote"})
"""A heading in these is text, as it is in Markdown."""
_HEADED = ("main", "article", "section")
_PRUNED = frozenset(
    "script style nav footer noscript template svg iframe object canvas button head select".split()
)
"""Elements whose text is no part of a page."""
_PRUNED_ROLES = frozenset({"navigation", "banner", "contentinfo", "search"})


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a page; their anchors are the ids of the headings, or of what they head."""
    root = _parsed(decoded(content))
    return cut(name, _main_stretches(root), _search_words(root))


def titled(text: str) -> tuple[str, list[Stretch]]:
    """Return the title of a page, empty where it has none, and what stands under its headings; raises NotLoaded."""
    root = _parsed(text)
    return next((_text(title) for title in root.iter("title")), ""), _main_stretches(root)


def _parsed(text: str) -> etree._Element:
    # A declaration may name another encoding than the text had, which was UTF-8.
    text = _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text, count=1)
    require_few_attributes(text)
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    root: etree._Element | None = etree.fromstring(text.encode(), parser)
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise NotLoaded("it is nested too deep")
    if root is None:
        raise NotLoaded("the file has no text")
    return root


def _main_stretches(root: etree._Element) -> list[Stretch]:
    worded = _worded(root)
    return list(_stretches(_main(root, worded), worded))


def _worded(root: etree._Element) -> set[etree._Element]:
    """Return the elements with words in them, found in one walk: many may stand in one another."""
    found: set[etree._Element] = set()
    for element in root.iter():
        for place, text in ((element, element.text), (element.getparent(), element.tail)):
            above = place if text and text.strip() else None
            while above is not None and above not in found:
                found.add(above)
                above = above.getparent()
    return found


def _main(root: etree._Element, worded: Set[etree._Element]) -> etree._Element:
    """Return what the page is about: its main element, its only article, or all of it."""
    whole = tuple(root.iter("article"))
    candidates = (
        *root.iter("main"),
        *(element for element in root.iter() if element.get("role") == "main"),
        *(whole if len(whole) == 1 else ()),
    )
    return next((element for element in candidates if element in worded), root)


def _search_words(root: etree._Element) -> str:
    titles = (_text(title) for title in root.iter("title"))
    described = (
        meta.get("content") or ""
        for meta in root.iter("meta")
        if (meta.get("name") or "").lower() in ("description", "keywords")
    )
    return " ".join(filter(None, (*titles, *described)))


def _stretches(main: etree._Element, worded: Set[etree._Element]) -> Iterator[Stretch]:
    headings: list[tuple[int, str]] = []
    anchor = ""
    writer = BlockWriter()
    opened: Counter[str] = Counter()
    skipped: etree._Element | None = None
    walk = etree.iterwalk(main, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            if element is not skipped:
                opened[_kind(element)] -= 1
                writer.end(element)
            if element is not main:
                writer.text(element.tail or "")
        elif (is_heading := _is_heading(element, opened, worded)) or _is_pruned(element, opened):
            skipped = element
            walk.skip_subtree()
            if is_heading:
                blocks = writer.taken()
                if headings or blocks:
                    yield Stretch(tuple(above for _, above in headings), blocks, anchor)
                level, title = int(str(element.tag)[1]), _title(element)
                headings = [*(one for one in headings if one[0] < level), (level, title)]
                anchor = _anchor(element)
            writer.pass_over(element)
        else:
            opened[_kind(element)] += 1
            writer.start(element)
    yield Stretch(tuple(above for _, above in headings), writer.taken(), anchor)


def _kind(element: etree._Element) -> str:
    return "main" if element.get("role") == "main" else str(element.tag)


def _is_pruned(element: etree._Element, opened: Counter[str]) -> bool:
    """Whether it stands on every page; the header of an article is its own."""
    if element.tag == "header":
        return not any(opened[above] for above in _HEADED)
    return element.tag in _PRUNED or element.get("role") in _PRUNED_ROLES


def _is_heading(element: etree._Element, opened: Counter[str], worded: Set[etree._Element]) -> bool:
    if not _HEADING.fullmatch(str(element.tag)) or any(opened[above] for above in _FRAMED):
        return False
    return element in worded


def _title(heading: etree._Element) -> str:
    """Return the words of a heading, without the sign behind it that links to it."""
    innermost = cast("list[etree._Element]", heading.xpath(".//a[not(.//a)]"))
    links = [link for link in innermost if not re.search(r"\w", _text(link))]
    signs = "".join(_text(link) for link in links)
    return _text(heading).removesuffix(signs).removeprefix(signs).strip()


def _anchor(heading: etree._Element) -> str:
    for element in heading.iter():
        if given := element.get("id") or (element.get("name") if element.tag == "a" else None):
            return given
    for link in heading.iter("a"):
        if (link.get("href") or "").startswith("#"):
            return str(link.get("href"))[1:]
    above = heading.getparent()
    if above is not None and above.tag in ("section", "div") and above[0] is heading:
        return above.get("id") or ""
    return ""


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())

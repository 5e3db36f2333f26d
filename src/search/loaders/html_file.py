"""Reads one HTML file: the text of its main content, without what stands around it on every page."""

import re
from collections import Counter
from collections.abc import Set
from pathlib import PurePath
from typing import cast

from lxml import etree

from src.language.code_names import identifiers
from src.search.loaders.cutting import ENTRY, OpenStretch, Stretch, cut
from src.search.loaders.html_blocks import BlockWriter
from src.search.loaders.loaded import NotLoaded, decoded, require_few_attributes
from src.search.loaders.sections import LoadedSections
from src.texts import beside

_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*>")
_HEADING = re.compile(r"h[1-6]?")
"""Some generators write an element ``h`` of their own."""
_LOWEST = 6
"""Level of a heading without a number."""
_FRAMED = frozenset({"li", "dd", "table", "blockquote"})
"""A heading in these is text, as it is in Markdown."""
_CLOSED = ("ul", "ol", "table", "blockquote")
"""A list of entries in these is a part of them."""
LONGEST_WHOLE = 1_000
"""Characters up to which a list whose terms have no ids stays a part of what it stands in."""
LONGEST_TITLE = 200
_ASIDE = re.compile(
    r"(?<![\w-])(?:admonition|aside|callout|caution|important|note|sidebar|tip|warning)(?![\w-])"
)
"""Classes of what is told beside the text: a heading in it heads nothing."""
_HEADED = ("main", "article", "section")
_PRUNED = frozenset(beside(__file__, "tags")["pruned"].split())
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
    return _PageReader(worded).stretches(_main(root, worded))


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


class _PageReader:
    def __init__(self, worded: Set[etree._Element]) -> None:
        self._worded = worded
        self._writer = BlockWriter()
        self._opened: Counter[str] = Counter()
        self._now = OpenStretch()
        self._every = [self._now]
        self._around: list[tuple[etree._Element, OpenStretch]] = []
        """Lists of entries and rows that have begun, each with what they stand in."""

    def stretches(self, main: etree._Element) -> list[Stretch]:
        """Return what stands under each heading and entry, in their order."""
        skipped: etree._Element | None = None
        walk = etree.iterwalk(main, events=("start", "end"))
        for event, element in walk:
            if event == "end":
                if element is not skipped:
                    self._end(element)
                if element is not main:
                    self._writer.text(element.tail or "")
            elif self._is_passed(element):
                skipped = element
                walk.skip_subtree()
                self._writer.pass_over(element)
            else:
                self._start(element)
        self._take()
        first, *rest = self._every
        return [part.stretch for part in ([first] if first.blocks else []) + rest]

    def _is_passed(self, element: etree._Element) -> bool:
        """Tell whether an element is no text: it heads what comes, or stands on every page."""
        if _is_heading(element, self._opened, self._worded):
            level, title = int(str(element.tag)[1:] or _LOWEST), _title(element)
            self._open(self._now.below(level, title, _anchor(element)))
        elif element.tag == "dt" and self._around and self._around[-1][0] is element.getparent():
            self._open_entry(element)
        else:
            return _is_pruned(element, self._opened)
        return True

    def _open_entry(self, term: etree._Element) -> None:
        title, anchor = _title(term)[:LONGEST_TITLE], _anchor(term)
        self._take()
        before = term.getprevious()
        if before is not None and before.tag == "dt":  # another name of the same
            (*above, (level, named)) = self._now.headings
            self._now.headings = (*above, (level, f"{named}, {title}"[:LONGEST_TITLE]))
            self._now.anchor = self._now.anchor or anchor
        else:
            self._open(self._around[-1][1].below(ENTRY, title, anchor))

    def _start(self, element: etree._Element) -> None:
        tag = str(element.tag)
        is_entries = (
            tag == "dl" and not any(map(self._opened.get, _CLOSED)) and _has_entries(element)
        )
        is_row = tag == "tr" and not self._around_row and _row_anchor(element)
        if is_entries or is_row:
            self._take()
            self._around.append((element, self._now))
        if is_row:
            self._open(self._now.below(ENTRY, _row_title(element), _row_anchor(element)))
        self._opened[_kind(element)] += 1
        self._writer.start(element, "div" if is_entries else tag)

    @property
    def _around_row(self) -> bool:
        return any(element.tag == "tr" for element, _ in self._around)

    def _end(self, element: etree._Element) -> None:
        self._opened[_kind(element)] -= 1
        is_around = bool(self._around) and self._around[-1][0] is element
        is_entries = is_around and element.tag == "dl"
        self._writer.end("div" if is_entries else str(element.tag))
        if is_around:
            self._take()
            self._now = self._around.pop()[1]

    def _open(self, begun: OpenStretch) -> None:
        self._take()
        self._now = begun
        self._every.append(begun)

    def _take(self) -> None:
        self._now.blocks += self._writer.taken()


def _has_entries(terms: etree._Element) -> bool:
    """Tell whether the terms of a list are entries to look up: they have ids, or are names and tell much."""
    every = [term for term in terms if term.tag == "dt"]
    if any(_anchor(element) for element in every):
        return True
    is_long = len(_text(terms)) > LONGEST_WHOLE
    named = (text for text in map(_text, every) if text.startswith("-") or any(identifiers(text)))
    return is_long and any(named)


def _row_title(row: etree._Element) -> str:
    first = next((cell for cell in row if cell.tag in ("td", "th")), row)
    return _text(next((each for each in first if each.tag in ("p", "div")), first))[:LONGEST_TITLE]


def _row_anchor(row: etree._Element) -> str:
    """Return the id of a row, or of its first cell or a mark in that; empty where it has none."""
    cells = (cell for cell in row if cell.tag in ("td", "th"))
    first = next(cells, row)
    given = (entry.get("id") or entry.get("name") for entry in (row, *first.iter("td", "th", "a")))
    return next(filter(None, given), "")


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
    around = element.getparent()
    if around is not None and _ASIDE.search(around.get("class") or ""):
        return False
    return element in worded


def _title(heading: etree._Element) -> str:
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
    return _marked_before(heading) or _anchor_around(heading)


def _marked_before(heading: etree._Element) -> str:
    before = heading.getprevious()
    if before is None or before.tag != "a" or _text(before) or (before.tail or "").strip():
        return ""
    return before.get("name") or before.get("id") or ""


def _anchor_around(heading: etree._Element) -> str:
    below, above = heading, heading.getparent()
    while above is not None and above.tag in ("section", "article", "div", "header", "hgroup"):
        if above[0] is not below or (above.text or "").strip():
            return ""
        if given := above.get("id"):
            return given
        below, above = above, above.getparent()
    return ""


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())

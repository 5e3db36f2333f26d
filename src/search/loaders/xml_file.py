"""Reads one XML file that may be broken, foreign or hostile."""

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from src.search.loaders.loaded import LARGEST_FILE, NotLoaded, require_content


def parse(content: bytes) -> etree._Element:
    """Return the root element, or raise NotLoaded; nothing outside the file is ever read."""
    require_content(content)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise NotLoaded(f"the XML is broken: {error.msg}") from error


def read(path: Path) -> bytes:
    """Return the bytes of a file, at most one more than ``LARGEST_FILE``."""
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def text_of(element: etree._Element | None, without: frozenset[str] = frozenset()) -> str:
    """Return the text of an element on one line, leaving out the elements named in ``without``."""
    if element is None:
        return ""
    return " ".join("".join(_pieces(element, without)).split())


def _pieces(element: etree._Element, without: frozenset[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if local_name(child) not in without:
            yield from _pieces(child, without)
        yield child.tail or ""


def local_name(element: etree._Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]

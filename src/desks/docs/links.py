"""Where a link in the text of a section leads: a page of its collection, or one heading of it. Pure."""

from posixpath import dirname, join, normpath
from urllib.parse import unquote

from src.dossier.models import Document
from src.search.loaders.sections import Section


class LinkTarget:
    """What a link leads to, as its section writes it: ``limits.md#size``, ``#size``, ``/guide/limits``, an address."""

    def __init__(self, source: Document, link: str) -> None:
        """Read it; one beside a page is looked for from where that lies."""
        page, _, self._anchor = unquote(link.strip()).partition("#")
        self._is_address, self._is_of_site = "://" in page, page.startswith("/")
        near = page if self._is_address else normpath(join(dirname(source.file), page.lstrip("/")))
        self._page = (page.rstrip("/") if self._is_of_site else near) if page else source.file
        self._version = source.version

    def to(self, section: Section) -> bool:
        """Tell whether it leads to a section."""
        if section.version != self._version or (self._anchor and section.fragment != self._anchor):
            return False
        address = section.url.partition("#")[0].rstrip("/")
        pages = (section.file, section.file.rpartition(".")[0], address)
        if self._is_of_site:
            return any(f"/{one}".endswith(self._page) for one in pages if one)
        return self._page.rstrip("/") in pages

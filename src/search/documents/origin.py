"""What is said of all the files of one ingest: their version, their day, and where they stand on the web."""

import hashlib
import re
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePosixPath
from urllib.parse import quote

from src.search.loaders.sections import Section

VERSION_NAME = re.compile(r"[A-Za-z0-9][\w.+-]{0,63}", re.ASCII)
"""What a version of documentation may be called (match it whole)."""

_ADDRESS = re.compile(r"https?://[^\s<>\"'{}|\\^`]+")
_PLACES = ("{path}", "{page}", "{anchor}")


@dataclass(frozen=True)
class Origin:
    """Where the files of one ingest come from."""

    version: str = ""
    day: date | None = None
    """On which files were last changed that have no history."""
    url: str = ""
    """Address of a section: ``{path}`` is its file, ``{page}`` that without its ending, ``{anchor}`` its anchor."""
    shipped: bool = False
    """Whether the files came with the program."""

    def digest(self, content: bytes, day: date | None) -> str:
        """Return another text for every file that has to be read again."""
        digest = hashlib.sha256(content).hexdigest()
        if self.shipped or not (day or self.url):
            return digest
        return hashlib.sha256(f"{digest} {day} {self.url}".encode()).hexdigest()

    def placed(self, section: Section, day: date | None) -> Section:
        """Return a section as it is kept: with its version, its day and its address."""
        url = section.url or self._address(section)
        return replace(section, version=self.version, updated=day, url=url)

    def _address(self, section: Section) -> str:
        page = PurePosixPath(section.file).with_suffix("")
        values = (section.file, str(page), section.fragment)
        address = self.url
        for place, value in zip(_PLACES, values, strict=True):
            address = address.replace(place, quote(value))
        return address.removesuffix("#")


FOLDER = Origin()
"""Files of which nothing is said."""


def is_address(template: str) -> bool:
    """Tell whether a text can be the address of sections; see ``Origin.url``."""
    filled = template
    for place in _PLACES:
        filled = filled.replace(place, "x")
    return bool(_ADDRESS.fullmatch(filled))

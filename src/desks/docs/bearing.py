"""What a claim about documentation may not add to its section: a name, an option, a path, a version, a number. Pure."""

import re

from src.dossier.models import Document, Source
from src.search.documents.analysers import identifiers

_BACKTICKS = re.compile(r"`+([^`]+?)`+")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s`)>\]\"']+", re.IGNORECASE)
_OPTION = re.compile(r"(?<![\w`-])--?[A-Za-z][\w-]*")
_PATH = re.compile(r"(?<![\w:/.])~?\.{0,2}/[\w.{}~*-]+(?:/[\w.{}~*-]*)*|\b[\w-]+(?:/[\w.-]+)+")
_FILE = re.compile(r"\b[\w-]+\.(?:[a-z][a-z0-9]{0,5})\b")
_NUMBER = re.compile(r"(?<![\w.])v?\d+(?:[.,:\u00a0\u202f]\d+)*(?![\d])")


def names_in(text: str) -> list[str]:
    """Return what in a text is a name: in backticks, an address, an option, a path, an identifier, a number."""
    found = [one.strip() for one in _BACKTICKS.findall(text)]
    left = _BACKTICKS.sub("``", text)  # what a hyphen joins to a name is no option: "`Acme`-server"
    for pattern in (_ADDRESS, _OPTION, _PATH, _FILE):
        found += [one.rstrip(".,;:") for one in pattern.findall(left)]
        left = pattern.sub(" ", left)
    found += identifiers(left)
    found += _NUMBER.findall(left)
    return [one for one in dict.fromkeys(found) if one]


def section_text(source: Source) -> str:
    """Return all that a section says: its text, where it stands, and of which version it is."""
    told = [source.title, source.heading, source.url, source.content]
    if isinstance(source, Document):
        told += [source.path, source.file, source.version]
    return "\n".join(told)

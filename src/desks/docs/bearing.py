"""What a claim about documentation may not add to its section: a name, an option, a path, a version, a number. Pure."""

import re
from collections.abc import Sequence

from src.dossier.models import Document, Source
from src.grounding.material import Addition, Place, QuotesAlone
from src.grounding.numbers import stated_number
from src.search.documents.analysers import identifiers

NOWHERE: frozenset[Place] = frozenset(("claim", "conclusion", "point"))
"""What is added may be said in none of these."""

_BACKTICKS = re.compile(r"`+([^`]+?)`+")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s`)>\]\"']+", re.IGNORECASE)
_OPTION = re.compile(r"(?<![\w`-])--?[A-Za-z][\w-]*")
_PATH = re.compile(r"(?<![\w:/.])~?\.{0,2}/[\w.{}~*-]+(?:/[\w.{}~*-]*)*|\b[\w-]+(?:/[\w.-]+)+")
_FILE = re.compile(r"\b[\w-]+\.(?:[a-z][a-z0-9]{0,5})\b")
_NUMBER = re.compile(r"(?<![\w.])v?\d+(?:[.,:\u00a0\u202f]\d+)*(?![\d])")


class DocsBearing(QuotesAlone):
    """A ``Bearing``: what is named in a claim or a conclusion must stand in its section, whatever the question says."""

    def is_grounded(self, text: str, sources: Sequence[Source]) -> bool:  # noqa: ARG002  # the protocol's names
        return True

    def additions(
        self,
        text: str,
        sources: Sequence[Source],
        question: str,  # noqa: ARG002  # what is asked for is no reason to say it
    ) -> Sequence[Addition]:
        """Return the names of a text that its sections do not have."""
        told = " ".join(section_text(one) for one in sources)
        return [Addition(name, NOWHERE) for name in names_in(text) if not stands_in(name, told)]


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


def stands_in(name: str, text: str) -> bool:
    """Return whether a name stands in a text as a whole, in any case; a number however it is written."""
    bare = _bare(name)
    before, after = (r"(?<![\w])" if bare[:1].isalnum() else ""), r"(?![\w])"
    if not bare[-1:].isalnum():
        after = ""
    if _NUMBER.fullmatch(name):
        return stated_number(bare.removeprefix("v"), text)
    return re.search(f"{before}{re.escape(bare)}{after}", _bare(text)) is not None


def _bare(text: str) -> str:
    return " ".join(text.casefold().split())


def section_text(source: Source) -> str:
    """Return all that a section says: its text, where it stands, and of which version it is."""
    told = [source.title, source.heading, source.url, source.content]
    if isinstance(source, Document):
        told += [source.path, source.file, source.version]
    return "\n".join(told)

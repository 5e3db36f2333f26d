"""What a claim about documentation may not add to its section: a name, an option, a path, a version, a number. Pure."""

import re
from collections.abc import Sequence

from src.dossier.models import Document, Source
from src.grounding.evidence import has_name
from src.grounding.material import NOWHERE, Addition, NamesOfSources
from src.language.numbers import durations
from src.search.documents.analysers import identifiers

_BACKTICKS = re.compile(r"`+([^`]+?)`+")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s`)>\]\"']+", re.IGNORECASE)
_OPTION = re.compile(r"(?<![\w`-])--?[A-Za-z][\w-]*")
_PATH = re.compile(r"(?<![\w:/.])~?\.{0,2}/[\w.{}~*-]+(?:/[\w.{}~*-]*)*|\b[\w-]+(?:/[\w.-]+)+")
_FILE = re.compile(r"\b[\w-]+\.(?:[a-z][a-z0-9]{0,5})\b")
_NUMBER = re.compile(r"(?<![\w.])v?\d+(?:[.,:\u00a0\u202f]\d+)*(?![\d])")
_HOST = re.compile(r"(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{2,5}(?:/\S*)?")
_SENTENCE = re.compile(r"(?:[^.?!\n]|[.?!](?=\S))+[.?!]?")
_THEIRS = re.compile(r"\b(?:my|mine|our|i|we|mijn|ons|onze|ik|wij)\b", re.IGNORECASE)


class DocsBearing(NamesOfSources):
    """A ``Bearing``: what is named must stand in its section, or be a value that the user told of their own case."""

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        told = "\n".join(map(self.told_in, sources))
        found = super().additions(text, sources, question)
        names = [addition.words for addition in found if not _is_of_user(addition.words, question)]
        known = durations(told, counts_each=True).values()
        # Digits are names already; a table may have their unit in its head.
        said = {words: lasts for words, lasts in durations(text).items() if not words[0].isdigit()}
        names += [words for words, lasts in said.items() if lasts not in known]
        return [Addition(name, NOWHERE) for name in dict.fromkeys(names)]


def _is_of_user(name: str, said: str) -> bool:
    """Return whether a user told a name as a fact: an address, or what a sentence about themselves says.

    What is only asked for is no reason to say it.
    """
    if name.startswith("-") or not has_name(said, name):
        return False
    if _ADDRESS.fullmatch(name) or _HOST.fullmatch(name):
        return True
    facts = (one for one in _SENTENCE.findall(said) if "?" not in one and _THEIRS.search(one))
    return has_name(" ".join(facts), name)


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

"""What a line of a guide has that its quote has not: numbers, versions, names of code, addresses, commands. Pure."""

import re
from collections.abc import Sequence

from src.desks.tsg.knowledge import knowledge
from src.dossier.models import Source
from src.grounding.evidence import has_name
from src.grounding.material import NOWHERE, Addition, Bearing
from src.grounding.sentences import one_line
from src.language.numbers import numerals, stated_number

_ADDRESS = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{0,20}:)?//[^\s<>()\[\]\"'`]+|\bwww\.[^\s<>()\[\]\"'`]+", re.IGNORECASE
)
_TARGET = re.compile(r"\]\(\s*<?([^)\s>]+)")
"""Where a link of Markdown leads."""
_IN_BACKTICKS = re.compile(r"(`+)(.+?)\1")
_OPEN = re.compile(r"<[^<>]+>|\{+[^{}]+\}+")
"""A place in code that whoever runs it fills in: ``<pid>``, ``{name}``."""
_NUMBER = re.compile(r"\d[\d_]*(?:[.,:/-]\d+)*[A-Za-z]*|(?<=[A-Za-z_])\d+")
_NAMES = tuple(map(re.compile, knowledge("lines")["names"]))
_PROGRAMS = knowledge("lines")["programs"].split()
_COMMAND = re.compile(rf"\b(?:{'|'.join(_PROGRAMS)})\s+[-/\w.]+")

_COUNTING_WORDS = {"twice": "2", "thrice": "3", "million": "1000000", "miljoen": "1000000"}
_WORD = re.compile(r"[^\W\d_]+")


class GuideBearing(Bearing):
    """The ``Bearing`` of a guide: a line names nothing that the words of its quote do not."""

    def additions(
        self,
        text: str,
        sources: Sequence[Source],
        question: str,  # noqa: ARG002  # the protocol's name
    ) -> Sequence[Addition]:
        told = "\n".join(source.content for source in sources)
        return [Addition(addition, NOWHERE) for addition in additions(text, told)]


def additions(text: str, quote: str) -> list[str]:
    """Return what a text has that its quote has not, in the text's own words."""
    text, quote = one_line(text), one_line(quote)
    if re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", quote):
        return []
    added = [address for address in addresses(text) if address not in addresses(quote)]
    added += [
        found[1].strip()
        for found in _IN_BACKTICKS.findall(text)
        if not has_name(quote, found[1], exactly=True)
    ]
    said = {_number(entry) for entry in (*_NUMBER.findall(quote), *_WORD.findall(quote))}
    numbers = (found for found in _NUMBER.findall(text) if found not in said)
    added += [number for number in numbers if not stated_number(number, quote)]
    words = (found for found in _WORD.findall(text) if _number(found) != found)
    added += [word for word in words if _number(word) not in said | numerals(quote)]
    added += [name for name in _names(text) if not has_name(quote, name, exactly=True)]
    return list(dict.fromkeys(added))


def without_known_code(text: str, told: str) -> str:
    """Return a text without code each word of which was told; a place that is left open in code is no word of it."""

    def rest(code: re.Match[str]) -> str:
        words = _OPEN.sub(" ", code[2]).split()
        is_known = words and all(has_name(told, word, exactly=True) for word in words)
        return " " if is_known else code[0]

    return _IN_BACKTICKS.sub(rest, text)


def addresses(text: str) -> list[str]:
    """Return the addresses in a text, without the points that end a sentence."""
    found = [*_ADDRESS.findall(text), *_TARGET.findall(text)]
    return [entry.rstrip(".,;:!?*_") for entry in found]


def bare_address(url: str) -> str:
    """Return an address in the form in which two are compared: without scheme and fragment."""
    return re.sub(r"^https?://(?:www\.)?", "", url.casefold()).split("#")[0].rstrip("/")


def _number(word: str) -> str:
    counted = next(iter(numerals(word)), word) if word.isalpha() else word
    return _COUNTING_WORDS.get(word.casefold(), counted)


def _names(text: str) -> list[str]:
    found = [entry for pattern in _NAMES for entry in pattern.findall(_ADDRESS.sub(" ", text))]
    return [entry.rstrip(".") for entry in (*found, *_COMMAND.findall(text))]

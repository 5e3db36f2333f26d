"""What a claim about documentation may not add to its section: a name, an option, a path, a version, a number. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from src.desks.docs.lists import lists
from src.dossier.models import Document, Source
from src.grounding.clauses import stem
from src.grounding.evidence import has_name
from src.grounding.material import (
    COMPARES_MEASURES,
    NOWHERE,
    Addition,
    Bearing,
    NamesOfSources,
)
from src.language.code_names import identifiers
from src.language.function_words import DUTCH, ENGLISH
from src.language.measures import measures
from src.language.numbers import Quantity, quantities

_SENTENCE = re.compile(r"(?:[^.?!\n]|[.?!](?=\S))+[.?!]?")
_ASSIGNED = re.compile(r"(?<=\w)=(?=\S)")
_NEXT_WORD = re.compile(r"\W*([^\W\d_]+)")

MOST_COUNTED = 12
"""Up to which a number in words may count what a section lists: "two ways"."""


class DocsBearing(NamesOfSources):
    """A ``Bearing``: what is named must stand in its section, or be a value that the user told of their own case."""

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        told = "\n".join(map(self.told_in, sources))
        facts = _facts(text, question)
        names = [
            addition.words
            for addition in super().additions(text, sources, question)
            if not _is_of_user(addition.words, question, facts)
            and not any(_composes(addition.words, self.told_in(each), question) for each in sources)
        ]
        known = {each.size for each in measures(told, counts_each=True)}
        # Digits are names already; a table may have their unit in its head.
        said = [each for each in measures(text) if each.kind == "time" and each.words[0].isalpha()]
        names += [each.words for each in said if each.size not in known]
        names += _counted_otherwise(text, f"{told}\n{facts}", [each.words for each in said])
        return [Addition(name, NOWHERE) for name in dict.fromkeys(names)]

    def of(self, generation: int) -> Bearing:
        if generation >= COMPARES_MEASURES:
            return self
        return replace(self, names_in=partial(names_in, with_numbering=True))


def _facts(text: str, said: str) -> str:
    """Return what the user told as a fact: sentences about themselves, and numbers that a text gives back to them.

    What is only asked for is no reason to say it.
    """
    found = [each for each in _SENTENCE.findall(said) if "?" not in each and _has("theirs", each)]
    found += [
        match["value"] for pattern in lists("told.toml")["sets"] for match in pattern.finditer(text)
    ]
    found += [quantity.words for quantity in quantities(said)] if _has("yours", text) else []
    return "\n".join(found)


def _names(kind: str) -> re.Pattern[str]:
    return lists("names.toml")[kind][0]


def _has(name: str, text: str) -> bool:
    return any(pattern.search(text) for pattern in lists("told.toml")[name])


def _is_of_user(name: str, said: str, facts: str) -> bool:
    if name.startswith("-") or not has_name(said, name):
        return False
    is_place = any(_names(kind).fullmatch(name) for kind in ("address", "host"))
    return is_place or has_name(facts, name)


def _composes(command: str, told: str, said: str) -> bool:
    """Return whether all parts of a command stand in one section, but for values that the user said."""
    words, at, run, before = _ASSIGNED.sub(" ", command).split(), 0, 0, ""
    while at < len(words) > 1:
        word, is_value = words[at], run > 1 or before.startswith("-")
        is_plain = word.isalpha() and word.islower()
        lengths = range(len(words) - at, 0, -1)
        run = next((many for many in lengths if has_name(told, " ".join(words[at : at + many]))), 0)
        if run == 1 and is_plain and at and not before.startswith("-"):
            run = 0  # it stands somewhere, and not as a part of this command
        if not run and (
            word.startswith("-") or not has_name(said, word) or (is_plain and not is_value)
        ):
            return False
        at += max(run, 1)
        before = words[at - 1]
    return len(words) > 1


def _counted_otherwise(text: str, told: str, lasting: Iterable[str]) -> list[str]:
    """Return the numbers in words of which a section has another one, or that are none that a reader counts."""
    for words in lasting:
        text = text.replace(words, " ")
    there = [(quantity.value, _counts(quantity, told)) for quantity in quantities(told)]
    return [
        quantity.words
        for quantity in quantities(text)
        if quantity.number is not None
        and quantity.words[:1].isalpha()
        and all(value != quantity.value for value, _ in there)
        and (quantity.number > MOST_COUNTED or _counts(quantity, text) in {of for _, of in there})
    ]


def _counts(quantity: Quantity, text: str) -> str:
    counted = _NEXT_WORD.match(text, quantity.span[1])
    return stem(counted[1]) if counted else "-"


def names_in(text: str, *, with_numbering: bool = False) -> list[str]:
    """Return what in a text is a name: in backticks, an address, an option, a path, an identifier, a number.

    ``with_numbering``: the number of a step of the text is one too, as it was in answers of before.
    """
    found = [entry.strip() for entry in _names("backticks").findall(text)]
    # What a hyphen joins to a name is no option: "`Acme`-server".
    left = _names("backticks").sub("``", text)
    commands = _names("call").finditer(left)
    found += [match[0] for match in commands if match["word"] not in DUTCH | ENGLISH]
    for kind in ("address", "option", "path", "file"):
        found += [entry.rstrip(".,;:") for entry in _names(kind).findall(left)]
        left = _names(kind).sub(" ", left)
    found += identifiers(left)
    left = left if with_numbering else _names("numbering").sub(" ", left)
    found += _names("number").findall(left)
    return [fromkey for fromkey in dict.fromkeys(found) if fromkey]


def section_text(source: Source) -> str:
    """Return all that a section says: its text, where it stands, and of which version it is."""
    told = [source.title, source.heading, source.url, source.content]
    if isinstance(source, Document):
        told += [source.path, source.file, source.version]
    return "\n".join(told)

"""What the desk knows of errors, as data that every model reads alike: checked once, at the start."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, model_validator

from src.dossier.models import Frozen, Language
from src.language.function_words import DUTCH, ENGLISH
from src.language.sentences import split
from src.llm.builtin.sentences import LONGEST_TALK
from src.texts import beside
from src.wording.markdown import inert

SURE, STRONG, HINT, WEAK = 5, 4, 2, 1
"""What the wording of an error, its code, a status beside its service, and a word that many errors have count for."""

LONGEST_SIGN = 60
"""Characters of a sign of another system that are told."""

_NAME = re.compile(r"\w+(?:-\w+){2,}|\b\w+[ -]?(?:names?|naam|namen|ids?)\b", re.IGNORECASE)
"""A name, and what is only called by one, such as "the policy name": these point to no error."""

_NUMBER_BEFORE = (
    r"(?:^|\b(?i:error|fout|code|msg|message|number|nummer|state|sql\w*)\W{0,12}(?:\w+\W{1,3})?)"
)
"""What stands before a code that is a number: other numbers are none."""

_COUNTED = rf" (?i:(?!(?:{'|'.join(sorted(DUTCH | ENGLISH))})\b)[a-z])"
"""What a number counts: a word behind it that is no small one."""

_compiled = cache(re.compile)
"""Keeps all expressions of the tables: there are more than ``re`` keeps, which would compile them for each message."""


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"no regular expression: {error}") from error
    return pattern


Pattern = Annotated[str, AfterValidator(_compiles)]


class TableEntry(Frozen):
    """Base of what stands in a table: what it has no word for is refused."""


Table = TypeVar("Table", bound=TableEntry)


class BilingualText(TableEntry):
    """What is said, in both languages."""

    nl: str
    en: str

    def in_(self, language: Language) -> str:
        return self.nl if language == "nl" else self.en


class ErrorCode(TableEntry):
    """An error: what it means, what it is taken for, and what to look at first."""

    name: str
    family: str
    title: BilingualText
    codes: tuple[str, ...] | None = None
    weak: tuple[str, ...] = ()
    words: Pattern = ""
    status: bool = False
    """Whether its words are a status and a service: any code says more."""
    unless: Pattern = ""
    """Words that show that it is another error, such as the mode of a resource that this one can't have."""
    topic: Pattern = ""
    """Words of a fact that points here: "there is a private endpoint on it"."""
    causes: tuple[str, ...] = ()
    means: BilingualText
    mistaken: BilingualText
    first: BilingualText
    command: str = ""

    @cached_property
    def _strong(self) -> tuple[str, ...]:
        every = (self.name,) if self.codes is None else self.codes
        return tuple(text for text in every if text not in self.weak)

    def called(self, language: Language) -> str:
        """Return its code, where it has one, else its title."""
        title = self.title.in_(language)
        return title[0].upper() + title[1:] if self.name[0].islower() else self.name

    def is_other(self, text: str) -> bool:
        """Return whether words of a text show that it is another error."""
        return bool(self.unless and _compiled(self.unless, re.IGNORECASE).search(text))

    def score(self, text: str) -> int:
        """Return how surely a text brings this error; 0: not at all."""
        if self.is_other(text):
            return 0
        words = self.words and _compiled(self.words, re.IGNORECASE | re.DOTALL).search(text)
        strong = any(any(self._places(word, text)) for word in self._strong)
        weak = any(any(self._places(word, text)) for word in self.weak)
        return (HINT if self.status else SURE) * bool(words) + STRONG * strong + WEAK * weak

    def place(self, text: str) -> int:
        """Return where a text last has its code; of several errors that wrap each other the innermost stands last."""
        codes = (*self._strong, *self.weak)
        return max((at.start() for code in codes for at in self._places(code, text)), default=-1)

    def is_of(self, text: str, anywhere: Sequence[str]) -> bool:
        """Return whether a text has its own code, or its service or wording where other clouds do not have those."""
        services = () if self.family in anywhere else self.family.split("/")
        codes = (services and self._strong) or (*self._strong, *self.weak)
        return (
            any(any(self._places(code, text)) for code in codes)
            or (bool(services) and self.score(text) > WEAK)
            or any(re.search(rf"\b{re.escape(entry)}\b", text, re.IGNORECASE) for entry in services)
        )

    def _places(self, code: str, text: str) -> Iterator[re.Match[str]]:
        """Yield where a code stands in a text as a whole; a number by words for errors, or beside its service."""
        whole, code = r"(?<![\w.-])", re.escape(code)
        if code.isdigit() and len(code) > 3:
            service = self.family.removeprefix("Azure ").partition("/")[0]
            is_named = re.search(rf"\b{re.escape(service)}", text, re.IGNORECASE)
            bare = rf"|(?<![\w.,-]){code}(?!{_COUNTED})" if is_named else ""
            whole, code = "", rf"(?:{_NUMBER_BEFORE}{code}{bare})"
        return _compiled(rf"{whole}{code}(?![\w]|\.\d)", re.MULTILINE).finditer(text)


class OtherSystem(TableEntry):
    """A cloud or tool that is not Azure's."""

    name: str
    in_azure: bool = False
    """Whether it runs in Azure too, so that its errors are not said to be none of Azure."""
    words: Pattern
    hint: BilingualText

    def sign_in(self, text: str) -> str:
        """Return by what a text shows to be of it; empty where it does not."""
        found = re.search(self.words, text, re.IGNORECASE | re.DOTALL)
        return found.group().strip() if found else ""

    def told(self, text: str, language: Language) -> str:
        """Return that what a text brings is none of Azure, or in no table, by what that is seen, and where to look."""
        sign = inert(" ".join(self.sign_in(text)[:LONGEST_SIGN].split()))
        said = talk().says["perhaps_azure" if self.in_azure else "not_azure"].in_(language)
        return said.format(sign=sign, name=self.name, hint=self.hint.in_(language))


class Knowledge(TableEntry):
    """The tables; names are used once."""

    anywhere: tuple[str, ...]
    """Families whose errors other clouds have, too."""
    code: tuple[ErrorCode, ...]
    other: tuple[OtherSystem, ...]

    @model_validator(mode="after")
    def _names_are_unique(self) -> "Knowledge":
        names = [code.name for code in self.code]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"twice in codes.toml: {', '.join(sorted(twice))}")
        return self

    def named(self, name: str) -> ErrorCode | None:
        return next((code for code in self.code if code.name == name), None)

    def in_text(self, text: str) -> list[ErrorCode]:
        """Return the errors that a text brings, the surest first, of equals the innermost; a status stands last."""
        scored = [(code.score(text), code.place(text), code) for code in self.code]
        ranked = sorted(scored, key=lambda row: (-row[0], -row[1]))
        return [code for score, _, code in ranked if score]

    def is_sure(self, text: str) -> bool:
        """Return whether a text brings an error by its code or wording, and not by a status alone."""
        return any(code.score(text) > WEAK for code in self.code)

    def touched_by(self, fact: str, families: Sequence[str] = ()) -> list[ErrorCode]:
        """Return the errors that a fact points to, those of these families first; a name points to none."""
        told = _NAME.sub(" ", fact)
        topical = (code for code in self.code if code.topic)
        found = [code for code in topical if re.search(code.topic, told, re.IGNORECASE)]
        words = {entry.lower() for entry in re.findall(r"\w+", fact)}
        return sorted(
            found,
            key=lambda code: (
                code.family not in families and not words & set(code.family.lower().split("/"))
            ),
        )

    def elsewhere(self, text: str) -> OtherSystem | None:
        """Return the cloud or tool whose error a text brings; None where it brings one of Azure, or names Azure."""
        own = (code for code in self.code if code.family not in self.anywhere)
        if re.search(r"azure|\bentra\b|microsoft\.\w+", text, re.IGNORECASE) or any(
            code.score(text) > WEAK for code in own
        ):
            return None
        return next((system for system in self.other if system.sign_in(text)), None)


class Fact(TableEntry):
    """What a text names of a kind, such as a region."""

    words: tuple[Pattern, ...]
    unless: Pattern = ""
    of: str = ""
    fields: Mapping[str, Pattern] = {}

    def in_text(self, text: str) -> list[str]:
        """Return what a text names, by the first expression that finds anything."""
        found = ([*re.finditer(word, text, re.IGNORECASE)] for word in self.words)
        return [
            next(filter(None, match.groups()), match.group())
            for match in next(filter(None, found), ())
            if not (
                self.unless and re.search(self.unless, text[: match.start()][-40:], re.IGNORECASE)
            )
        ]


class NarrowingQuestion(TableEntry):
    """A question back, why it is asked, and what may be replied where there are choices."""

    question: BilingualText
    why: BilingualText
    choices: Mapping[Language, tuple[str, ...]] = {}


class Talk(TableEntry):
    """What a message is about beside an error, by words of both languages; and what is said then."""

    topics: Mapping[str, Pattern]
    words: Mapping[str, Pattern]
    says: Mapping[str, BilingualText]
    which: NarrowingQuestion
    asks: Mapping[str, NarrowingQuestion]

    def topic_of(self, message: str) -> str:
        """Return what a message that brings no error is about; empty where its words tell nothing of the kind."""
        return next((name for name, words in self.topics.items() if _has(words, message)), "")

    def has(self, name: str, message: str) -> bool:
        """Return whether a message has the words of this name: trouble, settled, unknown."""
        return _has(self.words[name], message)

    def is_question(self, message: str) -> bool:
        """Return whether a message, or a sentence of it, is a question."""
        return any(self.has("asks", sentence) for sentence in split(message[:LONGEST_TALK]))

    def codes_in(self, message: str) -> list[str]:
        """Return what in a message looks like the code of an error."""
        return list(dict.fromkeys(re.findall(self.words["code"], message)))


class ReadingClaims(TableEntry):
    """How words tell of a reading of Azure, and of which."""

    acts: tuple[Pattern, ...]
    given: Pattern
    says: tuple[str, ...]
    found: tuple[Pattern, ...]
    unless: Pattern
    back: Pattern
    label: Pattern
    sources: Mapping[str, Pattern]

    def lack(self, sentence: str, made: frozenset[str]) -> bool:
        """Return whether a sentence tells of a reading that is none of those made, by tool and aspect."""
        named = [
            name for name, words in self.sources.items() if _has(rf"\b(?:{words})\b", sentence)
        ]
        is_found = any(_has(words, sentence) for words in self.found)
        if is_found and not (made or _has(self.unless, sentence)):
            return True
        is_act = any(_has(words, sentence) for words in self.acts)
        if is_act and (named or not _has(self.given, sentence)):
            return not (made.intersection(named) if named else made)
        return any(
            name not in made and _has(words.replace("{source}", self.sources[name]), sentence)
            for name in named
            for words in self.says
        )


class GeneralNames(TableEntry):
    """Names of Azure that anybody may name; none of them is evidence of a case."""

    roles: tuple[str, ...]
    ports: frozenset[int]
    port: Pattern

    @cached_property
    def _text(self) -> str:
        every = str([self.roles, *map(table, ("codes", "causes", "steps", "gaps"))])
        return f" {_spaced(every)} "

    def has(self, name: str) -> bool:
        """Return whether a table has a name, as its own or as a part of a longer one."""
        return f" {_spaced(name).removeprefix('azure ')} " in self._text

    def has_port(self, number: str, text: str) -> bool:
        """Return whether a number of a text is a port of Azure's services each time that it stands there."""
        before = (text[: at.start()] for at in re.finditer(rf"\b{re.escape(number)}\b", text))
        is_known = number.isdecimal() and int(number) in self.ports
        return is_known and all(re.search(self.port, words, re.IGNORECASE) for words in before)


def _spaced(text: str) -> str:
    """Return words in lower case with a space between, and a bar where other signs part them."""
    return " ".join(re.sub(r"[^\w\s-]+", " | ", text).casefold().split())


def _has(pattern: str, message: str) -> bool:
    return _compiled(pattern, re.IGNORECASE).search(message[:LONGEST_TALK]) is not None


def _at_first(shape: type[Table], name: str) -> Callable[[], Table]:
    """Return what reads a table once; it raises ``ValidationError`` where the file is not what it should be."""
    return cache(lambda: shape.model_validate(table(name)))


knowledge = _at_first(Knowledge, "codes")
"""What the desk knows of errors."""
talk = _at_first(Talk, "talk")
"""What is said beside errors."""
general_names = _at_first(GeneralNames, "names")
"""What names no invention."""
reading_claims = _at_first(ReadingClaims, "readings")
"""How a reading is told of."""


@cache
def facts() -> Mapping[str, Fact]:
    """Return the facts that texts are read for, by name; raises ``ValidationError`` where the file is wrong."""
    return {name: Fact.model_validate(entry) for name, entry in table("facts").items()}


def table(name: str) -> dict[str, Any]:
    return beside(__file__, name)

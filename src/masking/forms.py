"""Kinds as rows: a name, the forms in which values are written, what else must be true of one, and a mark. Pure.

Every form is bounded: what it may repeat without bound begins where no other match of it can have begun, so that a
text of any making is looked through in time that grows with its length alone.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from src.masking.masking import Candidates, SensitiveKind
from src.texts import beside

Check = Callable[[re.Match[str]], bool]
SpanOf = Callable[[re.Match[str]], tuple[int, int]]

_PART = re.compile(r"\{([a-z_]+)\}")

CONTEXT = 80
"""So many characters before a value, in its line, may tell what it is."""


def span_of_value(match: re.Match[str]) -> tuple[int, int]:
    """Return where the group ``v`` of a match is, or the whole match where it has no such group."""
    return match.span("v" if "v" in match.re.groupindex else 0)


@dataclass(frozen=True)
class WrittenForm:
    """A way in which values of a kind are written."""

    pattern: re.Pattern[str]
    check: Check
    needs: tuple[str, ...] = ()
    """In lower case: a text without any of these is not looked through; none: every text is."""
    span: SpanOf = span_of_value
    """Where in a match the value is."""

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where values begin and end."""
        lowered = text.lower() if self.needs else ""
        if self.needs and not any(word in lowered for word in self.needs):
            return
        at = 0
        while match := self.pattern.search(text, at):
            start, end = self.span(match)
            holds = start < end and self.check(match)
            if holds:
                yield start, end
            at = end if holds else max(start, match.start() + 1)  # what is no value may hold one


def always(_: re.Match[str]) -> bool:
    """Say that a form alone is enough."""
    return True


def form(
    pattern: str, check: Check = always, needs: str = "", span: SpanOf = span_of_value
) -> WrittenForm:
    """Return a form, and the words that it ``needs`` one of, with spaces between.

    Letters count as the same whatever their case, except within ``(?-i:...)``.
    """
    return WrittenForm(re.compile(pattern, re.IGNORECASE), check, tuple(needs.split()), span)


class FormTable:
    """What a TOML file beside a module tells: forms by kind; ``{name}`` in a pattern stands for one of its parts."""

    def __init__(self, module: str, name: str) -> None:
        self.told = beside(module, name)

    def whole(self, said: str | Sequence[str]) -> str:
        """Return a pattern put together."""
        parts: Mapping[str, str | Sequence[str]] = self.told.get("parts", {})
        return _PART.sub(lambda found: self.whole(parts[found[1]]), "".join(said))

    def forms(self, checks: Mapping[str, Check]) -> Mapping[str, tuple[WrittenForm, ...]]:
        """Return the forms of each kind; ``checks`` are what its rows call a ``check``."""

        def written(pattern: str | Sequence[str], check: str = "", needs: str = "") -> WrittenForm:
            return form(self.whole(pattern), checks[check] if check else always, self.whole(needs))

        return self.forms_by(written)

    def forms_by(
        self, written: Callable[..., WrittenForm]
    ) -> Mapping[str, tuple[WrittenForm, ...]]:
        """Return the forms of each kind, as they are ``written`` from a row."""
        return {
            name: tuple(written(**row) for row in rows) for name, rows in self.told["forms"].items()
        }


@dataclass(frozen=True)
class AnyOf:
    """Finds what any of its parts finds."""

    parts: tuple[Candidates, ...]

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where values begin and end."""
        return chain.from_iterable(part(text) for part in self.parts)


def kind(name: str, *forms: Candidates) -> SensitiveKind:
    return SensitiveKind(name, AnyOf(forms))


def only(
    name: str, candidates: Candidates, holds: Callable[[str, int, int], bool]
) -> SensitiveKind:
    """Return a kind that finds what this finds, as far as it ``holds`` of the text from start to end."""

    def found(text: str) -> Iterator[tuple[int, int]]:
        return (place for place in candidates(text) if holds(text, *place))

    return SensitiveKind(name, found)


def before(match: re.Match[str], most: int = CONTEXT) -> str:
    """Return what stands before a match in its line."""
    text = match.string[max(0, match.start() - most) : match.start()]
    return text[text.rfind("\n") + 1 :]


def after(match: re.Match[str], most: int = CONTEXT) -> str:
    """Return what stands after a match in its line."""
    return match.string[match.end() : match.end() + most].partition("\n")[0]


def digits(value: str) -> str:
    return "".join(filter(str.isdigit, value))

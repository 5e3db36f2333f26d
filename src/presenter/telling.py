"""What a report is told with: the words of a language, the dossier, and its sources by number."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from src.dossier.claims import CalculationInput
from src.dossier.models import Dossier, Language, Picture, Source, SourceBase, is_of_client
from src.wording import Wording
from src.wording.markdown import addresses_in, plain


@dataclass(frozen=True)
class SourceKind:
    """A kind of source that a desk may put into a dossier, and what people call it (in the plural)."""

    model: type[SourceBase]
    label: Mapping[Language, str]
    dated: bool = True
    """Whether a list tells the day of such a source; False where its title does."""
    part: Mapping[Language, str] = field(default_factory=dict)
    """What the number in front of a quote counts, say sections; empty where such a number is a part of the quote."""
    group: str = ""
    """Field by whose value clients group sources of this kind; empty: they stand together."""
    short: str = ""
    """Field that has an abbreviation of the group, for where there is little room."""
    dates: Mapping[str, Mapping[Language, str]] = field(default_factory=dict)
    """What clients say of fields that hold a day, ``{day}`` being the day and ``{age}`` how long ago that is: the first
    where there is little room."""
    described: Mapping[Language, str] = field(default_factory=dict)
    """What one of this kind is, in a line, ``{day}`` being its ``as_of``; empty: the label."""
    address: Mapping[Language, str] = field(default_factory=dict)
    """What its address leads to; empty: to the source."""

    @property
    def name(self) -> str:
        """The word that stands in ``kind``."""
        return str(self.model.model_fields["kind"].default)


@dataclass(frozen=True)
class Telling:
    """What a reply is told with; ``dossier`` has the changes of the turn."""

    words: Wording
    language: Language
    dossier: Dossier
    kinds: Mapping[str, SourceKind]
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why a source was chosen, by its id: a line that is told under it."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """What passage was found in a source, by its id: a line below that."""
    reports: Sequence[object] = ()
    """All that the turn has to tell: what one report says may hang on another."""

    @cached_property
    def addresses(self) -> frozenset[str]:
        """The addresses in the user's words, which a reply may show."""
        said = (each.content for each in self.dossier.conversation if each.role == "user")
        return addresses_in("\n".join(said))

    def heading(self, kind: str) -> str:
        known = self.kinds.get(kind)
        return known.label[self.language] if known else self.words.sources

    def day(self, day: date) -> str:
        """Return a day as it is written in the language."""
        if self.language == "nl":
            return f"{day.day:02}-{day.month:02}-{day.year:04}"
        return day.isoformat()

    def number(self, source: Source) -> int:
        """Return the source's number in this dossier, which never changes."""
        return self._numbers[source.id]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {known.id: number for number, known in enumerate(self.dossier.sources, start=1)}

    def numbered(self, source: Source) -> str:
        """Return the source's title as a link, behind its number."""
        label = plain(source.title)
        title = f"[{label}]({source.url})" if source.url else label
        return f"\\[{self.number(source)}\\] {title}"

    def listed(self, sources: Iterable[Source]) -> str:
        """Return a list of sources, each with what a reader must know of it; what was chosen first, best first."""
        places = {text: place for place, text in enumerate(self.reasons)}
        ordered = sorted(sources, key=lambda source: places.get(source.id, len(places)))
        return "\n".join(
            f"- {self.described(source)}{self.beside.get(source.id, '')}" for source in ordered
        )

    def described(self, source: Source) -> str:
        """Return a source with what it is about, of which day it is, and why it was chosen where that is known."""
        heading = f" — {plain(source.heading)}" if source.heading else ""
        told = f"{self.numbered(source)}{heading}{self.standing(source)}"
        return f"{told}{self.reasons.get(source.id, '')}"

    def note(self, given: CalculationInput) -> str:
        """Return the number of the source that a number of a calculation stands in; empty for what has none."""
        source = self.dossier.source(given.source_id)
        return f" \\[{self.number(source)}\\]" if source else ""

    def in_brief(self, sources: Iterable[Source]) -> str:
        """Return sources in a row, by number and title."""
        return "; ".join(
            f"\\[{self.number(source)}\\] {plain(source.title)}{self.mark(source)}"
            for source in sources
        )

    def mark(self, source: Source) -> str:
        """Return what stands behind the title of a source that is not what it seems; empty for others."""
        if is_of_client(source):
            return f" *({self._whose(source)})*"
        return f" *({self.words.digest_mark})*" if source.digest else ""

    def standing(self, source: Source) -> str:
        """Return behind a title what its text is and of which day; empty where the title tells that."""
        label = self._label(source)
        return f" *({label})*" if label else ""

    def _label(self, source: Source) -> str:
        if is_of_client(source):
            return self._whose(source)
        kind = self.kinds.get(source.kind)
        told_by_title = kind is not None and not kind.dated and not source.digest
        if source.as_of is None or told_by_title:
            return ""
        template = self.words.digest if source.digest else self.words.version_of
        return template.format(as_of=self.day(source.as_of))

    def _whose(self, source: Source) -> str:
        if isinstance(source, Picture):
            return self.words.picture_mark
        if not source.url or source.as_of is None:
            return self.words.client_mark
        return f"{self.words.client_mark}, {self.words.fetched.format(day=self.day(source.as_of))}"

    def part(self, source: Source) -> str:
        """Return what the number in front of a quote of this source counts; empty where it counts nothing."""
        kind = self.kinds.get(source.kind)
        return kind.part.get(self.language, "") if kind else ""


Teller = Callable[[Sequence[Any], Telling], list[str]]
"""Returns the blocks of Markdown that tell reports of one class, those of a turn together."""


def one_by_one(tell: Callable[[Any, Telling], list[str]]) -> Teller:
    """Return what tells all reports of a class, of what tells a single one."""
    return lambda reports, telling: [block for report in reports for block in tell(report, telling)]


def says_anything(text: str, dossier: Dossier) -> bool:  # noqa: ARG001  # the shape of may_say
    """Let the model say in its own words whatever it says."""
    return True

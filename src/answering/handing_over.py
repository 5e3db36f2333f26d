"""What a desk says of its sources where an answer is handed over; the rest of a memo is the room ``export``'s. Pure."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from src.dossier.models import Claim, Dossier, Frozen, Language, Source, is_of_client
from src.language.months import written_day
from src.wording import WORDINGS, Wording

_UNSEEN = frozenset(
    "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
"""Marks that turn the order of signs around: a sum of money must not read otherwise than it is."""


def printable(text: str) -> str:
    """Return the text on one line, without what no page can show: control signs, half pairs, turns of direction."""
    kept = "".join(
        " " if sign.isspace() or unicodedata.category(sign) == "Cc" else sign
        for sign in text
        if sign not in _UNSEEN
        and unicodedata.category(sign) != "Cs"
        and ord(sign) & 0xFFFE != 0xFFFE
    )
    return " ".join(kept.split())


_ADDRESS = re.compile(r"https://(?P<host>[a-z0-9.-]+)/[!-~]*")


def address(url: str) -> str:
    """Return an address of the web that is what it seems to be, without a port or a name in it; else nothing."""
    return url if _ADDRESS.fullmatch(url) else ""


def address_at(url: str, hosts: Sequence[str]) -> str:
    found = _ADDRESS.fullmatch(url)
    return url if found and found["host"] in hosts else ""


Line = Annotated[str, AfterValidator(printable)]
"""Text of a person, a model or a source, in which nothing is left that could break a page."""

Address = Annotated[str, AfterValidator(printable), AfterValidator(address)]


class MemoSource(Frozen):
    """A source as it is named: ``number`` is its place in the dossier, which never changes. A desk adds fields."""

    number: int
    id: Line
    title: Line
    heading: Line = ""
    url: Address = ""
    as_of: date | None = None
    text_of: Line = Field(default="", exclude=True)
    """Which text of it was used, in words; part of the page, and no field of the data."""


class MemoParts:
    """What a desk says of its own in a memo; one that says nothing names its sources and links none of them."""

    wordings: Mapping[Language, Wording] = WORDINGS
    """What every desk says, in the words of this one."""
    hosts: tuple[str, ...] = ()
    """Where links may lead: to publishers that the desk knows, and to nobody whom a source names."""

    def source(self, number: int, source: Source, language: Language) -> MemoSource:
        """Return a source as it is named in the memo."""
        return MemoSource(**self.named(number, source), text_of=self.origin(source, language))

    def origin(self, source: Source, language: Language) -> str:
        """Return where and on which day a page of the client was fetched; empty for all else."""
        if not is_of_client(source) or not source.url or source.as_of is None:
            return ""
        words = self.wordings[language]
        day = written_day(source.as_of, words.memo)
        return words.fetched_from.format(address=source.url, day=day)

    def named(self, number: int, source: Source) -> dict[str, Any]:
        """Return the fields that every source has."""
        return {
            "number": number,
            "id": source.id,
            "title": source.title,
            "heading": source.heading,
            "url": address_at(source.url, self.hosts),
            "as_of": source.as_of,
        }

    def claim(self, claim: Claim, language: Language) -> str:  # the shape of what a desk says
        """Return what a claim says, with what it is to the answer where the desk has words for that."""
        return claim.text

    def head(self, dossier: Dossier, language: Language) -> tuple[tuple[str, str], ...]:
        return ()

    def doubts(
        self, sources: Sequence[Source], dossier: Dossier, language: Language
    ) -> tuple[str, ...]:
        """Return which of an answer's sources may not be what the dossier asks for, in sentences."""
        return ()

    def limits(self, sources: Sequence[Source], language: Language) -> tuple[str, ...]:
        """Return what a memo on these sources does not prove, in sentences."""
        return ()

"""The memo: an answer as a tax adviser hands it over, as data. Every rendering shows this and nothing else. Pure."""

import re
import unicodedata
from datetime import date
from typing import Annotated

from pydantic import AfterValidator

from src.dossier.models import Frozen, Language, Verdict

SCHEMA = 1
"""Version of the shape that ``--json`` prints.

Within a version fields may be added, and a list of words (verdicts) may grow; none goes, and none changes its name, its
kind or its meaning. Whatever does that makes the next version. A test keeps the fields of this one.
"""

OFFICIAL_HOSTS = (
    "wetten.overheid.nl",
    "deeplink.rechtspraak.nl",
    "uitspraken.rechtspraak.nl",
    "data.rechtspraak.nl",
)
"""Where the links of a memo may lead: to the publishers of the law, and to nobody whom a source names."""

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


_OFFICIAL = re.compile(rf"https://(?:{'|'.join(map(re.escape, OFFICIAL_HOSTS))})/[!-~]*")


def official(url: str) -> str:
    """Return an address that leads to an official publication, or nothing."""
    return url if _OFFICIAL.fullmatch(url) else ""


Line = Annotated[str, AfterValidator(printable)]
"""Text of a person, a model or a source, in which nothing is left that could break a page."""

Address = Annotated[str, AfterValidator(printable), AfterValidator(official)]


class MemoSource(Frozen):
    """A source as it is named: ``number`` is its place in the dossier, which never changes."""

    number: int
    id: Line
    title: Line
    heading: Line = ""
    url: Address = ""
    as_of: date | None = None
    since: date | None = None
    digest: bool = False
    case_law: bool = False
    client: bool = False
    """A document of the client, which is no law."""


class Footnote(Frozen):
    """What a claim stands on: words that were found in the source when the memo was made."""

    number: int
    quote: Line
    source: MemoSource


class Reasoned(Frozen):
    """A claim that carries a footnote; ``text`` is empty where the model only quotes."""

    number: int
    text: Line
    verdict: Verdict
    flags: tuple[Line, ...] = ()
    footnote: Footnote


class Struck(Frozen):
    """A claim that did not hold: it is shown as such, and never with a footnote."""

    text: Line
    quote: Line
    verdict: Verdict
    reason: Line
    source: Line = ""


class Told(Frozen):
    """What the user said in a turn."""

    version: int
    words: Line


class LeftOut(Frozen):
    """A source that the answer could not use, and who decided that with which words, where anybody did."""

    source: MemoSource
    version: int | None = None
    day: date | None = None
    author: Line = ""
    words: Line = ""


class ToolUse(Frozen):
    """One call of a tool in the turn of the answer."""

    tool: Line
    outcome: Line


class SentSource(Frozen):
    """A source as the receipt has it, in SHA-256."""

    source: Line
    """Id."""
    text_hash: Line
    """Of its whole text."""
    sent_hash: Line
    """Of its block as the model was given it."""


class Draft(Frozen):
    """A draft of the model, which the journal has word for word."""

    sha256: Line = ""
    """Empty where the model gave none."""
    failure: Line = ""
    """Why it gave none."""


class Receipt(Frozen):
    """By what the answer can be told from any other, and what the journal keeps of how it came about."""

    recorded: bool
    """False for an answer of which the journal has no receipt: it is from before there were any, or was forgotten."""

    dossier_state: Line
    """SHA-256 of the dossier right after the answer."""
    journal_line: Line
    """Hash of the journal's line that holds the answer; it covers every line before."""
    model: Line
    parameters: Line
    prompt_hash: Line
    """SHA-256 of the answer's prompt; empty where there is no receipt, as are the next three."""
    policy: Line
    library: Line
    """Fingerprint of the library that was searched."""
    made_by: Line
    """Version of TESS that made the answer."""
    sources: tuple[SentSource, ...] = ()
    drafts: tuple[Draft, ...] = ()
    sent_hash: Line
    """SHA-256 of the source block as the model was given it."""
    author: Line
    tools: tuple[ToolUse, ...] = ()
    program: Line
    """Version of TESS that wrote this memo."""


class Memo(Frozen):
    """An answer with all that it stands on."""

    schema_version: int = SCHEMA
    language: Language
    dossier_id: str
    version: int
    """Version of the dossier that the answer made."""
    answer_id: str
    answered_on: date
    as_of: date | None
    """The day whose law counts; None: nobody named one."""
    question: Line
    facts: tuple[Told, ...]
    conclusion: Line
    claims: tuple[Reasoned, ...]
    struck: tuple[Struck, ...] = ()
    open_points: tuple[Line, ...] = ()
    missing_facts: tuple[Line, ...] = ()
    doubts: tuple[Line, ...] = ()
    """Which sources did not apply on the day of the law, or perhaps not any more."""
    warnings: tuple[Line, ...] = ()
    """What a reader must know first, e.g. that a source was taken out since."""
    sources_used: tuple[MemoSource, ...]
    sources_left_out: tuple[LeftOut, ...]
    sources_since_removed: tuple[MemoSource, ...] = ()
    receipt: Receipt
    limits: tuple[Line, ...]
    """What this memo does not prove."""

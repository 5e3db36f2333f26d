"""How much personal data the gate finds: in rows that say what is in them, and in texts that hold none."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from src.desks.tsg.clearing import find_personal

SPANS: Mapping[str, str] = {
    "EMAIL_ADDRESS": "email",
    "IP_ADDRESS": "ip",
    "CREDIT_CARD": "card",
    "US_SSN": "ssn",
    "IBAN_CODE": "iban",
    "PHONE_NUMBER": "phone",
}
"""Kinds of the spans of sentences that have a form, and what they are called here."""

_SAME: Mapping[str, str] = {"jwt": "bearer", "token": "bearer", "privatekey": "pem"}


@dataclass(frozen=True)
class KindFound:
    """Counts of one kind: how many there were, and how many were found."""

    kind: str
    there: int
    found: int

    @property
    def recall(self) -> float:
        """The share that was found."""
        return self.found / self.there


@dataclass(frozen=True)
class PersonalReport:
    """What an evaluation found; rows are named by their ids, and no word of them is repeated."""

    rows: int
    kinds: tuple[KindFound, ...]
    missed: tuple[str, ...]
    """Ids, or numbers, of rows in which something was not found."""
    clean: int
    """Rows in which nothing may be found."""
    false: tuple[str, ...]
    """Those in which something was, with the kinds."""

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        kinds = [{**asdict(one), "recall": round(one.recall, 3)} for one in self.kinds]
        return {**asdict(self), "kinds": kinds}


def text(report: PersonalReport) -> str:
    """Return the figures for people."""
    lines = [
        f"{one.kind:<20} {one.found:>4} of {one.there:<4} {one.recall:.3f}" for one in report.kinds
    ]
    missed = ", ".join(report.missed) or "none"
    told = f"{len(report.false)} of {report.clean}" + "".join(f"\n  {one}" for one in report.false)
    return "\n".join(
        [f"rows: {report.rows}", *lines, f"missed in: {missed}", f"clean with findings: {told}"]
    )


def of_lines(path: Path) -> PersonalReport:
    """Return how lines fare, each with the kinds that are in it (``kinds``); none: it is clean."""
    there, found = Counter[str](), Counter[str]()
    missed, false, clean = [], [], 0
    rows = _rows(path)
    for number, row in enumerate(rows, start=1):
        name = str(row.get("id", number))
        told = {_plain(span.kind) for span in find_personal(row["text"])}
        clean += not row["kinds"]
        if told and not row["kinds"]:
            false.append(f"{name}: {', '.join(sorted(told))}")
        for kind in row["kinds"]:
            there[kind] += 1
            found[kind] += _plain(kind) in told
            if _plain(kind) not in told:
                missed.append(f"{name} ({kind})")
    return PersonalReport(len(rows), _kinds(there, found), tuple(missed), clean, tuple(false))


def of_sentences(path: Path) -> PersonalReport:
    """Return how sentences fare, each with spans of what is in it: found is what one finding of that kind covers."""
    there, found = Counter[str](), Counter[str]()
    missed = []
    rows = _rows(path)
    for number, row in enumerate(rows, start=1):
        told = find_personal(row["text"])
        for span in row["spans"]:
            kind = SPANS.get(span["kind"])
            if kind is None:
                continue
            there[kind] += 1
            covered = any(
                one.kind == kind and one.start <= span["start"] and span["end"] <= one.end
                for one in told
            )
            found[kind] += covered
            if not covered:
                missed.append(f"{number} ({kind})")
    return PersonalReport(len(rows), _kinds(there, found), tuple(missed), 0, ())


def of_guides(path: Path) -> PersonalReport:
    """Return how published guides fare, in which nothing is anybody's: addresses of machines do not count."""
    false = []
    rows = _rows(path)
    for number, row in enumerate(rows, start=1):
        told = sorted({span.kind for span in find_personal(row["guide"])} - {"ip"})
        if told:
            false.append(f"{row.get('id', number)}: {', '.join(told)}")
    return PersonalReport(len(rows), (), (), len(rows), tuple(false))


def _rows(path: Path) -> Sequence[Mapping[str, Any]]:
    """Return the rows of a file; ValueError where one is no object."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    if not all(isinstance(row, dict) for row in rows):
        raise ValueError("a row is no object")
    return rows


def _kinds(there: Mapping[str, int], found: Mapping[str, int]) -> tuple[KindFound, ...]:
    return tuple(KindFound(kind, there[kind], found[kind]) for kind in sorted(there))


def _plain(kind: str) -> str:
    """Return the name of a kind without what names differ by: ``iot_connection`` is ``iot_key``."""
    bare = re.sub(r"_(?:key|connection|string|token|number|signature)s?$", "", kind).replace(
        "_", ""
    )
    return _SAME.get(bare, bare)

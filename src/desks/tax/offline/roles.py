"""What each sentence of a digest is to a question: its role, and whom it is about. Pure."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from src.desks.tax.offline.asked import KNOWN, Kind
from src.search.json_rows import rows

Role = Literal["rule", "amount", "condition", "exception", "procedure", "definition"]

STATES: tuple[Role, ...] = ("rule", "definition")
"""Roles of what a digest has to say in the first place."""

ANSWERS: Mapping[Kind, Role] = {
    "conditions": "condition",
    "how": "procedure",
    "meaning": "definition",
    "whether": "rule",
}
"""By what a question asks for, the role of the sentence that says it."""

_FILE = Path(__file__).parents[1] / "knowledge" / "sentence_roles.jsonl"


class SentenceRole(NamedTuple):
    """The role of a sentence; whom it is about, where that is not anybody."""

    role: Role
    persons: frozenset[str]


class _DigestRow(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    bwb_id: str
    article: str
    roles: tuple[Role, ...]
    whose: tuple[str, ...]


@cache
def roles() -> Mapping[str, tuple[SentenceRole, ...]]:
    """Return the roles of each sentence by the key of its article; a broken line is CorpusUnreadable."""
    return {
        f"{row.bwb_id}/{row.article}".lower(): tuple(
            SentenceRole(role, frozenset(whose.split()))
            for role, whose in zip(row.roles, row.whose, strict=True)
        )
        for row in rows(_FILE, _DigestRow)
    }


_PERSONS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(words, re.IGNORECASE) for name, words in KNOWN["persons"].items()
}


def asking(question: str) -> frozenset[str]:
    """Return as whom somebody asks: an entrepreneur, an employee or employer, a company; none where it isn't said."""
    return frozenset(name for name, words in _PERSONS.items() if words.search(question))

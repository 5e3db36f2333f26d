"""Questions about documentation with what is expected of each, one JSON object per line, in three forms."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from src.desks.docs.reasons import REFUSALS, Reason
from src.errors import CorpusUnreadable
from src.search.json_rows import rows

Expected = Literal["answer", "not in docs", "ask back", "refuse"]
EXPECTED: dict[str, Expected] = {
    "unanswerable": "not in docs",
    "clarify": "ask back",
    "ask_back": "ask back",
    "underspecified": "ask back",
    "guard": "refuse",
    "refuse": "refuse",
}
"""What is expected of a kind of questions; of every other an answer."""


class _GivenMessage(BaseModel):
    role: Literal["user", "assistant"]
    text: str


class _GivenQuestion(BaseModel):
    """A question, known items in several languages, or a conversation; other fields are for people."""

    model_config = ConfigDict(frozen=True)

    id: str = Field("", coerce_numbers_to_str=True)
    question: str = ""
    queries: dict[str, dict[str, str]] = {}
    """By language, questions by their kind."""
    turns: tuple[_GivenMessage, ...] = ()
    """The last one is the question."""
    gold: tuple[str, ...] = ()
    kind: str = Field("", validation_alias=AliasChoices("kind", "answerability"))
    language: str = Field("", validation_alias=AliasChoices("language", "lang"))
    reason: Reason | None = None


@dataclass(frozen=True)
class DocsQuestion:
    """One question; ``gold`` are the sections that answer it, each as good as the others."""

    id: str
    text: str
    gold: tuple[str, ...]
    kind: str
    language: str
    """Code of the language that it is in; empty where nobody said so."""
    reason: Reason | None
    """Why it is not to be answered; None where it is, or where any reason will do."""
    said: tuple[tuple[str, str], ...] = ()
    """What was asked and replied before."""

    @property
    def expected(self) -> Expected:
        """What is to become of it."""
        if self.reason in REFUSALS:
            return "refuse"
        return EXPECTED.get(self.kind, "answer")


def read_questions(path: Path) -> tuple[DocsQuestion, ...]:
    """Return the questions of a file; ``CorpusUnreadable`` names the first line that is wrong."""
    found = [
        one
        for number, row in enumerate(rows(path, _GivenQuestion), 1)
        for one in _questions(row, number)
    ]
    if not found:
        raise CorpusUnreadable(path=str(path), problem="it holds no question")
    return tuple(found)


def _questions(row: _GivenQuestion, number: int) -> Iterator[DocsQuestion]:
    name = row.id or str(number)
    if row.question:
        yield DocsQuestion(name, row.question, row.gold, row.kind, row.language, row.reason)
    for language, texts in row.queries.items():
        for kind, text in texts.items():
            yield DocsQuestion(f"{name} {language} {kind}", text, row.gold, kind, language, None)
    if row.turns and row.turns[-1].role == "user":
        before = row.turns[:-1]
        asked = (one.text for one in before if one.role == "user")
        replied = (one.text for one in before if one.role == "assistant")
        said = tuple(zip(asked, replied, strict=False))
        text = row.turns[-1].text
        yield DocsQuestion(name, text, row.gold, row.kind, row.language, row.reason, said)

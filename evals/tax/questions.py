"""Questions with the sources that answer them, one JSON object per line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evals.tax.keys import article_key
from src.errors import CorpusUnreadable

_WORD = re.compile(r"[\w.:]+")

Must = tuple[tuple[str, ...], ...]
"""What a quote must say to answer: of each group one of the words or phrases."""

CITATION = "citation"
"""The kind of questions that name what they are after; a citation found in any other kind is false."""


@dataclass(frozen=True)
class Question:
    """One question; ``gold`` are the keys of the sources that answer it, each as good as the others."""

    id: str
    text: str
    gold: frozenset[str]
    kind: str = ""
    statute_terms: str = ""
    """The same question in the words of the law, as a model would search; empty where nobody wrote it."""
    lang: str = ""
    must: Must = ()
    """What the sentence that answers says; none where nobody wrote it."""
    articles: frozenset[str] = frozenset()
    """Numbers of the gold articles."""
    line: int = 0
    """Where it stands in its file, from 1."""

    @property
    def source_kind(self) -> Literal["legislation", "case_law"]:
        """Where its gold is to be looked for."""
        return "case_law" if any(key.startswith("ecli:") for key in self.gold) else "legislation"

    @property
    def is_exact(self) -> bool:
        """Whether it names a gold article by its number (``art. 16 AWR``), and not by an abbreviation."""
        words = {word.rstrip(".:") for word in _WORD.findall(self.text.lower())}
        return self.kind == CITATION and any(number.lower() in words for number in self.articles)


class _GoldArticle(BaseModel):
    model_config = ConfigDict(frozen=True)

    bwb_id: str = Field(min_length=1)
    article: str = Field(min_length=1)

    @property
    def key(self) -> str:
        return article_key(self.bwb_id, self.article)


_Phrase = Annotated[str, Field(pattern=r"\S")]
_Alternatives = Annotated[tuple[_Phrase, ...], Field(min_length=1)]


class _QuestionRow(BaseModel):
    """Other fields (rationale) are for people."""

    model_config = ConfigDict(frozen=True)

    id: str = Field("", coerce_numbers_to_str=True)
    question: str = Field(min_length=1)
    gold: tuple[_GoldArticle | str, ...] = Field(min_length=1)
    kind: str = ""
    statute_terms: str = ""
    lang: str = ""
    must: tuple[_Phrase | _Alternatives, ...] = ()


def read_questions(path: Path) -> tuple[Question, ...]:
    """Return the questions of a file; CorpusUnreadable names the first line that is wrong."""
    questions = tuple(_questions(path))
    if not questions:
        raise CorpusUnreadable(path=str(path), problem="it holds no question")
    return questions


def _questions(path: Path) -> Iterator[Question]:
    seen: set[str] = set()
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        question = _question(path, number, line)
        if question.id in seen:
            raise bad_line(path, number, f"question {question.id} is there twice")
        seen.add(question.id)
        yield question


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise CorpusUnreadable(path=str(path), problem=error.strerror or str(error)) from error


def _question(path: Path, number: int, line: bytes) -> Question:
    try:
        row = _QuestionRow.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"][:1]))
        about = f"field {field}: " if field else ""
        raise bad_line(path, number, about + first["msg"].lower()) from error
    articles = [one for one in row.gold if isinstance(one, _GoldArticle)]
    return Question(
        id=row.id or str(number),
        text=row.question,
        gold=frozenset(
            one.key if isinstance(one, _GoldArticle) else one.strip().lower() for one in row.gold
        ),
        kind=row.kind,
        statute_terms=row.statute_terms,
        lang=row.lang,
        must=tuple((group,) if isinstance(group, str) else group for group in row.must),
        articles=frozenset(one.article for one in articles),
        line=number,
    )


def bad_line(path: Path, number: int, problem: str) -> CorpusUnreadable:
    """Return the error that names a line."""
    return CorpusUnreadable(path=str(path), problem=f"line {number}: {problem}")

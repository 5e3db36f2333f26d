"""Search words that a model wrote for law that nobody described: kept by the hash of the text, and never quoted."""

import hashlib
from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
)

from src.desks.tax.library.documents import SearchWords, key_of
from src.desks.tax.sources import Legislation
from src.dossier.models import Frozen
from src.search.json_rows import KeptRows

FILE = "described.jsonl"

LONGEST_PHRASE, MOST_WORDS = 80, 12


def _few_words(phrase: str) -> str:
    if len(phrase.split()) > MOST_WORDS:
        raise ValueError(f"a phrase has more than {MOST_WORDS} words")
    return phrase


Phrase = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=3,
        max_length=LONGEST_PHRASE,
        pattern=r"^\w[\w '’€%.,()&+-]*\??$",
    ),
    AfterValidator(_few_words),
]
"""Some words as people say them: no address, no markup, no line of its own."""


class ArticleWords(BaseModel):
    """What an article is looked for by, in a form that is fit to be kept: a model's reply may be anything."""

    model_config = ConfigDict(frozen=True)

    dutch: Annotated[frozenset[Phrase], Field(min_length=3, max_length=30)]
    english: Annotated[frozenset[Phrase], Field(min_length=2, max_length=20)]

    @property
    def words(self) -> SearchWords:
        """The phrases as the index takes them."""
        return SearchWords("\n".join(sorted(self.dutch)), "\n".join(sorted(self.english)))


class _Row(Frozen):
    text: str
    """SHA-256 of what was described."""
    key: str
    model: str
    description: ArticleWords


def hash_of(source: Legislation) -> str:
    said = "\n".join((source.law, source.path, source.heading, source.content))
    return hashlib.sha256(said.encode()).hexdigest()


class Described:
    """What was described in a library; the newest description of an article serves all its versions."""

    def __init__(self, library_dir: Path) -> None:
        self._kept = KeptRows(library_dir / FILE, _Row)
        self._rows: dict[str, _Row] = {}
        for row in self._kept:
            self._rows.pop(row.text, None)  # the newest comes last
            self._rows[row.text] = row

    def __contains__(self, source: Legislation) -> bool:
        """Whether this very text was described before."""
        return hash_of(source) in self._rows

    def add(self, source: Legislation, description: ArticleWords, model: str) -> None:
        """Keep a description at once."""
        row = _Row(text=hash_of(source), key=key_of(source), model=model, description=description)
        self._kept.add(row)
        self._rows[row.text] = row

    def words(self) -> dict[str, SearchWords]:
        return {row.key: row.description.words for row in self._rows.values()}

    def fingerprint(self) -> str:
        """Return a hash of all descriptions; empty where there are none."""
        if not self._rows:
            return ""
        told = "\n".join(f"{row.key} {row.description.words}" for row in self._rows.values())
        return hashlib.sha256(told.encode()).hexdigest()

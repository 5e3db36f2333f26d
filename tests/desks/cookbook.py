"""The cookbook: a corpus of another field, as it is declared, written and searched by the engine's own index."""

import hashlib
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Literal

from src.answering.versions import Became
from src.dossier.models import Source, SourceBase
from src.grounding.gate import find
from src.search.corpus import Analyser, Corpus, Field, Floor, ParsedQuery, TermRun, Weights
from src.search.facts import KEYS, IndexEntry
from src.search.index import Explanation, Index, explained
from src.search.index_folder import current_folder, renewed
from src.search.index_writer import SOURCES, IndexWriter


class Dish(SourceBase):
    """How a dish is made, in one edition of the book: ``brown@1``."""

    kind: Literal["dish"] = "dish"


def dish_of(source_id: str) -> str:
    """Return what all editions of a dish share."""
    return source_id.partition("@")[0]


def newest(editions: Sequence[Source], day: date | None) -> Source | None:
    """Return the newest edition, which counts on any day."""
    return editions[-1] if editions else None


def words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def term(word: str) -> str | None:
    """Return a word, or None for one that is too short to tell anything."""
    return word if len(word) > 2 else None


def read(text: str, weights: Weights, user_query: str = "") -> ParsedQuery:
    """Return what a question asks for: its words, and the dish that it names by its id."""
    terms = tuple(filter(None, map(term, words(f"{text} {user_query}"))))
    return ParsedQuery((TermRun("words", 1.0, terms),), pins=(text.strip().lower(),))


PLAIN = Analyser(words, term)
DISHES: Corpus[Dish] = Corpus(
    name="dishes",
    weights=Weights(fields=(Field("title", 3.0, 0.5, PLAIN), Field("method", 1.0, 0.75, PLAIN))),
    floor=Floor(least=0.5, tail=0.1),
    read_query=read,
    parse=Dish.model_validate_json,
)


def write(home: Path, dishes: Sequence[Dish]) -> None:
    """Put a book of these dishes in use."""
    home.mkdir(parents=True, exist_ok=True)
    with renewed(home) as folder:
        writer = IndexWriter(folder / DISHES.name, DISHES)
        for dish in dishes:
            texts = {"title": dish.title, "method": dish.content}
            entry = IndexEntry(dish.id, texts, {KEYS: (dish_of(dish.id),)})
            writer.add(entry, dish.model_dump_json().encode())
        writer.save()


class Cookbook:
    """A book, open for reading, with one edition of each dish; also the ``Versions`` and the ``Timeline`` of a desk."""

    def __init__(self, home: Path) -> None:
        folder = current_folder(home)
        assert folder
        self._index = Index(folder / DISHES.name, DISHES)
        written = (folder / DISHES.name / SOURCES).read_bytes()
        self.fingerprint = hashlib.sha256(written).hexdigest()

    def search(self, query: str) -> list[tuple[Dish, Explanation]]:
        """Return the dishes that a question is about, best first, each with the reason."""
        index, weights = self._index, DISHES.weights
        asked = read(query, weights)
        found = index.search(query, 4).scored
        return [(index.source(at), explained(index, asked, at, weights)) for _, at in found]

    async def check(self) -> None:
        """Nothing: a book that is open stays as it is."""

    def versions(self, source: Source) -> Sequence[Source]:
        return [self._index.source(at) for at in self._index.facts.with_key(dish_of(source.id))]

    def follows(self, source: Source) -> bool:
        return isinstance(source, Dish)

    def on_day(self, source: Source, day: date) -> Source | None:
        return newest(self.versions(source), day)

    def stands_in(self, source: Source, day: date) -> bool:
        return False

    def became(
        self, quote: str, source: Source, then: str | None, day: date | None, today: date
    ) -> Became | None:
        if not self.follows(source):
            return None
        now = self.on_day(source, today)
        if now is None:
            return Became("vanished")
        return None if find(quote, now.content) else Became("changed", now.id)

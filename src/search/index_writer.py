"""Writes the index of one corpus into a folder: the sources, their facts and their terms."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from src.search.arrays import save
from src.search.asked import AskedWriter
from src.search.corpus import Corpus
from src.search.facts import KEYS, FactsWriter, IndexEntry
from src.search.terms_build import SEGMENT_TOKENS, TermsWriter

SOURCES = "sources.jsonl"


class IndexWriter:
    """Takes sources one after the other, and then what others say of them."""

    def __init__(
        self, folder: Path, corpus: Corpus[Any], segment_tokens: int = SEGMENT_TOKENS
    ) -> None:
        """Begin an index in a new folder; the fewer terms are counted at once, the less memory is taken."""
        folder.mkdir()
        self._folder = folder
        self._facts = FactsWriter(corpus.shape)
        self._terms = TermsWriter(folder, corpus, segment_tokens)
        self._asked = AskedWriter(corpus.asked) if corpus.asked else None
        self._by_key: dict[str, list[int]] = {}
        self._ends = [0]
        self._file: BinaryIO = (folder / SOURCES).open("wb")

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, entry: IndexEntry, source: bytes) -> None:
        """Take the next source, as one line of JSON, with what is indexed of it."""
        if self._asked:
            self._asked.add(len(self), entry.asked)
        number = self._facts.add(entry)
        for key in entry.names.get(KEYS, ()):
            self._by_key.setdefault(key, []).append(number)
        self._file.write(source + b"\n")
        self._ends.append(self._ends[-1] + len(source) + 1)
        self._terms.add(entry.texts, entry.language)

    def lines(self) -> Iterator[bytes]:
        """Yield the sources that were taken, once more."""
        self._file.flush()
        with (self._folder / SOURCES).open("rb") as file:
            yield from file

    def add_later(self, key: str, field: str, text: str) -> None:
        """Take more text of what has a key; of a document with siblings nobody knows which of them is meant."""
        alone = [number for number in self._by_key.get(key, ()) if self._facts.is_alone(number)]
        if alone:
            self._terms.add_later(alone, field, text)

    def close(self) -> None:
        """Let go of the file that is being written, whether or not all went well."""
        try:  # a full disk is told by the first, and must not keep the other open
            self._file.close()
        finally:
            self._terms.close()

    def save(self) -> None:
        """Write all that is not written yet."""
        self.close()
        save(self._folder, "sources-ends", np.array(self._ends, np.int64))
        self._facts.save(self._folder)
        self._terms.save(self._facts.by_id())
        if self._asked:
            self._asked.save(self._folder)

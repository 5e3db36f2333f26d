"""The embedded engine: tantivy, whose files are written once and mapped.

It brings candidates; which of them is best is for the ranking to say. It is imported where a segment
is written or opened, as a start must not wait for the library.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import tantivy

from src.search.arrays import Array

_FIELDS = "fields.json"
_FILES = "files"
_NUMBER = "number"
_SPLIT = "whitespace"
_HEAP = 64_000_000


class SegmentWriter:
    """Takes the documents of one segment in the order of their numbers, from 0; OSError where they can't be kept."""

    def __init__(self, folder: Path, fields: Mapping[str, float]) -> None:
        """Begin in a new folder; each field counts for so much."""
        (folder / _FILES).mkdir(parents=True)
        self._folder, self._fields = folder, dict(fields)
        index = tantivy.Index(_schema(fields), str(folder / _FILES), reuse=False)
        self._writer = index.writer(_HEAP, num_threads=1)  # more would number documents by chance
        self._documents = 0

    def add(self, terms: Mapping[str, Sequence[str]]) -> None:
        """Take the terms of the next document, by field."""
        document = tantivy.Document()
        document.add_unsigned(_NUMBER, self._documents)
        for field in self._fields:
            document.add_text(field, " ".join(terms.get(field, ())))
        with _as_os_error():
            self._writer.add_document(document)
        self._documents += 1

    def commit(self) -> None:
        """Write what was taken; before this nothing can be opened."""
        with _as_os_error():
            self._writer.commit()
            self._writer.wait_merging_threads()
        (self._folder / _FIELDS).write_text(json.dumps(self._fields))


class SearchEngine:
    """Brings the documents of one segment that are likeliest to be about a query."""

    def __init__(self, folder: Path) -> None:
        """Open a segment; OSError or ValueError where it can't be read."""
        self._fields: dict[str, float] = json.loads((folder / _FIELDS).read_bytes())
        try:
            self._index = tantivy.Index.open(str(folder / _FILES))
        except ValueError:  # it takes a lock, which a disk that may only be read does not give
            self._index = _opened_elsewhere(folder / _FILES)
        self._searcher = self._index.searcher()
        self._schema = self._index.schema

    def candidates(self, wanted: Mapping[str, float], limit: int) -> Array:
        """Return the numbers of at most so many documents that have wanted terms, which count for so much, ascending.

        They are those that score best by BM25, of equal ones the first. Fewer than ``limit`` are all there are.
        """
        asked = []
        for term, weight in wanted.items():
            for field, of_field in self._fields.items():
                query = tantivy.Query.term_query(self._schema, field, term, "freq")
                query = tantivy.Query.boost_query(query, weight * of_field)
                asked.append((tantivy.Occur.Should, query))
        if not asked:
            return np.zeros(0, np.intp)
        hits = self._searcher.search(tantivy.Query.boolean_query(asked), limit, count=False).hits
        numbers = self._searcher.fast_field_values(_NUMBER, [address for _, address in hits])
        return np.sort(np.array(numbers, np.intp))


def _opened_elsewhere(files: Path) -> tantivy.Index:
    with tempfile.TemporaryDirectory(prefix="tess-engine-") as folder:
        for path in files.iterdir():
            if not path.name.endswith(".lock"):
                Path(folder, path.name).symlink_to(path.resolve())
        return tantivy.Index.open(folder)


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Raise as OSError what the library says of its files: a full disk, in the first place."""
    try:
        yield
    except ValueError as error:
        raise OSError(str(error)) from error


def _schema(fields: Mapping[str, float]) -> tantivy.Schema:
    schema = tantivy.SchemaBuilder()
    schema.add_unsigned_field(_NUMBER, fast=True)
    for field in fields:
        schema.add_text_field(field, tokenizer_name=_SPLIT, index_option="freq")
    return schema.build()

"""Writes the index of law into a folder, for each kind one of its own, and what a search must know of both."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from src.answering.support import joined_reaches
from src.desks.tax.law.citations import ArticleCitation, find_citations
from src.desks.tax.law.laws import LawNames
from src.desks.tax.library.corpora import MEANING, corpus_of, entry_of, texts_to_encode
from src.desks.tax.library.documents import Expansion, key_of, labelled
from src.desks.tax.library.passages import KINDS, Kind, LibraryState
from src.desks.tax.sources import SOURCE, CaseLaw, Legislation
from src.search.encoder import Encoder
from src.search.index_folder import sizes
from src.search.index_writer import IndexWriter
from src.search.terms_build import SEGMENT_TOKENS
from src.search.vectors import Progress, TextToEncode, Vectors, silent, write_vectors

BEFORE, AFTER = 150, 200
"""Characters around a citation that are taken as said about it, less where the line ends."""

_MENTION = re.compile(r"\bart(?:ikel(?:en)?|t?s?)\b", re.IGNORECASE)
_REACH = 250
"""Characters around the word ``artikel`` in which the whole citation stands."""


def citing_contexts(source: Legislation | CaseLaw, laws: LawNames) -> Iterator[tuple[str, str]]:
    """Yield the key of each article that a source cites, with the words around the citation.

    An article without a law's name is one of the source's own law, unless another law was meant ("van de wet" in a
    regulation); those are left out.
    """
    own = source.work if isinstance(source, Legislation) else ""
    own_key = (
        f"{own}/{source.article}".lower() if isinstance(source, Legislation) else source.id.lower()
    )
    for passage in _passages(source.content):
        for citation in find_citations(passage, laws):
            if not isinstance(citation, ArticleCitation):
                continue
            work = citation.work or own
            key = f"{work}/{citation.article}".lower()
            if work and key != own_key:
                start, end = citation.span
                yield key, f"{passage[max(0, start - BEFORE) : start]} {passage[end : end + AFTER]}"


def _passages(text: str) -> Iterator[str]:
    """Yield the lines, or parts of long ones, that may cite an article."""
    for line in text.split("\n"):
        mentions = (mention.span() for mention in _MENTION.finditer(line))
        reaches = [(max(0, start - _REACH), end + _REACH) for start, end in mentions]
        yield from (line[start:end] for start, end in joined_reaches(reaches))


VERSION = "4"
"""Change this with the files of an index: an older one is then rebuilt."""

ABOUT = "about.json"


class About(BaseModel):
    """What an index was made by and of, and what a search must know beside the documents."""

    model_config = ConfigDict(frozen=True)

    made_by: str
    works: str
    provisions: int
    rulings: int
    starter: bool
    laws: dict[str, str]
    """Names of the laws, each with its identifier."""
    versions: dict[str, tuple[date, ...]]
    """Dates from which the versions of each law are in force, oldest first."""
    files: dict[str, int]
    """Size of each file of the index, in bytes."""

    @property
    def state(self) -> LibraryState:
        fingerprint = hashlib.sha256(f"{self.made_by}\n{self.works}".encode()).hexdigest()
        return LibraryState(self.provisions, self.rulings, self.starter, fingerprint)


@dataclass(frozen=True)
class MakingVectors:
    """What vectors are made with beside an index, and those that were made before."""

    encoder: Encoder
    before: Mapping[Kind, Vectors] = field(default_factory=dict)
    progress: Progress = silent


def write_index(
    folder: Path,
    sources: Iterable[tuple[Legislation | CaseLaw, Expansion]],
    made_by: str = "",
    works: str = "",
    segment_tokens: int = SEGMENT_TOKENS,
    making: MakingVectors | None = None,
) -> None:
    """Write an index of the sources into an empty folder; ``about.json``, written last, makes it whole."""
    tally = _Tally()
    with ExitStack() as opened:
        writers: dict[Kind, IndexWriter] = {}
        for kind in KINDS:
            unread = corpus_of(kind, LawNames(), {})  # no law of it is known yet
            writers[kind] = IndexWriter(folder / kind, unread, segment_tokens)
            opened.callback(writers[kind].close)
        _write(writers, sources, tally, by_meaning=making is not None)
    about = tally.about(folder, made_by, works)  # the vectors have a sum of their own
    if making:
        for kind, texts in tally.texts.items():
            write_vectors(
                folder / kind,
                about.state.fingerprint,
                texts,
                len(writers[kind]),
                making.encoder,
                making.before.get(kind),
                making.progress,
            )
    (folder / ABOUT).write_bytes(about.model_dump_json().encode())


def _write(
    writers: Mapping[Kind, IndexWriter],
    sources: Iterable[tuple[Legislation | CaseLaw, Expansion]],
    tally: "_Tally",
    *,
    by_meaning: bool,
) -> None:
    for source, expansion in sources:
        line = labelled(source, expansion).model_dump_json().encode()
        number = len(writers[source.kind])
        writers[source.kind].add(entry_of(source, expansion), line)
        tally.add(source)
        if by_meaning and source.kind in tally.texts:
            texts = texts_to_encode(source, expansion)
            tally.texts[source.kind] += (TextToEncode(number, text) for text in texts)
    names = LawNames(tally.laws)
    seen: set[int] = set()
    for kind in KINDS:
        for line in writers[kind].lines():
            for key, words in citing_contexts(SOURCE.validate_json(line), names):
                if hash((key, words)) not in seen:  # another version of a source says the same
                    seen.add(hash((key, words)))
                    writers["legislation"].add_later(key, "citing", words)
    for writer in writers.values():
        writer.save()


class _Tally:
    """Counts what goes into an index and notes the laws, their versions, and what gets vectors."""

    def __init__(self) -> None:
        self.keys: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
        self.laws: dict[str, str] = {}
        self.versions: dict[str, set[date]] = {}
        self.starter = True
        self.texts: dict[Kind, list[TextToEncode]] = {kind: [] for kind in MEANING}

    def add(self, source: Legislation | CaseLaw) -> None:
        self.keys[source.kind].add(key_of(source))
        self.starter = self.starter and source.digest
        if isinstance(source, Legislation):
            self.laws[source.law] = source.work
            if source.as_of and not source.digest:
                self.versions.setdefault(source.work, set()).add(source.as_of)

    def about(self, folder: Path, made_by: str, works: str) -> About:
        return About(
            made_by=made_by,
            works=works,
            provisions=len(self.keys["legislation"]),
            rulings=len(self.keys["case_law"]),
            starter=self.starter,
            laws=self.laws,
            versions={work: tuple(sorted(dates)) for work, dates in self.versions.items()},
            files=sizes(folder),
        )

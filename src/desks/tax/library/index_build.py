"""The index of law: opened, asked for the best sources, built, and put in use."""

import hashlib
import importlib.metadata
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library import documents, dutch, english, law_writer
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.corpora import MEANING, corpus_of
from src.desks.tax.library.described import Described
from src.desks.tax.library.documents import NO_EXPANSION, Expansion, SearchWords, key_of, key_of_id
from src.desks.tax.library.law_writer import ABOUT, About, MakingVectors, write_index
from src.desks.tax.library.passages import KINDS, Kind
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.loaders import starter
from src.desks.tax.sources import CaseLaw, Legislation
from src.disk import UNFINISHED, make_folder
from src.search import compounds, index_folder
from src.search.documents.analysers import language_of
from src.search.encoder import Encoder, Meaning
from src.search.index import Index
from src.search.index_folder import PREFIX, current_folder, renewed, require_whole
from src.search.json_rows import fingerprint_of
from src.search.terms_build import engine_fingerprint
from src.search.vectors import MeaningSearch, Progress, Vectors, encoder_in, silent


class LawIndex:
    """An index of law, open for reading: one of each kind, and the names and versions of the laws."""

    def __init__(self, folder: Path, mapped: bool = True, *, with_vectors: bool = False) -> None:
        """Open the index in a folder. OSError or ValueError where it is damaged or not whole.

        Vectors that are damaged are left out, which the log says.
        """
        self.folder = folder
        self.about = About.model_validate_json((folder / ABOUT).read_bytes())
        require_whole(folder, self.about.files)
        self.laws = LawNames(self.about.laws)
        self.of = {
            kind: Index(folder / kind, corpus_of(kind, self.laws, self.about.versions), mapped)
            for kind in KINDS
        }
        """The index of each kind."""
        fingerprint = self.about.state.fingerprint
        found = {
            kind: Vectors.load(folder / kind, fingerprint, mapped) for kind in KINDS if with_vectors
        }
        self.vectors: dict[Kind, Vectors] = {kind: entry for kind, entry in found.items() if entry}
        """The vectors of each kind that has any."""

    async def meaning(
        self, query: str, kind: Kind, search: MeaningSearch, configuration: Configuration = PRODUCT
    ) -> Meaning | None:
        """Return how near each source of a kind is to a query by meaning; None where words alone count."""
        index, vectors = self.of[kind], self.vectors.get(kind)
        if vectors is None or not configuration.meaning:
            return None
        weight = index.corpus.meaning.get(language_of(query), 0.0)
        return await search.meaning(query, vectors, len(index.facts), weight)

    def number(self, kind: Kind, source_id: str) -> int:
        """Return the number of the source with an id. LookupError where there is none."""
        facts = self.of[kind].facts
        for number in facts.with_key(key_of_id(source_id)):
            if facts.id(number) == source_id:
                return number
        raise LookupError(source_id)


_OF_STARTER = f"{PREFIX}starter-"

Found = tuple[Legislation | CaseLaw, Expansion]


def made_by(starter_dir: Path) -> str:
    """Return a fingerprint of everything but the works that an index depends on."""
    asked = starter.question_files(starter_dir)
    parts = (
        f"analysers {dutch.VERSION} {english.VERSION} {compounds.VERSION}",
        f"engine {engine_fingerprint()}",
        f"stemmer {importlib.metadata.version('PyStemmer')}",
        f"schema {documents.VERSION} {law_writer.VERSION}",
        f"starter {' '.join(map(fingerprint_of, (starter.files(starter_dir), asked)))}",
        f"words {fingerprint_of(documents.words_files(_search_words(starter_dir)))}",
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def of_starter(library_dir: Path, starter_dir: Path, encoder: Encoder | None = None) -> LawIndex:
    """Return an index of the starter corpus alone, kept in the library's folder where it can be kept.

    Building it takes as long as all else that a start does with it ten times. The first index of a library removes it.
    """
    maker = made_by(starter_dir)
    folder = library_dir / f"{_OF_STARTER}{maker[:16]}"

    def write(place: Path) -> None:
        making = MakingVectors(encoder) if encoder else None
        write_index(place, _expanded(None, starter_dir, {}), maker, making=making)

    try:
        if about_current(folder, starter_dir, encoder) is None:
            _keep(folder, write)
        return LawIndex(folder, mapped=False, with_vectors=encoder is not None)
    except (ValueError, OSError):  # damaged, or in a place where nothing can be kept
        shutil.rmtree(folder, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="tess-") as name:
            write(Path(name))
            return LawIndex(Path(name), mapped=False, with_vectors=encoder is not None)


def _keep(folder: Path, write: Callable[[Path], None]) -> None:
    make_folder(folder.parent)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_OF_STARTER) as unfinished:
        whole = Path(unfinished) / folder.name
        whole.mkdir()
        write(whole)
        for older in folder.parent.glob(f"{_OF_STARTER}*"):
            if older != whole.parent:
                shutil.rmtree(older, ignore_errors=True)
        whole.replace(folder)


def in_library(
    library_dir: Path,
    works: Works,
    starter_dir: Path,
    encoder: Encoder | None = None,
    progress: Progress = silent,
) -> None:
    """Build a new index beside the one in use and then put it in use; the caller holds the library's lock.

    Whenever this is interrupted, the index that was in use stays in use, and nothing of the new one is left. With an
    ``encoder`` it gets vectors; ``progress`` is of those that are new.
    """
    making = MakingVectors(encoder, _vectors_in_use(library_dir), progress) if encoder else None
    described = Described(library_dir)
    with renewed(library_dir) as folder:
        found = _expanded(works, starter_dir, described.words())
        maker = made_by(starter_dir)
        write_index(folder, found, maker, made_of(works, described), making=making)


def made_of(works: Works, described: Described) -> str:
    """Return a fingerprint of what an index is made of: works, and what a model wrote of them, if anything."""
    return " ".join(filter(None, (works.fingerprint(), described.fingerprint())))


def about_current(folder: Path, starter_dir: Path, encoder: Encoder | None) -> About | None:
    """Return what an index says of itself; None unless it is of today, with the vectors of the encoder if any."""
    found = about(folder)
    if found is None or found.made_by != made_by(starter_dir):
        return None
    has_vectors = not encoder or all(encoder_in(folder / kind) == encoder.id for kind in MEANING)
    return found if has_vectors else None


def _vectors_in_use(library_dir: Path) -> dict[Kind, Vectors]:
    """Return the vectors of the index in use, as far as they can be read."""
    folder = current_folder(library_dir)
    try:
        return LawIndex(folder, with_vectors=True).vectors if folder else {}
    except (ValueError, OSError):
        return {}


def remove_unfinished(library_dir: Path) -> None:
    """Remove what was left by processes that died while they wrote; the caller holds the library's lock."""
    index_folder.remove_unfinished(library_dir, lambda folder: about(folder) is not None)
    for file in works_folder(library_dir).glob(f"{UNFINISHED}*"):
        file.unlink(missing_ok=True)


def about(folder: Path) -> About | None:
    """Return what an index in a folder says of itself, None where that cannot be read any more."""
    try:
        return About.model_validate_json((folder / ABOUT).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def expansions(starter_dir: Path) -> dict[str, Expansion]:
    """Return the digests of the starter corpus, their questions and search words, by key of the article or ruling."""
    digests = {key_of(digest): digest for digest in starter.load(starter_dir)}
    words = documents.load_words(_search_words(starter_dir))
    asked = starter.load_questions(starter_dir)
    return {
        key: Expansion(digests.get(key), words.get(key), asked.get(key, ()))
        for key in digests.keys() | words.keys()
    }


def _search_words(starter_dir: Path) -> Path:
    return starter_dir.with_name("search_words")


def _expanded(
    works: Works | None, starter_dir: Path, described: Mapping[str, SearchWords]
) -> Iterator[Found]:
    """Yield each real source with its expansion, then the digests that no real source replaces.

    ``described`` are search words for what has none of ours.
    """
    expansion_of = expansions(starter_dir)
    replaced: set[str] = set()
    for source in works.sources() if works else ():
        if not isinstance(source, Legislation | CaseLaw):  # a page that an earlier version kept
            continue
        key = key_of(source)
        replaced.add(key)
        expansion = expansion_of.get(key, NO_EXPANSION)
        yield source, replace(expansion, words=expansion.words or described.get(key))
    for key, entry in expansion_of.items():
        if entry.digest and key not in replaced:
            yield entry.digest, replace(entry, digest=None)

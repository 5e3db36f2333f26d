"""The index of law: built from any sources, opened, and asked for the best of them."""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.corpora import corpus_of
from src.desks.tax.library.documents import NO_EXPANSION, Expansion, key_of, key_of_id
from src.desks.tax.library.law_writer import ABOUT, About, MakingVectors, write_index
from src.desks.tax.library.passages import KINDS, Kind
from src.desks.tax.sources import CaseLaw, Legislation
from src.search.corpus import Filters
from src.search.documents.analysers import language_of
from src.search.encoder import Encoder, Meaning
from src.search.index import EXACT_SCORE, Index
from src.search.index_folder import require_whole
from src.search.terms_build import SEGMENT_TOKENS
from src.search.vectors import MeaningSearch, Vectors, vectors_of


def build_index(
    folder: Path,
    sources: Iterable[Legislation | CaseLaw],
    expansions: Mapping[str, Expansion],
    made_by: str = "",
    segment_tokens: int = SEGMENT_TOKENS,
    encoder: Encoder | None = None,
) -> "LawIndex":
    """Build an index of the sources in a new or empty folder, and open it.

    ``expansions`` are the digests and search words to index with the articles: the product's are
    ``index_build.expansions(settings.starter_dir)``, and ``{}`` is none; with ``made_by`` as ``index_build`` has it a
    library takes the index for its own. ``segment_tokens`` is how many terms are counted at once; the fewer, the less
    memory is taken. With an ``encoder`` it gets vectors.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = ((source, expansions.get(key_of(source), NO_EXPANSION)) for source in sources)
    making = MakingVectors(encoder) if encoder else None
    write_index(folder, found, made_by, segment_tokens=segment_tokens, making=making)
    return LawIndex(folder, with_vectors=encoder is not None)


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
            kind: vectors_of(folder / kind, fingerprint, mapped) for kind in KINDS if with_vectors
        }
        self.vectors: dict[Kind, Vectors] = {kind: one for kind, one in found.items() if one}
        """The vectors of each kind that has any."""

    def ranked(
        self,
        query: str,
        limit: int,
        *,
        kind: Kind = "legislation",
        as_of: date | None = None,
        configuration: Configuration = PRODUCT,
        meaning: Meaning | None = None,
    ) -> list[tuple[float, str]]:
        """Return scores and ids of the best sources, best first, without any floor of relevance.

        What the query names comes first, with a score of ``EXACT_SCORE``. Of several versions of a law that in force
        on ``as_of`` (default: today) counts.
        """
        index, filters = self.of[kind], Filters(as_of)
        asked = index.corpus.read_query(query, configuration, "")
        pinned = index.named(asked, filters) if configuration.pinned else []
        best = index.best(asked, limit, filters, configuration, meaning)
        ranked = [(EXACT_SCORE, number) for number in pinned]
        ranked += [(score, number) for score, number in best if number not in pinned]
        return [(score, index.facts.id(number)) for score, number in ranked[:limit]]

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

"""The index of law: built from any sources, opened, and asked for the best of them."""

from pathlib import Path

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.corpora import corpus_of
from src.desks.tax.library.documents import key_of_id
from src.desks.tax.library.law_writer import ABOUT, About
from src.desks.tax.library.passages import KINDS, Kind
from src.search.documents.analysers import language_of
from src.search.encoder import Meaning
from src.search.index import Index
from src.search.index_folder import require_whole
from src.search.vectors import MeaningSearch, Vectors, vectors_of


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

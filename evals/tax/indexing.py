"""An index of law that is built and asked without a library around it, as measurements and tests of ranking need it."""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.documents import NO_EXPANSION, Expansion, key_of
from src.desks.tax.library.index_build import LawIndex
from src.desks.tax.library.law_writer import MakingVectors, write_index
from src.desks.tax.library.passages import Kind
from src.desks.tax.sources import CaseLaw, Legislation
from src.search.corpus import Filters
from src.search.encoder import Encoder, Meaning
from src.search.index import EXACT_SCORE
from src.search.terms_build import SEGMENT_TOKENS


def build_index(
    folder: Path,
    sources: Iterable[Legislation | CaseLaw],
    expansions: Mapping[str, Expansion],
    made_by: str = "",
    segment_tokens: int = SEGMENT_TOKENS,
    encoder: Encoder | None = None,
) -> LawIndex:
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


def ranked(
    index: LawIndex,
    query: str,
    limit: int,
    *,
    kind: Kind = "legislation",
    as_of: date | None = None,
    configuration: Configuration = PRODUCT,
    meaning: Meaning | None = None,
) -> list[tuple[float, str]]:
    """Return scores and ids of the best sources, best first, without any floor of relevance.

    What the query names comes first, with a score of ``EXACT_SCORE``. The version in force
    on ``as_of`` (default: today) counts where a law has several.
    """
    of_kind, filters = index.of[kind], Filters(as_of)
    asked = of_kind.corpus.read_query(query, configuration, "")
    pinned = of_kind.named(asked, filters) if configuration.pinned else []
    best = of_kind.best(asked, limit, filters, configuration, meaning).scored
    found = [(EXACT_SCORE, number) for number in pinned]
    found += [(score, number) for score, number in best if number not in pinned]
    return [(score, of_kind.facts.id(number)) for score, number in found[:limit]]

"""An index: built from any sources, opened, and asked for the best of them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path

import numpy as np

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library.configuration import PRODUCT, Configuration
from src.desks.tax.library.documents import NOTHING_LENT, Lent, key_of
from src.desks.tax.library.index_writer import ABOUT, SOURCE, SOURCES, About, write_index
from src.desks.tax.library.passages import KINDS, Kind
from src.desks.tax.library.query import ParsedQuery, read
from src.desks.tax.library.ranking import Ranking, Scored
from src.desks.tax.library.terms_build import SEGMENT_TOKENS
from src.desks.tax.sources import CaseLaw, Legislation
from src.search.arrays import Array, load

EXACT_SCORE = 1000.0
"""Score of what the query names itself: above any that words can reach."""

_CANDIDATES = 300
"""Best sources among which other passages of an article are looked for."""

READ = 128
"""Sources of each kind that are kept as they were read: what one question finds, the next on it finds again."""


def build_index(
    folder: Path,
    sources: Iterable[Legislation | CaseLaw],
    lent: Mapping[str, Lent],
    segment_tokens: int = SEGMENT_TOKENS,
) -> "Index":
    """Build an index of the sources in a new or empty folder, and open it.

    ``lent`` are the digests and search words to index with the articles: the product's are
    ``index_build.lent_by(settings.starter_dir)``, and ``{}`` is none. ``segment_tokens``
    is how many terms are counted at once; the fewer, the less memory is taken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = ((source, lent.get(key_of(source), NOTHING_LENT)) for source in sources)
    write_index(folder, found, segment_tokens=segment_tokens)
    return Index(folder)


class Index:
    """One index, open for reading; its files are mapped into memory, or read into it."""

    def __init__(self, folder: Path, mapped: bool = True) -> None:
        """Open the index in a folder. OSError or ValueError where it is damaged or not whole."""
        self.folder = folder
        self.about = About.model_validate_json((folder / ABOUT).read_bytes())
        for name, size in self.about.files.items():
            if (folder / name).stat().st_size != size:
                raise ValueError(f"{name} has another size than when it was written")
        self.laws = LawNames(self.about.laws)
        self.rankings = {kind: Ranking(folder / kind, mapped) for kind in KINDS}
        self._sources = {kind: _Sources(folder / kind, mapped) for kind in KINDS}
        self._counting: dict[tuple[Kind, date | None], Array] = {}

    def ranked(
        self,
        query: str,
        limit: int,
        *,
        kind: Kind = "legislation",
        as_of: date | None = None,
        configuration: Configuration = PRODUCT,
        also: str = "",
    ) -> list[tuple[float, str]]:
        """Return scores and ids of the best sources, best first, without any floor of relevance.

        What the query names comes first, with a score of ``EXACT_SCORE``. Of several versions of a law that in force
        on ``as_of`` (default: today) counts. ``also`` is the query in other words, such as the user's own.
        """
        asked = read(query, self.laws, configuration, also)
        pinned = self.named(asked, kind, as_of) if configuration.pinned else []
        best = self.best(asked, kind, limit, as_of, configuration)
        ranked = [(EXACT_SCORE, number) for number in pinned]
        ranked += [(score, number) for score, number in best if number not in pinned]
        facts = self.rankings[kind].facts
        return [(score, facts.id(number)) for score, number in ranked[:limit]]

    def named(self, asked: ParsedQuery, kind: Kind, as_of: date | None = None) -> list[int]:
        """Return the numbers of the sources that a query names, in its order."""
        keys = asked.rulings if kind == "case_law" else asked.articles
        numbers = (number for key in keys for number in self.with_key(key, kind, as_of))
        return list(dict.fromkeys(numbers))

    def with_key(self, key: str, kind: Kind, as_of: date | None = None) -> list[int]:
        """Return the numbers of the sources of one key, in the version of the law that counts on a day."""
        counts = self._counts(kind, as_of)
        return [at for at in self.rankings[kind].facts.keys.find(key.lower()) if counts[at]]

    def best(
        self,
        asked: ParsedQuery,
        kind: Kind,
        limit: int,
        as_of: date | None = None,
        configuration: Configuration = PRODUCT,
    ) -> Scored:
        """Return scores and numbers of the best sources by words, and of rulings by what they cite."""
        ranking = self.rankings[kind]
        scores = ranking.scores(ranking.rows(asked, configuration), configuration)
        for key in asked.articles if kind == "case_law" else ():
            scores[ranking.facts.cites.find(key.lower())] += configuration.cited
        scores *= ranking.priors(configuration) * self._counts(kind, as_of)
        best = ranking.best(scores, max(limit, _CANDIDATES))
        return ranking.with_siblings(best, configuration.siblings)[:limit]

    def source(self, kind: Kind, number: int) -> Legislation | CaseLaw:
        """Return the source of a number."""
        return self._sources[kind].read(number)

    def _counts(self, kind: Kind, as_of: date | None) -> Array:
        """Return for each source whether it counts on a day: all but other versions than that in force.

        A library seldom has every version of a law. Where the text of an article in a later version applied on the
        day already, that counts, and not the older one, which may have been replaced by then.
        """
        day = as_of or datetime.now(UTC).date()
        known = self._counting.get((kind, day))
        if known is not None:
            return known
        facts = self.rankings[kind].facts
        counts = np.ones(len(facts), bool)
        for version in _outdated(self.about, day):
            counts[facts.versions.find(version)] = False
        for texts, applied in list(facts.applied_already(day, counts)):
            counts[texts] = False
            counts[applied] = True
        if len(self._counting) > len(KINDS) * 8:
            self._counting.clear()
        self._counting[kind, day] = counts
        return counts


def version_in_force(dates: Sequence[date], as_of: date | None) -> date:
    """Return which of a law's versions counts on a day (default: today); the earliest where all begin later."""
    day = as_of or datetime.now(UTC).date()
    return max((begin for begin in dates if begin <= day), default=dates[0])


def _outdated(about: About, as_of: date) -> list[str]:
    """Return the versions of laws that are not in force on a day: of each law all but one.

    Where every version that is known begins later, the earliest stands in; its date tells so.
    """
    found: list[str] = []
    for work, dates in about.versions.items():
        in_force = version_in_force(dates, as_of)
        found += [f"{work}@{begin}" for begin in dates if begin != in_force]
    return found


class _Sources:
    """The sources of one kind, read from their file when they are asked for."""

    def __init__(self, folder: Path, mapped: bool) -> None:
        self.read = lru_cache(READ)(self._read)
        self._ends = load(folder, "sources-ends", mapped)
        path = folder / SOURCES
        self._text: Array = np.zeros(0, np.uint8)
        if path.stat().st_size:
            self._text = np.memmap(path, np.uint8, "r") if mapped else np.fromfile(path, np.uint8)

    def _read(self, number: int) -> Legislation | CaseLaw:
        line = self._text[self._ends[number] : self._ends[number + 1]].tobytes()
        return SOURCE.validate_json(line)

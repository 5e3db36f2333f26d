"""Ranks the documents of one index for a query: fields, standing of the source, coverage of the query's terms."""

import math
from collections import Counter
from dataclasses import dataclass

import tantivy
from tantivy import Occur, Query

from src.retrieval import documents as fields
from src.retrieval.passages import Kind

FIELD_WEIGHTS = {fields.LAW: 1.0, fields.PATH: 1.0, fields.HEADING: 3.0, fields.BODY: 1.0}
STANDING_WEIGHTS = {fields.CORE: 2.25, fields.TAX: 1.5, fields.OTHER: 1.0}
"""Without these an index of all Dutch law buries tax law; measured, see ``docs/decisions.md``."""

OTHER_FIELDS = 0.3
"""Share that counts of a term's score in fields other than its best."""

CITED_ARTICLE = 12.0
"""Score of a ruling for each article that the query names and the ruling cites."""

MOST_TERMS = 32
CANDIDATES = 100
COVERAGE_POWER = 0.5
FLOOR: dict[Kind, float] = {"legislation": 13.0, "case_law": 8.7}
"""Nothing is found unless the best document scores this much, as below it is there by chance, ..."""

SMALL_FLOOR = 2.0
"""... or as this many of the rarest terms weigh, which is less in a small index, ..."""

TAIL: dict[Kind, float] = {"legislation": 0.25, "case_law": 0.5}
"""A document that scores less than this share of the best is not found; a ruling that only touches on it is no help."""

COMPLETE = 0.99
"""... or some document has every term of the query, by this share of their weight; that a document has all the words
around the name of an article proves nothing."""


@dataclass(frozen=True)
class Wanted:
    """What a query asks for: its terms, the articles it names, and the versions of laws that do not count."""

    terms: tuple[str, ...]
    cited: tuple[str, ...] = ()
    without_versions: tuple[str, ...] = ()
    names: bool = False
    """True where the query names an article or ruling, so that the terms may be no more than talk around it."""


@dataclass(frozen=True)
class Ranked:
    """A document with its score."""

    score: float
    address: tantivy.DocAddress


class Ranking:
    """Ranks the documents of one index."""

    def __init__(self, index: tantivy.Index, kind: Kind) -> None:
        self._tail = TAIL[kind]
        self._searcher = index.searcher()
        self._floor = min(FLOOR[kind], SMALL_FLOOR * self._rarest())
        self._schema = fields.schema()

    def named(self, keys: tuple[str, ...], outdated: tuple[str, ...]) -> list[tantivy.DocAddress]:
        """Return the documents with these keys that are not of outdated versions, in the order of the keys."""
        found: list[tantivy.DocAddress] = []
        for key in dict.fromkeys(keys):
            query = self._in_force(self._term(fields.KEY, key.lower()), outdated)
            found += [address for _, address in self._hits(query, CANDIDATES)]
        return found

    def best(self, wanted: Wanted) -> list[Ranked]:
        """Return the best documents, best first; none where none is about the query."""
        weights = self._weights(wanted.terms)
        query = self._in_force(self._about(weights, wanted), wanted.without_versions)
        candidates = self._hits(query, CANDIDATES)
        if not candidates:
            return []
        total = sum(weights.values())
        covered = self._covered(weights, wanted.cited, [address for _, address in candidates])
        ranked = [
            Ranked(score * _share(covered.get(_place(address), 0.0), total), address)
            for score, address in candidates
        ]
        ranked.sort(key=lambda one: -one.score)
        is_complete = not wanted.names and max(covered.values(), default=0.0) >= COMPLETE * total
        if not is_complete and ranked[0].score < self._floor:
            return []
        return [one for one in ranked if one.score >= self._tail * ranked[0].score]

    def document(self, address: tantivy.DocAddress) -> tantivy.Document:
        """Return a stored document."""
        return self._searcher.doc(address)

    def _hits(self, query: Query, limit: int) -> list[tuple[float, tantivy.DocAddress]]:
        return self._searcher.search(query, limit, count=False).hits

    def _weights(self, terms: tuple[str, ...]) -> dict[str, float]:
        """Return the terms and their weights; of a long text those that are frequent in it and rare elsewhere."""
        counts = Counter(terms)
        weights = {term: self._weight(term) for term in counts}
        if len(weights) <= MOST_TERMS:
            return weights
        known = [term for term in weights if self._known(term)]
        known.sort(key=lambda term: -counts[term] * weights[term])
        return {term: weights[term] for term in known[:MOST_TERMS]}

    def _known(self, term: str) -> int:
        """Return in how many documents a term stands, in the field where it is most frequent."""
        return max(self._searcher.doc_freq(field, term) for field in fields.SEARCHED)

    def _weight(self, term: str) -> float:
        """Return how telling a term is; one that the index lacks weighs as one that it has once."""
        known = self._known(term)
        return math.log1p((self._searcher.num_docs - known + 0.5) / (max(known, 1) + 0.5))

    def _rarest(self) -> float:
        """Return what a term weighs that one document has."""
        return math.log1p((self._searcher.num_docs - 0.5) / 1.5)

    def _about(self, weights: dict[str, float], wanted: Wanted) -> Query:
        """Build the query: any term in any field, or a citation of a named article, by standing of the source."""
        words = [(Occur.Should, self._anywhere(term)) for term in weights]
        citing = [
            (Occur.Should, _constant(self._term(fields.CITES, key.lower()), CITED_ARTICLE))
            for key in wanted.cited
        ]
        about = Query.boolean_query([*words, *citing])
        return Query.boolean_query(
            [
                (Occur.Should, self._of_standing(about, standing, weight))
                for standing, weight in STANDING_WEIGHTS.items()
            ]
        )

    def _of_standing(self, about: Query, standing: str, weight: float) -> Query:
        only = _constant(self._term(fields.STANDING, standing), 0.0)
        both = Query.boolean_query([(Occur.Must, about), (Occur.Must, only)])
        return Query.boost_query(both, weight)

    def _anywhere(self, term: str) -> Query:
        per_field = [
            Query.boost_query(self._term(field, term, "freq"), weight)
            for field, weight in FIELD_WEIGHTS.items()
        ]
        return Query.disjunction_max_query(per_field, OTHER_FIELDS)

    def _covered(
        self,
        weights: dict[str, float],
        cited: tuple[str, ...],
        candidates: list[tantivy.DocAddress],
    ) -> dict[tuple[int, int], float]:
        """Return for each candidate the weight of the query's terms that it has; one that cites is as good as all."""
        numbers = self._searcher.fast_field_values(fields.NUMBER, candidates)
        only = _constant(Query.term_set_query(self._schema, fields.NUMBER, numbers), 0.0)
        having = [
            (Occur.Should, _constant(self._in_any_field(term), weight))
            for term, weight in weights.items()
        ]
        total = sum(weights.values())
        having += [
            (Occur.Should, _constant(self._term(fields.CITES, key.lower()), total)) for key in cited
        ]
        hits = self._hits(Query.boolean_query([(Occur.Must, only), *having]), len(candidates))
        return {_place(address): weight for weight, address in hits}

    def _in_any_field(self, term: str) -> Query:
        return Query.boolean_query(
            [(Occur.Should, self._term(field, term, "freq")) for field in fields.SEARCHED]
        )

    def _in_force(self, query: Query, outdated: tuple[str, ...]) -> Query:
        if not outdated:
            return query
        versions = Query.term_set_query(self._schema, fields.VERSION, outdated)
        return Query.boolean_query([(Occur.Must, query), (Occur.MustNot, versions)])

    def _term(self, field: str, value: str, index_option: str = "basic") -> Query:
        return Query.term_query(self._schema, field, value, index_option)


def _constant(query: Query, score: float) -> Query:
    return Query.const_score_query(query, score)


def _place(address: tantivy.DocAddress) -> tuple[int, int]:
    return address.segment_ord, address.doc


def _share(covered: float, total: float) -> float:
    """Return by how much a score counts: all of it for a candidate that has every term, or cites what is named."""
    return min(1.0, covered / total) ** COVERAGE_POWER if total else 1.0

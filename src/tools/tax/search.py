"""Looking sources up: legislation and case law."""

from pydantic import Field

from src.desks.tax.law.versions import may_have_changed
from src.desks.tax.library.passages import Hit, Kind, Retriever
from src.dossier.journal import HitRecord
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.tax.reports import FoundLaw

LEGISLATION_LIMIT = 6
CASE_LAW_LIMIT = 4
CANDIDATES = 3
"""Times the limit: so many hits are recorded, that it can be told later what was found and not shown."""


class SearchArgs(Arguments):
    query: str = Field(
        min_length=1,
        max_length=10_000,
        description=(
            "What to look for, in Dutch, in the terms of the statute, whatever the user's language: the legal "
            "concepts (for 'VAT rate on books': 'tarief omzetbelasting verlaagd tarief boeken'), and every citation "
            "that the user gave or that you know for certain (e.g. 'artikel 9 Wet OB 1968', an ECLI)."
        ),
    )


class GetLegislation(Tool[SearchArgs]):
    """Search Dutch tax legislation for a question of law. Call it together with get_case_law for every new question."""

    args = SearchArgs

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    async def execute(self, dossier: Dossier, args: SearchArgs) -> ToolResult:
        return await _search(self._retriever, dossier, args.query, "legislation", LEGISLATION_LIMIT)


class GetCaseLaw(Tool[SearchArgs]):
    """Search Dutch tax rulings for a question of law. Call it together with get_legislation for every new question."""

    args = SearchArgs

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    async def execute(self, dossier: Dossier, args: SearchArgs) -> ToolResult:
        return await _search(self._retriever, dossier, args.query, "case_law", CASE_LAW_LIMIT)


async def _search(
    retriever: Retriever, dossier: Dossier, query: str, kind: Kind, limit: int
) -> ToolResult:
    own = _own_words(dossier, query)
    hits = await retriever.search(query, kind, limit * CANDIDATES, dossier.as_of, own)
    found = tuple(hit.source for hit in hits[:limit])
    # What the user has left out stays left out: finding it again is no reason to use it.
    new = tuple(source for source in found if dossier.source(source.id) is None)
    patch = DossierPatch(add_sources=new, select_ids=tuple(source.id for source in new))
    missing = retriever.missing(query, kind, dossier.as_of)
    not_in_force = tuple(hit.source.title for hit in hits[:limit] if not hit.in_force)
    uncertain = tuple(one.title for one in found if may_have_changed(one, dossier.as_of))
    report = FoundLaw(kind, found, new, missing, not_in_force, uncertain)
    return ToolResult(report, patch, hits=tuple(_record(hit, limit) for hit in hits))


def _own_words(dossier: Dossier, query: str) -> str:
    """Return the user's own last words, where a model worded the query; a rewriting may lose what matters."""
    said = [one.content for one in dossier.conversation if one.role == "user"]
    return said[-1] if said and said[-1] != query else ""


def _record(hit: Hit, limit: int) -> HitRecord:
    return HitRecord(
        source_id=hit.source.id,
        title=hit.source.title,
        rank=hit.rank,
        score=round(hit.score, 4),
        exact=hit.exact,
        offered=hit.rank <= limit,
    )

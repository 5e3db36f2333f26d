"""Looking sources up: legislation, case law and what a text refers to; and answering from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from itertools import islice
from typing import ClassVar

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.desks.tax.day_offer import (
    QUESTION_DAY,
    day_of_dossier,
    for_the_dossier,
    is_choice,
    offer,
    was_just_asked,
)
from src.desks.tax.law.citations import find_citations
from src.desks.tax.law.days import day_named
from src.desks.tax.law.references import said_subject
from src.desks.tax.library.passages import KINDS, Hit, Kind, Retriever
from src.desks.tax.sources import CaseLaw, Legislation, may_have_changed
from src.dossier.clarification import Clarification, asked_before
from src.dossier.journal import HitRecord
from src.dossier.models import Dossier, Source
from src.dossier.patch import DossierPatch, merged
from src.dossier.store import DossierStore
from src.language.numbers import blank_at
from src.llm.builtin.sentences import has_own_words
from src.search.snippet import snippet
from src.tools.answer import AnswerTool, QuestionArgs
from src.tools.base import Arguments, Found, Tool, ToolResult, ask, found
from src.tools.read import by_number
from src.tools.searching import QueriesArgs, Query, brought, fused_scores, is_follow_up


@dataclass(frozen=True)
class FoundLaw(Found):
    """A search for law: also what is not there, and what may not be the law of the dossier's day."""

    missing: tuple[str, ...] = ()
    """Titles of what the query names and the library does not hold; where a whole law is missing, that of the law."""
    not_in_force: tuple[str, ...] = ()
    """Titles of hits whose text was not yet in force on the dossier's day."""
    uncertain: tuple[str, ...] = ()
    """Titles of hits whose text is of before the dossier's day and may have changed by then."""
    offered: bool = False
    """Whether the hits are offered beside the sources of an answer, none of them selected."""


def not_there(titles: Iterable[str]) -> str:
    """Return what a model is told of law that the library does not hold, so that it looks no further for it."""
    return f"Not in the library: {'; '.join(dict.fromkeys(titles))}."


LEGISLATION_LIMIT = 6
CASE_LAW_LIMIT = 3
LIMITS: Mapping[Kind, int] = {"legislation": LEGISLATION_LIMIT, "case_law": CASE_LAW_LIMIT}
WEAK_LIMIT = 3
"""Of hits that may be about something else few are shown."""
CANDIDATES = 3
"""Times the limit: so many hits are recorded, that it can be told later what was found and not shown."""


class SearchArgs(QueriesArgs):
    queries: list[Query] = Field(
        min_length=1,
        description="1 to 4, in Dutch, in the statute's terms; each citation given or certain ('artikel 9 Wet OB "
        "1968', an ECLI). The user's words go along.",
    )

    offers: SkipJsonSchema[bool | None] = None
    """Whether what is found is only offered, and the selection of an answer stays; None: where a follow-up of an answer
    finds it."""


class RulingArgs(SearchArgs):
    queries: list[Query] = Field(min_length=1, description="1 to 4, in courts' words.")


PASSAGE = 220
"""Characters of a source by which it is chosen, to be read or answered from: mostly its nearest sentence."""


def passages_of(sources: Sequence[Source], wordings: Sequence[str]) -> dict[str, str]:
    """Return by id of each source its passage that speaks to these wordings, apart from the articles that they name."""
    subjects = [
        blank_at(wording, (cited.span for cited in find_citations(wording))) for wording in wordings
    ]
    return {source.id: snippet(source.content, subjects, PASSAGE) for source in sources}


@dataclass(frozen=True)
class _SearchLaw(Tool[SearchArgs]):
    args = SearchArgs
    kind: ClassVar[Kind]

    retriever: Retriever
    store: DossierStore
    searched: Callable[[Dossier, bool | None], DossierPatch] = field(
        default=lambda *_: DossierPatch(), kw_only=True
    )
    """From a dossier and whether a search goes on about the question before it to what is kept of the question."""

    async def _brought(
        self,
        dossier: Dossier,
        args: SearchArgs,
        hits: Sequence[Hit],
        best: Sequence[Hit],
        *,
        selects: bool,
        weak: bool = False,
    ) -> ToolResult:
        """Return what a search brings: of all hits the best, ``weak`` where they may be about something else."""
        sources = tuple(_titled(hit.source) for hit in best)
        is_of_answer = bool(args.goes_on and dossier.answers)
        offers = is_of_answer if args.offers is None else args.offers
        new = await brought(
            self.store, dossier, self.kind, sources, args.goes_on, selects=selects and not offers
        )
        wordings = (*args.queries, _own_words(dossier))
        lacking = (
            title
            for query in args.queries
            for title in self.retriever.missing(query, self.kind, dossier.as_of)
        )
        report = FoundLaw(
            self.kind,
            sources,
            new.shown,
            tuple(dict.fromkeys(lacking)),
            weak=weak or offers,
            offered=offers and not weak,
            passages=passages_of(sources, wordings),
            not_in_force=tuple(hit.source.title for hit in best if not hit.in_force),
            uncertain=tuple(one.title for one in sources if may_have_changed(one, dossier.as_of)),
        )
        told = not_there(report.missing) if report.missing else ""
        patch = merged([self.searched(dossier, args.goes_on), new.patch])
        return ToolResult(report, patch, hits=_records(hits, best), output=told)

    async def _hits(self, dossier: Dossier, queries: Sequence[str], kind: Kind) -> tuple[Hit, ...]:
        own, limit = _own_words(dossier), LIMITS[kind] * CANDIDATES
        lists = [
            await self.retriever.search(
                query, kind, limit, dossier.as_of, own if own != query else ""
            )
            for query in dict.fromkeys(queries)
        ]
        return fused(lists)[:limit]


@dataclass(frozen=True)
class GetLegislation(_SearchLaw):
    """Search Dutch tax legislation."""

    kind = "legislation"

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def execute(self, dossier: Dossier, args: SearchArgs) -> ToolResult:
        dossier, ended = by_its_day(dossier, args.goes_on)
        hits = await self._hits(dossier, args.queries, "legislation")
        weak = _is_weak(hits)
        best = hits[: WEAK_LIMIT if weak else LEGISLATION_LIMIT]
        selects = bool(hits) and not weak
        result = await self._brought(dossier, args, hits, best, selects=selects, weak=weak)
        said, today = dossier.conversation[-1].content, self.clock().date()
        asks = _which_day(
            dossier, [said], today, [hit.source for hit in best], self.retriever.versions
        )
        return replace(result, patch=merged([ended, result.patch]), asks=asks)


def _which_day(
    dossier: Dossier,
    texts: Iterable[str],
    today: date,
    laws: Sequence[Source],
    versions: Callable[[Legislation], Sequence[Source]],
) -> Clarification | None:
    """Return the question whose day's law is wanted, by the first text that offers one of which the law may differ."""
    if is_choice(dossier, dossier.conversation[-1].content):
        return None
    offers = ((day_named(text, today), offer(dossier, text, today)) for text in texts)
    named, asked = next(((day, entry) for day, entry in offers if day and entry), (None, None))
    if named is None or asked is None or asked.question in asked_before(dossier):
        return None
    articles = [law for law in laws if isinstance(law, Legislation)]
    starts = (article.since or article.as_of for article in articles)
    is_later = any(start and start > named for start in starts)
    return asked if is_later or any(len(versions(article)) > 1 for article in articles) else None


@dataclass(frozen=True)
class GetCaseLaw(_SearchLaw):
    """Search Dutch tax rulings."""

    args = RulingArgs
    kind = "case_law"

    about: Callable[[str, Sequence[Hit], Sequence[Hit]], Iterable[Hit]]
    """From a query, rulings and the articles found for it to the rulings that are about it."""

    async def execute(self, dossier: Dossier, args: SearchArgs) -> ToolResult:
        dossier, ended = by_its_day(dossier, args.goes_on)
        hits = await self._hits(dossier, args.queries, "case_law")
        laws = await self._hits(dossier, args.queries, "legislation")
        about = self.about(" ".join(args.queries), hits, laws[:LEGISLATION_LIMIT])
        best = tuple(islice(about, CASE_LAW_LIMIT))
        # Rulings alone, beside weak laws, take the place of nothing.
        selects = not dossier.selected_ids or (bool(laws) and not _is_weak(laws))
        result = await self._brought(dossier, args, hits, best, selects=selects)
        return replace(result, patch=merged([ended, result.patch]))


def _is_weak(hits: Sequence[Hit]) -> bool:
    return any(hit.weak for hit in hits)


def by_its_day(dossier: Dossier, goes_on: bool | None) -> tuple[Dossier, DossierPatch]:
    """Return the dossier by the day of the question, and the change that ends the day of the question before it."""
    follows = is_follow_up(dossier) if goes_on is None else goes_on
    if dossier.artifact(QUESTION_DAY) is None or was_just_asked(dossier) or follows:
        return dossier, DossierPatch()
    ended = for_the_dossier(dossier, day_of_dossier(dossier))
    return ended.apply(dossier), ended


def fused(lists: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    """Return the hits of several searches as one list: what a query names first, then by the sum of 1/(60 + rank)."""
    if len(lists) == 1:
        return tuple(lists[0])
    sure = [hits for hits in lists if not any(hit.weak for hit in hits)] or lists
    best: dict[str, Hit] = {}
    for hit in (hit for hits in sure for hit in hits):
        known = best.setdefault(hit.source.id, hit)
        best[hit.source.id] = hit if hit.exact and not known.exact else known
    scores = fused_scores([[hit.source.id for hit in hits] for hits in sure])
    ranked = sorted((best[score] for score in scores), key=lambda hit: not hit.exact)
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(ranked, start=1))


def _titled(source: Source) -> Source:
    """Return a ruling with what it is about as its heading, where that only names its field of law."""
    if not isinstance(source, CaseLaw) or source.heading not in source.subject:
        return source
    said = said_subject(source.content)
    return source.model_copy(update={"heading": said}) if said else source


def _own_words(dossier: Dossier) -> str:
    """Return the user's own last words, beside which a model's wording is searched: it may lose what matters."""
    # From the last one back: a dossier may have a thousand messages.
    said = (message.content for message in reversed(dossier.conversation) if message.role == "user")
    own = (text for text in said if has_own_words(text) and not is_choice(dossier, text))
    return next(own, "")


def _records(hits: Sequence[Hit], offered: Sequence[Hit]) -> tuple[HitRecord, ...]:
    ids = {hit.source.id for hit in offered}
    return tuple(
        HitRecord(
            source_id=hit.source.id,
            title=hit.source.title,
            rank=hit.rank,
            score=round(hit.score, 4),
            exact=hit.exact,
            offered=hit.source.id in ids,
        )
        for hit in hits
    )


class GenerateTaxAnswer(AnswerTool):
    """Answer from the selected sources, once the user wants that, also beside remove_sources and restore_sources.

    A correction of the answer ("no, I sold it in 2025"): the query is the earlier question word for word and the
    correction on a new line; where other law may count, search first, goes_on true.
    """

    async def execute(self, dossier: Dossier, args: QuestionArgs) -> ToolResult:
        """Ask whose day's law is wanted where a text names a day that no search has asked about yet; else answer."""
        asked = None
        if self._answering.today is not None:
            texts = [dossier.conversation[-1].content, *reversed(args.query.splitlines())]
            laws, versions = dossier.selected, self._answering.library.versions
            asked = _which_day(dossier, texts, self._answering.today(), laws, versions)
        if asked is None:
            return await super().execute(dossier, args)
        return replace(ask(dossier, asked), ends=True, closes=True)


MOST_FOLLOWED = 3


class FollowArgs(Arguments):
    reference: str = Field(min_length=1, max_length=300)
    """'artikel 14a', an ECLI."""
    source: int | None = Field(None, ge=1)
    """That refers, if it names no law."""


class FollowReference(Tool[FollowArgs]):
    """Fetch what a source refers to."""

    args = FollowArgs

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    async def execute(self, dossier: Dossier, args: FollowArgs) -> ToolResult:
        source = by_number(dossier, args.source) if args.source else None
        law = source.law if isinstance(source, Legislation) else ""
        for query in (args.reference, f"{args.reference} {law}") if law else (args.reference,):
            for kind in KINDS:
                hits = await self._retriever.search(query, kind, MOST_FOLLOWED, dossier.as_of)
                named = [hit.source for hit in hits if hit.exact]
                if named:
                    passages = passages_of(named, [_own_words(dossier)])
                    return found(dossier, kind, named, passages=passages)
        query = f"{args.reference} {law}".strip()
        missing = [title for kind in KINDS for title in self._retriever.missing(query, kind)]
        titles = tuple(dict.fromkeys(missing or [args.reference]))
        report = FoundLaw("legislation", (), (), titles, shows=False)
        return ToolResult(report, output=not_there(titles))

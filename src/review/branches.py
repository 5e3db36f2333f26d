"""An answer asked for again on a branch: the dossier that it came from is not touched."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from src.answering.answer import FinishedAnswer
from src.answering.versions import Timeline
from src.dossier.models import Answer, Dossier, Frozen, Source
from src.errors import BadSelection, UnknownSource
from src.presenter import Presenter
from src.review.differences import ClaimChange, Unversioned, claim_changes, word_difference
from src.tools.answer import report


class Branch(Frozen):
    """What a model answers on a branch, and what that does to each claim of the original."""

    original: str
    """Id of the answer that the branch began at."""
    answer: Answer
    """Without claims: none may stand, so there is no answer."""
    changes: tuple[ClaimChange, ...]
    reply: str
    """As the user would read it."""


class Retold(Frozen):
    """A source under an answer, on another day."""

    source_id: str
    title: str
    cited: bool
    """Whether the original answer quotes it."""
    state: Literal["same", "other", "nearest", "none"]
    """``nearest``: the text did not count on the day, and the library has none that did; ``none``: it has no text at
    all, so that the branch goes without it."""
    then: str = ""
    """Id of the version of that day."""
    difference: str = ""
    """The paragraphs that differ, with ``[-words that go-]`` and ``{+words that come+}``; empty where none does."""


class Retimed(Frozen):
    """An answer, asked for again by the sources of another day."""

    as_of: date
    articles: tuple[Retold, ...]
    unchanged_sources: tuple[str, ...]
    """Ids of sources that have no versions and are used as they are."""
    branch: Branch
    kept: str = ""
    """Id of the new dossier that the branch was kept as."""


class WhatIf(Frozen):
    """An answer, asked for again from other sources."""

    without: tuple[str, ...]
    """Ids."""
    added: tuple[str, ...]
    branch: Branch


def branch(
    original: Answer,
    original_id: str,
    made: FinishedAnswer,
    dossier: Dossier,
    unversioned: Unversioned,
    presenter: Presenter,
) -> Branch:
    """Return the branch on which this answer was made from a dossier."""
    answer = made.answer
    said = presenter.say("", [report(made)], dossier, answer.language, fallback=bool(made.fallback))
    return Branch(
        original=original_id,
        answer=answer,
        changes=claim_changes(original.claims, answer.claims, unversioned),
        reply=said.text,
    )


# Another day


def retold(answer: Answer, was: Dossier, timeline: Timeline, day: date) -> tuple[Retold, ...]:
    """Return every source of the answer that has versions, as it is on the day."""
    cited = {claim.source_id for claim in answer.claims}
    followed = (source for source in was.selected if timeline.follows(source))
    return tuple(_retold(source, source.id in cited, timeline, day) for source in followed)


def _retold(source: Source, cited: bool, timeline: Timeline, day: date) -> Retold:
    then = timeline.on_day(source, day)
    told = Retold(source_id=source.id, title=source.title, cited=cited, state="none")
    if then is None:
        return told
    state = "same" if then.id == source.id else "other"
    difference = "" if then.id == source.id else word_difference(source.content, then.content)
    if timeline.stands_in(then, day):
        state = "nearest"
    return told.model_copy(update={"state": state, "then": then.id, "difference": difference})


def on_day(was: Dossier, timeline: Timeline, day: date) -> Dossier:
    """Return the same selection as it is on the day, as all that a dossier holds, at its version 1."""
    sources = [timeline.on_day(one, day) if timeline.follows(one) else one for one in was.selected]
    bare = Dossier(
        id=was.id,
        desk=was.desk,
        version=1,
        created_at=was.created_at,
        language=was.language,
        as_of=day,
        tenant=was.tenant,
    )
    return selecting(bare, [source for source in sources if source])


# Other sources


def named_source(dossier: Dossier, name: str) -> Source:
    """Return the source that is named by id, title or number in the dossier; raises ``UnknownSource``."""
    if name.isascii() and name.isdecimal() and 1 <= int(name[:9]) <= len(dossier.sources):
        return dossier.sources[int(name[:9]) - 1]
    sought = name.strip().casefold()
    for source in dossier.sources:
        if sought in (source.id.casefold(), source.title.casefold()):
            return source
    raise UnknownSource(source=name[:200])


def with_and_without(was: Dossier, added: Sequence[Source], without: Sequence[Source]) -> Dossier:
    """Return the dossier with a changed selection; raises ``BadSelection`` where nothing is changed or left."""
    gone = {source.id for source in without}
    chosen = {*was.selected_ids, *(source.id for source in added)} - gone
    if chosen == set(was.selected_ids):
        raise BadSelection(problem="same_selection")
    known = {source.id for source in was.sources}
    sources = (*was.sources, *(source for source in added if source.id not in known))
    every = was.model_copy(update={"sources": sources})
    return selecting(every, [source for source in sources if source.id in chosen])


def selecting(dossier: Dossier, chosen: Sequence[Source]) -> Dossier:
    """Return the dossier with just this selection, shown; raises ``BadSelection`` where it is empty."""
    if not chosen:
        raise BadSelection(problem="no_source_left")
    ids = {source.id for source in dossier.sources}
    selected = tuple(source.id for source in chosen)
    added = (source for source in chosen if source.id not in ids)
    return dossier.model_copy(
        update={
            "sources": (*dossier.sources, *added),
            "selected_ids": selected,
            "shown_selection": selected,
        }
    )

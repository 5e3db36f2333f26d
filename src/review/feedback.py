"""What the writers of documentation want to know: what was not found, what was voted down, what nobody finds."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

from src.dossier import clarification
from src.dossier.feedback import feedback_in
from src.dossier.journal import JournalEntry
from src.dossier.models import Answer, Document, Dossier, Frozen
from src.dossier.store import DossierStore
from src.errors import CorpusUnreadable, UnknownCollection
from src.masking.masking import Marks
from src.masking.personal import PERSONAL_DATA
from src.search.documents.collection import file_key, version_in
from src.search.documents.collections import collections, open_collection
from src.search.documents.corpus import FILES

MOST = 100
"""Rows of each list; ``left_out`` counts the others."""

LONGEST_QUESTION = 500
"""Characters of a question that are told; a message may be a log of 64 KiB."""


class UnansweredQuestion(Frozen):
    """A question for which a desk gave no answer, and why; personal data in it is masked."""

    dossier_id: str
    turn: int
    time: datetime
    question: str
    reason: str
    """As in the clarification that took the place of an answer."""


class RatedSection(Frozen):
    """A source that answers quote which somebody voted down."""

    source_id: str
    title: str
    file: str
    lines: tuple[int, int] | None
    down: int
    up: int
    why: tuple[str, ...]
    """What was written beside the votes, personal data masked."""


class UnfoundPage(Frozen):
    """A file of a collection of which no search of any dossier ever found a section."""

    collection: str
    file: str
    version: str
    """Of what it documents; empty where nobody said so."""


class FeedbackReport(Frozen):
    """What all dossiers tell of the documentation that they were answered from."""

    dossiers: int
    turns: int
    """Turns of a conversation."""
    answers: int
    up: int
    down: int
    reasons: Mapping[str, int]
    """How often nothing was answered, by reason."""
    unanswered: tuple[UnansweredQuestion, ...]
    """The newest first."""
    voted_down: tuple[RatedSection, ...]
    """The most often voted down first."""
    unfound: tuple[UnfoundPage, ...]
    left_out: Mapping[str, int]
    """How many rows of each list are not told."""


@dataclass
class _VoteCount:
    totals: Counter[str] = field(default_factory=Counter)
    """Dossiers, turns, answers and votes."""
    reasons: Counter[str] = field(default_factory=Counter)
    unanswered: list[UnansweredQuestion] = field(default_factory=list)
    votes: defaultdict[str, Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    whys: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    sources: dict[str, Document] = field(default_factory=dict)
    hits: set[str] = field(default_factory=set)

    def add(self, dossier: Dossier, entries: Sequence[JournalEntry]) -> None:
        """Count a dossier with its journal."""
        self.totals.update(dossiers=1, answers=len(dossier.answers))
        marks = Marks()
        for entry in entries:
            self.totals["turns"] += entry.request is not None
            self.hits |= {_unversioned(hit.source_id) for call in entry.tools for hit in call.hits}
            self._add_reasons(entry, marks)
        answers = {answer.id: answer for answer in dossier.answers}
        for given in feedback_in(dossier):
            self.totals["up" if given.up else "down"] += 1
            if answer := answers.get(given.answer):
                self._vote(dossier, answer, given.up, PERSONAL_DATA.mask(given.why, marks))

    def _add_reasons(self, entry: JournalEntry, marks: Marks) -> None:
        asked = clarification.pending(entry.patch.put_artifacts)
        if entry.request is None or not asked:
            return
        self.reasons[asked[-1].reason] += 1
        self.unanswered.append(
            UnansweredQuestion(
                dossier_id=entry.dossier_id,
                turn=entry.version,
                time=entry.time,
                question=_shortened(PERSONAL_DATA.mask(entry.request.message, marks)),
                reason=asked[-1].reason,
            )
        )

    def _vote(self, dossier: Dossier, answer: Answer, up: bool, why: str) -> None:
        for source_id in dict.fromkeys(claim.source_id for claim in answer.claims):
            source = dossier.source(source_id)
            if isinstance(source, Document) and not source.client:
                self.sources[source_id] = source
                self.votes[source_id][up] += 1
                self.whys[source_id] += [why] if why and not up else []

    def voted_down(self) -> list[RatedSection]:
        """Return the sections that were voted down, the most often first."""
        found = [
            RatedSection(
                source_id=source.id,
                title=source.title,
                file=source.file,
                lines=(source.first_line, source.last_line) if source.last_line else None,
                down=self.votes[source.id][False],
                up=self.votes[source.id][True],
                why=tuple(self.whys[source.id]),
            )
            for source in self.sources.values()
            if self.votes[source.id][False]
        ]
        return sorted(found, key=lambda section: (-section.down, section.up, section.source_id))


async def feedback_report(store: DossierStore, library_dir: Path) -> FeedbackReport:
    """Return what the dossiers of a store tell of the collections of a library; dossiers are read one by one."""
    tally = _VoteCount()
    for dossier_id in await store.ids():
        dossier = await store.load(dossier_id)
        if dossier is not None:
            tally.add(dossier, await store.journal(dossier_id))
    lists: dict[str, Sequence[Frozen]] = {
        "unanswered": sorted(tally.unanswered, key=attrgetter("time"), reverse=True),
        "voted_down": tally.voted_down(),
        "unfound": list(_unfound(library_dir, tally.hits)),
    }
    told: dict[str, Any] = {name: tuple(rows[:MOST]) for name, rows in lists.items()}
    told |= {name: tally.totals[name] for name in ("dossiers", "turns", "answers", "up", "down")}
    return FeedbackReport(
        reasons=dict(tally.reasons.most_common()),
        **told,
        left_out={name: len(rows) - MOST for name, rows in lists.items() if len(rows) > MOST},
    )


def _unversioned(source_id: str) -> str:
    return source_id.partition("@")[0]


def _shortened(question: str) -> str:
    return question if len(question) <= LONGEST_QUESTION else f"{question[:LONGEST_QUESTION]} […]"


def _unfound(library_dir: Path, hits: Collection[str]) -> Iterable[UnfoundPage]:
    for state in collections(library_dir):
        try:
            index = open_collection(library_dir, state.name).index
        except (UnknownCollection, CorpusUnreadable):
            continue  # removed or damaged; what else there is can be told
        files = index.facts.directories[FILES]
        for key in sorted(state.hashes):
            ids = [_unversioned(index.facts.id(number)) for number in files.find(key)]
            if not any(text in hits or f"{state.name}/{text}" in hits for text in ids):
                version = version_in(key)
                file = key.removeprefix(file_key("", version))
                yield UnfoundPage(collection=state.name, file=file, version=version)

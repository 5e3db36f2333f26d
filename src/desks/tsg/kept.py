"""What a dossier of the desk holds, and how it is put there. Pure."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from src.desks.tsg.artifacts import (
    DISMISSAL,
    GUIDE,
    NOTES,
    PLACEHOLDER,
    RESEARCH,
    REVIEW,
    Dismissal,
    Guide,
    GuideNotes,
    Outbound,
    Placeholder,
    Research,
    Review,
    answer_source,
    notes_source,
    told_sources,
)
from src.desks.tsg.refusals import GuideMissing
from src.dossier.models import Artifact, Document, Dossier, Frozen, Observation, Picture, SourceBase

PICTURE = "picture"
"""The system of an observation that is the reading of a picture."""

AnyKept = TypeVar("AnyKept", bound=Frozen)


def notes_of(dossier: Dossier) -> GuideNotes | None:
    """Return the notes; None where none were taken."""
    return _one(dossier, NOTES, GuideNotes)


def research_of(dossier: Dossier) -> Research | None:
    """Return what was looked for and found; None where nobody looked."""
    return _one(dossier, RESEARCH, Research)


def guide_in(dossier: Dossier) -> Guide | None:
    """Return the guide; None where none was written."""
    return _one(dossier, GUIDE, Guide)


def the_guide(dossier: Dossier) -> Guide:
    """Return the guide; raises ``GuideMissing`` where none was written."""
    if (guide := guide_in(dossier)) is None:
        raise GuideMissing
    return guide


def review_of(dossier: Dossier) -> Review | None:
    """Return what the reviewer said of the guide; None where nobody reviewed one."""
    return _one(dossier, REVIEW, Review)


def placeholders_of(dossier: Dossier) -> list[Placeholder]:
    """Return every placeholder, those that were answered too, in the order of their questions."""
    return _all(dossier, PLACEHOLDER, Placeholder)


def answered_of(dossier: Dossier) -> list[Placeholder]:
    """Return the placeholders whose question was answered."""
    return [placeholder for placeholder in placeholders_of(dossier) if placeholder.answer]


def dismissals_of(dossier: Dossier) -> list[Dismissal]:
    """Return the suggestions that the author does not want."""
    return _all(dossier, DISMISSAL, Dismissal)


def pages_of(dossier: Dossier) -> list[Observation]:
    """Return the pages that research brought, also those that were left out."""
    every = (source for source in dossier.sources if isinstance(source, Observation))
    return [observation for observation in every if observation.system != PICTURE]


def texts_beside(dossier: Dossier) -> list[str]:
    """Return what came beside messages and is part of the notes: documents, and what is read in pictures."""
    return [
        source.content
        for source in dossier.selected
        if isinstance(source, Document | Picture) or getattr(source, "system", "") == PICTURE
    ]


def bases_of(dossier: Dossier) -> list[SourceBase]:
    """Return what a line of a guide may stand on: notes, words of the author, selected pages and pictures."""
    notes = notes_of(dossier)
    answered = [answer_source(placeholder) for placeholder in answered_of(dossier)]
    answered += told_sources(guide_in(dossier))
    pages = [page for page in pages_of(dossier) if page.id in dossier.selected_ids]
    return [*([notes_source(notes)] if notes else []), *answered, *pages, *pictures_read(dossier)]


def pictures_read(dossier: Dossier) -> list[Picture]:
    """Return the selected pictures with what was read in them, nothing where nobody looked: each keeps its number."""
    read: list[Picture] = []
    for source in dossier.selected:
        if isinstance(source, Picture) and source.sha256:
            reading = dossier.source(reading_id(source))
            told = {"id": reading.id, "content": reading.content} if reading else {}
            unread = {"content": ""} if source.content == source.title else {}
            read.append(source.model_copy(update=told or unread))
    return read


def reading_id(picture: Picture) -> str:
    return f"reading/{picture.sha256[:32]}"


def left_out(dossier: Dossier) -> list[str]:
    """Return the addresses of the pages that the author left out: no line may lead there."""
    return [each.url for each in dossier.unselected if isinstance(each, Observation) and each.url]


def put(
    kind: str, kept: Frozen, title: str = "", based_on: Sequence[str] = (), name: str = ""
) -> Artifact:
    """Return the artifact of this name; without one the only one of its kind, in place of the one before."""
    data = kept.model_dump(mode="json")
    return Artifact(id=name or kind, kind=kind, title=title, data=data, based_on=tuple(based_on))


def put_placeholders(placeholders: Iterable[Placeholder]) -> list[Artifact]:
    """Return placeholders as artifacts, each under its id."""
    return [
        put(PLACEHOLDER, one, one.question, name=f"{PLACEHOLDER}-{one.id}") for one in placeholders
    ]


def put_numbered(
    kind: str, every: Iterable[Dismissal | Outbound], dossier: Dossier
) -> list[Artifact]:
    """Return things of which a dossier has any number, each beside those that are there."""
    return [
        put(kind, entry, _title(entry), name=f"{kind}-{dossier.version + 1}-{number}")
        for number, entry in enumerate(every, start=1)
    ]


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _title(entry: Dismissal | Outbound) -> str:
    return entry.text[:200] if isinstance(entry, Dismissal) else f"{entry.service}: {entry.tool}"


def _one(dossier: Dossier, kind: str, model: type[AnyKept]) -> AnyKept | None:
    kept = dossier.artifact(kind)
    return model.model_validate(kept.data) if kept and kept.kind == kind else None


def _all(dossier: Dossier, kind: str, model: type[AnyKept]) -> list[AnyKept]:
    return [model.model_validate(entry.data) for entry in dossier.artifacts if entry.kind == kind]

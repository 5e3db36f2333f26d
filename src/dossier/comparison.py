"""What sets two states of dossiers apart, for people to read. Pure."""

from collections.abc import Iterable
from datetime import date

from pydantic import Field

from src.dossier.models import Answer, Artifact, Dossier, Frozen, Source, is_empty


class SourceLine(Frozen):
    """A source by its identity and its label."""

    id: str
    title: str


class AnswerLine(Frozen):
    """An answer by its identity and its question."""

    id: str
    question: str


class ArtifactLine(Frozen):
    """An artifact by its identity, its kind and its label."""

    id: str
    kind: str
    title: str


class SourceVersions(Frozen):
    """What both hold in different versions, by source id."""

    title: str
    a: tuple[str, ...]
    b: tuple[str, ...]


class Comparison(Frozen):
    """What differs between ``a`` and ``b``, the conversation aside; nothing at all where they are equal."""

    sources_only_in_a: tuple[SourceLine, ...] = ()
    sources_only_in_b: tuple[SourceLine, ...] = ()
    other_text: tuple[SourceLine, ...] = ()
    """Sources that both hold, with another text."""
    selected_only_in_a: tuple[SourceLine, ...] = ()
    selected_only_in_b: tuple[SourceLine, ...] = ()
    versions: tuple[SourceVersions, ...] = ()
    answers_only_in_a: tuple[AnswerLine, ...] = ()
    answers_only_in_b: tuple[AnswerLine, ...] = ()
    as_of: tuple[date | None, date | None] | None = None
    """The days that count, where they differ."""
    artifacts_only_in_a: tuple[ArtifactLine, ...] = Field((), exclude_if=is_empty)
    artifacts_only_in_b: tuple[ArtifactLine, ...] = Field((), exclude_if=is_empty)
    other_artifacts: tuple[ArtifactLine, ...] = Field((), exclude_if=is_empty)
    """Artifacts that both hold, and that are not the same."""

    @property
    def is_empty(self) -> bool:
        return self == Comparison()


def compare(a: Dossier, b: Dossier) -> Comparison:
    """Return what differs between two dossiers, or two states of one."""
    return Comparison(
        sources_only_in_a=_lines(source for source in a.sources if b.source(source.id) is None),
        sources_only_in_b=_lines(source for source in b.sources if a.source(source.id) is None),
        other_text=_lines(entry for entry in a.sources if b.source(entry.id) not in (None, entry)),
        selected_only_in_a=_lines(entry for entry in a.selected if entry.id not in b.selected_ids),
        selected_only_in_b=_lines(entry for entry in b.selected if entry.id not in a.selected_ids),
        versions=_versions(a, b),
        answers_only_in_a=_answers_without(a, b),
        answers_only_in_b=_answers_without(b, a),
        as_of=None if a.as_of == b.as_of else (a.as_of, b.as_of),
        artifacts_only_in_a=_artifacts(each for each in a.artifacts if b.artifact(each.id) is None),
        artifacts_only_in_b=_artifacts(each for each in b.artifacts if a.artifact(each.id) is None),
        other_artifacts=_artifacts(
            artifact for artifact in a.artifacts if b.artifact(artifact.id) not in (None, artifact)
        ),
    )


def _lines(sources: Iterable[Source]) -> tuple[SourceLine, ...]:
    return tuple(SourceLine(id=source.id, title=source.title) for source in sources)


def _artifacts(artifacts: Iterable[Artifact]) -> tuple[ArtifactLine, ...]:
    return tuple(ArtifactLine(id=each.id, kind=each.kind, title=each.title) for each in artifacts)


def _versions(a: Dossier, b: Dossier) -> tuple[SourceVersions, ...]:
    in_a, in_b = _by_work(a), _by_work(b)
    return tuple(
        SourceVersions(
            title=versions[0].title,
            a=tuple(version.id for version in versions),
            b=tuple(source.id for source in in_b[work]),
        )
        for work, versions in in_a.items()
        if work in in_b and {version.id for version in versions} != {each.id for each in in_b[work]}
    )


def _by_work(dossier: Dossier) -> dict[str, list[Source]]:
    works: dict[str, list[Source]] = {}
    for source in dossier.sources:
        if source.version_of:
            works.setdefault(source.version_of, []).append(source)
    return works


def _answers_without(dossier: Dossier, other: Dossier) -> tuple[AnswerLine, ...]:
    """Return the answers of one that the other has not; in two dossiers the same answer has two ids."""
    there = [_said(answer) for answer in other.answers]
    return tuple(
        AnswerLine(id=answer.id, question=answer.question)
        for answer in dossier.answers
        if _said(answer) not in there
    )


def _said(answer: Answer) -> Answer:
    return answer.model_copy(update={"id": "", "based_on_version": 0})

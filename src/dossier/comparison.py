"""What sets two states of dossiers apart, for people to read. Pure."""

from collections.abc import Iterable
from datetime import date

from src.desks.tax.sources import Legislation
from src.dossier.models import Answer, Dossier, Frozen, Source


class SourceLine(Frozen):
    """A source by its identity and its label."""

    id: str
    title: str


class AnswerLine(Frozen):
    """An answer by its identity and its question."""

    id: str
    question: str


class ArticleVersions(Frozen):
    """An article that both hold in different versions, by source id."""

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
    versions: tuple[ArticleVersions, ...] = ()
    answers_only_in_a: tuple[AnswerLine, ...] = ()
    answers_only_in_b: tuple[AnswerLine, ...] = ()
    as_of: tuple[date | None, date | None] | None = None
    """The days whose law counts, where they differ."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        return self == Comparison()


def compare(a: Dossier, b: Dossier) -> Comparison:
    """Return what differs between two dossiers, or two states of one."""
    return Comparison(
        sources_only_in_a=_lines(one for one in a.sources if b.source(one.id) is None),
        sources_only_in_b=_lines(one for one in b.sources if a.source(one.id) is None),
        other_text=_lines(one for one in a.sources if b.source(one.id) not in (None, one)),
        selected_only_in_a=_lines(one for one in a.selected if one.id not in b.selected_ids),
        selected_only_in_b=_lines(one for one in b.selected if one.id not in a.selected_ids),
        versions=_versions(a, b),
        answers_only_in_a=_answers_without(a, b),
        answers_only_in_b=_answers_without(b, a),
        as_of=None if a.as_of == b.as_of else (a.as_of, b.as_of),
    )


def _lines(sources: Iterable[Source]) -> tuple[SourceLine, ...]:
    return tuple(SourceLine(id=one.id, title=one.title) for one in sources)


def _versions(a: Dossier, b: Dossier) -> tuple[ArticleVersions, ...]:
    in_a, in_b = _by_article(a), _by_article(b)
    return tuple(
        ArticleVersions(
            title=versions[0].title,
            a=tuple(one.id for one in versions),
            b=tuple(one.id for one in in_b[article]),
        )
        for article, versions in in_a.items()
        if article in in_b and {one.id for one in versions} != {one.id for one in in_b[article]}
    )


def _by_article(dossier: Dossier) -> dict[tuple[str, str], list[Legislation]]:
    articles: dict[tuple[str, str], list[Legislation]] = {}
    for one in dossier.sources:
        if isinstance(one, Legislation) and one.work:
            articles.setdefault((one.work, one.article), []).append(one)
    return articles


def _answers_without(one: Dossier, other: Dossier) -> tuple[AnswerLine, ...]:
    """Return the answers of one that the other has not; in two dossiers the same answer has two ids."""
    there = [_said(answer) for answer in other.answers]
    return tuple(
        AnswerLine(id=answer.id, question=answer.question)
        for answer in one.answers
        if _said(answer) not in there
    )


def _said(answer: Answer) -> Answer:
    return answer.model_copy(update={"id": "", "based_on_version": 0})

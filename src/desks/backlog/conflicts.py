"""Conflicts with the backlog that is there: never written, and asked about instead. Pure."""

from src.desks.backlog.kept import items_in, number_of, tags_in
from src.desks.backlog.words import TEXTS
from src.dossier.clarification import Clarification
from src.dossier.models import Dossier

REASON = "backlog_conflict"


def question_of(dossier: Dossier) -> Clarification | None:
    """Return what a person is asked of the first conflict that nobody decided; None where there is none."""
    texts, tags = TEXTS[dossier.language or "en"], tags_in(dossier)
    for name, item in items_in(dossier).items():
        tag = tags.get(name)
        if not tag or tag.tag != "conflict" or item.state != "draft" or tag.by == "person":
            continue
        source = dossier.source(tag.related_id)
        mine, theirs = (*tag.quotes, "", "")[:2]
        number = number_of(name)
        question = texts.conflict.format(
            number=number,
            title=item.title,
            other=source.title if source else tag.related_id,
            mine=mine,
            theirs=theirs,
        )
        choices = tuple(one.format(number=number) for one in texts.conflict_choices)
        return Clarification(reason=REASON, type="choice", question=question, choices=choices)
    return None

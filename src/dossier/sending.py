"""Which pictures may be sent to a model: those whose text was read here and passed, or by a person's yes. Pure."""

from collections.abc import Sequence

from src.dossier.clarification import Clarification, pending
from src.dossier.models import Dossier, Language, Picture, Source
from src.dossier.patch import DossierPatch
from src.texts import catalogue

REASON = "picture_unread"


def selected(dossier: Dossier) -> tuple[Picture, ...]:
    """Return the selected pictures that there are still; of a forgotten one there is only a mark."""
    return tuple(entry for entry in dossier.selected if isinstance(entry, Picture) and entry.sha256)


def waiting(dossier: Dossier) -> tuple[Picture, ...]:
    """Return the selected pictures that are kept and sent nowhere."""
    return tuple(picture for picture in selected(dossier) if not picture.may_leave)


def let_go(sha256: str, dossier: Dossier) -> Picture | None:
    """Return the picture with these bytes that may leave already; None where the dossier has none."""
    every = (source for source in dossier.sources if isinstance(source, Picture))
    return next((entry for entry in every if entry.sha256 == sha256 and entry.may_leave), None)


def question(pictures: Sequence[Picture], language: Language) -> Clarification:
    """Return what a person is asked before pictures are sent that nobody here has read."""
    titles = ", ".join(f"‘{picture.title}’" for picture in pictures)
    words = catalogue(language, REASON)
    asked = words["question"].format(titles=titles)
    return Clarification(reason=REASON, type="choice", question=asked, choices=words["choices"])


def agreed(dossier: Dossier, message: str) -> DossierPatch:
    """Return what a message changes that is the yes to such a question, word for word."""
    asked = [entry for entry in pending(dossier.artifacts) if entry.reason == REASON]
    if not any(message.strip() == clarification.choices[0] for clarification in asked):
        return DossierPatch()
    before = waiting(dossier)
    let = tuple(_let(picture, dossier) for picture in before)
    return DossierPatch(
        add_sources=let,
        select_ids=tuple(picture.id for picture in let),
        unselect_ids=tuple(picture.id for picture in before),
    )


def added(picture: Source, dossier: Dossier) -> DossierPatch:
    """Return the change that adds a picture, selected, in the place of the same one that may not leave."""
    same = tuple(entry.id for entry in waiting(dossier) if picture.id.startswith(f"{entry.id}-"))
    return DossierPatch(add_sources=(picture,), select_ids=(picture.id,), unselect_ids=same)


def _let(picture: Picture, dossier: Dossier) -> Picture:
    number = 2
    while dossier.source(f"{picture.id}-{number}"):
        number += 1
    return picture.model_copy(update={"id": f"{picture.id}-{number}", "may_leave": "unread"})

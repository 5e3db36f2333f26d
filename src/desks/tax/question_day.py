"""The day of law that holds for one question: set where the user asks for it, given up by the next question. Pure."""

from datetime import date

from src.dossier.models import Artifact, Dossier, Frozen
from src.dossier.patch import DossierPatch

KIND = "question_day"


class QuestionDay(Frozen):
    """A day that counts for one question, and that of the dossier, which counts again after it; None is today."""

    day: date | None
    of_dossier: date | None
    asked_at: int
    """Version of the dossier when it was set."""


def question_day(dossier: Dossier) -> QuestionDay | None:
    """Return the day that holds for the present question; None where that of the dossier does."""
    artifact = dossier.artifact(KIND)
    held = QuestionDay.model_validate(artifact.data) if artifact else None
    return held if held and held.day == dossier.as_of else None


def day_of_dossier(dossier: Dossier) -> date | None:
    """Return the day that holds for questions that ask for no other; None is today."""
    held = question_day(dossier)
    return held.of_dossier if held else dossier.as_of


def was_just_asked(dossier: Dossier) -> bool:
    """Tell whether the message of this turn set the day."""
    held = question_day(dossier)
    return held is not None and held.asked_at == dossier.version


def for_this_question(dossier: Dossier, day: date | None) -> DossierPatch:
    """Return the change that lets the law of a day count for this question alone."""
    of_dossier = day_of_dossier(dossier)
    held = QuestionDay(day=day, of_dossier=of_dossier, asked_at=dossier.version)
    title = day.isoformat() if day else ""
    artifact = Artifact(id=KIND, kind=KIND, title=title, data=held.model_dump(mode="json"))
    return counting(dossier, day).model_copy(update={"put_artifacts": (artifact,)})


def for_the_dossier(dossier: Dossier, day: date | None) -> DossierPatch:
    """Return the change that lets the law of a day count from now on, also in place of a question's own."""
    gone = (KIND,) if dossier.artifact(KIND) else ()
    return counting(dossier, day).model_copy(update={"remove_artifact_ids": gone})


def counting(dossier: Dossier, day: date | None) -> DossierPatch:
    """Return the change of day; sources shown for another day were not shown for it."""
    other = day != dossier.as_of
    return DossierPatch(
        as_of=day,
        unset=("as_of",) if other and day is None else (),
        shown_selection=() if other else None,
    )

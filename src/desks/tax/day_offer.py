"""The offer to answer a question by the law of a day that it names, and what is said to it. Pure."""

from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from src.desks.tax.law.days import asks_law_alone, day_named, law_asked
from src.desks.tax.words import TEXTS, WORDINGS
from src.dossier.clarification import KIND, Clarification, asked_before, replied
from src.dossier.models import Artifact, Dossier, Frozen, Language
from src.dossier.patch import DossierPatch
from src.language.months import written_day
from src.language.opposites import forms_beside

_form = forms_beside(__file__)

QUESTION_DAY = "question_day"


class QuestionDay(Frozen):
    """A day that counts for one question, and that of the dossier, which counts again after it; None is today."""

    day: date | None
    of_dossier: date | None
    asked_at: int
    """Version of the dossier when it was set."""


def question_day(dossier: Dossier) -> QuestionDay | None:
    """Return the day that holds for the present question; None where that of the dossier does."""
    artifact = dossier.artifact(QUESTION_DAY)
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
    artifact = Artifact(
        id=QUESTION_DAY, kind=QUESTION_DAY, title=title, data=held.model_dump(mode="json")
    )
    return counting(dossier, day).model_copy(update={"put_artifacts": (artifact,)})


def for_the_dossier(dossier: Dossier, day: date | None) -> DossierPatch:
    """Return the change that lets the law of a day count from now on, also in place of a question's own."""
    gone = (QUESTION_DAY,) if dossier.artifact(QUESTION_DAY) else ()
    return counting(dossier, day).model_copy(update={"remove_artifact_ids": gone})


def counting(dossier: Dossier, day: date | None) -> DossierPatch:
    """Return the change of day; sources shown for another day were not shown for it."""
    other = day != dossier.as_of
    return DossierPatch(
        as_of=day,
        unset=("as_of",) if other and day is None else (),
        shown_selection=() if other else None,
    )


REASON = "day_of_law"

_YES = _form("yes")
"""A yes, or the day as a pronoun: "yes, the law of that day"."""
_NO = _form("no")


def offer(dossier: Dossier, message: str, today: date) -> Clarification | None:
    """Return the question whether the law of the day that a message names is wanted; None where it names no other."""
    named, counts = day_named(message, today), day_of_dossier(dossier)
    if named is None or law_asked(message, today) or named.year >= today.year:
        return None
    if named.year in {day.year for day in (counts, dossier.as_of) if day}:
        return None
    language = dossier.language or "nl"
    words = TEXTS[language]
    now = words.law_of_a_day.format(day=_said(counts, language)) if counts else words.law_of_now
    then = words.law_of_a_day.format(day=_said(named, language))
    return Clarification(
        reason=REASON,
        type="choice",
        question=words.offers_day.format(law=then, now=now),
        choices=(words.takes_day.format(law=then), words.keeps_day.format(law=now)),
    )


def day_taken_before(dossier: Dossier, message: str, today: date) -> date | None:
    """Return the day that a message names, where its law was offered before and wanted: that is not asked again."""
    of_itself = dossier.model_copy(update={"as_of": day_of_dossier(dossier)})
    offered = offer(of_itself, message, today)
    said = asked_before(dossier).get(offered.question, "") if offered else ""
    wanted = offered and (said.strip(" .") in {"1", offered.choices[0]} or _YES.fullmatch(said))
    return day_named(message, today) if wanted else None


def choice_meant(dossier: Dossier, message: str) -> str:
    """Return the offered choice that a number, a "yes" or a "no" to an offer means; any other message as it is.

    The message of this turn has answered the offer already.
    """
    asked = dossier.artifact(f"{KIND}-{dossier.version}")
    if asked is None or asked.data.get("reason") != REASON:
        return message
    yes, no = Clarification.model_validate(asked.data).choices
    taken, _ = replied(dossier, message)
    return yes if _YES.fullmatch(taken) else no if _NO.fullmatch(taken) else taken


def is_choice(dossier: Dossier, message: str) -> bool:
    return asks_law_alone(choice_meant(dossier, message))


def state(dossier: Dossier) -> Mapping[str, JsonValue]:
    """Return for a model whose day's law counts, and whether the message has just set it and asks nothing itself."""
    told: dict[str, JsonValue] = {"law_of": str(dossier.as_of or "today")}
    if is_choice(dossier, dossier.conversation[-1].content):
        told["day_was_set"] = was_just_asked(dossier)
    return told


def _said(day: date, language: Language) -> str:
    is_year = (day.month, day.day) == (12, 31)
    return str(day.year) if is_year else written_day(day, WORDINGS[language].memo)

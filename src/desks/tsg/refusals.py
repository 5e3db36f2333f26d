"""What is said where a stage of the desk did not do what was asked."""

from collections.abc import Iterable

from src.errors import LimitReached, ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable, TessError
from src.errors.base import ForModel, ForUser

MODEL_TROUBLE = (ModelKeyRefused, ModelUnavailable, ModelGaveNoAnswer, LimitReached)
"""What keeps a model from doing a stage, which has a code of its own."""


class NotesTooShort(ForUser):
    code = "tsg_notes_too_short"


class NotesMissing(ForModel):
    code = "tsg_notes_missing"


class ResearchMissing(ForModel):
    code = "tsg_research_missing"


class ResearchNotShown(ForModel):
    code = "tsg_research_not_shown"


class GuideMissing(ForModel):
    code = "tsg_guide_missing"


class NoSuchQuestion(ForModel):
    """An answer is to a question that is not asked; details: ``numbers``, ``most``."""

    code = "tsg_no_such_question"


class NoSuchSuggestion(ForModel):
    """A suggestion is dismissed that was not made; details: ``numbers``."""

    code = "tsg_no_such_suggestion"


class NoSuchLine(ForModel):
    """An edit names a line that the guide has not; details: ``numbers``, ``most``."""

    code = "tsg_no_such_line"
    gives_way = True


class NotSaid(ForModel):
    """Words that are told to be the author's do not stand in what they wrote; details: ``words``."""

    code = "tsg_not_said"
    gives_way = True


class EditAdds(ForModel):
    """A line was to say more than the author said, or the opposite; details: ``added``."""

    code = "tsg_edit_adds"
    gives_way = True


class WritingFailed(ForModel):
    """The guide could not be written; details: ``problem``."""

    code = "tsg_writing_failed"


class ReviewFailed(ForModel):
    """The guide could not be reviewed; details: ``problem``."""

    code = "tsg_review_failed"


class ResearchFailed(ForModel):
    """No plan for research could be made; details: ``problem``."""

    code = "tsg_research_failed"


def problem_of(error: TessError) -> str:
    """Return the word for what is wrong: the key, the address, a limit, or time."""
    if isinstance(error, ModelKeyRefused):
        return "key_refused"
    if isinstance(error, LimitReached):
        return "limit_spent"
    return str(error.details.get("problem") or error.details.get("reason") or "malformed")


def row(numbers: Iterable[int]) -> str:
    """Return numbers as people read them: those that follow each other by the first and the last."""
    every = list(numbers)
    whole = len(every) > 2 and every == list(range(every[0], every[-1] + 1))
    return f"{every[0]}-{every[-1]}" if whole else ", ".join(map(str, every))

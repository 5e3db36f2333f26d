"""Errors of a deciding model: each becomes a result of a tool, and never ends a turn."""

from src.errors.base import ForModel


class UnknownTool(ForModel):
    """Details: ``tool``."""

    code = "unknown_tool"


class BadArguments(ForModel):
    """Details: ``tool``, ``problem``."""

    code = "bad_arguments"


class TooManyCalls(ForModel):
    """Details: ``limit``."""

    code = "too_many_calls"


class RepeatedCall(ForModel):
    """The same call was made again and again, alone or in turn with another; details: ``tool``."""

    code = "repeated_call"


class UnknownSourceNumber(ForModel):
    """A source was named by a number that none has; details: ``number``, ``most``."""

    code = "unknown_source_number"


class NotCalculable(ForModel):
    """A calculation can't be made; details: ``problem``, which says what would help."""

    code = "not_calculable"


class LeftOutByUser(ForModel):
    """A model chose what the user has left out; details: ``numbers``."""

    code = "left_out_by_user"


class SelectionNotShown(ForModel):
    code = "selection_not_shown"


class NothingSelected(ForModel):
    code = "nothing_selected"


class PlanGone(ForModel):
    code = "plan_gone"


class PlanNotShown(ForModel):
    code = "plan_not_shown"


class PlanOutdated(ForModel):
    """A plan was confirmed that stands on what is no longer as it was; details: ``names``, ids."""

    code = "plan_outdated"


class NotCarriedOut(ForModel):
    """A foreign system refused an operation, and wrote nothing of it; details: ``problem``."""

    code = "not_carried_out"


class Failed(ForModel):
    """A part of the program failed in a way that nobody foresaw; details: ``error_id``."""

    code = "failed"

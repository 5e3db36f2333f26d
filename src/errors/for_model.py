"""Errors of a deciding model: each becomes a result of a tool, and never ends a turn."""

from src.errors.base import ForModel


class UnknownTool(ForModel):
    """Details: ``tool``."""

    is_misuse = True


class BadArguments(ForModel):
    """Details: ``tool``, ``problem``."""

    is_misuse = True


class TooManyCalls(ForModel):
    """Details: ``limit``."""

    is_misuse = True


class RepeatedCall(ForModel):
    """The same call was made again and again, alone or in turn with another; details: ``tool``."""

    is_misuse = True


class UnknownSourceNumber(ForModel):
    """A source was named by a number that none has; details: ``number``, ``most``."""

    is_misuse = True


class NotCalculable(ForModel):
    """A calculation can't be made; details: ``problem``, which says what would help."""

    is_misuse = True


class LeftOutByUser(ForModel):
    """A model chose what the user has left out; details: ``numbers``."""

    is_misuse = True


class SelectionNotShown(ForModel): ...


class NothingSelected(ForModel): ...


class PlanGone(ForModel): ...


class PlanNotShown(ForModel): ...


class PlanOutdated(ForModel):
    """A plan was confirmed that stands on what is no longer as it was; details: ``names``, ids."""


class NotCarriedOut(ForModel):
    """A foreign system refused an operation, and wrote nothing of it; details: ``problem``."""


class Failed(ForModel):
    """A part of the program failed in a way that nobody foresaw; details: ``error_id``."""

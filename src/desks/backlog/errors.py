"""What is said of a tracker: that nobody may ask it, that it refused a step, that somebody else was there first."""

from src.errors.base import ForOperator, ForUser
from src.errors.for_model import NotCarriedOut


class TrackerNotSet(ForOperator):
    """There is no tracker to ask, or no token to ask it with, for the tenant at hand."""

    code = "tracker_not_set"
    nl = "Er is geen tracker ingesteld. Vraag de beheerder om het adres en een token."
    en = "No tracker is set. Ask the operator for the address and a token."


class TrackerTokenRefused(ForOperator):
    """The tracker does not take the token: it said so, or showed a page to log in at."""

    code = "tracker_token_refused"
    nl = "De tracker aanvaardt het token niet, of niet meer. Vraag de beheerder om een nieuw token."
    en = "The tracker does not take the token, or not any more. Ask the operator for a new one."


class TrackerForbidden(ForOperator):
    """The token may not do this."""

    code = "tracker_forbidden"
    status = 403
    nl = "Het token van de tracker mag dit niet. Het heeft lezen en schrijven van werkitems nodig."
    en = "The token of the tracker may not do this. It needs to read and write work items."


class UnknownProject(ForUser):
    """A project is not on the list of who asks, or is not there; nobody learns which. Details: ``project``."""

    code = "unknown_project"
    status = 404
    nl = "Er is hier geen project {project}."
    en = "There is no project {project} here."


class WorkItemRefused(NotCarriedOut):
    """The tracker refused a step and wrote nothing of it; details: ``problem``."""

    code = "work_item_refused"
    nl = "De tracker weigerde dit: {problem}"
    en = "The tracker refused this: {problem}"


class TrackerReadOnly(WorkItemRefused):
    """Nothing may be written here."""

    code = "tracker_read_only"
    nl = "Hier wordt niets in de tracker geschreven: TESS_BACKLOG_WRITE staat uit."
    en = "Nothing is written to the tracker here: TESS_BACKLOG_WRITE is off."


class WorkItemChanged(WorkItemRefused):
    """Somebody changed a work item since the revision that a step stands on; details: ``item``."""

    code = "work_item_changed"
    nl = "Werkitem {item} is intussen gewijzigd. Er wordt een nieuw plan gemaakt en getoond."
    en = "Work item {item} was changed meanwhile. A new plan is made and shown."


class WorkItemGone(WorkItemRefused):
    """A work item is not there, or nobody may see it; details: ``item``."""

    code = "work_item_gone"
    nl = "Werkitem {item} is er niet meer, of niet voor dit token."
    en = "Work item {item} is not there any more, or not for this token."


class ParentNotWritten(WorkItemRefused):
    """The parent of an item was to be written and was not, so neither is the item; details: ``title``."""

    code = "parent_not_written"
    nl = "{title} is niet geschreven, omdat het item erboven niet is geschreven."
    en = "{title} was not written, because the item above it was not."

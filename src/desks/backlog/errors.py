"""What is said where a step of the desk can't be done, or its tracker refused it."""

from collections.abc import Sequence

from src.errors.base import ForModel, ForOperator, ForUser
from src.errors.for_model import NotCarriedOut


class ProjectNotNamed(ForUser):
    """A backlog is to be read, and nobody said whose; details: ``projects``, those that may be read."""

    code = "project_not_named"
    nl = "Noem het project waarvan de backlog moet worden gelezen: laad de backlog van {projects}."
    en = "Name the project whose backlog is to be read: load the backlog of {projects}."


def project_not_named(projects: Sequence[str]) -> ProjectNotNamed:
    """Return that no project was named, with those that may be."""
    return ProjectNotNamed(projects=" / ".join(projects) or "PROJECT")


class TranscriptMissing(ForModel):
    code = "transcript_missing"
    nl = "Er is geen verslag van een overleg. Voeg het toe als document, en zeg dan: maak de items."
    en = "There is no transcript of a meeting. Add it as a document, and then say: make the items."


class TranscriptNotInMessage(ForModel):
    code = "transcript_not_in_message"
    nl = "Deze woorden staan niet in het bericht, dus er is niets uit overgenomen. Voeg het verslag toe als document."
    en = "These words do not stand in the message, so nothing was taken from it. Add the transcript as a document."


class TranscriptPersonal(ForModel):
    code = "transcript_personal"
    nl = "In dit verslag staan persoonsgegevens. Voeg het toe als document: dan ziet u welke, en kiest u wat ermee kan."
    en = "This transcript holds personal data. Add it as a document: you then see which, and choose what becomes of it."


class SegmentsMissing(ForModel):
    code = "segments_missing"
    nl = "Het verslag is nog niet in segmenten verdeeld. Zeg: maak de items."
    en = "The transcript was not cut into segments yet. Say: make the items."


class SegmentingFailed(ForModel):
    code = "segmenting_failed"
    nl = "Het verslag kon niet in segmenten worden verdeeld: het model gaf tweemaal niets bruikbaars. Probeer opnieuw."
    en = "The transcript could not be cut into segments: the model gave nothing usable twice. Try again."


class ItemsMissing(ForModel):
    code = "items_missing"
    nl = "Er zijn hiervoor nog geen items. Zeg: maak de items."
    en = "There are no items for this yet. Say: make the items."


class JudgeMissing(ForModel):
    code = "judge_missing"
    nl = "Items beoordelen vraagt om een taalmodel, en er is geen ingesteld. Lees ze met: toon item 1."
    en = "To judge items takes a language model, and none is set. Read them with: show item 1."


class NoSuchItem(ForModel):
    """Numbers that no item has; details: ``numbers``."""

    code = "no_such_item"
    nl = "Deze nummers heeft geen item of segment: {numbers}."
    en = "No item or segment has these numbers: {numbers}."


class WritingPlanMissing(ForModel):
    code = "writing_plan_missing"
    nl = "Er is geen plan dat is getoond en nog niet bevestigd. Zeg: maak een plan."
    en = "There is no plan that was shown and not confirmed yet. Say: plan."


class NoSuchRunFile(ForUser):
    """A run has no file of this name; details: ``names``."""

    code = "no_such_run_file"
    status = 404
    nl = "Een run heeft geen bestand met deze naam, wel: {names}."
    en = "A run has no file of this name, but these: {names}."


class UnsureOutcome(Exception):
    """Nobody knows whether a step was done: it is looked up."""


class TrackerNotSet(ForOperator):
    code = "tracker_not_set"
    nl = "Er is geen tracker ingesteld. Vraag de beheerder om het adres en een token."
    en = "No tracker is set. Ask the operator for the address and a token."


class TrackerTokenRefused(ForOperator):
    code = "tracker_token_refused"
    nl = "De tracker aanvaardt het token niet, of niet meer. Vraag de beheerder om een nieuw token."
    en = "The tracker does not take the token, or not any more. Ask the operator for a new one."


class TrackerForbidden(ForOperator):
    code = "tracker_forbidden"
    status = 403
    nl = "Het token van de tracker mag dit niet. Het heeft lezen en schrijven van werkitems nodig."
    en = "The token of the tracker may not do this. It needs to read and write work items."


class UnknownProject(ForUser):
    """A project is not on the caller's list, or is not there; the caller does not learn which. Details: ``project``."""

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

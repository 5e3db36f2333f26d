"""What is said where a step of the desk can't be done, or its tracker refused it."""

from src.errors.base import ForModel, ForOperator, ForUser
from src.errors.for_model import NotCarriedOut


class ProjectNotNamed(ForUser):
    """A backlog is to be read, and nobody said whose; details: ``projects``, those that may be read."""

    code = "project_not_named"


class TranscriptMissing(ForModel):
    code = "transcript_missing"


class TranscriptNotInMessage(ForModel):
    code = "transcript_not_in_message"


class TranscriptPersonal(ForModel):
    code = "transcript_personal"


class SegmentsMissing(ForModel):
    code = "segments_missing"


class SegmentingFailed(ForModel):
    code = "segmenting_failed"


class ItemsMissing(ForModel):
    code = "items_missing"


class JudgeMissing(ForModel):
    code = "judge_missing"


class NoSuchItem(ForModel):
    """Numbers that no item has; details: ``numbers``."""

    code = "no_such_item"


class WritingPlanMissing(ForModel):
    code = "writing_plan_missing"


class NoSuchRunFile(ForUser):
    """A run has no file of this name; details: ``names``."""

    code = "no_such_run_file"
    status = 404


class UnsureOutcome(Exception):
    """Nobody knows whether a step was done: it is looked up."""


class TrackerNotSet(ForOperator):
    code = "tracker_not_set"


class TrackerTokenRefused(ForOperator):
    code = "tracker_token_refused"


class TrackerForbidden(ForOperator):
    code = "tracker_forbidden"
    status = 403


class UnknownProject(ForUser):
    """A project is not on the caller's list, or is not there; the caller does not learn which. Details: ``project``."""

    code = "unknown_project"
    status = 404


class WorkItemRefused(NotCarriedOut):
    """The tracker refused a step and wrote nothing of it; details: ``problem``."""

    code = "work_item_refused"


class TrackerReadOnly(WorkItemRefused):
    code = "tracker_read_only"


class WorkItemChanged(WorkItemRefused):
    """Somebody changed a work item since the revision that a step stands on; details: ``item``."""

    code = "work_item_changed"


class WorkItemGone(WorkItemRefused):
    """A work item is not there, or nobody may see it; details: ``item``."""

    code = "work_item_gone"


class ParentNotWritten(WorkItemRefused):
    """The parent of an item was to be written and was not, so neither is the item; details: ``title``."""

    code = "parent_not_written"

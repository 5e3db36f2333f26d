"""What is said where a step of the desk can't be done."""

from src.errors.base import ForModel, ForUser


class ProjectNotNamed(ForUser):
    """Nobody said whose backlog is meant."""

    code = "project_not_named"
    nl = "Noem het project waarvan de backlog moet worden gelezen: laad de backlog van PROJECT."
    en = "Name the project whose backlog is to be read: load the backlog of PROJECT."


class TranscriptMissing(ForModel):
    """There is no transcript."""

    code = "transcript_missing"
    nl = "Er is geen verslag van een overleg. Voeg het toe als document, en zeg dan: maak de items."
    en = "There is no transcript of a meeting. Add it as a document, and then say: make the items."


class TranscriptNotInMessage(ForModel):
    """The words that a transcript is said to begin with do not stand in the message."""

    code = "transcript_not_in_message"
    nl = "Deze woorden staan niet in het bericht, dus er is niets uit overgenomen. Voeg het verslag toe als document."
    en = "These words do not stand in the message, so nothing was taken from it. Add the transcript as a document."


class TranscriptPersonal(ForModel):
    """A transcript in a message holds personal data; nothing was taken."""

    code = "transcript_personal"
    nl = "In dit verslag staan persoonsgegevens. Voeg het toe als document: dan ziet u welke, en kiest u wat ermee kan."
    en = "This transcript holds personal data. Add it as a document: you then see which, and choose what becomes of it."


class SegmentsMissing(ForModel):
    """The transcript was not cut into segments."""

    code = "segments_missing"
    nl = "Het verslag is nog niet in segmenten verdeeld. Zeg: maak de items."
    en = "The transcript was not cut into segments yet. Say: make the items."


class SegmentingFailed(ForModel):
    """A model failed twice to say where segments begin; nothing was stored."""

    code = "segmenting_failed"
    nl = "Het verslag kon niet in segmenten worden verdeeld: het model gaf tweemaal niets bruikbaars. Probeer opnieuw."
    en = "The transcript could not be cut into segments: the model gave nothing usable twice. Try again."


class ItemsMissing(ForModel):
    """There are no items that this could be done with."""

    code = "items_missing"
    nl = "Er zijn hiervoor nog geen items. Zeg: maak de items."
    en = "There are no items for this yet. Say: make the items."


class NoSuchItem(ForModel):
    """Numbers that no item has; details: ``numbers``."""

    code = "no_such_item"
    nl = "Deze nummers heeft geen item of segment: {numbers}."
    en = "No item or segment has these numbers: {numbers}."


class WritingPlanMissing(ForModel):
    """There is no plan that was shown."""

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

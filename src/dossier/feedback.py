"""What a reader thought of an answer: an artifact, of which an answer has one. Pure."""

from pydantic import Field

from src.dossier.models import Artifact, Dossier, Frozen
from src.dossier.patch import DossierPatch
from src.errors import NoAnswerYet

KIND = "feedback"

LONGEST_WHY = 2_000
"""Characters of what a reader writes beside it."""


class Feedback(Frozen):
    """A thumb up or down for an answer; the data of an artifact."""

    answer: str
    """Id of the answer."""
    up: bool
    why: str = Field("", max_length=LONGEST_WHY)


def rating(dossier: Dossier, up: bool, why: str = "", answer: str | None = None) -> DossierPatch:
    """Return the change that keeps what a reader thought, in place of what was said of that answer before.

    Without an id the last answer is meant. Raises ``NoAnswerYet`` where there is no such answer.
    """
    meant = next((entry for entry in reversed(dossier.answers) if answer in (None, entry.id)), None)
    if meant is None:
        raise NoAnswerYet
    given = Feedback(answer=meant.id, up=up, why=why)
    artifact = Artifact(
        id=f"{KIND}-{meant.id}",
        kind=KIND,
        data=given.model_dump(mode="json"),
        based_on=meant.source_ids,
    )
    return DossierPatch(put_artifacts=(artifact,))


def feedback_in(dossier: Dossier) -> tuple[Feedback, ...]:
    return tuple(Feedback.model_validate(one.data) for one in dossier.artifacts if one.kind == KIND)

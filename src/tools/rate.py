"""Rating an answer: a thumb, and why."""

from dataclasses import dataclass

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.dossier.feedback import LONGEST_WHY, Feedback, rating
from src.dossier.models import Dossier
from src.tools.base import ANSWERED, Arguments, Report, Tool, ToolResult


@dataclass(frozen=True)
class AnswerRated(Report):
    """What somebody thought of an answer."""

    feedback: Feedback


class RateArgs(Arguments):
    answer: SkipJsonSchema[str | None] = None
    """Id of the answer; None: the last one."""
    up: bool
    why: str = Field("", max_length=LONGEST_WHY)


class RateAnswer(Tool[RateArgs]):
    """Keep what the reader thought of an answer."""

    args = RateArgs
    conditions = (ANSWERED,)

    def __init__(self, *, by_hand: bool = False) -> None:
        self.by_hand = by_hand

    async def execute(self, dossier: Dossier, args: RateArgs) -> ToolResult:
        patch = rating(dossier, args.up, args.why, args.answer)
        feedback = Feedback.model_validate(patch.put_artifacts[0].data)
        return ToolResult(AnswerRated(feedback), patch)

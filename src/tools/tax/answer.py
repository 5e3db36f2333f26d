"""The answer to a question of tax law."""

from pydantic import Field

from src.tools.answer import AnswerTool, QuestionArgs


class AnswerArgs(QuestionArgs):
    query: str = Field(
        min_length=1,
        max_length=10_000,
        description="The question in full, in the user's words and language.",
    )


class GenerateTaxAnswer(AnswerTool):
    """Answer from the selected sources, once the user has seen them and wants the answer."""

    args = AnswerArgs

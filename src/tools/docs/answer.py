"""Choosing the sections that an answer stands on, and the answer to a question from them."""

from dataclasses import replace

from pydantic import Field

from src.answering.answer import Answering, problems_in
from src.desks.docs.artifacts import reading_artifact
from src.desks.docs.intake import reading_so_far
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged
from src.tools.answer import AnswerTool, QuestionArgs
from src.tools.base import Answered, ToolResult
from src.tools.choose import ChooseArgs, ChooseSources
from src.tools.docs.search import NothingAnswered, SectionsChosen
from src.tools.read import by_number


class ChooseSections(ChooseSources):
    """Choose the sections that an answer stands on; the others are left out."""

    name = "choose_sources"  # as at any desk

    async def execute(self, dossier: Dossier, args: ChooseArgs) -> ToolResult:
        chosen = await super().execute(dossier, args)
        best = (by_number(dossier, source.source).id for source in args.sources)
        reading = reading_so_far(dossier)
        ranked = tuple(dict.fromkeys((*best, *reading.source_references)))
        kept = reading_artifact(reading.model_copy(update={"source_references": ranked}))
        patch = chosen.patch.model_copy(update={"put_artifacts": (kept,)})
        return ToolResult(SectionsChosen(), patch)


NOTHING = (
    "No claim stands on the selected sections. Search in other words, follow a link or choose other sections; "
    "if these do not say it, ask with the reason no_relevant_documents."
)


class DocsQuestionArgs(QuestionArgs):
    query: str = Field(min_length=1, max_length=10_000)
    """The question in English, complete by itself, names exactly as the user wrote them."""


class AnswerFromDocs(AnswerTool):
    """Answer from the selected sections, in the user's language."""

    args = DocsQuestionArgs

    def __init__(self, answering: Answering) -> None:
        super().__init__(answering, "doubt")

    async def execute(self, dossier: Dossier, args: QuestionArgs) -> ToolResult:
        made = await super().execute(dossier, args)
        assert isinstance(made.report, Answered)  # what any answer is told by
        reading = reading_so_far(dossier)
        if not made.report.answer.claims:
            why = "\n".join(problems_in(made.report.answer))
            remarked = reading.model_copy(update={"remarks": why, "canonical_question": ""})
            return replace(
                made,
                report=NothingAnswered(made.report.answer),
                patch=DossierPatch(put_artifacts=(reading_artifact(remarked),)),
                output=f"{NOTHING}\n{why}".strip(),
                ends=False,
                closes=False,
            )
        answered = reading.model_copy(update={"canonical_question": args.query, "reason": None})
        kept = DossierPatch(put_artifacts=(reading_artifact(answered),))
        return replace(made, patch=merged([made.patch, kept]))

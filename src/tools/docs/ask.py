"""Asking back, and saying why there is no answer: a question with its reason, and replies to choose from."""

from pydantic.json_schema import SkipJsonSchema

from src.desks.docs.artifacts import Reading, reading_artifact, reading_of
from src.desks.docs.asking import NOT_THERE, choices_of, not_there
from src.desks.docs.found import DocsSearch
from src.desks.docs.intake import language_of, question_said
from src.desks.docs.reasons import TYPES, AskReason, Reason
from src.dossier.clarification import Clarification
from src.dossier.models import Dossier, is_of_client
from src.dossier.patch import DossierPatch, merged
from src.tools.ask import AskUserArgs
from src.tools.base import Tool, ToolResult, ask
from src.wording.markdown import lead


class AskBackArgs(AskUserArgs):
    reason: AskReason | SkipJsonSchema[Reason]
    """Which collection or version: scope_unclear. Else as told, or what the question lacks."""


class AskBack(Tool[AskBackArgs]):
    """Ask one question that only the user can answer, or say in a sentence why there is no answer.

    The program adds what comes nearest.
    """

    name = "ask"
    args = AskBackArgs

    def __init__(self, library: DocsSearch) -> None:
        self._library = library

    async def execute(self, dossier: Dossier, args: AskBackArgs) -> ToolResult:
        names = [pair.name for pair in self._library.known]
        reading = _reading(dossier, args.reason, question_said(dossier, names))
        question = lead(args.question)
        hits = [source for source in map(dossier.source, reading.source_references) if source]
        if args.reason in NOT_THERE:
            question = not_there(question, reading, hits, names)
        asked = Clarification(
            reason=args.reason,
            type=TYPES[args.reason],
            question=question,
            choices=choices_of(args.choices, reading.text),
        )
        result = ask(dossier, asked)
        kept = DossierPatch(put_artifacts=(reading_artifact(reading),))
        if hits:  # what a search of this turn selected is the source of no answer: all is as it was
            before, now = set(reading.selected_before), set(dossier.selected_ids)
            new = (hit.id for hit in hits if hit.id in now and not is_of_client(hit))
            again = (source.id for source in dossier.sources if source.id in before - now)
            update = {
                "unselect_ids": tuple(text for text in new if text not in before),
                "select_ids": tuple(again),
            }
            kept = kept.model_copy(update=update)
        return ToolResult(result.report, merged([result.patch, kept]))


def _reading(dossier: Dossier, reason: Reason, said: str) -> Reading:
    reading = reading_of(dossier)
    if reading is None or reading.text != said or reading.canonical_question or reading.reason:
        code, sure = language_of(dossier)
        reading = Reading(language=code, language_confidence=sure, text=said)
    return reading.model_copy(update={"reason": reason})

"""How a turn at the Azure desk ends: a question, a diagnosis, or what was looked at in vain."""

from pydantic import Field

import src.desks.azure.trace as trace
from src.answering.answer import Answering
from src.desks.azure.diagnosis import DiagnosisDraft, as_artifacts, diagnosis_of, newest
from src.desks.azure.filling import case_of, with_blanks
from src.desks.azure.knowledge.causes import causes
from src.desks.azure.resources import said
from src.desks.azure.steps import Action, shown_by, without_commands
from src.dossier.clarification import Clarification
from src.dossier.models import Artifact, Dossier
from src.dossier.patch import DossierPatch, merged
from src.errors import NoAnswerYet
from src.masking.secrets import mask
from src.tools.answer import patch
from src.tools.azure.looking_up import found_in, told_of
from src.tools.azure.reports import Diagnosed, DiagnosisShown, GaveUp, Part, Unproven
from src.tools.base import Arguments, Tool, ToolResult, ask


class AskArgs(Arguments):
    question: str = Field(min_length=1, max_length=1000, description="One question.")
    why: str = Field(min_length=1, max_length=500, description="Why it is asked, in a few words.")
    command_id: str = Field(
        "",
        description="Id of the command by which the user finds it out.",
        pattern=f"^(?:{'|'.join(shown_by())})?$",
    )
    choices: tuple[str, ...] = Field((), max_length=20, description="Replies to choose from.")


class AskUser(Tool[AskArgs]):
    """Ask the user the one thing that is needed to go on, and say why."""

    args = AskArgs

    async def execute(self, dossier: Dossier, args: AskArgs) -> ToolResult:
        language = dossier.language or "en"
        told = [_plain(args.question, dossier), _plain(args.why, dossier)]
        if args.command_id:
            command = causes().step[args.command_id].command
            told.append(with_blanks(command, case_of(dossier), language))
        return ask(
            dossier,
            Clarification(
                reason=trace.REASON,
                type="choice" if args.choices else "text",
                question=" ".join(told),
                choices=tuple(_plain(choice, dossier)[:200] for choice in args.choices),
            ),
        )


def _plain(text: str, dossier: Dossier) -> str:
    shown = "\n".join(told_of(card, "en") for card in trace.cards(dossier))
    return mask(without_commands(text, dossier.language or "en", shown))


class DiagnoseArgs(Arguments):
    question: str = Field(min_length=1, max_length=10_000)
    """The error, in the user's words."""
    since: int = Field(0, ge=0)
    """Number of the user's message that this error begins with; 0 where it is the first of the trace."""


class Diagnose(Tool[DiagnoseArgs]):
    """Give the diagnosis, once a line of what Azure said shows the cause; without one it is refused."""

    args = DiagnoseArgs

    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    async def execute(self, dossier: Dossier, args: DiagnoseArgs) -> ToolResult:
        # What was asked is what the user said, and not what a model makes of it.
        made = await self._answering.answer(dossier, said(dossier, args.since))
        if not (made.answer.claims and isinstance(made.draft, DiagnosisDraft)):
            struck = made.answer.struck
            report = Unproven(len(struck), [claim for claim in struck if claim.turned == "neither"])
            return ToolResult(report, usage=made.usage, fallback=made.fallback)
        found = diagnosis_of(made.draft, made.answer, dossier)
        whole = trace.trace_of(dossier).model_copy(update={"progress": 100})
        kept = (*as_artifacts(found, dossier), trace.as_artifact(whole))
        return ToolResult(
            Diagnosed(made.answer, made.cut, made.refused, draft=made.draft),
            merged([patch(made), DossierPatch(put_artifacts=kept)]),
            made.usage,
            receipt=made.receipt,
            fallback=made.fallback,
            ends=True,
            closes=True,
        )


class GiveUpArgs(Arguments):
    checked: tuple[str, ...] = Field(max_length=20)
    """What was looked at, a line each."""
    by_hand: tuple[str, ...] = Field((), max_length=10)
    """What a person may look at next."""
    missing: tuple[str, ...] = Field((), max_length=10)
    """What could not be looked at, in a few words."""


class GiveUp(Tool[GiveUpArgs]):
    """End without a cause: say what was looked at, what to look at by hand, and what could not be looked at."""

    args = GiveUpArgs

    async def execute(self, dossier: Dossier, args: GiveUpArgs) -> ToolResult:
        every = (args.checked, args.by_hand, args.missing)
        plain = ([_plain(line, dossier)[:300] for line in lines] for lines in every)
        report = GaveUp(*plain)
        data = trace.Missing(capabilities=list(report.missing)).model_dump(mode="json")
        kept = Artifact(id=f"missing-{dossier.version + 1}", kind=trace.MISSING, data=data)
        return ToolResult(report, DossierPatch(put_artifacts=(kept,)), ends=True, closes=True)


class PartArgs(Arguments):
    part: Part = Field(
        description=(
            "evidence: why it is the cause, line by line; steps: what to do, by commands; portal: the same on the "
            "pages of the portal; summary: what broke, in a sentence or two; alternatives: what else it could be."
        )
    )


class ShowDiagnosis(Tool[PartArgs]):
    """Show the last diagnosis or explanation again: for "why", "what was read", "what do I run", "in the portal"."""

    args = PartArgs

    async def execute(self, dossier: Dossier, args: PartArgs) -> ToolResult:
        found, codes = newest(dossier), trace.cards(dossier)
        if not (found or codes):
            raise NoAnswerYet
        codes = codes or tuple(found_in(said(dossier))[:1])
        if found is None:
            told = "\n\n".join(told_of(code, dossier.language or "en") for code in codes)
            return ToolResult(DiagnosisShown(args.part, None, codes), output=told)
        wanted = {"cause", "conclusion", "findings", "open_points", "missing_facts"}
        acts = args.part in ("steps", "portal")
        case, language = case_of(dossier, with_stale=True), dossier.language or "en"

        def shown(action: Action) -> Action:
            """As the user sees it: of a gap that is not shown a model can say nothing."""
            command = action.command and with_blanks(action.command, case, language)
            return action.model_copy(update={"command": command})

        whole = found.model_copy(update={"actions": [*map(shown, found.actions)]})
        told = whole.model_dump_json(include={"actions"} if acts else wanted)
        return ToolResult(DiagnosisShown(args.part, found, codes), output=told)

"""What is decided in one turn, and what comes of it."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from src.dossier.clarification import Clarification
from src.dossier.journal import Outcome
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged
from src.errors import ModelGaveNoAnswer, TessError
from src.llm.protocol import ChatReply, Usage
from src.tools import base


@dataclass(frozen=True)
class TurnState:
    """What was decided in one turn, by a model or by code, and what came of it."""

    text: str = ""
    """What was said last, as far as it may be shown."""
    ran: tuple[base.ToolOutcome, ...] = ()
    asked: tuple[base.ToolResult, ...] = ()
    """What the user is asked by no tool: by the intake, or by the model in its words."""
    outcome: Outcome | None = None
    """How the turn ends, where a tool or a budget said so."""
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""
    """Id of the model that stood in for some or all of it; empty: none did."""
    history_truncated: int = 0
    """Older messages that the model was not given."""
    prompt: str = ""
    """The system prompt that a model decided by; empty where none did."""

    def followed_by(
        self,
        reply: ChatReply,
        asks: Clarification | None,
        ran: tuple[base.ToolOutcome, ...],
        dossier: Dossier,
        prompt: str,
    ) -> "TurnState":
        """Return what was decided so far with one more reply, the question in it, and what its calls brought."""
        questions = [asks, *(outcome.result.asks for outcome in ran)]
        asked = tuple(base.ask(dossier, question) for question in list(filter(None, questions))[:1])
        results = [*(outcome.result for outcome in ran), *asked]
        said = (result.report.turn_outcome for result in (*asked, *results))
        fallbacks = [self.fallback, reply.fallback, *(result.fallback for result in results)]
        # Who calls no more changes nothing of how it ends.
        before = None if results else self.outcome
        return replace(
            self,
            text=reply.text,
            ran=(*self.ran, *ran),
            asked=asked,
            outcome=next(filter(None, said), before),
            usage=sum((result.usage for result in results), reply.usage) + self.usage,
            fallback=next(filter(None, fallbacks), ""),
            prompt=prompt or self.prompt,
        )

    def failed(self, error: TessError) -> "TurnState":
        """Return the end of a turn that failed after a finished round: all that was done, and why no more."""
        told = base.ToolResult(base.Refused(error.code, dict(error.details)))
        outcome: Outcome = "fail" if isinstance(error, ModelGaveNoAnswer) else "continue"
        return replace(self, asked=(*self.asked, told), outcome=outcome)

    @property
    def reports(self) -> list[base.Report]:
        """What there is to tell; of calls that the model made wrongly only where there is nothing else.

        What it mended in the turn, so that an edit came of it, is not told either, nor what failed and was done in a
        later call of the same tool.
        """
        every = [result.report for result in (*self._done_at_last, *self.asked)]
        changed = any(outcome.result.patch.put_artifacts for outcome in self.ran)
        useful = [
            report
            for report in every
            if not report.is_misuse
            and not (changed and isinstance(report, base.Refused) and report.error.gives_way)
        ]
        return useful if useful or self.text.strip() else every

    @property
    def is_refused(self) -> bool:
        """Whether all that there is to tell is why nothing was done."""
        refused = [isinstance(report, base.Refused) for report in self.reports]
        return bool(refused) and all(refused)

    @property
    def asks(self) -> bool:
        """Whether the user is asked something, so that nothing is to be done before they reply."""
        return any(isinstance(report, base.Asked) for report in self.reports)

    @cached_property
    def patch(self) -> DossierPatch:
        """The change that all propose together."""
        return merged(
            [*(outcome.result.patch for outcome in self.ran), *(told.patch for told in self.asked)]
        )

    @property
    def _done_at_last(self) -> list[base.ToolResult]:
        failed = [isinstance(outcome.result.report, base.Refused) for outcome in self.ran]
        last = {outcome.call.name: n for n, outcome in enumerate(self.ran) if not failed[n]}
        return [
            outcome.result
            for n, outcome in enumerate(self.ran)
            if not failed[n] or n > last.get(outcome.call.name, -1)
        ]

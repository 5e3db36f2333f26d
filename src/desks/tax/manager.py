"""Who decides at the tax desk: the model, but for whose day's law an answer is by."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from src.desks.manager import Decision, Deliberation, ModelManager
from src.desks.tax.day_offer import is_choice, offer
from src.desks.tax.question_day import was_just_asked
from src.llm.protocol import ChatMessage, Llm

SEARCHES = frozenset(("get_legislation", "get_case_law"))


class TaxManager(ModelManager):
    """Lets the model decide; offers the law of a day that a question names, and asks it again by the one chosen."""

    def __init__(self, llm: Llm, clock: Callable[[], datetime]) -> None:
        super().__init__(llm)
        self._clock = clock

    async def decide(self, so_far: Deliberation) -> Decision:
        said = so_far.conversation[-1].content
        if is_choice(so_far.dossier, said):
            return await super().decide(_as_asked(so_far))
        decision = await super().decide(so_far)
        if not any(call.name in SEARCHES for call in decision.calls):
            return decision
        return replace(decision, asks=offer(so_far.dossier, said, self._clock().date()))


def _as_asked(so_far: Deliberation) -> Deliberation:
    """Return the deliberation of the question that a choice of day was made for.

    By another day it is put again; where the day stays what it was, its sources are right.
    """
    *before, last = so_far.conversation
    if not was_just_asked(so_far.dossier):
        yes = "Yes" if so_far.dossier.language == "en" else "Ja"
        return replace(so_far, conversation=(*before, ChatMessage("user", yes)))
    asked = [at for at, one in enumerate(before) if one.role == "user"]
    return replace(
        so_far, conversation=tuple(before[: asked[-1] + 1]) if asked else (*before, last)
    )

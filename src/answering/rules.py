"""How a desk defends its answers, as far as that takes neither a model nor a library: data and pure functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from src.answering.extract import Cutting
from src.answering.handing_over import MemoParts
from src.answering.task import TaskForm, answer_task
from src.dossier.models import Dossier, Source
from src.grounding.material import GENERATION, Bearing, Material
from src.grounding.terms import NO_CALENDAR, Calendar
from src.grounding.units import Units, unit_of
from src.llm.forms import AnswerDraft

Policy = Literal["strike", "refuse"]
"""What becomes of an answer with claims that may not stand: they are struck, or there is no answer."""


@dataclass(frozen=True)
class AnswerRules:
    """What stays the same of a desk's answers: enough to check, replay, explain and hand over those there are."""

    prompt: str
    """What a model is told that drafts an answer."""
    tool: str
    """Name of the tool whose calls make answers, as journals have it."""
    seconds: float
    """How long an answer that is asked for again may take."""
    policy: Policy = "strike"
    facts_apart: bool = True
    """Whether quotes of the client's documents are facts; False only to make an answer again from before they were."""
    support: bool = False
    """Whether a second reading says of each claim and sentence if its evidence supports it."""
    generation: int = GENERATION
    """Of the rules that judge; an earlier one only to make an answer again."""
    calendar: Calendar = NO_CALENDAR
    """By which terms end."""
    bearing: Bearing = field(default_factory=Bearing)
    """What a claim may not add to its source, and which may stand."""
    form: type[AnswerDraft] = AnswerDraft
    """What a model fills in."""
    task: TaskForm = answer_task
    """From a dossier, a question and the cutting to what the model is given."""
    cutting: Cutting = field(default_factory=Cutting)
    units: Units = unit_of
    """By what a source is quoted."""
    unversioned: Callable[[str], str] = str
    """From the id of a source to what the ids of all its versions share; by default nothing is a version."""
    counting: Callable[[Sequence[Source], date | None], Source | None] = lambda versions, day: None  # noqa: ARG005  # none counts
    """From the versions of a source, oldest first, to the one that counts on a day (None: today)."""
    memo: MemoParts = field(default_factory=MemoParts)
    first_prompt: str = ""
    """What a model was told before answers had calculations; empty: the same."""

    def of(self, generation: int) -> "AnswerRules":
        """Return the rules of a generation, to make or check an answer of its time again."""
        prompt = self.first_prompt if generation < 1 and self.first_prompt else self.prompt
        return replace(self, generation=generation, prompt=prompt)

    def material(
        self,
        question: str,
        selected: tuple[Source, ...],
        versions: Mapping[str, Sequence[Source]],
        dossier: Dossier,
    ) -> Material:
        """Return what a draft of an answer to this question is held against."""
        said = (message.content for message in dossier.conversation if message.role == "user")
        return Material(
            question,
            selected,
            versions,
            self.bearing.of(self.generation),
            self.units,
            language=dossier.language or "nl",
            told="\n".join(said),
            earlier="\n".join(answer.conclusion for answer in dossier.answers),
            calendar=self.calendar,
            generation=self.generation,
            facts_apart=self.facts_apart,
        )


RulesOf = Callable[[str], AnswerRules]
"""From the name of a desk to its rules; raises ``NotAnAnsweringDesk`` where it has none or is not there."""

"""How the desk defends a diagnosis: what it is made from, and what becomes of the words of a model. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from src.answering.extract import Cutting
from src.answering.recording import Drafter
from src.answering.rules import AnswerRules
from src.answering.units import Unit
from src.desks.azure.bearing import AzureBearing
from src.desks.azure.diagnosis import DiagnosisDraft, DiagnosisTask
from src.desks.azure.known import known_to_diagnosis, sources_for_model
from src.desks.azure.memo import AzureMemo
from src.desks.azure.steps import TEMPLATES, without_commands
from src.dossier.models import Dossier, Language, SourceBase
from src.llm.forms import TaskSource
from src.llm.protocol import ChatMessage, Reply, StructuredReply
from src.masking.secrets import mask

SECONDS = 45


def diagnosis_task(dossier: Dossier, question: str, cutting: Cutting) -> DiagnosisTask:  # noqa: ARG001  # replies are cut by their lines
    """Return what a model is given to find the cause: what Azure said, and the files, as data."""
    language = dossier.language or "en"
    what = 1 if language == "nl" else 2
    return DiagnosisTask(
        question=question,
        language=language,
        sources=[
            TaskSource(id=one.id, title=one.title, digest=False, text=text)
            for one, text in sources_for_model(dossier, question)
        ],
        commands={name: texts[what] for name, texts in TEMPLATES.items()},
        known=known_to_diagnosis(dossier, question).model_dump_json(),
    )


def by_lines(source: SourceBase) -> Unit:  # noqa: ARG001  # replies and files are quoted alike
    """Return the line."""
    return "line"


RULES = AnswerRules(
    prompt=(Path(__file__).parent / "diagnosis_prompt.md").read_text(encoding="utf-8"),
    tool="diagnose",
    seconds=SECONDS,
    bearing=AzureBearing(),
    form=DiagnosisDraft,
    task=diagnosis_task,
    units=by_lines,
    memo=AzureMemo(),
)


class CleanDrafter:
    """A ``Drafter`` whose drafts hold no secret, and no command but those that the table has."""

    def __init__(self, llm: Drafter) -> None:
        self._llm = llm

    @property
    def id(self) -> str:
        return self._llm.id

    @property
    def parameters(self) -> Mapping[str, Any]:
        return self._llm.parameters

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        reply = await self._llm.chat_structured(messages, response_format, repair=repair)
        language = DiagnosisTask.model_validate_json(messages[1].content).language
        value = response_format.model_validate(_clean(reply.value.model_dump(), language))
        # What had to be taken out may stand in the model's own text in a form that nothing finds.
        raw = mask(reply.raw) if value == reply.value else ""
        return replace(reply, value=value, raw=raw)


def _clean(value: Any, language: Language, name: str = "") -> Any:
    """Return JSON without secrets and commands; a quote is held against its source as it is, but for secrets."""
    if isinstance(value, dict):
        return {key: _clean(one, language, key) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one, language, name) for one in value]
    if not isinstance(value, str) or name in ("role", "source_id"):
        return value
    return mask(value if name == "quote" else without_commands(value, language)).strip()

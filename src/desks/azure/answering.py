"""How the desk defends a diagnosis, and what it is made from. Pure."""

from pathlib import Path

from src.answering.extract import Cutting
from src.answering.rules import AnswerRules
from src.desks.azure.bearing import AzureBearing, names_in, told_in
from src.desks.azure.diagnosis import DiagnosisDraft, DiagnosisTask
from src.desks.azure.knowledge.causes import causes
from src.desks.azure.known import known_to_diagnosis, sources_for_model
from src.desks.azure.memo import AzureMemo
from src.dossier.models import Dossier
from src.grounding.units import by_lines
from src.llm.forms import TaskSource

SECONDS = 45


def diagnosis_task(dossier: Dossier, question: str, cutting: Cutting) -> DiagnosisTask:  # noqa: ARG001  # replies are cut by their lines
    """Return what a model is given to find the cause: what Azure said, and the files, as data."""
    language = dossier.language or "en"
    return DiagnosisTask(
        question=question,
        language=language,
        sources=[
            TaskSource(id=one.id, title=one.title, digest=False, text=text)
            for one, text in sources_for_model(dossier, question)
        ],
        commands={name: one.what.in_(language) for name, one in causes().step.items()},
        known=known_to_diagnosis(dossier, question).model_dump_json(),
    )


RULES = AnswerRules(
    prompt=(Path(__file__).parent / "diagnosis_prompt.md").read_text(encoding="utf-8"),
    tool="diagnose",
    seconds=SECONDS,
    bearing=AzureBearing(names_in, told_in, with_question=True),
    form=DiagnosisDraft,
    task=diagnosis_task,
    units=by_lines,
    memo=AzureMemo(),
)

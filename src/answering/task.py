"""What the model is given to answer a question: the same dossier always gives the same. Pure."""

import hashlib
from collections.abc import Callable, Sequence

from src.answering.extract import Cutting, extract
from src.dossier.models import Dossier, Source
from src.llm.forms import AnswerTask, TaskSource

LONGEST_BLOCK = 120_000
"""Characters of all sources together; each has an equal share."""

TaskForm = Callable[[Dossier, str, Cutting], AnswerTask]
"""Makes the form of a desk, ``AnswerTask`` or one with more fields: its sources are those selected, in their order."""


def answer_task(
    dossier: Dossier, question: str, cutting: Cutting, block: int = LONGEST_BLOCK
) -> AnswerTask:
    """Return what the model is given to answer a question of this dossier: the selected sources, as JSON data.

    ``block``: characters that all of them may have together.
    """
    share = min(cutting.longest, block // max(1, len(dossier.selected)))
    return AnswerTask(
        question=question,
        language=dossier.language or "nl",
        sources=[
            TaskSource(
                id=source.id,
                title=source.title,
                digest=source.digest,
                text=extract(source.content, question, share, cutting),
            )
            for source in dossier.selected
        ],
    )


def cut(selected: Sequence[Source], task: AnswerTask) -> tuple[str, ...]:
    """Return the titles of the sources of which the model is given a part only."""
    pairs = zip(selected, task.sources, strict=True)
    return tuple(source.title for source, sent in pairs if sent.text != source.content)


def sent_hash(task: AnswerTask) -> str:
    """Return the SHA-256 of the task's very text, by which it can be told later that it was rebuilt exactly."""
    return hashlib.sha256(task.model_dump_json().encode()).hexdigest()

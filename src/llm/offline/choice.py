"""Which candidates plain words mean. Pure."""

from src.llm.builtin.names import NameReader
from src.llm.builtin.references import Thing, meant
from src.llm.builtin.vocabulary import GENERAL, Vocabulary
from src.llm.forms import SourceChoice, SourceChoiceTask


def choose(
    task: SourceChoiceTask,
    reader: type[NameReader] = NameReader,
    vocabulary: Vocabulary = GENERAL,
) -> SourceChoice:
    """Return the candidates that the words mean, in their order; none where the words name nothing that is there."""
    numbers = task.numbers or range(1, len(task.candidates) + 1)
    things = [
        Thing("sources", n, title, task.subjects[at] if at < len(task.subjects) else "")
        for at, (n, title) in enumerate(zip(numbers, task.candidates, strict=False))
    ]
    return SourceChoice(
        titles=[one.title for one in meant(task.instruction, things, reader, vocabulary).things]
    )

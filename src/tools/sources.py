"""Leaving sources out and putting them back, in the user's own words."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from src.dossier.models import Dossier, Source
from src.dossier.patch import DossierPatch
from src.llm.forms import SourceChoice, SourceChoiceTask
from src.llm.protocol import ChatMessage, Llm, StructuredReply
from src.tools.base import Arguments, Reselected, SelectionAsked, Tool, ToolResult

MOST_GHOSTS = 10
"""Titles of no candidate that are told of; a model may name any number."""

PROMPT = (Path(__file__).parent / "sources_prompt.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class SourceWords:
    """How a desk speaks of its sources to the models that choose among them."""

    prompt: str = PROMPT
    """For the form that says which sources are meant."""
    remove: str = "laat bron 3 weg"
    """What a user says who leaves a source out, for the description of the tool."""
    restore: str = "zet bron 3 terug"


PLAIN_WORDS = SourceWords()


class ChangeArgs(Arguments):
    query: str = Field(
        min_length=1,
        max_length=2000,
        description="The part of the user's message that says which sources are meant, in the user's own words.",
    )


class RemoveSources(Tool[ChangeArgs]):
    """Leave sources out of the selection when the user says that they do not fit."""

    args = ChangeArgs

    def __init__(self, llm: Llm, words: SourceWords = PLAIN_WORDS) -> None:
        self._llm = llm
        self._words = words

    @property
    def description(self) -> str:
        return f'{super().description[:-1]}, e.g. "{self._words.remove}".'

    def offered(self, dossier: Dossier) -> bool:
        return bool(dossier.selected)

    async def execute(self, dossier: Dossier, args: ChangeArgs) -> ToolResult:
        choice = await _choose(self._llm, self._words.prompt, args.query, dossier, dossier.selected)
        meant, ignored = _known(choice.value.titles, dossier.selected)
        patch = DossierPatch(unselect_ids=tuple(source.id for source in meant))
        return ToolResult(
            Reselected(False, args.query, meant, ignored),
            patch,
            choice.usage,
            fallback=choice.fallback,
        )


class RestoreSources(Tool[ChangeArgs]):
    """Put sources that were left out back into the selection."""

    args = ChangeArgs

    def __init__(self, llm: Llm, words: SourceWords = PLAIN_WORDS) -> None:
        self._llm = llm
        self._words = words

    @property
    def description(self) -> str:
        return f'{super().description[:-1]}, e.g. "{self._words.restore}".'

    def offered(self, dossier: Dossier) -> bool:
        return bool(dossier.unselected)

    async def execute(self, dossier: Dossier, args: ChangeArgs) -> ToolResult:
        choice = await _choose(
            self._llm, self._words.prompt, args.query, dossier, dossier.unselected
        )
        meant, ignored = _known(choice.value.titles, dossier.unselected)
        patch = DossierPatch(select_ids=tuple(source.id for source in meant))
        return ToolResult(
            Reselected(True, args.query, meant, ignored),
            patch,
            choice.usage,
            fallback=choice.fallback,
        )


class ShowSources(Tool[Arguments]):
    """Show which sources are selected and which are not, when the user asks for that."""

    args = Arguments

    def offered(self, dossier: Dossier) -> bool:
        return bool(dossier.sources)

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # nothing is asked for
        return ToolResult(SelectionAsked())


async def _choose(
    llm: Llm, prompt: str, words: str, dossier: Dossier, candidates: tuple[Source, ...]
) -> StructuredReply[SourceChoice]:
    if not candidates:
        return StructuredReply(SourceChoice(titles=[]))
    task = SourceChoiceTask(
        instruction=words,
        candidates=list(_labels(candidates)),
        numbers=[1 + dossier.sources.index(source) for source in candidates],
        subjects=[source.heading for source in candidates],
    )
    messages = [ChatMessage("system", prompt), ChatMessage("user", task.model_dump_json())]
    return await llm.chat_structured(messages, SourceChoice)


def _known(
    titles: list[str], candidates: tuple[Source, ...]
) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """Return the candidates that are named, and the titles that name none: those are never acted on."""
    labels = _labels(candidates)
    meant = tuple(labels[title] for title in dict.fromkeys(titles) if title in labels)
    ghosts = tuple(title for title in dict.fromkeys(titles) if title not in labels)
    return tuple(sorted(meant, key=candidates.index)), ghosts[:MOST_GHOSTS]


def _labels(candidates: tuple[Source, ...]) -> dict[str, Source]:
    """Return the candidates by a title of their own: two versions of one text are told apart by their dates."""
    titles = Counter(source.title for source in candidates)
    return {
        source.title
        if titles[source.title] == 1
        else f"{source.title} ({_version(source)})": source
        for source in candidates
    }


def _version(source: Source) -> str:
    return f"{'eigen samenvatting, ' if source.digest else ''}stand {source.as_of}"

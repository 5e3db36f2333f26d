"""Answering a question about the meeting, its items or the backlog: each sentence on words that stand there."""

import json
import re
from collections.abc import Sequence

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.answering.support import Place, statements_read
from src.desks.backlog.artifacts import MeetingQuote
from src.desks.backlog.forms_tags import ItemText
from src.desks.backlog.kept import backlog_in, items_in, number_of, speaker_of
from src.desks.backlog.transcript import lines_around
from src.dossier.models import Document, Dossier, SourceBase
from src.grounding.gate import placed
from src.grounding.polarity import turned_at
from src.language.numbers import numerals
from src.llm.protocol import Llm, Usage
from src.search.snippet import nearest
from src.tools.backlog.reports import MeetingAnswered, QuotedWords, TextSaid
from src.tools.base import Arguments, Tool, ToolResult

MOST_NEAR = 3
"""Lines that are quoted where nobody has read them."""


class AnswerSentence(Arguments):
    text: str = Field(min_length=1, max_length=1_000)
    quotes: tuple[str, ...] = Field(min_length=1, max_length=10)
    """Words of a transcript, item or work item that say so, copied exactly."""


class AnswerArgs(Arguments):
    sentences: tuple[AnswerSentence, ...] = Field((), min_length=1, max_length=12)
    near: SkipJsonSchema[str] = Field("", max_length=2_000)
    """A question of which only the nearest lines are quoted, where nobody has read them."""


class AnswerFromMeeting(Tool[AnswerArgs]):
    """Answer a question about the meeting, items or the backlog; who said each quote, and where, is shown."""

    args = AnswerArgs

    def __init__(self, llm: Llm, *, support: bool = False) -> None:
        """Answer; ``support``: a second reading by this model says of each sentence if its quotes support it."""
        self._llm, self._support = llm, support

    async def execute(self, dossier: Dossier, args: AnswerArgs) -> ToolResult:
        bases = {base.id: base for base in _bases(dossier)}
        if args.near:
            quotes = [_quoted(place, bases, dossier) for place in _nearest(args.near, bases)]
            return ToolResult(MeetingAnswered([("", quotes)], {}), ends=True)
        standing: dict[int, tuple[str, list[Place]]] = {}
        fell: dict[str, str] = {}
        for number, sentence in enumerate(args.sentences):
            found = (_place(quote, bases) for quote in sentence.quotes)
            places = [place for place in found if place]
            if why := _fault(sentence, places, bases):
                fell[sentence.text] = why
            else:
                standing[number] = sentence.text, places
        usage, unread = Usage(), False
        if self._support and standing:
            read = await statements_read(self._llm, standing, [*bases.values()], reach=lines_around)
            usage, unread = read.usage, read.failure is not None
            for number, said in read.verdicts.items():
                if said.verdict != "supports":
                    fell[standing.pop(number)[0]] = said.verdict
        told = [
            (text, [_quoted(place, bases, dossier) for place in places])
            for text, places in standing.values()
        ]
        output = json.dumps({"not_shown": fell}, ensure_ascii=False) if fell else ""
        report = MeetingAnswered(told, fell, unread)
        return ToolResult(report, usage=usage, output=output, ends=not fell)


def _bases(dossier: Dossier) -> list[SourceBase]:
    """Return what a sentence may rest on: the sources that are selected, the backlog, and the items."""
    items = [
        SourceBase(
            id=name,
            title=f"{number_of(name)}. {item.title}",
            kind="item",
            content="\n".join((item.persona, ItemText.of(item).whole)),
        )
        for name, item in items_in(dossier).items()
    ]
    return [*dossier.selected, *backlog_in(dossier), *items]


def _nearest(question: str, bases: dict[str, SourceBase]) -> list[Place]:
    """Return the lines that share most words with a question."""
    lines = [
        (name, line.start(), line.end())
        for name, base in bases.items()
        for line in re.finditer(r"\S.*", base.content)
    ]
    texts = [bases[name].content[start:end] for name, start, end in lines]
    return [lines[at] for at in nearest(question, texts, MOST_NEAR)]


def _place(quote: str, bases: dict[str, SourceBase]) -> Place | None:
    """Return where a quote stands first; None where it stands nowhere."""
    for name, base in bases.items():
        if (checked := placed(quote, base.content)) and checked.place:
            return name, checked.place[0], checked.place[1]
    return None


def _fault(sentence: AnswerSentence, places: Sequence[Place], bases: dict[str, SourceBase]) -> str:
    """Return why a sentence may not be shown, in a word; empty where it may."""
    if len(places) < len(sentence.quotes):
        return "quote_not_found"
    said = "\n".join(
        f"{bases[name].title}\n{bases[name].content[start:end]}" for name, start, end in places
    )
    if not numerals(sentence.text) <= numerals(said):
        return "number_not_quoted"
    turned = [turned_at(sentence.text, bases[name].content, *place) for name, *place in places]
    return turned[0] if all(turned) else ""


def _quoted(place: Place, bases: dict[str, SourceBase], dossier: Dossier) -> QuotedWords:
    name, start, end = place
    base = bases[name]
    quote = base.content[start:end]
    said = MeetingQuote(quote=quote, start=start, end=end)
    speaker, line = (
        speaker_of(said, dossier.source(name)) if isinstance(base, Document) else ("", 0)
    )
    return quote, speaker, line, base.title


class AboutDesk(Tool[Arguments]):
    """Say what this desk does and does not do."""

    args = Arguments

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # nothing is asked for
        return ToolResult(TextSaid("about"), ends=True)

"""How the desk defends its answers."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path

from src.answering.extract import Cutting, nearness
from src.answering.handing_over import Address, Line, MemoParts, MemoSource, address
from src.answering.rules import AnswerRules
from src.answering.task import answer_task
from src.desks.docs.bearing import DocsBearing, names_in, section_text
from src.desks.docs.citing import place_of, standing
from src.desks.docs.intake import reading_so_far
from src.desks.docs.words import texts_of
from src.dossier.models import Document, Dossier, Language, Source, is_of_client
from src.errors import ModelUnavailable
from src.llm.forms import AnswerTask, TaskSource
from src.llm.listening import listening
from src.llm.protocol import ChatMessage, Llm, Reply, StructuredReply
from src.llm.wrappers import LlmWrapper
from src.search.documents.analysers import ENGLISH


class DocsMemoSource(MemoSource):
    """A section as a memo names it."""

    file: Line = ""
    lines: tuple[int, int] | None = None
    """First and last in its file, from 1."""
    anchor: Line = ""
    version: Line = ""
    """Of the documentation."""
    updated: date | None = None
    stands_at: Address = ""
    """Its address as its documentation has it: it is told, and no link, as nobody but that vouches for it."""


class DocsMemo(MemoParts):
    """What the desk says in a memo."""

    def source(self, number: int, source: Source, language: Language) -> MemoSource:
        named = self.named(number, source)
        if not isinstance(source, Document) or is_of_client(source) or not source.file:
            return MemoSource(**named, text_of=self.origin(source, language))
        named["title"] = place_of(source)
        return DocsMemoSource(
            **named,
            text_of=_text_of(source, language),
            file=source.file,
            lines=(source.first_line, source.last_line) if source.first_line else None,
            anchor=source.anchor,
            version=source.version,
            updated=source.updated,
            stands_at=source.url,
        )


def _text_of(source: Document, language: Language) -> str:
    at = address(source.url) or (f"#{source.anchor}" if source.anchor else "")
    where = standing(source, texts_of(language))
    return f"{where} ({at})" if at else where


SECONDS = 120

MOST_SECTIONS = 8
"""Sections whose text a model is given in any case; of more that are selected the best found."""

ROOM = 24_000
"""Characters up to which it is given further ones: a row of settings costs next to nothing."""

PIECES = 2_000
"""Pieces of long sections whose words are remembered: to read one of 100,000 characters anew takes 30 ms."""

_VERSION = re.compile(r"(?:@[^#@/]+)+\Z")


class SectionInTask(TaskSource):
    """A section as the model gets it, with where it stands."""

    place: str
    file: str
    version: str = ""


class DocsTask(AnswerTask):
    """Answer this question from these sections alone, in ``reply_language``."""

    asked: str
    """As it was written."""
    reply_language: str
    remarks: str = ""
    """What an earlier answer lacked; empty: there was none."""
    sources: Sequence[SectionInTask]


def docs_task(dossier: Dossier, question: str, cutting: Cutting) -> DocsTask:
    """Return what the model is given: of each section its place, and its text where there is room, best found first."""
    plain = answer_task(dossier, question, cutting, cutting.longest * len(dossier.selected))
    reading = reading_so_far(dossier)
    found = {name: rank for rank, name in enumerate(reading.source_references)}
    given = _given(dossier.selected, found, f"{question} {reading.text}", cutting)
    pairs = sorted(
        zip(dossier.selected, plain.sources, strict=True),
        key=lambda pair: found.get(pair[0].id, len(found)),
    )
    return DocsTask(
        question=plain.question,
        language=plain.language,
        sources=[_section(source, sent, source.id in given, cutting) for source, sent in pairs],
        asked=reading.text or question,
        reply_language=reading.language,
        remarks=reading.remarks,
    )


def _given(
    selected: Sequence[Source], found: Mapping[str, int], question: str, cutting: Cutting
) -> set[str]:
    """Return the sections whose text is given: the best found, then the nearest; beyond them what is short."""
    scores = nearness([f"{entry.title} {entry.content}" for entry in selected], question, cutting)
    order = {
        each.id: (found.get(each.id, len(found)), -scores[at]) for at, each in enumerate(selected)
    }
    given, room = set[str](), ROOM
    for source in sorted(selected, key=lambda source: order[source.id]):
        if len(given) < MOST_SECTIONS or len(source.content) <= room:
            given.add(source.id)
            room -= len(source.content)
    return given


def _section(source: Source, sent: TaskSource, given: bool, cutting: Cutting) -> SectionInTask:
    text = sent.text if given else cutting.mark.format(count=len(source.content))
    place = {"place": source.heading, "file": ""}
    if isinstance(source, Document):
        place = {"place": source.path, "file": source.file, "version": source.version}
    return SectionInTask(**{**sent.model_dump(), "text": text, **place})


@lru_cache(PIECES)
def terms(text: str) -> Sequence[str]:
    """Return the stems of a text's words, but for those that any text has."""
    found = (ENGLISH.term(word) for word in ENGLISH.words(text))
    return tuple(name for name in found if name)


def unversioned(source_id: str) -> str:
    """Return what the ids of all versions of a section share: ``setup.md#ports`` of ``setup.md#ports@2.4``."""
    return _VERSION.sub("", source_id)


class AnswerDrafter(LlmWrapper):
    """A model that drafts answers: each silent for so many seconds at most, and so many at once in all.

    A wait for a place is no silence of the model's.
    """

    def __init__(self, llm: Llm, seconds: float, places: asyncio.Semaphore) -> None:
        super().__init__(llm)
        self._seconds, self._places = seconds, places

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        """Return the draft; ``ModelUnavailable`` also where the model is silent for too long."""
        try:
            async with self._places, listening(self._seconds):
                return await self._llm.chat_structured(messages, response_format, repair=repair)
        except TimeoutError:
            raise ModelUnavailable(problem="timeout") from None


RULES = AnswerRules(
    prompt=(Path(__file__).parent / "answer_prompt.md").read_text(encoding="utf-8"),
    first_prompt=(Path(__file__).parent / "answer_prompt_first.md").read_text(encoding="utf-8"),
    tool="answer_from_docs",
    seconds=SECONDS,
    bearing=DocsBearing(names_in, section_text),
    task=docs_task,
    units=lambda source: "passage",  # noqa: ARG005  # every section is quoted alike
    cutting=Cutting(terms),
    unversioned=unversioned,
    memo=DocsMemo(),
)

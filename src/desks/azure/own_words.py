"""A model's own words, sentence by sentence: what evidence bears, what is only possible, and what falls.

Evidence is the card of a code, what the user said, what Azure said, and what the program does. All else is the
model's own knowledge: it stands under a heading of its own, and names nothing that no evidence has.
"""

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, takewhile
from pathlib import Path

from src.answering.support import PROMPT, SupportReading
from src.desks.azure.answering import names_in, proper_names
from src.desks.azure.knowledge import general_names, knowledge, reading_claims, talk
from src.desks.azure.known import FailedCall, SeenReply
from src.desks.azure.labelled import LabelledNumber, labelled, of_another
from src.desks.azure.offline.next_calls import brings_error, brought_by
from src.desks.azure.steps import COMMAND
from src.desks.azure.words import TEXTS
from src.dossier.models import Language
from src.grounding.evidence import has_name
from src.grounding.gate import find
from src.grounding.sentences import one_line, shared_words
from src.language.numbers import quantities
from src.language.opposites import form
from src.language.sentences import split
from src.llm.forms import SupportPassage, SupportStatement, SupportTask, SupportVerdict
from src.llm.protocol import ChatMessage, Usage
from src.llm.state import STATE, State
from src.tools.azure.looking_up import TO_READ, UNTOLD, told_of

READING = PROMPT + (Path(__file__).parent / "own_words_prompt.md").read_text(encoding="utf-8")
"""What a second reading of a model's own words is told: what every one is, and which sentences state nothing."""

_PREFIX = re.compile(r"\A\s*(?:(?:[-*•>]|\d+[.)]|#+)\s+)*")
_DAY_OR_VERSION = re.compile(r"(?<![\d.])(?:(\d{4}-\d\d-\d\d)T\d|((\d+)\.\d+)\.\d+(?![\d.]))")
"""The day of a moment, and what a version begins with: who names these names no other."""

_ON_PATH = re.compile(r"(\w+) ?[>→›»] ?(\w+)")
"""Two neighbours on the way through a portal."""

_AROUND = ":,.;()\"'"
"""What may stand around a word of code that is told in another form than it was given."""

FEW_WORDS = 3
"""Words up to which a sentence tells nothing of a case."""

LONG, SAME = 8, 0.8
"""Words from which on a sentence may be told twice, and the share of them in a card that has said it then."""

_TABLES = ("card", "look_up", "program")
"""Passages that the program wrote."""

Reads = Callable[[SupportTask], Awaitable[SupportReading]]


@dataclass(frozen=True)
class CaseEvidence:
    """What a model's own words may stand on."""

    said: str
    """What the user said, and pasted."""
    passages: Sequence[SupportPassage] = ()
    replies: Sequence[SeenReply] = ()
    is_case: bool = True
    """Whether the newest message brings an error, or one was looked up: else a few words are small talk."""
    names: Sequence[str] = ()
    """Names that the program's own instructions to the model have."""

    @cached_property
    def made(self) -> frozenset[str]:
        """The tools that read, and the aspects that they read."""
        return frozenset(chain(*((reply.tool, reply.aspect) for reply in self.replies)))

    @cached_property
    def text(self) -> str:
        """All of it, and apart what its moments and versions begin with."""
        whole = "\n".join([self.said, *(passage.text for passage in self.passages)])
        return "\n".join(
            [whole, *self.names, *filter(None, chain(*_DAY_OR_VERSION.findall(whole)))]
        )

    def has(self, name: str, *, is_code: bool) -> bool:
        """Return whether it has a name; of code each word, where it gives what stands before a colon no other value."""
        if has_name(self.text, name, in_prose=not is_code):
            return True
        words = [word.strip(_AROUND) for word in name.split()]
        labels = (re.escape(word.strip(_AROUND)) for word in name.split() if word.endswith(":"))
        return (
            is_code
            and all(has_name(self.text, word) for word in words)
            and not any(re.search(rf"\b{label}[\"']?\s*[:=]", self.text) for label in labels)
        )

    @cached_property
    def numbers(self) -> tuple[LabelledNumber, ...]:
        """What it gives its numbers to."""
        return labelled(self.text)

    @property
    def program(self) -> str:
        """What the program says of itself."""
        return "\n".join(each.text for each in self.passages if each.source == "program")

    @property
    def cards(self) -> str:
        """The cards that were shown, or given to the model: their commands may be told again."""
        cards = (each for each in self.passages if each.source.startswith(_TABLES[:2]))
        return "\n".join(card.text for card in cards)


@dataclass(frozen=True)
class _Sentence:
    """A sentence of a model's own, at its place, and what became of it."""

    text: str
    line: int
    struck: str = ""
    """The reason that is told in its place."""
    is_general: bool = False
    """Whether no evidence bears it, nor speaks against it."""

    @property
    def states(self) -> bool:
        """Whether it says something; a question does not."""
        return bool(self.text.strip("*_`#: ")) and not self.text.endswith("?")


@dataclass(frozen=True)
class OwnWords:
    """Texts of one reply of a model, as they may be told."""

    evidence: CaseEvidence
    language: Language
    verdicts: Mapping[str, SupportVerdict] = field(default_factory=dict)
    """Of a second reading, by sentence; empty: there was none."""

    def told(self, text: str, *, marked: bool = True) -> str:
        """Return words for the user: what stands, then under its heading what is only possible in general.

        ``marked``: with the mark that no diagnosis stands, where anything was read.
        """
        judged, texts = self._judged(text), TEXTS[self.language]
        found = [sentence for sentence in judged if not self._is_on_card(sentence)]
        # Who asks whether to do something dangerous reads the "no" first.
        no = [
            each.text
            for each in judged[:1]
            if each.is_general and form("rejections").match(each.text)
        ]
        found = found[len(no) :]
        starts = ["".join(_PREFIX.findall(line)) for line in text.split("\n")]
        general = _lines([sentence for sentence in found if sentence.is_general], starts)
        stands = [sentence for sentence in found if not sentence.is_general]
        is_asking = stands and stands[-1].text.endswith("?") and not stands[-1].struck
        asks = [stands.pop()] if general and is_asking else []
        kept = _lines(stands, starts)
        is_fresh = any(reply.status and not reply.stale for reply in self.evidence.replies)
        mark = marked and is_fresh and any(not line.endswith("?") for line in kept)
        blocks = [texts.refusal.format(text=each) for each in no]
        blocks += [texts.unchecked] if mark else []
        blocks += ["\n".join(kept)] if kept else []
        blocks += [f"**{texts.general}**", "\n".join(general)] if general else []
        return "\n\n".join([*blocks, *(each.text for each in asks)])

    def _is_on_card(self, sentence: _Sentence) -> bool:
        """Whether a card that this reply shows says nearly all of a sentence, so that it would be told twice."""
        shown = (
            each
            for each in self.evidence.passages
            if each.source.startswith("look_up") and not each.text.startswith(UNTOLD)
        )
        stands = not (sentence.struck or sentence.is_general) and sentence.states
        is_long = len(sentence.text.split()) >= LONG
        return (
            stands
            and is_long
            and any(shared_words(sentence.text, card.text) >= SAME for card in shown)
        )

    def told_as(self, text: str, place: str) -> str:
        """Return what of a call a user is shown; what is told as ``checked`` has to be known."""
        texts = TEXTS[self.language]
        apart = {"checked": texts.unshown, "why": texts.possible, "question": texts.possible}
        is_read = self.verdicts or (place == "checked" and not self.evidence.made)
        told = apart.get(place, "{text}") if is_read else "{text}"
        found = self._judged(text, is_open=place in ("missing", "point"))
        every = [
            replace(sentence, text=told.format(text=sentence.text))
            if sentence.is_general
            else sentence
            for sentence in found
        ]
        return "\n".join(_lines(every, [""] * len(text.split("\n"))))

    def _judged(self, text: str, *, is_open: bool = False) -> list[_Sentence]:
        """Return the sentences of a text; what nothing bears, and rests on the one before that fell, falls with it.

        ``is_open``: they say what is not known, and may name what that is.
        """
        judged: list[_Sentence] = []
        for sentence in _sentences_of(text):
            found = self._verdict(sentence, is_open)
            if found.is_general and judged and self._rests(sentence, judged[-1]):
                found = replace(sentence, struck=TEXTS[self.language].rests)
            judged.append(found)
        lines = enumerate(text.split("\n"))
        items = {n for n, line in lines if _PREFIX.sub("", line, 1).strip() != line.strip()}
        behind = (judged[at:] for at in range(1, len(judged) + 1))
        return [
            each
            for each, rest in zip(judged, behind, strict=True)
            if not _announces(each, rest, items)
        ]

    def _rests(self, sentence: _Sentence, before: _Sentence) -> bool:
        """Whether a sentence points back to one of its line that fell, or a second reading says that it does."""
        if not before.struck or before.line != sentence.line:
            return False
        verdict = self.verdicts.get(sentence.text)
        named = bool(verdict and find(before.text, verdict.settled_by))
        return named or bool(re.search(reading_claims().back, sentence.text, re.IGNORECASE))

    def _verdict(self, sentence: _Sentence, is_open: bool) -> _Sentence:
        texts, verdict = TEXTS[self.language], self.verdicts.get(sentence.text)
        by = of_another(sentence.text, self.evidence.numbers) if sentence.states else ""
        if by or (verdict and verdict.verdict == "contradicts"):
            # What a model says of the words that decide is not told for them.
            by = by or one_line(verdict.settled_by if verdict else "")
            if by and has_name(self.evidence.program, by):
                return replace(sentence, struck=texts.unshown)
            by = self._told_by(by) if by and find(by, self.evidence.text) else ""
            return replace(sentence, struck=texts.refuted.format(by=f": “{by}”" if by else ""))
        if sentence.states and reading_claims().lack(sentence.text, self.evidence.made):
            return replace(sentence, struck=texts.unshown)
        bears = verdict.verdict == "supports" if verdict else self._quotes(sentence.text)
        if added := self._invented(sentence.text, bears=bears or is_open):
            return replace(sentence, struck=texts.invented.format(what=added))
        named = proper_names(COMMAND.sub(" ", sentence.text))
        bears &= all(self.evidence.has(name, is_code=False) for name in named)
        is_short = len(sentence.text.split()) <= FEW_WORDS
        is_talk = is_short and not (verdict or self.evidence.is_case)
        return replace(sentence, is_general=sentence.states and not (bears or is_talk))

    def _told_by(self, words: str) -> str:
        """Return words that decide as a user may read them: theirs, of Azure, or of a card in their language."""
        read = (each.text for each in self.evidence.passages if not each.source.startswith(_TABLES))
        if any(find(words, text) for text in (self.evidence.said, *read)):
            return words
        words = re.sub(r"\A\w+: ", "", words)
        cards = (
            text for card in knowledge().code for text in (card.means, card.mistaken, card.first)
        )
        given = (
            text.in_(self.language) for text in cards if words in one_line(f"{text.en} {text.nl}")
        )
        return next(given, "") if len(words.split()) > FEW_WORDS else ""

    def _invented(self, sentence: str, *, bears: bool) -> str:
        """Return what of a sentence names something that neither evidence has nor anybody knows; else empty.

        A question may offer numbers and codes to choose from: it asserts none of them. A port is general knowledge, and
        no evidence that this case is about it.
        """
        words, there = COMMAND.sub(" ", sentence), self.evidence.text
        commands = "\n".join(found.group() for found in COMMAND.finditer(sentence))
        asks = sentence.endswith("?")
        for name in names_in(words):
            is_choice = asks and (name.isdigit() or talk().codes_in(name) == [name])
            is_known = is_choice or (not bears and general_names().has_port(name, words))
            is_known |= has_name(commands, name)  # that may be told, with what is to be filled in
            if not (is_known or self.evidence.has(name, is_code=f"`{name}`" in words)):
                return name
        if bears or asks:
            return ""
        for number in quantities(words):
            is_port = general_names().has_port(number.words, words)
            if number.words[0].isdigit() and not (is_port or has_name(there, number.words)):
                return number.words
        paths = {pair.casefold() for pair in map(" ".join, _ON_PATH.findall(there))}
        gone = (" > ".join(pair) for pair in _ON_PATH.findall(words))
        return next((step for step in gone if step.replace(" > ", " ").casefold() not in paths), "")

    def _quotes(self, sentence: str) -> bool:
        """Whether a sentence has a line of a reply, its field by name and the value, or is about the program."""
        lines = (line for reply in self.evidence.replies for line in reply.read)
        names = (name for name in names_in(sentence) if f"`{name}`" in sentence)
        return any(has_name(self.evidence.program, name) for name in names) or any(
            has_name(sentence, line.path.rpartition(".")[2]) and has_name(sentence, line.value)
            for line in lines
            if line.path and line.value
        )


async def read_words(
    texts: Sequence[str], evidence: CaseEvidence, language: Language, reads: Reads | None
) -> tuple[OwnWords, Usage]:
    """Return what tells these texts, by a second reading of all their sentences, and what that took."""
    every = [sentence for text in texts for sentence in _sentences_of(text) if sentence.states]
    task = SupportTask(
        passages=list(evidence.passages),
        user=evidence.said,
        statements=[
            SupportStatement(number=n, text=sentence.text)
            for n, sentence in enumerate(every, start=1)
        ],
    )
    if reads is None or not task.statements:
        return OwnWords(evidence, language), Usage()
    reading = await reads(task)
    verdicts = {
        statement.text: reading.verdicts[statement.number]
        for statement in task.statements
        if statement.number in reading.verdicts
    }
    return OwnWords(evidence, language, verdicts), reading.usage


def evidence_of(heard: Sequence[ChatMessage], state: State) -> CaseEvidence:
    """Return what stands in a request to a model, and is no word of the model's."""
    told = [message.content.partition(STATE) for message in heard if message.role == "user"]
    last = next((n for n, (_, mark, _) in enumerate(told) if mark), len(told) - 1)
    said = "\n\n".join(words for words, _, _ in told[: last + 1])
    replies, failed = brought_by(heard, state)
    cards = [card for name in state.get("explained", ()) if (card := knowledge().named(name))]
    passages = [SupportPassage(source="program", text=_of_program(state, failed))]
    texts = [("card", told_of(card, "en").splitlines()) for card in cards]
    texts += [(f"{reply.tool} {reply.arguments}", reply.lines) for reply in replies]
    passages += [
        SupportPassage(
            source=source, text="\n".join(line for line in lines if not line.startswith(TO_READ))
        )
        for source, lines in texts
    ]
    passages += [
        SupportPassage(
            source="diagnosis", text=f"{answer.get('cause', '')}: {answer['conclusion']}"
        )
        for answer in state.get("answers", ())
    ]
    passages += [
        SupportPassage(source=file["path"], document_of_the_user=True, text=file["text"])
        for file in state.get("files", ())
    ]
    newest = told[last][0] if told else ""
    is_case = bool(cards or replies or failed or brings_error(newest))
    prompt = "\n".join(message.content for message in heard if message.role == "system")
    read = [reply for reply in replies if reply.status]
    return CaseEvidence(said, passages, read, is_case, proper_names(prompt))


def _of_program(state: State, calls: Sequence[FailedCall]) -> str:
    """Return what the program does, who is logged in, and which calls were made and failed."""
    login = talk().says["login"]
    known = ("logged_in", "principal", "subscriptions", "callers", "turns_left")
    failed = [f"{call.tool}: {call.code}" for call in calls]
    lines = [login.en, login.nl, json.dumps({name: state.get(name) for name in known})]
    return "\n".join([*lines, "Nothing was read but what stands in other passages.", *failed])


def _sentences_of(text: str) -> Iterator[_Sentence]:
    """Yield the sentences of a text line by line, without what begins an item of a list."""
    for number, line in enumerate(text.split("\n")):
        yield from (_Sentence(words, number) for words in split(_PREFIX.sub("", line, 1), "figure"))


def _announces(sentence: _Sentence, behind: Sequence[_Sentence], items: set[int]) -> bool:
    """Return whether a sentence only announces the next one, or the ``items`` of a list behind it, and all fell."""
    listed = list(takewhile(lambda each: each.line in items, behind))
    is_colon = sentence.text.rstrip("*_").endswith(":")
    return is_colon and bool(behind) and all(each.struck for each in listed or behind[:1])


def _lines(every: Sequence[_Sentence], prefixes: Sequence[str]) -> list[str]:
    """Return sentences, or why they fell, in lines of their own text; an empty one where lines between are gone."""
    rows: dict[int, list[str]] = {}
    for sentence in every:
        rows.setdefault(sentence.line, []).append(sentence.struck or sentence.text)
    told: list[str] = []
    for line, row in rows.items():
        told += [""] if told and line - 1 not in rows else []
        told.append(prefixes[line] + " ".join(row))
    return told

"""Speakers and words of a transcript: its lines as they stand, each a place in the text; who speaks there. Pure."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from src.desks.backlog.knowledge import patterns
from src.grounding.sentences import BEFORE, BEHIND
from src.grounding.units import words_in
from src.language.months import ANY_MONTH
from src.language.sentences import sentences

LONGEST_UTTERANCE = 4_000
"""Characters; a longer line is several utterances, cut behind a sentence, so that no segment has to be longer."""

LONGEST_TITLE = 80

LONGEST_HEAD = 5
"""Lines of a transcript, before anybody speaks, that may say what it is called and when it was."""

LONGEST_BESIDE = 1_000
"""Characters on either side of a quote, about, that are shown with it of its own and the neighbouring lines."""

_DAY = re.compile(r"\d{4}[-_]\d{2}[-_]\d{2}|\d{2}[-_]\d{2}[-_]\d{4}")
_WRITTEN_DAY = re.compile(
    rf"(?<!\d)(?:{_DAY.pattern}|\d{{1,2}} (?:{ANY_MONTH})\.? \d{{4}}|(?:{ANY_MONTH}) \d{{1,2}}, \d{{4}})(?!\d)",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"(?:{_DAY.pattern})(?!\d)|[^\W_]+(?:['’][^\W_]+)?")

_CLOCK = r"\d{1,3}(?::\d{2}){1,2}(?:[.,]\d+)?"
_DATE = r"\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?"
_TIME = re.compile(
    rf"\s*(?:[\[(](?:{_DATE},?\s+)?(?P<marked>{_CLOCK})(?:,?\s+{_DATE})?[\])]"
    rf"|{_DATE},?\s+(?P<chat>{_CLOCK}(?:\s?[ap]\.?m\.?)?)\s+[-–]|(?P<bare>{_CLOCK})(?=\s))\s*",
    re.IGNORECASE,
)
"""As recorders write it, as a phone exports a chat ("14-05-2026 09:12 - "), or bare."""

_SPEAKER = re.compile(r"(?P<name>[+~]?[^\W_][^:\n!?;\"“”]{0,79}?)\s?:(?=\s|$)\s*")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SPACE = re.compile(r"\s")
_MOST_WORDS_OF_A_NAME = 12


@dataclass(frozen=True)
class Utterance:
    """What somebody said without a break; these, joined, are the whole transcript."""

    line: int
    """From 1; a very long line has several utterances."""
    start: int
    end: int
    """In characters of the transcript, with the end of the line and the blank lines behind it."""
    speaker: str
    """As the line names them, or else the line before it; empty: nobody is named."""
    said: str
    """Without speaker and time."""
    time: str


def meeting_title(name: str, text: str, of_day: str, today: str) -> str:
    """Return what a meeting is called: its file's name or its title line, else its day in ``of_day``."""
    stem = name.rsplit("/", 1)[-1].rpartition(".")[0] or name
    stem = re.sub(r"<[^<>]*>|\[[^\[\]]*\]", " ", stem)  # what was masked in it
    words = [found.replace("_", "-") for found in _NAMED.findall(stem)]
    no_title = patterns("meetings")["no_title"]
    if any(word.isalpha() and len(word) > 1 and not no_title.fullmatch(word) for word in words):
        return _titled(" ".join(words))
    first = utterances(text)[:LONGEST_HEAD]
    head = [line.said for line in takewhile(lambda line: not (line.speaker or line.time), first)]
    title = re.sub(r"^[#\s]+", "", head[0]) if head else ""
    if subject := patterns("meetings")["subject"].match(title):
        return _titled(title[subject.end() :].strip())
    is_said = _SPEAKER.match(title) or title.endswith((".", "?", "!", ",", ";", ":"))
    if title and not is_said and len(title.split()) <= _MOST_WORDS_OF_A_NAME:
        return _titled(title)
    days = (found.group() for said in (stem, *head) for found in _WRITTEN_DAY.finditer(said))
    return of_day.format(day=next(days, today).replace("_", "-"))


def _titled(words: str) -> str:
    return re.sub(r"[\"“”]", "", words[:1].upper() + words[1:])[:LONGEST_TITLE]


@lru_cache(maxsize=8)  # all places of a transcript are looked up in it, one by one
def utterances(text: str) -> tuple[Utterance, ...]:
    """Return the utterances of a transcript in their order; none of an empty one."""
    found: list[Utterance] = []
    speaker = ""
    for number, start, end in _lines(text):
        line = text[start:end]
        time, name, begins = _opening(line)
        speaker = name or speaker
        for at, until in _pieces(line, begins):
            said = line[max(at, begins) : until].strip()
            found.append(Utterance(number, start + at, start + until, speaker, said, time))
    return tuple(found)


def lines_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the lines of a quote, those beside it and all others as near as at any desk, each with whole sentences.

    Of long ones it is the sentences that are near.
    """
    said = utterances(text)
    starts = [utterance.start for utterance in said]
    first = min(bisect_right(starts, start) - 2, bisect_right(starts, start - BEFORE) - 1)
    last = max(bisect_left(starts, end), bisect_left(starts, end + BEHIND) - 1)
    first, last = max(first, 0), min(last, len(said) - 1)
    least, most = start - LONGEST_BESIDE, end + LONGEST_BESIDE
    while first and said[first].start > least and _goes_on(said[first - 1], said[first]):
        first -= 1
    while last + 1 < len(said) and said[last].end < most and _goes_on(said[last], said[last + 1]):
        last += 1
    whole = text[said[first].start : said[last].end]
    places = [said[first].start + at for pair in sentences(whole, "anything") for at in pair]
    places += [at for line in said[first : last + 1] for at in (line.start, line.end)]
    begins, ends = [at for at in places if at <= start], [at for at in places if at >= end]
    near = [at for at in begins if at >= least], [at for at in ends if at <= most]
    return min(near[0], default=max(begins)), max(near[1], default=min(ends))


def _goes_on(utterance: Utterance, behind: Utterance) -> bool:
    """Tell whether a line goes on with the sentence of the one before it."""
    ends = utterance.said.rstrip("\"'”’)").endswith((".", "?", "!", "…"))
    return utterance.speaker == behind.speaker and not ends


def _lines(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield number, start and end of each line that says something, with the blank ones behind it."""
    begun: tuple[int, int] | None = None
    at = 0
    for number, line in enumerate(_LINE.findall(text), start=1):
        if line.strip():
            if begun:
                yield *begun, at
                begun = (number, at)
            else:
                begun = (number, 0)  # with the blank lines before the first
        at += len(line)
    if begun:
        yield *begun, at
    elif text:
        yield 1, 0, at


def _opening(line: str) -> tuple[str, str, int]:
    timed = _TIME.match(line)
    words = len(line) - len(line.lstrip())
    begins = timed.end() if timed else words
    named = _SPEAKER.match(line, begins)
    if named and (
        len(named["name"].split()) > _MOST_WORDS_OF_A_NAME
        or patterns("meetings")["no_speaker"].fullmatch(named["name"])
    ):
        named = None
    if timed and not (timed["marked"] or timed["chat"] or named):
        return "", "", words  # "10:30 is too early" says no time of its own
    time = (timed["marked"] or timed["chat"] or timed["bare"]) if timed else ""
    return time, named["name"] if named else "", named.end() if named else begins


def _pieces(line: str, begins: int) -> Iterator[tuple[int, int]]:
    at = 0
    while len(line) - at > LONGEST_UTTERANCE:
        until = _cut(line, max(at, begins) + 1, at + LONGEST_UTTERANCE)
        yield at, until
        at = until
    yield at, len(line)


def _cut(line: str, least: int, most: int) -> int:
    """Return the last place to cut at: behind a sentence, else behind a word, else anywhere."""
    ends = [least + end + 1 for _, end in sentences(line[least:most], "anything")]
    spaces = [match.end() for match in _SPACE.finditer(line, least, most)]
    return max(ends or spaces, default=most)


# Who is named


def is_speaker(persona: str, said: Sequence[Utterance]) -> bool:
    """Tell whether a persona is how a transcript labels somebody who speaks: by their name, or by a role."""
    speakers = {each.speaker.casefold() for each in said} - {""}
    return persona.casefold() in speakers | {name.split()[0] for name in speakers}


def is_role(persona: str, told: Iterable[str]) -> bool:
    """Tell whether a persona is no name: it is written small, by the model or in the meeting, or has an article."""
    small = rf"{re.escape(persona.lower())}(?:e?n|s)?"
    words = re.compile(rf"(?<!\w)(?:{small}|(?i:(?:an?|the|de|het|een)\s+{small}))(?!\w)")
    return persona.islower() or any(map(words.search, told))


def is_named(persona: str, within: str) -> bool:
    """Tell whether a meeting says the words of a persona, in singular or plural."""
    said = _singulars(within)
    return all(_singular(word) in said for word in words_in(persona.casefold()))


@lru_cache(4)
def _singulars(within: str) -> frozenset[str]:
    """Return the words of a meeting, of which every item asks."""
    return frozenset(_singular(word) for word in words_in(within.casefold()))


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word

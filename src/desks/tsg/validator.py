"""What is wrong with the form of a guide, whoever wrote it. Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from src.desks.tsg.artifacts import HEADINGS, SectionName
from src.desks.tsg.knowledge import knowledge
from src.desks.tsg.marks import (
    DIAGNOSIS_LINE,
    HEADING_LINES,
    MARKERS,
    NO_MISSING,
    PLACEHOLDER,
    PLACEHOLDER_OPENS,
    QUESTIONS_BEGIN,
    QUESTIONS_END,
    SIGNATURE,
    SUPPORT_BEGIN,
    SUPPORT_END,
    TOC,
    TSG_BEGIN,
    TSG_END,
    Fence,
    fence_in,
)

_CURLED = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'"})
_TITLE = re.compile(r"# \*\*(?!\s)[^*]+(?<!\s)\*\*")
_TOP_HEADING = re.compile(r"\s{0,3}#(?!#)\s*(?P<words>.*?)\s*#*")
_QUESTION = re.compile(rf"- (?P<mark>{PLACEHOLDER.pattern}) -> (?P<question>\S.*)")
_LABEL = re.compile(r"- \*\*(?:What|Who|Where|When)\*\*[^*]*")
_WORD = re.compile(r"\w")


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a guide, and what cures it."""

    line: int
    """From 1; 0 where it is of no line."""
    code: str
    cure: str


def _problem(line: int, code: str, cure: str = "", **named: str) -> Problem:
    """Return a problem of a code, with the cure of that name; without one that of the code."""
    return Problem(line, code, knowledge("cures")[cure or code].format(**named))


@dataclass(frozen=True)
class NumberedLine:
    """A line of a text, and whether it is inside a block of code."""

    number: int
    text: str
    in_code: bool = False


def problems(text: str) -> list[Problem]:
    """Return what is wrong with a guide, in the order of its lines; empty: nothing."""
    lines, found = _read(text)
    found += _markers(lines)
    found += _outside(lines)
    body = _between(lines, TSG_BEGIN, TSG_END)
    found += _title(body)
    found += _headings(body)
    found += _sections(body)
    found += _diagnosis_line(body)
    found += _placeholders(body, _between(lines, QUESTIONS_BEGIN, QUESTIONS_END))
    return sorted(found, key=lambda problem: problem.line)


def _read(text: str) -> tuple[list[NumberedLine], list[Problem]]:
    """Return the lines, and a problem for each block of code that a heading, a marker or the end cuts off."""
    lines: list[NumberedLine] = []
    found: list[Problem] = []
    opened: tuple[Fence, int] | None = None
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.rstrip("\r")
        fence = fence_in(line)
        ends_code = line.strip() in (*MARKERS, *HEADING_LINES)
        if opened and (ends_code or (fence and opened[0].cut_off_by(fence))):
            found.append(_problem(opened[1], "fence_open"))
            opened = None
        lines.append(NumberedLine(number, line, in_code=bool(opened or fence)))
        if fence and opened is None:
            opened = fence, number
        elif fence and opened and opened[0].closed_by(fence):
            opened = None
    if opened:
        found.append(_problem(opened[1], "fence_open"))
    return lines, found


def _markers(lines: Sequence[NumberedLine]) -> Iterator[Problem]:
    places = {mark: _places(lines, mark) for mark in (*MARKERS, SUPPORT_BEGIN, SUPPORT_END)}
    for mark in MARKERS:
        if not places[mark]:
            yield _problem(0, "marker_missing", mark=mark)
    if len(places[SUPPORT_BEGIN]) != len(places[SUPPORT_END]):
        yield _problem(0, "marker_missing", "marker_alone", mark=SUPPORT_BEGIN, other=SUPPORT_END)
    for mark, numbers in places.items():
        for number in numbers[1:]:
            yield _problem(number, "marker_twice", mark=mark)
    there = [(places[mark][0], mark) for mark in places if places[mark]]
    for before, after in pairwise(there):
        if after[0] < before[0]:
            yield _problem(after[0], "marker_order", mark=after[1], other=before[1])


def _places(lines: Sequence[NumberedLine], mark: str) -> list[int]:
    return [line.number for line in lines for _ in range(_outside_code(line).count(mark))]


def _outside_code(line: NumberedLine) -> str:
    return "" if line.in_code else line.text


def _outside(lines: Sequence[NumberedLine]) -> Iterator[Problem]:
    """Yield the first line of each run of text that stands in none of the pairs of markers."""
    ends = {TSG_BEGIN: TSG_END, QUESTIONS_BEGIN: QUESTIONS_END, SUPPORT_BEGIN: SUPPORT_END}
    inside, reported = "", False
    for line in lines:
        words = line.text.strip()
        marks = [mark for mark in (*ends, *ends.values()) if mark in _outside_code(line)]
        if marks and words != marks[0]:
            yield _problem(line.number, "text_outside", "text_beside_marker", mark=marks[0])
        if marks:
            inside, reported = (marks[0] if marks[0] in ends else ""), False
        elif words and not inside and not reported:
            reported = True
            yield _problem(line.number, "text_outside")


def _between(lines: Sequence[NumberedLine], begin: str, end: str) -> list[NumberedLine]:
    """Return the lines between two markers; where one is missing, or they are turned round, all but the questions."""
    first, last = (next(iter(_places(lines, mark)), 0) for mark in (begin, end))
    if first and last > first:
        return [line for line in lines if first < line.number < last]
    if begin == QUESTIONS_BEGIN:
        return [line for line in lines if first and line.number > first and not _is_marker(line)]
    questions = {line.number for line in lines if _QUESTION.fullmatch(line.text.strip())}
    return [line for line in lines if line.number not in questions and not _is_marker(line)]


def _is_marker(line: NumberedLine) -> bool:
    return any(mark in _outside_code(line) for mark in MARKERS)


def _top_headings(body: Sequence[NumberedLine]) -> list[NumberedLine]:
    return [line for line in body if _TOP_HEADING.fullmatch(_outside_code(line) or "x")]


def _title(body: Sequence[NumberedLine]) -> Iterator[Problem]:
    first = next((line for line in body if line.text.strip() not in ("", TOC)), None)
    number = first.number if first else 0
    if (
        first is None
        or not _TITLE.fullmatch(first.text.rstrip())
        or first.text.strip() in HEADING_LINES
    ):
        yield _problem(number, "title_missing")


def _headings(body: Sequence[NumberedLine]) -> Iterator[Problem]:
    headings = _top_headings(body)
    first_words = next((line.number for line in body if line.text.strip() not in ("", TOC)), 0)
    seen: dict[SectionName, int] = {}
    for entry in headings:
        name = HEADING_LINES.get(entry.text.rstrip())
        if name is None:
            if entry.number != first_words:
                yield _unknown(entry)
        elif name in seen:
            yield _problem(entry.number, "heading_twice", heading=entry.text.strip())
        else:
            seen[name] = entry.number
    for name, heading in HEADINGS.items():
        if name not in seen:
            yield _problem(0, "heading_missing", heading=heading)
    wanted = [name for name in HEADINGS if name in seen]
    for name, number in seen.items():
        if name != wanted[0]:
            yield _problem(number, "heading_order", heading=HEADINGS[wanted[0]])
            return
        wanted = wanted[1:]


def _unknown(line: NumberedLine) -> Problem:
    words = line.text.strip("# *").casefold().translate(_CURLED)
    meant = ((text, text.casefold()) for text in HEADINGS.values() if words)
    near = next((text for text, plain in meant if words in plain or plain in words), "")
    cure = "heading_near" if near else "heading_unknown"
    return _problem(line.number, "heading_unknown", cure, heading=near)


def _sections(body: Sequence[NumberedLine]) -> Iterator[Problem]:
    for heading, lines in _by_heading(body):
        if heading.text.rstrip() in HEADING_LINES and not any(map(_says_something, lines)):
            yield _problem(heading.number, "section_empty")


def _by_heading(body: Sequence[NumberedLine]) -> list[tuple[NumberedLine, list[NumberedLine]]]:
    found: list[tuple[NumberedLine, list[NumberedLine]]] = []
    tops = {heading.number for heading in _top_headings(body)}
    for line in body:
        if line.number in tops:
            found.append((line, []))
        elif found:
            found[-1][1].append(line)
    return found


def _says_something(line: NumberedLine) -> bool:
    words = line.text.strip()
    if line.in_code:
        return fence_in(line.text) is None and bool(words)
    is_frame = (
        words.translate(_CURLED) == DIAGNOSIS_LINE
        or SIGNATURE.fullmatch(words)
        or _LABEL.fullmatch(words)
        or words.startswith("#")
        or words == TOC
    )
    return not is_frame and _WORD.search(words) is not None


def _diagnosis_line(body: Sequence[NumberedLine]) -> Iterator[Problem]:
    diagnosis = f"# **{HEADINGS['diagnosis']}**"
    places: list[int] = []
    for heading, lines in _by_heading(body):
        for line in lines:
            words = _outside_code(line).strip()
            if words.translate(_CURLED) != DIAGNOSIS_LINE:
                continue
            if words != DIAGNOSIS_LINE:
                yield _problem(line.number, "apostrophe_curled", words=DIAGNOSIS_LINE)
            if heading.text.rstrip() != diagnosis or places:
                yield _problem(line.number, "diagnosis_line_elsewhere")
            else:
                places.append(line.number)
    if not places:
        yield _problem(0, "diagnosis_line_missing", words=DIAGNOSIS_LINE)


def _placeholders(
    body: Sequence[NumberedLine], questions: Sequence[NumberedLine]
) -> Iterator[Problem]:
    there = [(one.number, mark.group()) for one in body for mark in PLACEHOLDER.finditer(one.text)]
    for line in body:
        if line.text.count(PLACEHOLDER_OPENS) != len(PLACEHOLDER.findall(line.text)):
            yield _problem(line.number, "placeholder_malformed")
    asked: list[tuple[int, str]] = []
    none_missing: list[int] = []
    for line in questions:
        words = line.text.strip()
        question = _QUESTION.fullmatch(words)
        if question:
            asked.append((line.number, question["mark"]))
        elif words == NO_MISSING:
            none_missing.append(line.number)
        elif words:
            yield _problem(line.number, "question_malformed")
    yield from _one_to_one(there, asked)
    if none_missing and (there or asked):
        yield _problem(none_missing[0], "no_missing_beside")
    elif len(none_missing) > 1:
        yield _problem(none_missing[1], "no_missing_beside", "no_missing_twice")
    elif not (none_missing or there or asked):
        yield _problem(0, "no_missing_missing")


def _one_to_one(
    there: Sequence[tuple[int, str]], asked: Sequence[tuple[int, str]]
) -> Iterator[Problem]:
    marks, questions = Counter(mark for _, mark in there), Counter(mark for _, mark in asked)
    for number, mark in _over(there, questions):
        yield _problem(number, "placeholder_without_question", mark=mark)
    for number, mark in _over(asked, marks):
        yield _problem(number, "question_without_placeholder", mark=mark)
    if marks == questions:
        for (_, mark), (number, other) in zip(there, asked, strict=True):
            if mark != other:
                yield _problem(number, "question_order", mark=mark)
                return


def _over(marks: Sequence[tuple[int, str]], others: Counter[str]) -> Iterator[tuple[int, str]]:
    left = Counter(others)
    for number, mark in marks:
        if left[mark] <= 0:
            yield number, mark
        left[mark] -= 1

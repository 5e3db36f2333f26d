"""What the built-in model drafts by rules: lines of a guide, what to look up, and what a page says. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

import src.desks.tsg.bearing as bearing
from src.desks.tsg.artifacts import HEADINGS, LineKind, Part
from src.desks.tsg.forms import (
    MOST_QUERIES,
    DraftLine,
    Findings,
    FindingsTask,
    GuideDraft,
    GuideSource,
    GuideTask,
    PlanTask,
    ResearchPlan,
)
from src.desks.tsg.gate import plain
from src.desks.tsg.knowledge import compiled, knowledge, known
from src.desks.tsg.marks import blocks, fence_in, is_reserved, without_marks
from src.desks.tsg.missing import fixed_texts
from src.desks.tsg.offline.pieces import (
    FEW_WORDS,
    NotePiece,
    Placed,
    is_guess,
    pieces,
    placed,
    quote_of,
    told_by,
)
from src.grounding.units import words_in
from src.language.sentences import split

LONGEST_PIECE = 1_500
"""Characters of a line of notes that make one line of a guide."""
MOST_LINES = 1_500
MOST_TAGS = 8
_LONGEST_TITLE = 120
_SHARED = 3
"""Lines of the cause that are shared with a customer."""
_KINDS: dict[str, LineKind] = {"diagnosis": "check", "questions": "question"}
LONGEST_LINE = 2_000
"""Characters of a line in which error texts are looked for."""


def _timed(*words: str) -> re.Pattern[str]:
    """Return what finds any of these words, with days and times of the clock by their names in them."""
    for name, form in knowledge("notes")["times"].items():
        words = tuple(word.replace(f"{{{name}}}", form) for word in words)
    return compiled(*words)


_KNOWN = knowledge("lines")["errors"]
_MESSAGES, _CODES = (tuple(map(re.compile, _KNOWN[text])) for text in ("messages", "codes"))
_NOTES = knowledge("notes")
_BESIDE = [(entry, [*map(_timed, entry["words"])]) for entry in _NOTES["beside"]]
_BEFORE_TITLE, _BEHIND_TITLE = (
    re.compile(form.format(_timed(*_NOTES["titles"][name]).pattern), re.IGNORECASE)
    for name, form in (("before", r"(?:{}[\s,:;–-]*)+"), ("behind", r"(?:[\s,:;–-]+{})+$"))
)
_DENIED = re.compile(
    r"(?:\b(?:not|no|never|niet|geen|nooit|nor)|n['’]t)(?: \w+)?\W*$", re.IGNORECASE
)
_NAME, _OF_AN_ERROR = re.compile(_KNOWN["name"]), re.compile(_KNOWN["of_an_error"])


def draft(task: GuideTask) -> GuideDraft:
    """Return the guide that the notes, the author's answers and the pages found make, line by line."""
    text = next((source.text for source in task.sources if source.kind == "notes"), "")
    title, quote = title_of(text)
    lines = list(_of_notes(text))
    for answer in task.answers:
        lines += _of_text(answer.text, answer.section, answer.source, answer.part)
    for one in task.sources:
        lines += (
            _of_text(one.text, "symptoms", one.id, "what", one) if one.kind == "picture" else []
        )
    for found in task.findings:
        lines += _lines(told_by(found.claim) or "symptoms", found.claim, found.source, found.quote)
    lines += [
        DraftLine(section="related", part="", kind="link", text=one.title, quote="", source=one.id)
        for one in task.sources
        if one.kind == "page" and one.url
    ]
    if not any(line.section == "root_cause" for line in lines):
        causes = (line for line in lines if line.section == "cause" and line.kind != "code")
        sure = [cause for cause in causes if not is_guess(cause.text)]
        lines += [line.model_copy(update={"section": "root_cause"}) for line in sure[:_SHARED]]
    lines += _beside(text, lines)
    for words, said in [(title, quote), *error_texts(text)][:MOST_TAGS]:
        lines += _lines("tags", words[:_LONGEST_TITLE], "notes", said, kind="tag")
    bare = {bearing.bare_address(text) for text in task.left_out}
    kept = [
        line
        for line in lines[:MOST_LINES]
        if bare.isdisjoint(map(bearing.bare_address, bearing.addresses(line.text)))
    ]
    return GuideDraft(title=title, title_quote=quote, lines=kept)


def title_of(text: str) -> tuple[str, str]:
    """Return what notes are about, in their words, and what that stands on; both empty where they say none.

    That is their title, else the first symptom, else what is said first.
    """
    said = [piece for piece in placed(text) if not piece.piece.is_code]
    titled = (piece for piece in pieces(text) if piece.label == "title")
    seen = (piece.piece for piece in said if piece.section == "symptoms")
    rest = (piece.piece for piece in said if piece.section != "chatter")
    for piece in (*titled, *seen, *rest):
        words = plain(piece.text).replace("*", "").strip(" .,;:(")
        if words_in(words) and not is_reserved(piece.text) and not piece.text.startswith("http"):
            words = _subject(words)
            title = words if len(words) <= _LONGEST_TITLE else f"{wrap(words, _LONGEST_TITLE)[0]}"
            is_whole = title in text and len(title.split()) >= FEW_WORDS
            return title, title if is_whole else quote_of(piece, text)
    return "", ""


def _subject(words: str) -> str:
    """Return a title without when it was seen and who told it; as it is where that leaves too little."""
    begin = _BEFORE_TITLE.match(words)
    rest = _BEHIND_TITLE.sub("", words[begin.end() if begin else 0 :])
    return rest if len(words_in(rest)) > 1 else words


def _beside(text: str, lines: Sequence[DraftLine]) -> Iterator[DraftLine]:
    """Yield for sections that no line is in what sentences on symptoms tell of them, in their words."""
    there = {(line.section, line.part) for line in lines}
    seen = [entry.piece for entry in placed(text) if entry.section == "symptoms"]
    seen = [piece for piece in seen if not piece.is_code]
    for entry, cues in _BESIDE:
        section, part = entry["section"], entry["part"]
        found = ((piece, cue.search(piece.text)) for cue in cues for piece in seen)
        told = (
            (piece, said.group().strip())
            for piece, said in found
            if said and not _DENIED.search(piece.text[: said.start()])
        )
        if (section, part) not in there and (first := next(told, None)):
            yield from _lines(section, first[1], "notes", quote_of(first[0], text), part)
        elif part == "when" and (section, part) not in there:
            for piece in [piece for piece in seen if piece.time][:1]:
                quote = text.split("\n")[piece.line].strip()
                yield from _lines(section, piece.time.strip(), "notes", quote, part)


def _of_notes(text: str) -> Iterator[DraftLine]:
    told_what = False
    for entry in placed(text):
        piece, section = entry.piece, entry.section
        part: Part = _part(piece.text, told_what=told_what) if section == "symptoms" else ""
        told_what = told_what or section == "symptoms"
        if piece.fence is not None:
            yield _code(section, piece.text, piece.fence, "notes", part)
        elif section != "chatter":
            yield from _lines(
                section, piece.text, "notes", quote_of(piece, text), part, _kind(section, piece)
            )


def _kind(section: Placed, piece: NotePiece) -> LineKind:
    is_step = piece.listed == "step" and section == "resolution"
    return "step" if is_step else "item" if piece.listed else "prose"


def _of_text(
    text: str, section: Placed, source: str, part: Part, picture: GuideSource | None = None
) -> Iterator[DraftLine]:
    """Yield the lines of an answer, or of the text in a picture, in which no code is copied."""
    for block in blocks(text):
        if block.is_code and not picture:
            yield _code(section, block.text, block.fence, source, part)
        elif not block.is_code and not (picture and block.text == picture.title):
            yield from _lines(section, block.text, source, "", part)


def _lines(
    section: Placed, text: str, source: str, quote: str, part: Part = "", kind: LineKind = "prose"
) -> Iterator[DraftLine]:
    """Yield a line, or several where it is too long or holds marks of guides; in its section's kind."""
    part = part or ("what" if section == "symptoms" else "")
    for piece in without_marks(text):
        for words in wrap(piece, LONGEST_PIECE) if len(piece) > LONGEST_PIECE else [piece]:
            if words_in(words) and not is_reserved(words):
                said = quote if words == text and quote else words
                yield DraftLine(
                    section=section,
                    part=part,
                    kind=_KINDS.get(section, kind),
                    text=plain(words),
                    quote=said,
                    source=source,
                )


def _code(section: Placed, code: str, fence: str, source: str, part: Part) -> DraftLine:
    """Return a block of code, in the fences that it had."""
    opened = fence_in(fence) if fence else None
    text = f"{fence}\n{code}\n{opened.indent}{opened.signs}" if opened else code
    return DraftLine(section=section, part=part, kind="code", text=text, quote="", source=source)


def _part(text: str, *, told_what: bool) -> Part:
    """Return which question about the issue a line answers; the first line says what it is."""
    parts: tuple[Part, ...] = ("who", "where", "when") if told_what else ()
    return next((part for part in parts if known("parts", part).search(plain(text))), "what")


def error_texts(text: str) -> list[tuple[str, str]]:
    """Return the texts and codes of errors in notes, texts first, each with the line that it stands in."""
    found: dict[str, str] = {}
    lines = [line.strip() for line in text.split("\n") if len(line.strip()) <= LONGEST_LINE]
    for patterns in (_MESSAGES, _CODES):
        for line in lines:
            named = (_NAME,) if patterns is _CODES and _OF_AN_ERROR.search(line) else ()
            for match in (entry for form in (*patterns, *named) for entry in form.finditer(line)):
                words = (match.groupdict().get("text") or match.group()).strip(" .,;:'\"{}")
                found.setdefault(" ".join(words.split()), line)
    return [(words, line) for words, line in found.items() if words]


LONGEST_QUERY = 150
_MADE = {"questions", "tags", "root_cause", "related"}
"""Sections that a guide has without the notes telling of them."""
MOST_FINDINGS = 3
FEWEST_WORDS, LONGEST_PASSAGE = 5, 400

_TELLING = re.compile(r"\w*(?:_\w|[a-z][A-Z]|\d[A-Za-z]|[A-Za-z]\d|\d{3})\w*")
"""A code or the name of something in a program: what else than these tells a page from another?"""
_BORDER = re.compile(r"(?s)```.*?(?:```|\Z)|(?m:^#[^\n]*)|!\[[^\n]*|\n(?=\s*\n|\s*[|*-])")
"""What stands between passages of a page: code, headings, pictures, and the ends of paragraphs, items and rows."""


def plan(task: PlanTask) -> ResearchPlan:
    """Return what to look up for these notes."""
    topic = title_of(task.notes)[0]
    errors = [words for words, _ in error_texts("\n".join([task.notes, *task.pictures]))]
    asked = {text.casefold() for text in task.searched}
    wanted = (" ".join(text.split())[:LONGEST_QUERY] for text in (task.focus, *errors, topic))
    queries = [text for text in dict.fromkeys(wanted) if text and text.casefold() not in asked]
    told = {piece.section for piece in placed(task.notes)} | _MADE
    return ResearchPlan(
        topic=topic,
        gaps=[fixed_texts((name, ""), task.language)[0] for name in HEADINGS if name not in told],
        queries=queries[:MOST_QUERIES],
        urls=list(dict.fromkeys(bearing.addresses(task.notes))),
    )


def findings(task: FindingsTask) -> Findings:
    """Return the passages of a page that share most words with the topic, in the page's order.

    Where the topic has names or codes, a passage has one of them; else it shares most of what the topic says.
    """
    names = _words(_TELLING.findall(task.topic))
    wanted = _words(text for text in words_in(task.topic) if len(text) > 3) | names
    fitting = [text for text in dict.fromkeys(_passages(task.text)) if _fits(text, names, wanted)]
    best = sorted(fitting, key=lambda text: -len(wanted & _words(words_in(text))))[:MOST_FINDINGS]
    found = [{"claim": plain(text), "quote": text} for text in fitting if text in best]
    return Findings.model_validate({"findings": found})


def _passages(text: str) -> Iterator[str]:
    for paragraph in map(str.strip, _BORDER.split(text)):
        yield from [paragraph] if paragraph.startswith("|") else split(paragraph, "capital")


def _fits(passage: str, names: set[str], wanted: set[str]) -> bool:
    said = words_in(passage)
    if len(said) < FEWEST_WORDS or len(passage) > LONGEST_PASSAGE or is_reserved(passage):
        return False
    if names:
        return not names.isdisjoint(_words(_TELLING.findall(passage)))
    return bool(wanted) and 2 * len(wanted & _words(said)) >= len(wanted)


def _words(words: Iterable[str]) -> set[str]:
    return {word.casefold() for word in words}

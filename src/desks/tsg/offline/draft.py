"""A guide drafted by rules: each line of the notes in the section in which it belongs, in its own words."""

import re
from collections.abc import Collection, Iterator

import src.desks.tsg.bearing as bearing
from src.desks.tsg.artifacts import LineKind, Part
from src.desks.tsg.blocks import blocks
from src.desks.tsg.forms import DraftLine, GuideAnswer, GuideDraft, GuideSource, GuideTask
from src.desks.tsg.gate import plain
from src.desks.tsg.knowledge import known
from src.desks.tsg.marks import fence_in, is_reserved, without_marks
from src.desks.tsg.offline.errors import error_texts
from src.desks.tsg.offline.pieces import FEW_WORDS, listed_as, pieces, quote_of
from src.desks.tsg.offline.placing import Placed, is_guess, placed, section_of
from src.grounding.units import words_in

LONGEST_PIECE = 1_500
"""Characters of a line of notes that make one line of a guide."""
MOST_LINES = 1_500
MOST_TAGS = 8
_LONGEST_TITLE = 120
_SHARED = 3
"""Lines of the cause that are shared with a customer."""

_LONGEST_CLAUSE = 80
_BETWEEN = re.compile(r"[,;:(]\s|\s[-–—]\s|\.\s| (?:since|after|when|because|sinds|nadat|omdat)\b")
_TIME = re.compile(
    r"^\W*(?:\d{4}-\d\d-\d\d[ T])?\d{1,2}[:.]\d{2}\b\W*|\W*\b(?:at |om )?\d{1,2}[:.]\d{2}\W*$"
)


def draft(task: GuideTask) -> GuideDraft:
    """Return the guide that the notes, the author's answers and the pages found make, line by line."""
    notes = next((one for one in task.sources if one.kind == "notes"), None)
    text = notes.text if notes else ""
    lines = list(_of_notes(text)) if notes else []
    lines += [line for one in task.answers for line in _of_answer(one)]
    lines += [line for one in task.sources if one.kind == "picture" for line in _of_picture(one)]
    lines += _of_research(task)
    lines += _shared(lines)
    lines += _tags(text)
    kept = [one for one in lines[:MOST_LINES] if not _leads_to(one, task.left_out)]
    title, quote = title_of(text)
    return GuideDraft(title=title, title_quote=quote, lines=kept)


def title_of(text: str) -> tuple[str, str]:
    """Return what notes are about, in their words, and what that stands on; both empty where they say none."""
    every = [one for one in pieces(text) if not one.is_code and words_in(one.text)]
    told = [
        one.piece for one in placed(text) if one.section == "symptoms" and not one.piece.is_code
    ]
    for piece in [*(one for one in every if one.label == "title"), *told, *every]:
        if is_reserved(piece.text) or re.match(r"\W*https?://", piece.text):
            continue
        words = _TIME.sub("", plain(piece.text)).replace("*", "").strip(" .,;:(")
        if words_in(words):
            title = _cut(words)
            is_whole = title in text and len(title.split()) >= FEW_WORDS
            return title, title if is_whole else quote_of(piece, text)
    return "", ""


def _cut(words: str) -> str:
    """Return words up to the end of a clause where they are long."""
    if len(words) <= _LONGEST_CLAUSE:
        return words
    ends = [one.start() for one in _BETWEEN.finditer(words) if 30 < one.start() <= _LONGEST_TITLE]
    cut = words[: ends[0]] if ends else words[:_LONGEST_TITLE].rsplit(" ", 1)[0]
    return cut.rstrip(" .,;:(")


def _of_notes(text: str) -> Iterator[DraftLine]:
    told_what = False
    for one in placed(text):
        piece, section = one.piece, one.section
        if section == "chatter":
            continue
        part: Part = _part(piece.text, told_what=told_what) if section == "symptoms" else ""
        told_what = told_what or section == "symptoms"
        if piece.fence is not None:
            yield _code(section, piece.text, piece.fence, "notes", part)
            continue
        for words in _pieces(piece.text):
            quote = quote_of(piece, text) if words == piece.text else words
            yield _line(section, _kind(section, piece.listed), words, "notes", part, quote)


def _of_answer(answer: GuideAnswer) -> Iterator[DraftLine]:
    for block in blocks(answer.text):
        if block.is_code:
            yield _code(answer.section, block.text, block.fence, answer.source, answer.part)
            continue
        for piece in _pieces(block.text):
            kind = _kind(answer.section, listed_as(block.text))
            yield _line(answer.section, kind, piece, answer.source, answer.part)


def _of_picture(picture: GuideSource) -> Iterator[DraftLine]:
    for block in blocks(picture.text):
        if block.is_code or block.text == picture.title:  # its name is no text in it
            continue
        for piece in _pieces(block.text):
            yield _line("symptoms", "prose", piece, picture.id, "what")


def _of_research(task: GuideTask) -> list[DraftLine]:
    """Return a line for each finding, and a link to each page."""
    found = [
        DraftLine(
            section=section_of(one.claim),
            part="what" if section_of(one.claim) == "symptoms" else "",
            kind="prose",
            text=one.claim,
            quote=one.quote,
            source=one.source,
        )
        for one in task.findings
    ]
    links = [
        DraftLine(section="related", part="", kind="link", text=one.title, quote="", source=one.id)
        for one in task.sources
        if one.kind == "page" and one.url
    ]
    return found + links


def _shared(lines: list[DraftLine]) -> list[DraftLine]:
    """Return what of the cause a customer may be told: its first lines, where nothing else was said for that."""
    if any(one.section == "root_cause" for one in lines):
        return []
    causes = [
        one
        for one in lines
        if one.section == "cause" and one.kind != "code" and not is_guess(one.text)
    ]
    return [one.model_copy(update={"section": "root_cause"}) for one in causes[:_SHARED]]


def _tags(text: str) -> list[DraftLine]:
    """Return the error texts of the notes as words to find the guide by, and its title."""
    title, line = title_of(text)
    found = [(words, quote) for words, quote in error_texts(text) if len(words) <= _LONGEST_TITLE]
    tagged = [(title, line), *found][:MOST_TAGS]
    return [_line("tags", "tag", words, "notes", "", quote) for words, quote in tagged if words]


def _pieces(text: str) -> Iterator[str]:
    """Yield a line in pieces that are not too long, without marks of guides."""
    for piece in without_marks(text):
        rest = piece
        while len(rest) > LONGEST_PIECE:
            at = rest.rfind(" ", 1, LONGEST_PIECE)
            at = at if at > 0 else LONGEST_PIECE
            yield rest[:at].strip()
            rest = rest[at:]
        if words_in(rest) and not is_reserved(rest):
            yield rest.strip()


def _line(
    section: Placed, kind: LineKind, text: str, source: str, part: Part, quote: str = ""
) -> DraftLine:
    return DraftLine(
        section=section, part=part, kind=kind, text=plain(text), quote=quote or text, source=source
    )


def _code(section: Placed, code: str, fence: str, source: str, part: Part) -> DraftLine:
    """Return a block of code, in the fences that it had."""
    opened = fence_in(fence) if fence else None
    text = f"{fence}\n{code}\n{opened.indent}{opened.signs}" if opened else code
    return DraftLine(section=section, part=part, kind="code", text=text, quote="", source=source)


def _kind(section: Placed, listed: str) -> LineKind:
    if section == "diagnosis":
        return "check"
    if section == "questions":
        return "question"
    return "step" if listed == "step" and section == "resolution" else "item" if listed else "prose"


def _part(text: str, *, told_what: bool) -> Part:
    """Return which question about the issue a line answers; the first line says what it is."""
    parts: tuple[Part, ...] = ("who", "where", "when")
    if not told_what:
        return "what"
    return next((one for one in parts if known("parts", one).search(plain(text))), "what")


def _leads_to(line: DraftLine, left_out: Collection[str]) -> bool:
    bare = {bearing.bare_address(one) for one in left_out}
    return any(bearing.bare_address(one) in bare for one in bearing.addresses(line.text))

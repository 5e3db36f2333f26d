"""A guide drafted by rules: each line of the notes in the section in which it belongs, in its own words."""

import re
from collections.abc import Collection, Iterator

import src.desks.tsg.bearing as bearing
from src.desks.tsg.artifacts import LineKind, Part, SectionName
from src.desks.tsg.blocks import NoteBlock, blocks
from src.desks.tsg.forms import DraftLine, GuideAnswer, GuideDraft, GuideSource, GuideTask
from src.desks.tsg.gate import plain
from src.desks.tsg.marks import fence_in, is_reserved, without_marks
from src.desks.tsg.offline.errors import error_texts
from src.desks.tsg.placing import is_label, placed, section_of
from src.grounding.units import words_in

LONGEST_PIECE = 1_500
"""Characters of a line of notes that make one line of a guide."""
MOST_LINES = 1_500
MOST_TAGS = 8
_LONGEST_TITLE = 120
_OPENING = 50
"""Lines of notes among which their title is."""
_SHARED = 3
"""Lines of the cause that are shared with a customer."""

_STEP = re.compile(r"\s*\d{1,3}[.)]\s")
_BULLET = re.compile(r"\s*(?:[-*+•]|\[[ xX]?\])\s")
_TOPIC = re.compile(
    r"\s*(?:topic|subject|title|onderwerp|titel)\s*:\s*(?:TSG (?:for|on|about)\s+)?", re.IGNORECASE
)
_INLINE_LABEL = re.compile(
    r"(?:problem|symptoms?|issue|(?:root )?cause|reason|limitation|workaround|resolution|solution|fix|mitigation"
    r"|to check|diagnosis|probleem|oorzaak|beperking|omweg|oplossing|te controleren)\s*:\s+(?=\S)",
    re.IGNORECASE,
)
"""A label before what it is of, which the heading of the section says again."""
_SENTENCE = re.compile(r".{20,}?[.!?](?=\s|$)")
_WHEN = re.compile(
    r"(?:when|while|after|during|since|upon|whenever|wanneer|tijdens|sinds|nadat)\b[^,;.:]{4,160}(?=[,;.:]|$)",
    re.IGNORECASE,
)
_PARTS: tuple[tuple[Part, re.Pattern[str]], ...] = (
    (
        "who",
        re.compile(
            r"\b(?:affect(?:s|ed|ing)|impact(?:s|ed|ing)|users? (?:who|of|with|that)|customers? (?:who|with|that|on)"
            r"|(?:all|every) (?:users?|customers?|tenants?)|reported by|(?:users|customers) report|gemeld door|treft"
            r"|gebruikers (?:die|van|met))\b",
            re.IGNORECASE,
        ),
    ),
    (
        "where",
        re.compile(
            r"\b(?:(?:occurs?|happens?|seen|appears?|reproduc\w+) (?:only )?(?:in|on|at)|only (?:in|on)\b"
            r"|does not (?:occur|happen)|treedt (?:\w+ )?op (?:in|bij)|alleen (?:in|bij|op))\b",
            re.IGNORECASE,
        ),
    ),
    (
        "when",
        re.compile(
            r"^(?:when|while|after|during|since|upon|whenever|wanneer|tijdens|sinds|nadat)\b"
            r"|\b(?:intermittent\w*|every time|since the \w+|after (?:an?|the) \w+|sinds|nadat)\b",
            re.IGNORECASE,
        ),
    ),
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
    lines += _when(lines)
    lines += _tags(text)
    kept = [one for one in lines[:MOST_LINES] if not _leads_to(one, task.left_out)]
    title, quote = title_of(text)
    return GuideDraft(title=title, title_quote=quote, lines=kept)


def title_of(text: str) -> tuple[str, str]:
    """Return a title in words of the notes, and the line that it is of; both empty where there are none."""
    lines = [one.text.strip() for one in blocks(text) if not one.is_code and words_in(one.text)]
    told = [one for one in lines[:_OPENING] if not is_label(one) and not is_reserved(one)]
    named = [one for one in told if _TOPIC.match(one) and words_in(_TOPIC.sub("", one, count=1))]
    in_words = [one for one in told if not re.match(r"\W*https?://", one)]
    line = next(iter([*named, *in_words, *told]), "")
    words = plain(_TOPIC.sub("", line, count=1)).replace("*", "").rstrip(" :")
    sentence = _SENTENCE.match(words)
    if sentence and len(words) > _LONGEST_TITLE:
        words = sentence.group().rstrip(".")
    if len(words) > _LONGEST_TITLE:
        words = words[:_LONGEST_TITLE].rsplit(" ", 1)[0]
        words = words.rsplit("(", 1)[0] if words.count("(") > words.count(")") else words
    return words.rstrip(" .,;:("), line


def _of_notes(text: str) -> Iterator[DraftLine]:
    told_what = False
    for one in placed(text):
        if one.block.is_code:
            part: Part = "what" if one.section == "symptoms" else ""
            yield _code(one.section, one.block, "notes", part)
            continue
        if one.is_label:
            continue
        for piece in _pieces(one.block.text):
            part = _part(piece, told_what=told_what) if one.section == "symptoms" else ""
            told_what = told_what or one.section == "symptoms"
            kind = _kind(one.section, one.block.text)
            yield _line(one.section, kind, piece, "notes", part)


def _of_answer(answer: GuideAnswer) -> Iterator[DraftLine]:
    for block in blocks(answer.text):
        if block.is_code:
            yield _code(answer.section, block, answer.source, answer.part)
            continue
        for piece in _pieces(block.text):
            kind = _kind(answer.section, block.text)
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
    causes = [one for one in lines if one.section == "cause" and one.kind != "code"]
    return [one.model_copy(update={"section": "root_cause"}) for one in causes[:_SHARED]]


def _when(lines: list[DraftLine]) -> list[DraftLine]:
    """Return when it occurs, where the first lines say so in passing."""
    symptoms = [one for one in lines if one.section == "symptoms" and one.kind != "code"]
    if any(one.part == "when" for one in symptoms):
        return []
    for one in symptoms[:5]:
        clause = _WHEN.search(one.text)
        if clause:
            words = clause.group()
            return [one.model_copy(update={"part": "when", "text": words})]
    return []


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
    section: SectionName, kind: LineKind, text: str, source: str, part: Part, quote: str = ""
) -> DraftLine:
    words = text if section == "tags" else _without_label(text)
    return DraftLine(
        section=section, part=part, kind=kind, text=words, quote=quote or text, source=source
    )


def _without_label(text: str) -> str:
    words = _TOPIC.sub("", plain(text), count=1)
    label = _INLINE_LABEL.match(words)
    return words[label.end() :] if label else words


def _code(section: SectionName, block: NoteBlock, source: str, part: Part) -> DraftLine:
    """Return a block of code, in the fences that it had."""
    fence = fence_in(block.fence) if block.fence else None
    text = f"{block.fence}\n{block.text}\n{fence.indent}{fence.signs}" if fence else block.text
    return DraftLine(section=section, part=part, kind="code", text=text, quote="", source=source)


def _kind(section: SectionName, text: str) -> LineKind:
    if section == "diagnosis":
        return "prose" if text.lstrip().startswith(("|", ">")) else "check"
    if section == "questions":
        return "question"
    if _STEP.match(text):
        return "step" if section == "resolution" else "item"
    return "item" if _BULLET.match(text) else "prose"


def _part(text: str, *, told_what: bool) -> Part:
    """Return which question about the issue a line answers; the first line says what it is."""
    if not told_what:
        return "what"
    return next((part for part, pattern in _PARTS if pattern.search(plain(text))), "what")


def _leads_to(line: DraftLine, left_out: Collection[str]) -> bool:
    bare = {bearing.bare_address(one) for one in left_out}
    return any(bearing.bare_address(one) in bare for one in bearing.addresses(line.text))

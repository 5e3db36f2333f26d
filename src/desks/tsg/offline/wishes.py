"""What wishes at this desk call, for the built-in model: notes, edits of lines by number or name, research. Pure."""

import re
from collections.abc import Mapping

from src.desks.tsg.knowledge import knowledge
from src.desks.tsg.offline.pieces import is_chatter
from src.desks.tsg.offline.plain_edits import without_quoted
from src.desks.tsg.plain_words import answers_in, unknown_in, without_at_once
from src.desks.tsg.words import TEXTS
from src.grounding.clauses import stems
from src.llm.builtin.acts import LONGEST_TALK, Is
from src.llm.builtin.asking import Done, NotDone, PickedCall
from src.llm.builtin.references import meant, things_in
from src.llm.builtin.sentences import tells_subject
from src.llm.builtin.sources import CALLED, on_sources
from src.llm.builtin.table import ActRequest, Does
from src.llm.state import State
from src.search.snippet import nearest

LONGEST_WISH, MANY_LINES = 400, 3
"""Characters and lines from which a message is notes, whatever it begins with."""
FEW_WORDS, MANY_WORDS = 8, 15
"""Where no notes were taken: words from which a message may be notes, and is."""
LONGEST_FOCUS = 400
MOST_NEAR = 3
"""Lines that are quoted to a question about them."""

_WORDS_OF = knowledge("wishes")["wishes"]
SECTIONS: Mapping[str, str] = knowledge("wishes")["sections"]
"""What authors call the sections, in both languages."""
LINES: str = _WORDS_OF["lines"]
_NOTE, _WRITES, _SEARCHES, _SHOWS, _ASKS, _PRAISE, _BEFORE = (
    re.compile("|".join(_WORDS_OF[name]), re.IGNORECASE | re.DOTALL)
    for name in ("note", "writes", "searches", "shows", "asks", "praise", "before")
)


def material(message: str, state: State) -> Is:
    """Return whether a message is notes: it says so, is long or of many lines, or is the first that says much."""
    text = without_at_once(message)
    if _NOTE.fullmatch(message) or not tells_subject(text):
        return "surely" if _NOTE.fullmatch(message) else ""
    lines, words = [entry for entry in text.splitlines() if entry.strip()], len(text.split())
    if len(text) > LONGEST_WISH or len(lines) >= MANY_LINES:
        return "surely" if len(text) > LONGEST_WISH or not has_notes(state) else "maybe"
    if has_notes(state) or text.endswith("?") or words < FEW_WORDS:
        return ""
    return "surely" if words >= MANY_WORDS or len(lines) > 1 else "maybe"


def has_notes(state: State) -> bool:
    """Return whether notes were taken."""
    return bool(state.get("notes", "none") != "none")


def takes(request: ActRequest) -> Done:
    """Take notes and research them."""
    noted = _NOTE.fullmatch(request.message)
    text = {"text": noted["said"]} if noted else {"text": request.words} if request.offered else {}
    return [PickedCall("take_notes", text), PickedCall("research", {})]


# Edits


def of_a_guide(does: Does) -> Does:
    """Return what does this to a guide, and says where things stand while there is none."""
    return lambda asked: does(asked) if asked.state.get("lines") else NotDone(standing(asked))


def on_lines(op: str) -> Does:
    """Return what does this to the lines that are meant, and asks where none is."""

    def edit(request: ActRequest) -> Done:
        return _edits(request, op) if request.offered or _is_named(request) else request.which()

    return edit


def _is_named(request: ActRequest) -> bool:
    """Return whether lines are named by their kind or their words; a number or a place alone means none."""
    said = stems(request.words)
    is_of_section = request.kind == "lines" and section_in(request.words)
    if is_of_section and not all(said & stems(thing.title) for thing in request.things):
        return False
    is_called = _names(request.rules.table.kinds[request.kind], request.words)
    is_told = len(request.things) == 1 and not re.search(r"\d", request.words)
    return bool(request.things) and (is_called or is_told)


def moved(request: ActRequest) -> Done:
    """Move lines to the section or the line that the words name."""
    if not (request.offered or _is_named(request)):
        return request.which()
    if section := section_in(request.place):
        return _edits(request, "move", section=section)
    if len(request.target) != 1:
        return NotDone(TEXTS[request.language].which_place)
    side = "before" if _BEFORE.match(request.place) else "after"
    return _edits(request, "move", **{side: request.target[0].n})


def changed(request: ActRequest) -> Done:
    """Put the words behind a colon in place of a line, or into a section; without any a person is asked for them."""
    head, colon, _ = without_quoted(request.state["said"]).partition(": ")
    words = request.state["said"][len(head + colon) :]
    section = section_in(head) if request.act == "add" else ""
    if section and words:
        return _edits(request, "add", texts=[words], section=section)
    if len(request.things) != 1 or not words:
        return NotDone(TEXTS[request.language].which_words)
    return _edits(request, "change", texts=[words])


def section_in(words: str) -> str:
    """Return the section that words name; empty where they name none."""
    return next((name for name, called in SECTIONS.items() if _names(called, words)), "")


def _names(names: str, words: str) -> bool:
    return re.search(rf"\b(?:{names})\b", words, re.IGNORECASE) is not None


def _edits(request: ActRequest, op: str, **more: object) -> Done:
    edit = {"op": op, "numbers": request.numbers, "said": request.state["said"], **more}
    return [PickedCall("edit_guide", {"edits": [edit]})]


# What comes next, and where nothing fits


def own(request: ActRequest) -> Done | None:
    """Take answers by number; write the guide where a message asks for that and there is none."""
    state = request.state
    said = state.get("said", request.message)
    asked = len(state.get("questions", ()))
    if (given := answers_in(said, asked)) and max(given) <= asked:
        answers = [{"number": n, "text": text} for n, text in given.items()]
        return [PickedCall("answer_questions", {"answers": answers})]
    if state.get("lines") or not has_notes(state) or len(said) > LONGEST_TALK or ":" in said:
        return None
    return went_on(request) if _WRITES.search(said) else None


def ask(request: ActRequest) -> Done:
    """Look outside where a message asks for that, write or show the guide; else say where things stand, and ask."""
    state, texts, words = request.state, TEXTS[request.language], request.words
    is_praise = "?" not in request.message and _PRAISE.search(request.message)
    if is_praise or (is_chatter(request.message) and not _WRITES.search(words)):
        return request.wording.thanks
    if not has_notes(state):
        return NotDone(standing(request))
    if state.get("questions") and (unknown := unknown_in(words)):
        named = meant(words, things_in(state, "questions"))
        if len(named.things) != 1 or not named.exact or ":" in request.message:
            return NotDone(texts.which_question)
        answer = {"number": named.things[0].n, "text": unknown}
        return [PickedCall("answer_questions", {"answers": [answer]})]
    if _WRITES.search(words):
        return [PickedCall("write_guide" if state.get("research") else "research", {})]
    if _SEARCHES.search(words):
        return [PickedCall("research", {"focus": words[:LONGEST_FOCUS]})]
    if state.get("lines") and _ASKS.search(words):
        return [PickedCall("show_guide", {"what": "questions"})]
    if state.get("lines") and _SHOWS.search(words):
        return [PickedCall("show_guide", {})]
    return NotDone(standing(request))


def found(request: ActRequest) -> Done:
    """Quote the lines of the notes and of the guide that are nearest to a question about them."""
    state, texts = request.state, TEXTS[request.language]
    if not has_notes(state):
        return NotDone(standing(request))
    noted = [(entry.strip(), "") for entry in state.get("notes_text", "").splitlines()]
    lines = [(entry["title"], f" [^{entry['n']}]") for entry in state.get("lines", ())]
    every = [*dict.fromkeys(lines), *(pair for pair in noted if pair[0])]
    near = [every[at] for at in nearest(request.message, [text for text, _ in every], MOST_NEAR)]
    told = "; ".join(f"‘{text}’{number}" for text, number in near)
    return texts.nearest.format(lines=told) if near else texts.nothing_near


def shown(request: ActRequest) -> Done:
    """Show the guide, where things stand before there is one, or the sources."""
    if _names(CALLED, request.words):
        return on_sources()["show", ""](request)
    return [PickedCall("show_guide", {})] if request.state.get("lines") else standing(request)


def went_on(request: ActRequest) -> Done:
    """Do what comes next: documents are taken, notes researched, a guide written; to what is written "ok" is polite."""
    state = request.state
    if state.get("new_documents"):
        return [PickedCall("take_notes", {"text": ""}), PickedCall("research", {})]
    if not has_notes(state):
        return standing(request)
    if not (state.get("research") or {}).get("complete"):
        return [PickedCall("research", {})]
    written = state.get("lines") and not state["all_at_once"]
    return request.acknowledged() if written else [PickedCall("write_guide", {})]


def standing(request: ActRequest) -> str:
    """Return where things stand, and what can be said here."""
    state, texts = request.state, TEXTS[request.language]
    lines = [entry for entry in state.get("lines", ()) if not entry.get("removed")]
    step = "guide" if lines else "research" if state.get("research") else "notes"
    questions = len(state.get("questions", ()))
    told = texts.standing[step if has_notes(state) else "nothing"]
    told = told.format(lines=len(lines) - questions, questions=questions)
    if not lines:
        return f"{told} {request.rules.about(request.language)}"
    meant = request.wording.what_is_meant.format(words=state.get("said", request.message))
    return f"{told} {meant} {texts.asks}"

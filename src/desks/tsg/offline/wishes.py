"""What wishes at this desk call, for the built-in model: notes, edits of lines, answers, research. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from src.desks.tsg.knowledge import knowledge
from src.desks.tsg.offline.placing import is_chatter
from src.desks.tsg.plain_words import says_unknown, unknown_in, without_at_once
from src.desks.tsg.words import TEXTS
from src.llm.builtin.acts import LONGEST_TALK, Is
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.commands import QUOTED
from src.llm.builtin.phrases import pattern
from src.llm.builtin.references import meant, things_in
from src.llm.builtin.sentences import tells_subject
from src.llm.builtin.sources import CALLED, on_sources
from src.llm.builtin.table import ActRequest, Does
from src.llm.state import State

LONGEST_WISH = 400
"""Characters above which a message is notes, whatever it begins with."""
MANY_LINES = 3
"""Lines from which a message is notes."""
FEW_WORDS, MANY_WORDS = 8, 15
"""Where no notes were taken: words from which a message may be notes, and is."""
LONGEST_FOCUS = 400
MOST_ASKED = 3
"""Open questions up to which it is offered to take a message as the answer to each."""

WORDS_OF = knowledge("wishes")["wishes"]
SECTIONS: Mapping[str, str] = knowledge("wishes")["sections"]
"""What authors call the sections, in both languages."""
LINES: str = WORDS_OF["lines"]


def found_by(name: str) -> re.Pattern[str]:
    """Return the pattern of a wish, by its name in the file of words."""
    words = WORDS_OF[name]
    one = words if isinstance(words, str) else "|".join(words)
    return re.compile(one.replace("LEAD", WORDS_OF["lead"]), re.IGNORECASE | re.DOTALL)


_NOTE, _TOLD, _SEARCHES, _WRITES, _SHOWS, _ASKS, _POINTS = map(
    found_by, ("note", "told", "searches", "writes", "shows", "asks", "points")
)
_PRAISE, _BEFORE = map(found_by, ("praise", "before"))
_AT_END = pattern("clauses", "at_end")


# Notes


def material(message: str, state: State) -> Is:
    """Return whether a message is notes: it says so, is long or of many lines, or is the first that says much."""
    if _noted(message):
        return "surely"
    text = without_at_once(message)
    if not tells_subject(text):
        return ""
    lines = [one for one in text.splitlines() if one.strip()]
    if len(text) > LONGEST_WISH or len(lines) >= MANY_LINES:
        is_long = len(text) > LONGEST_WISH or not has_notes(state)
        return "surely" if is_long else "maybe"
    if has_notes(state) or text.endswith("?"):
        return ""
    words = len(text.split())
    if words >= MANY_WORDS or (len(lines) > 1 and words >= FEW_WORDS):
        return "surely"
    return "maybe" if words >= FEW_WORDS else ""


def has_notes(state: State) -> bool:
    """Return whether notes were taken."""
    return bool(state.get("notes", "none") != "none")


def _noted(message: str) -> re.Match[str] | None:
    """Return what a message says to be a note: it announces one, or tells what somebody else told."""
    return _NOTE.fullmatch(message) or _TOLD.fullmatch(message.strip())


def wants_guide(message: str) -> bool:
    """Tell whether a message that brings notes asks for the guide, too, before or behind them."""
    ends = (message.partition(":")[0], re.split(r"(?<=[.!?])\s+|\n", message.strip())[-1])
    return any(len(one) < LONGEST_WISH and _WRITES.search(one) for one in ends)


def takes(request: ActRequest) -> Done:
    """Take notes and research them; where they may be none, ask before anything is looked up."""
    noted = _noted(request.message)
    head, _, behind = request.message.partition(":")
    said = noted["said"] if noted else behind.strip() if _WRITES.search(head) else ""
    taken = PickedCall("take_notes", {"text": said} if said else {})
    if not request.beside:
        return [taken, PickedCall("research", {})]
    texts = TEXTS[request.language]
    asked = {"question": texts.is_it_notes, "choices": [texts.next, texts.undo]}
    return [taken, PickedCall("ask", asked)]


# Edits


def on_lines(op: str) -> Does:
    """Return what does this to the lines that are meant, and asks where none is."""

    def edit(request: ActRequest) -> Done:
        is_named = request.things and _is_named(request)
        if op == "restore" and not is_named and _POINTS.search(request.words):
            return [PickedCall("undo", {})]  # what was done last is meant
        if not is_named:
            return request.which()
        return _edits(_edit(request, op, request.numbers))

    return edit


def _is_named(request: ActRequest) -> bool:
    """Return whether lines are named by their kind or their words; "everything" and a bare number mean none."""
    if re.search(r"(?i)\b(?:everywhere|overal)\b", request.words):
        return False  # words are meant, in whatever lines
    is_called = _names(request.rules.table.kinds[request.kind], request.words)
    return is_called or (len(request.things) == 1 and not re.search(r"\d", request.words))


def moved(request: ActRequest) -> Done:
    """Move lines to the section or the line that the words name."""
    texts = TEXTS[request.language]
    if not (request.things and _is_named(request)):
        return request.which()
    section = section_in(request.place)
    if section:
        return _edits(_edit(request, "move", request.numbers, section=section))
    own = next(one for one in request.state["lines"] if one["n"] == request.numbers[0])["section"]
    beside = [
        one["n"]
        for one in request.state["lines"]
        if one["section"] == own and one["n"] not in request.numbers and not one.get("removed")
    ]
    if len(request.target) != 1 and not (beside and _AT_END.match(request.place)):
        return _asked(request, texts.which_place)
    before = _BEFORE.match(request.place)
    target = request.target[0].n if request.target else beside[0 if before else -1]
    side = {"before" if before else "after": target}
    return _edits(_edit(request, "move", request.numbers, **side))


def changed(request: ActRequest) -> Done:
    """Put words that the message gives in place of a line; without any a person is asked for them."""
    words = _given(request.state["said"])
    if len(request.things) != 1 or not words:
        return _asked(request, TEXTS[request.language].which_words)
    return _edits(_edit(request, "change", request.numbers, texts=[words]))


def merged(request: ActRequest) -> Done:
    """Join the words of lines."""
    numbers = request.numbers
    lines = [one for one in request.state["lines"] if one["n"] in numbers]
    if len(lines) < 2 or any(one.get("cut") for one in lines):
        return request.which(request.things)
    joined = " ".join(one["title"] for one in lines)
    return _edits(_edit(request, "merge", numbers, texts=[joined]))


def added(request: ActRequest) -> Done:
    """Add the words behind a colon to the section that the words before it name."""
    head, words = request.state["said"].partition(":")[0], _given(request.state["said"])
    section = section_in(head) or ("resolution" if request.kind == "steps" else "")
    if not (words and section):
        return _asked(request, TEXTS[request.language].which_words)
    return _edits(_edit(request, "add", (), texts=[words], section=section))


def dismissed(request: ActRequest) -> Done:
    """Dismiss suggestions."""
    return [PickedCall("dismiss", {"suggestions": request.numbers})]


def section_in(words: str) -> str:
    """Return the section that words name; empty where they name none."""
    return next((name for name, called in SECTIONS.items() if _names(called, words)), "")


def called(section: str) -> str:
    """Return the names of a section that are one word, by which its lines are found."""
    names = re.sub(r"\(\?:[^)]*\)\??|\\w[*+]", "", SECTIONS[section]).split("|")
    words = [re.sub(r"\W", "", one) for one in names if " " not in one]
    return " ".join((*words, *(f"{one}s" for one in words)))


def _names(names: str, words: str) -> bool:
    return re.search(rf"\b(?:{names})\b", words, re.IGNORECASE) is not None


def _edit(request: ActRequest, op: str, numbers: Sequence[int], **more: object) -> dict[str, Any]:
    return {"op": op, "numbers": list(numbers), "said": request.state["said"], **more}


def _edits(*edits: Mapping[str, Any]) -> Done:
    return [PickedCall("edit_guide", {"edits": list(edits)})]


def _asked(request: ActRequest, question: str) -> Done:
    return [PickedCall("ask", {"question": question})] if "ask" in request.tools else question


def _given(message: str) -> str:
    """Return the words that a message gives for a line: behind a colon, or the last between quotation marks."""
    _, colon, behind = message.partition(": ")
    quoted = [next(filter(None, found), "") for found in QUOTED.findall(message)]
    return behind.strip() if colon else quoted[-1] if quoted else ""


# Words in place of others

_WORDS = r"[\"'“”‘’]?(?P<{}>[\w.:/-]+(?: [\w.:/-]+){{0,3}}?)[\"'“”‘’]?"
_IT_IS = r"(?:(?:it's|it is|het is|dat is|that's) )?"
_OLD, _NEW = _WORDS.format("old"), _WORDS.format("new")
_CORRECTIONS = tuple(
    re.compile(rf"(?i)^\W*{one}(?=$|[,.;!])")
    for one in (
        rf"{_IT_IS}{_NEW},? (?:and )?(?:not|niet|geen) {_OLD}",
        rf"{_IT_IS}(?:not|niet|geen) {_OLD},? (?:but|maar) {_NEW}",
    )
)
_REPLACED = re.compile(
    rf"(?i)^\W*(?:please )?(?:change|replace|vervang|verander|wijzig) {_OLD} (?:to|into|with|by|door|in|naar) {_NEW}"
    r"(?=$|[,.;!])"
)
_VALUE = re.compile(r"\d|^[A-Z]")
"""What is corrected by saying what it is not: a number, or a name; of other words that tells more than a slip."""
_ARTICLE = re.compile(r"(?i)^(?:the|a|an|de|het|een) ")


def corrected(message: str, state: State) -> list[Mapping[str, Any]]:
    """Return the edits of a correction: "14, not 41" changes each line that has the old words, and no other."""
    said = message.strip()
    old, new = _correction(said)
    if not old:
        return []
    whole = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    lines = [one for one in state.get("lines", ()) if not one.get("removed")]
    named = [{"n": 0, "title": state.get("guide", "")}, *lines]
    fitting = [one for one in named if whole.search(one["title"])]
    if not fitting or any(one.get("cut") for one in fitting):
        return []
    texts = [whole.sub(lambda _: new, one["title"]) for one in fitting]
    numbers = [one["n"] for one in fitting]
    return [{"op": "change", "numbers": numbers, "texts": texts, "said": said}]


def _correction(said: str) -> tuple[str, str]:
    """Return the old words and the new ones of a correction; empty where a message is none."""
    replaced = _REPLACED.match(said)
    found = replaced or next(filter(None, (one.match(said) for one in _CORRECTIONS)), None)
    if found is None or "?" in said:
        return "", ""
    old = _ARTICLE.sub("", found["old"])
    if not (replaced or _VALUE.search(old)):
        return "", ""
    return old, " ".join(found["new"].split()[-len(old.split()) :])


# What comes next, and where nothing fits


def own(request: ActRequest) -> Done | None:
    """Write the guide where a message asks for that and there is none."""
    state, said = request.state, request.message
    if not has_notes(state) or len(said) > LONGEST_TALK or ":" in said:
        return None
    return went_on(request) if not state.get("lines") and _WRITES.search(said) else None


def ask(request: ActRequest) -> Done:
    """Look outside where a message asks for that, write or show the guide; else say where things stand, and ask."""
    state, texts = request.state, TEXTS[request.language]
    is_praise = "?" not in request.message and _PRAISE.search(request.message)
    if is_praise or is_chatter(request.message):
        return request.wording.thanks
    if not has_notes(state):
        return _asked(request, standing(request))
    if state.get("questions") and (unknown := unknown_in(request.words)):
        named = meant(request.words, things_in(state, "questions"))
        if len(named.things) != 1 or not named.exact or ":" in request.message:
            return _asked(request, texts.which_question)
        return [
            PickedCall(
                "answer_questions", {"answers": [{"number": named.things[0].n, "text": unknown}]}
            )
        ]
    if _WRITES.search(request.words):
        return [PickedCall("write_guide" if state.get("research") else "research", {})]
    if _SEARCHES.search(request.words):
        return [PickedCall("research", {"focus": request.words[:LONGEST_FOCUS]})]
    if state.get("lines") and _ASKS.search(request.words):
        return [PickedCall("show_guide", {"what": "questions"})]
    if state.get("lines") and _SHOWS.search(request.words):
        return [PickedCall("show_guide", {})]
    if "?" in request.message or "ask" not in request.tools:
        return standing(request)
    said = state.get("said", request.message)
    asked = state.get("questions", ())
    answers = [f"{one['n']}: {said}" for one in asked if len(asked) <= MOST_ASKED]
    choices = [f"{texts.note}: {said}", *answers, texts.show if state.get("lines") else texts.next]
    return [PickedCall("ask", {"question": standing(request), "choices": choices})]


def refused(request: ActRequest) -> Done:
    """Ask which question is meant where something is said to be unknown; else say that nothing changes."""
    if request.state.get("questions") and says_unknown(request.words):
        return ask(request)
    wording = request.wording
    return wording.declined if has_notes(request.state) else wording.ask_for_question


def shown(request: ActRequest) -> Done:
    """Show the guide, where things stand before there is one, or the sources."""
    if not _names(CALLED, request.words):
        written = request.state.get("lines")
        return [PickedCall("show_guide", {})] if written else standing(request)
    return on_sources()["show", ""](request)


def went_on(request: ActRequest) -> Done:
    """Do what comes next: documents are taken, notes researched, a guide written; to what is written "ok" is polite."""
    state = request.state
    if state.get("new_documents"):
        return [PickedCall("take_notes", {"text": ""}), PickedCall("research", {})]
    if not has_notes(state):
        return standing(request)
    research = state.get("research")
    if research and research["complete"]:
        written = state.get("lines") and not state["all_at_once"]
        return request.acknowledged() if written else [PickedCall("write_guide", {})]
    return [PickedCall("research", {})]


def standing(request: ActRequest) -> str:
    """Return where things stand, and what can be said here."""
    state, texts = request.state, TEXTS[request.language]
    lines = [one for one in state.get("lines", ()) if not one.get("removed")]
    step = "guide" if lines else "research" if state.get("research") else "notes"
    questions = len(state.get("questions", ()))
    told = texts.standing[step if has_notes(state) else "nothing"]
    told = told.format(lines=len(lines) - questions, questions=questions)
    return f"{told} {texts.asks if lines else request.rules.about(request.language)}"

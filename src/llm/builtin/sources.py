"""The part of a desk's table on sources and answers, the same at every desk that answers from sources. Pure."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from src.llm.builtin.acts import Act
from src.llm.builtin.asking import Done, NotDone, PickedCall
from src.llm.builtin.offers import named_by
from src.llm.builtin.phrases import pattern
from src.llm.builtin.references import Thing, things_in
from src.llm.builtin.sentences import says
from src.llm.builtin.table import SOURCES, ActRequest, Does
from src.llm.builtin.verdicts import verdict
from src.llm.state import sources_in

KIND = SOURCES
CALLED = r"\b(?:bron(?:nen)?|sources?)\b"
"""What sources are called."""

MENU = Path(__file__).with_name("answers.toml")
"""What a desk offers that answers from sources."""

LONGEST_QUERY = 2_000
"""Characters of a query."""


def searching(
    *tools: str, query: Callable[[str], str] = str, several: bool = False, goes_on: bool = False
) -> Does:
    """Return what looks a question up with these tools; ``query`` is "" where there is nothing to search for.

    ``several``: they take several wordings; ``goes_on``: they are told whether a question goes on about the one before.
    """

    def search(request: ActRequest) -> Done:
        asked = request.question
        words = query(asked)[:LONGEST_QUERY]
        if not words:
            about = request.rules.about(request.language)
            return about if says("interrogative", request.words) else NotDone(about)
        given: dict[str, object] = {"queries": [words]} if several else {"query": words}
        adds = request.beside or _keeps(request)
        if goes_on and (request.anew or says("again", request.words)):
            given["goes_on"] = False
        elif goes_on and (adds or asked != request.words):
            given["goes_on"] = True
            if request.state.get("answers"):
                given["offers"] = not adds  # an answer stays with its sources
        return [PickedCall(tool, given) for tool in tools]

    return search


def _keeps(request: ActRequest) -> bool:
    """Return whether what is looked up goes beside the sources that there are: it is named, or "ook" or "also"."""
    words = request.words
    named = request.rules.table.words.cites(words) and not says("interrogative", words)
    there = bool(sources_in(request.state, selected=True))
    return request.act == "lookup" or (there and (named or says("also", words)))


def _changed(tool: str) -> Does:
    def change(request: ActRequest) -> Done:
        if request.act == "add" and not request.things:  # what is not there is looked up
            return request.rules.table.ask(request)
        return [PickedCall(tool, {"sources": request.numbers, "words": request.words})]

    return change


def _told(name: str, request: ActRequest) -> str:
    """Return a text of the wordings, and what the user may ask for then."""
    wording = request.wording
    has_sources = bool(sources_in(request.state))
    ask = wording.ask_for_restore_or_question if has_sources else wording.ask_for_question
    return f"{getattr(wording, name)} {ask}"


def _answering(tool: str) -> Does:
    def answer(request: ActRequest) -> Done:
        is_polite = request.act == "agree" or (request.says_yes and not request.beside)
        if request.state.get("just_answered") and is_polite:
            return request.acknowledged()  # which asks for no second answer
        if not sources_in(request.state, selected=True):
            there = sources_in(request.state)
            return _told("nothing_selected_now" if there else "nothing_to_confirm", request)
        # Where the selection was not shown, the gate says so and it is shown now.
        query = request.words if request.offered else request.last_question
        return [PickedCall(tool, {"query": query})]

    return answer


def _explained(request: ActRequest) -> Done:
    explains = [PickedCall("explain_answer", {})]
    return explains if request.state.get("answers") else NotDone(request.wording.nothing_to_rework)


def _reworked(request: ActRequest) -> Done:
    """Return the claims in short, which is all that can be said shorter without a model that writes."""
    if not request.state.get("answers"):
        return request.wording.nothing_to_rework
    if pattern("forms", "shorter").search(request.words):
        return [PickedCall("rework_answer", {"kind": "claims"})]
    return NotDone(request.wording.cannot_rework)


def _judged(request: ActRequest) -> Done:
    """Leave out what is wrong and put back what is right; of what stands as it was said, go on as with a yes."""
    table, there = request.rules.table, things_in(request.state, KIND)

    def named(words: str) -> Sequence[Thing]:
        return named_by(words, there, KIND, table).things

    found = verdict(table.words.plain(request.message), there, named)
    out = [thing.n for thing in found.wrong if thing.there]
    back = [thing.n for thing in found.right if not thing.there]
    left = {thing for thing in there if thing.there} - {*found.right, *found.wrong}
    if not (found.right or found.wrong):
        return NotDone()
    if not (out or back):
        return NotDone() if left else table.does["go_on", ""](request)
    changes = (("remove_sources", out), ("restore_sources", back))
    given = {"words": request.message}
    return [PickedCall(tool, {"sources": some, **given}) for tool, some in changes if some]


def _found(request: ActRequest) -> Done:
    """Show the sources where the words name one by its number or name; nothing where it is a question of the field."""
    found = named_by(request.words, things_in(request.state, KIND), KIND, request.rules.table)
    return _shown(request) if found.things and found.exact else []


def _shown(request: ActRequest) -> Done:
    there = sources_in(request.state)
    return [PickedCall("show_sources", {})] if there else _told("nothing_selected_now", request)


def on_sources(answer: str = "", search: Does | None = None) -> Mapping[tuple[Act, str], Does]:
    """Return what acts on sources and answers call: the engine's own tools, ``answer`` and what looks something up."""
    nothing_there = partial(_told, "nothing_selected_now")
    does: dict[tuple[Act, str], Does] = {
        ("remove", KIND): _changed("remove_sources"),
        ("restore", KIND): _changed("restore_sources"),
        ("add", KIND): _changed("restore_sources"),
        ("remove", ""): nothing_there,
        ("restore", ""): nothing_there,
        ("add", ""): nothing_there,
        ("show", ""): _shown,
        ("show", KIND): _shown,
        ("select", ""): _judged,
        ("find", ""): _found,
    }
    if search:
        does["lookup", ""] = search
    if answer:
        does |= {("go_on", ""): _answering(answer), ("agree", ""): _answering(answer)}
        does |= {("explain", ""): _explained, ("rework", ""): _reworked}
    return does

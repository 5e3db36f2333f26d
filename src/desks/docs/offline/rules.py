"""What the built-in model does at this desk: its table of acts and tools, and what it makes of a question."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from src.desks.docs.asking import MOST_CHOICES, by_place, versions_to_choose
from src.desks.docs.intake import question_in
from src.desks.docs.presenter import WORDINGS
from src.desks.docs.reading import ANSWER, SCOPE, SEARCH
from src.desks.docs.reasons import Reason
from src.desks.docs.scope_words import lists_collections, only_version, scope_asked, version_asked
from src.desks.docs.wordings import shares
from src.desks.docs.words import texts_of
from src.llm.builtin.asking import Done, NotDone, PickedCall, reply_of
from src.llm.builtin.phrases import pattern
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.references import meant, things_in
from src.llm.builtin.sentences import finds_fault, names_other, says, tells_subject
from src.llm.builtin.sources import KIND, LONGEST_QUERY, MENU, on_sources
from src.llm.builtin.table import ActRequest, DeskTable, PerLanguage, introduced
from src.llm.builtin.wishes import may_want
from src.llm.forms import AnswerDraft
from src.llm.protocol import ChatMessage, ChatReply, ToolCall
from src.llm.state import State, message_and_state
from src.search.encoder import Rows
from src.wording.markdown import inert

ABOUT: PerLanguage = {
    "nl": "Ik ben TESS en zoek het antwoord op in documentatie, met bestand en regels erbij. Stel een vraag.",
    "en": "I am TESS and look the answer up in documentation, with its file and lines. Ask a question.",
}

CALLED = r"\b(?:bron(?:nen)?|sources?|secties?|sections?|pagina(?:'s)?|pages?)\b"

SEARCHED_FOR: frozenset[Reason] = frozenset(
    ("ambiguous_query", "insufficient_context", "missing_details")
)
"""Reasons for which a search may tell what is meant: the places that it finds are offered as choices."""


def _draft(task: str, rows: Rows | None = None) -> AnswerDraft:
    # Imported by its first task: its rules take as long to prepare as a start may.
    from src.desks.docs.answering import DocsTask
    from src.desks.docs.offline.answer import answer

    return answer(DocsTask.model_validate_json(task), rows)


def _collections(state: State) -> list[str]:
    return [entry["title"] for entry in state.get("collections", ())]


def _places(state: State) -> list[str]:
    """Return replies that choose a collection."""
    search_in = texts_of(_language(state)).search_in
    return [search_in.format(collection=name) for name in _collections(state)][:MOST_CHOICES]


def _language(state: State) -> str:
    return str(state.get("reply_language", "en"))


def _asked_back(
    reason: Reason, state: State, choices: Sequence[str] = (), question: str = ""
) -> PickedCall:
    said = question or texts_of(_language(state)).asks[reason]
    given = {"reason": reason, "question": said, "choices": list(choices)}
    return PickedCall("ask", given)


class _Question:
    """A question to the built-in model, with what is known when it is asked."""

    def __init__(
        self, words: str, state: State, earlier: Sequence[str], *, follows: bool = False
    ) -> None:
        from src.desks.docs.offline.question import read_question

        names = _collections(state)
        asked = [each for text in earlier if (each := question_in(text, names))]
        self.words, self.state = words, state
        self.read = read_question(words, OFFLINE_RULES.last_question(asked), follows=follows)
        before = scope_asked(earlier[-1], names) if earlier and self.read.is_follow_up else None
        self.places = before.collections if before and before.question else ()

    def calls(self, *, beside: bool = False) -> list[PickedCall]:
        """Return the search for it, or the question why it can't be searched for."""
        from src.desks.docs.offline.guard import refused

        read = self.read
        if reason := refused(read.question):
            return [_asked_back(reason, self.state)]
        if read.reason and (read.choices or read.reason not in SEARCHED_FOR):
            return [_asked_back(read.reason, self.state, read.choices)]
        version = version_asked(self.words, self._versions)
        if only_version(self.words) and not version and self._versions:
            question, choices = versions_to_choose(
                read.question, self.words, _language(self.state), self._versions
            )
            return [_asked_back("scope_unclear", self.state, choices, question)]
        given: dict[str, object] = {
            "queries": [query[:LONGEST_QUERY] for query in self.queries],
            "goes_on": beside or read.is_follow_up or read.is_remark,
        }
        given |= {"version": version} if version else {}
        given |= {"collections": [*self.places]} if self.places else {}
        return [PickedCall(SEARCH, given)]

    @property
    def queries(self) -> list[str]:
        """Return the question, and before it the same in English where it is in Dutch."""
        from src.desks.docs.offline.english import in_english

        question = self.read.question or self.words
        english = in_english(question) if _language(self.state) == "nl" else question
        return list(dict.fromkeys((english, question)))

    @property
    def _versions(self) -> list[str]:
        """Return the versions of the collections that are searched, the newest of each first."""
        every = self.state.get("collections", ())
        return [version for one in every if one["searched"] for version in one.get("versions", ())]


def _search(request: ActRequest) -> Done:
    """Return the search for a question; what names something that nothing known has goes on about nothing."""
    if may_want(request.words, "outside"):
        return introduced(request)
    known = f"{' '.join(request.earlier)} {json.dumps(request.state, ensure_ascii=False)}"
    follows = request.rules.goes_on(request.words)
    if not (follows or tells_subject(request.words) or request.earlier):
        return [_asked_back("vague_request", request.state, question=request.wording.about_what)]
    is_other = request.anew or names_other(request.words, known)
    earlier = () if is_other else request.earlier
    asked = _Question(request.words, request.state, earlier, follows=follows)
    is_open = asked.read.is_remark or finds_fault(request.words)
    return NotDone("") if is_open and not request.offered else asked.calls(beside=request.beside)


_ON_SOURCES = on_sources(ANSWER, _search)


def _answer(request: ActRequest) -> Done:
    """Return the answer to the last question from the sections that are selected now."""
    last = request.state.get("last_question", {})
    if request.state.get("just_answered") and not request.beside:
        return request.acknowledged()
    if last and not last["answered"] and not request.beside:
        return request.wording.ask_for_question  # a yes answers nothing that was asked back on
    done = _ON_SOURCES["go_on", ""](request)
    if isinstance(done, str) or request.offered:
        return done
    asked = _Question(request.last_question, request.state, ()).read.question
    return [PickedCall(ANSWER, {"query": asked or request.last_question})]


def _show(request: ActRequest) -> Done:
    """Return the text of a section, which is shown then; of several, or none, the list; what is no section is asked."""
    is_named = re.search(rf"{CALLED}|\d", request.words, re.IGNORECASE)
    if not (is_named or pattern("names", "ordinal").search(request.words)):
        return _search(request)
    if len(request.things) != 1:
        return _ON_SOURCES["show", ""](request)
    return [PickedCall("read_source", {"source": request.numbers[0]})]


def _removed(request: ActRequest) -> Done:
    """Return the removal of the sources that the words name; of one that is out already that is told."""
    named = request.things or meant(request.words, things_in(request.state, KIND)).things
    given = {"sources": [thing.n for thing in named], "words": request.words}
    return [PickedCall("remove_sources", given)]


def _about(request: ActRequest) -> Done:
    """Return what the desk is for; what only speaks of a program's instructions is a question like any."""
    return _search(request) if says("program", request.message) else introduced(request)


# After a tool has run


def _after(heard: Sequence[ChatMessage]) -> ChatReply:
    """Answer where the search was good, else say what comes nearest or ask back; ask again in another scope."""
    message, state = message_and_state(heard)
    names, n = _collections(state), len(heard)
    asked, *said = [question_in(text, names) for text in (message, *_said_before(heard))]
    calls = next(message.tool_calls for message in reversed(heard) if message.tool_calls)
    seen = {each.tool_call_id: json.loads(each.content) for each in heard if each.role == "tool"}
    for call in sorted(calls, key=lambda one: one.name == SCOPE):  # a question beside it goes first
        told = seen.get(call.id, {})
        if call.name == SEARCH:
            earlier = [text for text in said if text]
            goes_on = json.loads(call.arguments)["goes_on"]
            read = _Question(asked, state, earlier, follows=goes_on)
            return reply_of(_found(call, told, read), after=n)
        if call.name == ANSWER and told["outcome"] == "nothing_answered":
            # The search was good, and no section says enough of it: what comes nearest is shown.
            return reply_of([_asked_back("poor_search_results", state)], after=n)
        if call.name == SCOPE and told["outcome"] == "done":
            return reply_of(_again(heard, state), after=n)
    return ChatReply("")


def _said_before(heard: Sequence[ChatMessage]) -> list[str]:
    return [message.content for message in heard if message.role == "user"][:-1]


def _found(call: ToolCall, told: Mapping[str, Any], asked: _Question) -> list[PickedCall]:
    """Return the answer from what a search found, or the question back."""
    state, read = asked.state, asked.read
    if told["outcome"] != "done":
        return [_asked_back("scope_unclear", state, _places(state))]
    query = read.question[:LONGEST_QUERY] or asked.words[:LONGEST_QUERY]
    named = [entry for entry in told["found"] if "title" in entry]
    if read.reason in SEARCHED_FOR and not json.loads(call.arguments)["goes_on"]:
        places = (" > ".join(filter(None, (each.get("heading"), each["title"]))) for each in named)
        return [_asked_back(read.reason, state, by_place(asked.words, places))]
    if told.get("may_be_beside_the_point") and not _tell(named[:1], asked.queries):
        from src.tools.docs.search import LACKING

        is_lacking = not named or LACKING in told.get("output_is_data", "")
        why: Reason = "no_relevant_documents" if is_lacking else "poor_search_results"
        return [_asked_back(why, state)]
    return [PickedCall(ANSWER, {"query": query})]


def _tell(found: Sequence[Mapping[str, Any]], queries: Sequence[str]) -> bool:
    """Return whether a passage with its headings has most of what a question tells, in either language."""
    keys = ("heading", "title", "passage_is_data")
    told = ("\n".join(str(entry.get(key, "")) for key in keys) for entry in found)
    return any(share > 0.5 for text in told for query in queries for share in shares(query, [text]))


def _again(heard: Sequence[ChatMessage], state: State) -> list[PickedCall]:
    """Return the last question, asked again where is searched now; nothing where there was none."""
    names = _collections(state)
    asked = [each for text in _said_before(heard) if (each := question_in(text, names))]
    question = OFFLINE_RULES.last_question(asked)
    return _Question(question, state, ()).calls() if question else []


def _own(request: ActRequest) -> Done | None:
    """Return the refusal of what may do harm, or what a message does that names a collection; None for any other."""
    from src.desks.docs.offline.guard import refused

    state = request.state
    if reason := refused(request.message):
        return [_asked_back(reason, state)]
    if lists_collections(request.message):
        texts = texts_of(_language(state))
        told = texts.there_are.format(collections=", ".join(map(inert, _collections(state))))
        question = f"{told} {texts.asks['scope_unclear']}"
        return [_asked_back("scope_unclear", state, _places(state), question)]
    own = next((entry["title"] for entry in state.get("collections", ()) if "is" in entry), "")
    asked = scope_asked(request.message, _collections(state), own)
    if asked is None:
        return None
    scope = PickedCall(SCOPE, {"collections": [*asked.collections]})
    search = _Question(asked.question, state, ())
    search.places = asked.collections
    calls = search.calls() if asked.question else []
    return [scope, *calls] if asked.is_lasting else calls


TABLE = DeskTable(
    about=ABOUT,
    wordings=WORDINGS,
    otherwise="en",
    kinds={KIND: CALLED},
    does={
        **_ON_SOURCES,
        ("go_on", ""): _answer,
        ("agree", ""): _answer,
        ("about", ""): _about,
        ("show", KIND): _show,
        ("remove", KIND): _removed,
    },
    own=_own,
    ask=_search,
    told=lambda tool, given, _: {"reason": "vague_request", **given} if tool == "ask" else given,
    menu=(Path(__file__).parents[1] / "knowledge" / "menu.toml", MENU),
    after=_after,
    forms={AnswerDraft: _draft},
)

OFFLINE_RULES = BuiltinRules(TABLE)


def offline_rules(rows: Rows | None) -> BuiltinRules:
    """Return the rules with what makes the vectors of meaning, by which passages are chosen beside their words."""
    return BuiltinRules(replace(TABLE, forms={AnswerDraft: partial(_draft, rows=rows)}))

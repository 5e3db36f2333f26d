"""Which acts a message asks for, clause by clause, by rules in both languages. Pure.

A message is read sentence by sentence. First the set phrases at its front are taken off ("ja, graag", "kun je"). If
nothing is left, the phrases say what it is; else each clause that has the words of an act and names a thing is that
act. All else is a question: asking is the default.
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import Literal

from src.language.sentences import split
from src.llm.builtin import sentences
from src.llm.builtin.phrases import Phrase, pattern, table, without_phrases
from src.llm.builtin.sentences import LONGEST_TALK as LONGEST_TALK
from src.llm.builtin.sentences import says
from src.llm.builtin.vocabulary import Vocabulary
from src.llm.builtin.wishes import WELL, Wish, likely
from src.search.snippet import words_of

Act = Literal[
    "ask", "add", "change", "move", "remove", "restore", "merge", "split", "show", "explain", "rework",
    "go_on", "agree", "other", "take_back", "again", "hand_out", "thank", "refuse", "greet", "about", "lookup",
    "select", "find", "outside", "perhaps",
]  # fmt: skip
"""``agree`` is "ok" or "prima": it goes on where that is awaited, else it is a polite word. ``hand_out`` is a command
of the terminal; ``lookup`` has a message looked up beside the question before it; ``other`` is an
act on things beside another, for which the desk has no tool. ``select`` says which sources are right, ``find`` asks
about what stands, ``outside`` is for a step in the world, and ``perhaps`` sounds like an act on things."""

SURE_WORDS = 2
"""Words of the field that make a question without its mark, or to the program, one of the field."""

MOST_OTHER_WORDS = 1
"""Other words that a change without a verb may hold: "zonder bron 2", not "zonder alle stukken verder gaan"."""

ON_THINGS: frozenset[Act] = frozenset(
    ("add", "change", "move", "remove", "restore", "merge", "split", "show")
)
"""Acts that clauses ask for, each on what it names."""

_BESIDE = ON_THINGS | {"go_on", "other", "rework"}
"""What counts beside an act on things; a question does, too."""

_SETTLES: frozenset[Act] = frozenset(("take_back", "again", "hand_out", "thank", "rework"))
"""Beside these a remark that asks nothing tells no more: "oops, wrong one. undo that"."""

_BY_PHRASE: dict[Phrase, Act] = {
    "undo": "take_back", "redo": "again", "no": "refuse", "claims": "rework", "explain": "explain",
    "answer": "go_on", "yes": "go_on", "show": "show", "about": "about", "thanks": "thank", "fine": "agree",
    "greeting": "greet",
}  # fmt: skip
"""What a sentence of set phrases is, by the first of these in it: "ok, bedankt" thanks, "ja, bedankt" confirms."""

_FIRST: tuple[Act, ...] = (
    "select", "explain", "hand_out", "take_back", "again", "perhaps", "find", "ask", "refuse", "rework", "outside",
    "go_on", "show", "about", "thank", "agree", "greet",
)  # fmt: skip
"""Of a message that asks nothing and changes nothing, the act that counts."""

_ON_THINGS: tuple[Wish, ...] = ("add", "change", "move", "merge", "split", "remove", "restore")

_BY_WISH: Mapping[Wish, Act] = {
    "doubt": "explain", "about": "find", "show": "show", "select": "select", "undo": "take_back", "redo": "again",
    "reshape": "rework", "file": "hand_out", "outside": "outside", "go_on": "go_on",
    "decline": "refuse", "thanks": "thank", "greet": "greet", "program": "about",
    **dict[Wish, Act].fromkeys(_ON_THINGS, "perhaps"),
}  # fmt: skip
"""What a sentence is that surely wants this; else a question."""

_RIVALS: tuple[Wish, ...] = ("question", "follow_up", *_ON_THINGS)
"""What a sentence that seems to be talk may be after all."""

CERTAIN, SURE, UNLIKELY = 0.9, 0.6, 0.1
"""The chances from which a sentence surely wants something, and below which it does not."""


Is = Literal["", "maybe", "surely"]


@dataclass(frozen=True)
class Said:
    """An act that a message asks for, in the user's words."""

    act: Act
    words: str


def _denied(sentence: str, changes: Sequence[Said]) -> bool:
    """Tell whether a sentence that reads like these acts surely wants something else."""
    chances = likely(sentence)
    wish, chance = next(iter(chances.items()))
    if wish == "tell" or (wish == "select" and not says("right", sentence, "verdicts")):
        return False  # "item 5 is a bug" changes it, and "alleen bron 3" leaves the others out
    acts = {said.act for said in changes}
    own = sum(chance for wish, chance in chances.items() if wish in acts | ON_THINGS)
    return chance >= SURE and own < UNLIKELY


Known = Callable[[str], bool]
"""Tells whether words name what is there."""


class Acts:
    """Finds the acts that messages ask for, by the words of a field and of the things that a desk knows.

    ``able``: the acts on things that the desk has a tool for; what asks for another is a question.
    """

    def __init__(self, words: Vocabulary, able: Iterable[Act], kinds: Sequence[str] = ()) -> None:
        things, may = table("acts")["things"], table("acts")["clauses"]["may"]
        self.words, self.able = words, frozenset(able)
        source = "|".join((*words.sources, *kinds, things["source"]))
        before = rf"(?:(?:{may}|is|zijn|hoort|past|de|het|die|the)\s+)*"
        small = "|".join((things["small"], *words.small))
        self._source, self._begins, self._small = (
            re.compile(each, re.IGNORECASE)
            for each in (
                source,
                rf"{before}(?:{source})",
                rf"\b(?:{small})(?!\w)",
            )
        )

    def read(self, message: str, known: Known = lambda _: False) -> tuple[Said, ...]:
        """Return the acts that a message asks for, in order; ``known`` tells whether a clause names what is there.

        Politeness counts only where nothing else is asked for, and so does a remark beside an act.
        """
        if len(message) > LONGEST_TALK:
            return (Said("ask", message),)
        if command := sentences.command_in(message):
            return (Said("hand_out", command),)
        said: list[Said] = []
        plain = pattern("sentences", "correcting").sub(", ", self.words.plain(message))
        for sentence in split(plain, "no figure") or [plain]:
            said += self._sentence(sentence, known)
        knows = self.words.of_field is not None
        asks = [
            act
            for act in said
            if act.act == "ask"
            and (
                says("interrogative", act.words)
                or (knows and self.wants_lookup(act.words) == "surely")
            )
        ]
        acts = {act.act: act for act in reversed(said)}
        if ON_THINGS & acts.keys() or (asks and "rework" in acts):
            # "Looks good. Remove 2" says yes to nothing.
            later = [*dropwhile(lambda act: act.act in ("go_on", "ask") and act not in asks, said)]
            return tuple(act for act in later if act.act in _BESIDE or act in asks)
        if asks and "explain" not in acts:
            return (Said("ask", message),)
        goes_on = acts.get("go_on")
        confirms = goes_on and not without_phrases(goes_on.words)[1]
        settles = _SETTLES - ({"thank"} if says("however", message) else set())
        if settles & acts.keys() and not confirms:  # "ja, het was dat secret. bedankt"
            acts = {act: acts[act] for act in acts if act not in ("ask", "go_on")}
        first = next(act for act in _FIRST if act in acts)
        asked: tuple[Act, ...] = ("ask", "find", "select")
        whole = {"hand_out": "export", **dict[str, str].fromkeys(asked, message)}
        return (Said(first, whole[first]) if first in whole else acts[first],)

    def question_in(self, message: str) -> str:
        """Return what a message asks of the field; empty where it asks nothing."""
        return " ".join(said.words for said in self.read(message) if said.act in ("ask", "find"))

    def _sentence(self, sentence: str, known: Known) -> list[Said]:
        if turned := sentences.said_at_last(sentence, "undo", "redo"):
            return [Said(_BY_PHRASE[turned], sentence)]
        asked, tail = sentences.without_tail(sentence)
        if (changes := self._changes(asked, known)) and not _denied(asked, changes):
            goes_on = "answer" in tail and "fine" not in tail
            return [*changes, *([Said("go_on", sentence)] if goes_on else ())]
        return [Said(self._talk(sentence), sentence)]

    def _talk(self, sentence: str) -> Act:
        """Return what a sentence is that changes nothing: by its set phrases, or by what is like it."""
        phrases, rest = without_phrases(sentence)
        if says("keeps", sentence, "clauses"):
            return "refuse"
        if says("program", sentence):
            return "about"
        if self.words.replies(sentence) or sentences.said_at_last(sentence, "answer"):
            return "go_on"
        if not rest:
            return next((act for phrase, act in _BY_PHRASE.items() if phrase in phrases), "about")
        chances = likely(sentence)
        wish, chance = next(iter(chances.items()))
        if sentences.finds_fault(rest) and chances["select"] < CERTAIN:
            return "refuse"
        rivals = sum(chances[each] for each in _RIVALS if each != wish)
        if wish in _BY_WISH and (chance >= SURE or chance >= max(WELL, 4 * rivals)):
            return _BY_WISH[wish] if self.is_talk(sentence, wish) else "ask"
        is_plain = sentences.is_short_statement(sentence) and not says("however", sentence)
        begins = is_plain and phrases[:1] in (["yes"], ["thanks"])
        return _BY_PHRASE[phrases[0]] if begins else "ask"

    def is_talk(self, sentence: str, wish: Wish) -> bool:
        """Tell whether a sentence that seems to want this asks nothing of the field.

        "Pff, what a rule" doubts nothing, and "may I file as a PDF?" wants no file.
        """
        of_field = self.words.of_field(sentence) if self.words.of_field else ()
        most = SURE_WORDS - (wish == "about")
        if len(of_field) >= most or (wish != "select" and self.words.cites(sentence)):
            return False
        if wish == "doubt":
            phrases = without_phrases(sentence)[0]
            return "feeling" not in phrases and not says("corrected", sentence)
        if wish == "file":
            return not sentence.endswith("?") or says("points", sentence, "things")
        return wish not in _ON_THINGS or not says("interrogative", sentence)

    def wants_lookup(self, words: str) -> Is:
        """Tell whether words ask something of the field: by their form and how many words of the field they have.

        One is enough with a question mark. A field that does not tell its words takes all for a question.
        """
        if self.words.of_field is None or len(words) > LONGEST_TALK or self.words.cites(words):
            return "surely"
        of_field, asks = self.words.of_field(words), says("interrogative", words)
        to_program = pattern("sentences", "you").search(words) is not None
        least = 1 if words.endswith("?") and not to_program else SURE_WORDS
        if of_field and ((asks and len(of_field) >= least) or says("again", words)):
            return "surely"
        if not of_field and (to_program or not asks):
            return ""
        return "surely" if len(of_field) > len(words_of(words) - of_field) else "maybe"

    # Acts on things

    def _changes(self, sentence: str, known: Known) -> list[Said]:
        """Return the acts on things that a sentence asks for: "haal bron 3 weg en zet bron 5 terug" has both.

        A question ("Kan ik zonder bron 2 verder?") has none; a polite request ("Kun je bron 2 weghalen?") is one.
        """
        phrases, rest = without_phrases(sentence)
        if not rest or not ("lead" in phrases or self._may_change(rest, known)):
            return []
        if "restore" in self.able and says("regrets", rest, "clauses"):
            return [Said("restore", rest)]
        if says("keeps", sentence, "clauses"):
            return []
        rather = pattern("clauses", "rather").fullmatch(rest.strip(" .!"))
        return self._by_clause(rather["change"] if rather else rest, known)

    def _by_clause(self, text: str, known: Known) -> list[Said]:
        said: list[Said] = []
        before = ""
        for clause in (
            part for each in sentences.clauses(text) for part in self._parts(each, known)
        ):
            if act := self._act(clause, known, after=bool(said)):
                tells = pattern("clauses", "tells").match(clause)
                clause = clause[tells.end() if tells else 0 :].strip() or clause
                said.append(Said(act, f"{before} {clause}".strip()))
                before = ""
            elif not before and self._reworks(clause):
                said.append(Said("rework", clause))
            elif said and pattern("clauses", "reason").match(clause):
                continue
            elif said and self._tells_more(clause, known):
                said.append(Said("other", clause))
            elif said:  # "zet alles terug | behalve bron 3", "verwijder 1 en 2 | laat 3"
                link = " behalve " if says("stays", clause, "clauses") else " "
                said[-1] = replace(said[-1], words=f"{said[-1].words}{link}{clause}")
            else:  # "houd bron 1 en | verwijder de rest"
                before = clause
        return said if (ON_THINGS | {"rework"}) & {act.act for act in said} else []

    def _parts(self, clause: str, known: Known) -> list[str]:
        """Return the parts of a clause of which each has an act of its own: "1 en 2 samenvoegen, 3 splitsen"."""
        parts: list[str] = []
        start = 0
        for joint in pattern("clauses", "joint").finditer(clause):
            if self._by_ending(clause[start : joint.start()], known):
                parts.append(clause[start : joint.start()])
                start = joint.end()
        return [*parts, clause[start:]]

    def _tells_more(self, clause: str, known: Known) -> bool:
        """Tell whether a clause behind an act says something else of what is there."""
        corrects = says("stays", clause, "clauses") or says("corrects", clause)
        only_names = corrects or self._names_only_sources(clause)
        return self.names(clause, known) and not only_names

    def _reworks(self, words: str) -> bool:
        return likely(words)["reshape"] >= SURE and self.is_talk(words, "reshape")

    def _may_change(self, rest: str, known: Known) -> bool:
        if rest.endswith("?"):
            return self.names(rest, known) and pattern("clauses", "request").match(rest) is not None
        return pattern("sentences", "asks").match(rest) is None

    def _act(self, clause: str, known: Known, *, after: bool) -> Act | None:
        """Return what a clause asks for; ``after`` another: then it may be a question, and name nothing that is there.

        One without a verb ("zonder bron 2") counts only where no other came before it.
        """
        if says("of_program", clause):
            return None
        if act := self._asks_for(clause, known):
            return act
        if not after:
            bare = says("denied", clause, "clauses") or pattern("clauses", "verbless").match(clause)
            removes = (
                bare and self._names_only_sources(clause) and not sentences.finds_fault(clause)
            )
            return "remove" if removes and "remove" in self.able else None
        phrases, rest = without_phrases(clause)
        if (tells := pattern("clauses", "tells").match(clause)) or not rest:
            asks = tells and sentences.tells_subject(clause[tells.end() :])
            return "ask" if asks else "go_on" if tells or "answer" in phrases else None
        if pattern("sentences", "asks").match(clause):
            return "ask"
        act = self._by_words(("bare", "verbs"), clause, table("acts")["verbs"])
        return act if act is None or act in self.able | {"show"} else "other"

    def _asks_for(self, clause: str, known: Known) -> Act | None:
        names = self.names(clause, known) or says("points", clause, "things")
        of_things = names and not pattern("clauses", "i_do").match(clause)
        groups = ("bare", "verbs") if of_things else ("bare",)
        return self._by_words(groups, clause, self.able) or self._by_ending(clause, known)

    def _by_ending(self, clause: str, known: Known) -> Act | None:
        ends, polite = table("acts")["ends"], table("acts")["clauses"]["polite"]
        if not (known(clause) or any(map(self._begins.match, (clause, clause.split(", ")[-1])))):
            return None
        able = (act for act in ends if act in self.able)
        return next(
            (
                act
                for act in able
                if re.search(rf"\b(?:{ends[act]})\b{polite}", clause, re.IGNORECASE)
            ),
            None,
        )

    def _by_words(self, groups: Iterable[str], clause: str, among: Container[Act]) -> Act | None:
        """Return the first act of these groups, and among these, with whose words a clause begins."""
        acts = ((group, act) for group in groups for act in table("acts")[group] if act in among)
        return next((act for group, act in acts if pattern(group, act).match(clause)), None)

    def names(self, text: str, known: Known) -> bool:
        """Tell whether a text names a source, or what is there by its own name."""
        return self._source.search(text) is not None or known(text)

    def _names_only_sources(self, clause: str) -> bool:
        verbless = pattern("clauses", "verbless")
        other = self._small.sub(" ", self._source.sub(" ", verbless.sub(" ", clause)))
        is_named = self._source.search(clause) is not None
        return is_named and len(re.findall(r"\w+", other)) <= MOST_OTHER_WORDS

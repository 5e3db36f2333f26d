"""Which acts a message asks for, clause by clause, by rules in both languages. Pure.

A message is read sentence by sentence. First the set phrases at its front are taken off ("ja, graag", "kun je"). If
nothing is left, the phrases say what it is; else each clause that has the words of an act and names a thing is that
act. All else is a question: asking is the default.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from src.language.sentences import split
from src.llm.builtin.phrases import Phrase, pattern, table, without_phrases
from src.llm.builtin.sentences import LONGEST_TALK as LONGEST_TALK
from src.llm.builtin.sentences import (
    asks_to_rework,
    clauses,
    command_in,
    exclaims,
    fault,
    interrogative,
    is_short_statement,
    keeps,
    said_at_last,
    says,
    says_go_on,
    wants_file,
    without_approval,
)
from src.llm.builtin.vocabulary import Vocabulary
from src.search.snippet import words_of

Act = Literal[
    "ask", "add", "change", "move", "remove", "restore", "merge", "split", "show", "explain", "rework",
    "go_on", "agree", "plan", "take_back", "again", "hand_out", "thank", "refuse", "greet", "about", "lookup",
]  # fmt: skip
"""``agree`` is "ok" or "prima": it goes on where that is awaited, else it is a polite word. ``hand_out`` is a command
of the terminal; ``lookup`` names in place of another what is to be looked up."""

LONGEST_REMARK = 12
"""Words of a statement that finds fault with nothing in particular; a longer one tells of a case."""

SURE_WORDS = 2
"""Words of the field that make a question without its mark, or to the program, one of the field."""

MOST_OTHER_WORDS = 1
"""Other words that a change without a verb may hold: "zonder bron 2", not "zonder alle stukken verder gaan"."""

ON_THINGS: frozenset[Act] = frozenset(
    ("add", "change", "move", "remove", "restore", "merge", "split", "show")
)
"""Acts that clauses ask for, each on what it names."""

_ON_WHAT_IS_THERE = ON_THINGS - {"add", "show"}

MOST_POINTING = 4
"""Words below which an act that names nothing is done to what was named before it."""

EXPORT = "export"
"""The command that hands out a file."""

_BY_PHRASE: dict[Phrase, Act] = {
    "undo": "take_back", "redo": "again", "no": "refuse", "claims": "rework", "explain": "explain",
    "answer": "go_on", "yes": "go_on", "show": "show", "about": "about", "thanks": "thank", "fine": "agree",
    "greeting": "greet",
}  # fmt: skip
"""What a sentence of set phrases is, by the first of these in it: "ok, bedankt" thanks, "ja, bedankt" confirms."""

_FIRST: tuple[Act, ...] = (
    *("explain", "ask", "hand_out", "take_back", "again", "refuse", "rework", "go_on"),
    *("show", "about", "thank", "agree", "greet"),
)
"""Of a message with several sentences that change nothing, the act that counts."""


Is = Literal["", "maybe", "surely"]


@dataclass(frozen=True)
class Said:
    """An act that a message asks for, in the user's words."""

    act: Act
    words: str
    finds_fault: bool = field(default=False, compare=False)
    """Whether it is a removal that nobody asks for: "source 5 is outdated"."""
    before: str = field(default="", compare=False)
    """What names the things that the words only point at: "2 and 5 are the same. Make it one"."""

    @property
    def without_place(self) -> tuple["Said", str]:
        """A move without its last words, which tell where to, and these; another act as it is."""
        places = (
            list(pattern("clauses", "place").finditer(self.words)) if self.act == "move" else []
        )
        at = places[-1].start() if places else 0
        return (replace(self, words=self.words[:at].strip()), self.words[at:]) if at else (self, "")


def _nothing(clause: str) -> bool:  # noqa: ARG001  # the shape of what knows names
    return False


class Acts:
    """Finds the acts that messages ask for, by the words of a field and of the things that a desk knows.

    ``able``: the acts on things that the desk has a tool for; what asks for another is a question.
    """

    def __init__(self, words: Vocabulary, able: Iterable[Act], kinds: Sequence[str] = ()) -> None:
        self.words = words
        self._able = frozenset(able)
        known = table("acts")["things"]
        source = "|".join((*words.sources, *kinds, known["source"]))
        self._blamed = re.compile(
            "|".join((*words.disapproved, *kinds, known["blamed"])), re.IGNORECASE
        )
        self._own_case = re.compile(words.own_case or r"(?!)", re.IGNORECASE)
        may = table("acts")["clauses"]["may"]
        self._source = re.compile(source, re.IGNORECASE)
        self._begins = re.compile(
            rf"(?:(?:{may}|is|zijn|hoort|past|de|het|die|the)\s+)*(?:{source})", re.IGNORECASE
        )
        self._small = re.compile(
            rf"\b(?:{'|'.join((known['small'], *words.small))})(?!\w)", re.IGNORECASE
        )

    def read(self, message: str, known: Callable[[str], bool] = _nothing) -> tuple[Said, ...]:
        """Return the acts that a message asks for, in order; ``known`` tells whether a clause names what is there.

        Beside what changes something only a question and "answer" count; else it is one act.
        """
        if len(message) > LONGEST_TALK:
            return (Said("ask", message),)
        if command := command_in(message):
            return (Said("hand_out", command),)
        plain = self.words.plain(message)
        said = self._joined(
            [one for sentence in self._sentences(plain) for one in self._sentence(sentence, known)],
            known,
        )
        if not any(one.act in ON_THINGS for one in said):
            acts = {one.act: one for one in reversed(said)}
            first = next(act for act in _FIRST if act in acts)
            if first == "hand_out":
                return (Said("hand_out", EXPORT),)
            return (Said("ask", message) if first == "ask" else acts[first],)
        counts = ON_THINGS | {"lookup", "go_on"}
        return tuple(
            one
            for one in said
            if one.act in counts or (one.act == "ask" and one.words.endswith("?"))
        )

    def _joined(self, said: Sequence[Said], known: Callable[[str], bool]) -> list[Said]:
        """Return the acts; one that only points has the sentence before it, which is none, with the names of things."""
        joined: list[Said] = []
        for one in said:
            before = joined[-1] if joined else Said("about", "")
            is_short = len(one.words.split()) < MOST_POINTING
            points = is_short or pattern("things", "points").search(one.words)
            lacks = points and not (re.search(r"\d", one.words) or known(one.words))
            tells = before.act in ("ask", "refuse") and self.names(before.words, known)
            if one.act in _ON_WHAT_IS_THERE and lacks and tells:
                joined[-1] = replace(one, before=f"{before.words.rstrip('.?!')}, ")
            else:
                joined.append(one)
        return joined

    def question_in(self, message: str) -> str:
        """Return what a message asks of the field; empty where it asks nothing."""
        return " ".join(one.words for one in self.read(message) if one.act == "ask")

    def _sentences(self, plain: str) -> list[str]:
        """Return the sentences, of which one that corrects ("No, I mean 5.") belongs to what it corrects."""
        sentences: list[str] = []
        for sentence in split(plain, "no figure") or [plain]:
            corrects = pattern("sentences", "corrects", whole_words=False).match(sentence)
            if sentences and corrects and self._source.match(sentence[corrects.end() :]):
                sentences[-1] = f"{sentences[-1].rstrip('.!')}, {sentence}"
            else:
                sentences.append(sentence)
        return sentences

    def _sentence(self, sentence: str, known: Callable[[str], bool]) -> list[Said]:
        phrases, rest = without_phrases(sentence)
        if turned := said_at_last(sentence, "undo", "redo"):
            return [Said(_BY_PHRASE[turned], sentence)]
        if changes := self._changes(sentence, phrases, rest, known):
            return changes
        return [Said(self._talk(sentence, phrases, rest), sentence)]

    def _talk(self, sentence: str, phrases: Sequence[Phrase], rest: str) -> Act:
        """Return what a sentence is that changes nothing."""
        if keeps(sentence):
            return "refuse"
        if self.words.replies(sentence) or said_at_last(sentence, "answer"):
            return "go_on"
        if asks_to_rework(sentence, self.words.of_field):
            return "rework"
        if wants_file(sentence):
            return "hand_out"
        doubts = pattern("sentences", "doubts")
        if doubts.match(rest) or doubts.match(sentence):
            return "explain"
        if not rest:
            return next((act for phrase, act in _BY_PHRASE.items() if phrase in phrases), "about")
        if is_short_statement(sentence):
            if pattern("sentences", "thanks").search(sentence):
                return "thank"
            if phrases[:1] in (["yes"], ["thanks"]):
                return _BY_PHRASE[phrases[0]]
        if says("program", sentence):
            return "about"
        return "refuse" if self.is_remark(rest) else "ask"

    def is_remark(self, statement: str) -> bool:
        """Tell whether a short statement disapproves of what it points at, asking nothing: "dat is niet nodig"."""
        return (
            len(statement.split()) <= LONGEST_REMARK
            and fault("remark").match(statement) is not None
            and fault("unfit").search(statement) is not None
            and not fault("asks").search(statement)
            and not self._own_case.search(statement)
        )

    def wants_lookup(self, words: str) -> Is:
        """Tell whether words ask something of the field: by their form and how many words of the field they have.

        One is enough with a question mark. A field that does not tell its words takes all for a question.
        """
        if self.words.of_field is None or len(words) > LONGEST_TALK or self.words.cites(words):
            return "surely"
        of_field, feels = self.words.of_field(words), exclaims(words)
        asks = not feels and interrogative(words)
        to_program = pattern("sentences", "you").search(words) is not None
        least = 1 if words.endswith("?") and not to_program else SURE_WORDS
        if of_field and ((asks and len(of_field) >= least) or says("again", words)):
            return "surely"
        if feels or (not of_field and (to_program or not asks)):
            return ""
        return "surely" if len(of_field) > len(words_of(words) - of_field) else "maybe"

    # Acts on things

    def finds_fault(self, statement: str) -> bool:
        """Tell whether the first thing that a statement is about is a source, and the statement disapproves of it."""
        source, own = self._blamed.search(statement), self._own_case.search(statement)
        is_own = own and source and own.start() <= source.start()
        if source is None or is_own or fault("asks").search(statement):
            return False
        doubt = fault("doubt").search(statement)
        doubts = doubt and self._blamed.match(statement[doubt.end() :].lstrip())
        return bool(doubts or fault("unfit").search(statement))

    def _changes(
        self, sentence: str, phrases: Sequence[Phrase], rest: str, known: Callable[[str], bool]
    ) -> list[Said]:
        """Return the acts on things that a sentence asks for: "haal bron 3 weg en zet bron 5 terug" has both.

        A question ("Kan ik zonder bron 2 verder?") has none; a polite request ("Kun je bron 2 weghalen?") is one.
        """
        if not rest or not self._may_change(rest, known, requested="lead" in phrases):
            return []
        if "restore" in self._able and pattern("clauses", "regrets").search(rest):
            return [Said("restore", rest)]
        swap = self._swap(rest)
        if swap or keeps(sentence):
            return swap
        rather = pattern("clauses", "rather", whole_words=False).fullmatch(rest.strip(" .!"))
        return self._by_clause(rather["change"] if rather else rest, known)

    def _swap(self, text: str) -> list[Said]:
        """Return the removal of "niet X maar Y", where X is a source and Y names one that can be looked up."""
        match = pattern("clauses", "instead", whole_words=False).fullmatch(text.strip(" .!"))
        if match is None:
            return []
        out, new = match["out"] or match["out2"], match["new"] or match["new2"]
        only = self._names_only_sources(out) and self._names_only_sources(new)
        if not (only and self.words.cites(new)):
            return []
        return [Said("remove", out), Said("lookup", new)]

    def _by_clause(self, text: str, known: Callable[[str], bool]) -> list[Said]:
        if self.finds_fault(text):
            text = without_approval(text)
        said: list[Said] = []
        before = ""
        if then := pattern("clauses", "then_answer", whole_words=False).search(text):
            text = text[: then.start()]
        for clause in self._clauses(text):
            act = self._act(clause, known, first=not said)
            if act:
                by_fault = act == "remove" and not self._asks_for(clause, known)
                said.append(Said(act, f"{before} {clause}".strip(), by_fault))
                before = ""
            elif said and says_go_on(clause):
                said.append(Said("go_on", clause))
            elif said:  # "zet alles terug | behalve bron 3", "verwijder 1 en 2 | laat 3"
                link = " behalve " if pattern("clauses", "stays").search(clause) else " "
                said[-1] = replace(said[-1], words=f"{said[-1].words}{link}{clause}")
            else:  # "houd bron 1 en | verwijder de rest"
                before = clause
        said += [Said("go_on", then[0])] if said and then else []
        if said or "remove" not in self._able or not self.finds_fault(text):
            return said
        return [Said("remove", text.rstrip(" .!"), finds_fault=True)]

    def _clauses(self, text: str) -> list[str]:
        text = pattern("clauses", "but_not_this", whole_words=False).sub(r" behalve \1", text)
        return clauses(text)

    def _may_change(self, rest: str, known: Callable[[str], bool], requested: bool) -> bool:
        if requested:
            return True
        if rest.endswith("?"):
            return self.names(rest, known) and pattern("clauses", "request").match(rest) is not None
        return pattern("sentences", "asks").match(rest) is None

    def _act(self, clause: str, known: Callable[[str], bool], first: bool) -> Act | None:
        """Return what a clause asks for; one without a verb ("zonder bron 2") only where no other came before it."""
        if pattern("sentences", "of_program").search(clause):
            return None
        act = self._asks_for(clause, known)
        if act or "remove" not in self._able:
            return act
        if self.finds_fault(clause):
            return "remove"
        verbless = pattern("clauses", "verbless").match(clause)
        denied = pattern("clauses", "denied").search(clause)
        names_only = (verbless or denied) and self._names_only_sources(clause)
        return "remove" if first and names_only else None

    def _asks_for(self, clause: str, known: Callable[[str], bool]) -> Act | None:
        return self._by_verb(clause, known) or self._by_ending(clause, known)

    def _by_verb(self, clause: str, known: Callable[[str], bool]) -> Act | None:
        names = self.names(clause, known) or pattern("things", "points").search(clause) is not None
        of_things = names and not pattern("clauses", "i_do").match(clause)
        groups = ("bare", "verbs") if of_things else ("bare",)
        return self._able_act(lambda group, act: pattern(group, act).match(clause), *groups)

    def _by_ending(self, clause: str, known: Callable[[str], bool]) -> Act | None:
        if not (known(clause) or any(map(self._begins.match, (clause, clause.split(", ")[-1])))):
            return None
        ends, polite = table("acts")["ends"], table("acts")["clauses"]["polite"]
        return self._able_act(
            lambda _, act: re.search(rf"\b(?:{ends[act]})\b{polite}", clause, re.IGNORECASE), "ends"
        )

    def _able_act(
        self, fits: Callable[[str, Act], re.Match[str] | None], *groups: str
    ) -> Act | None:
        """Return the first act of these groups that the desk has a tool for, and whose words fit."""
        acts = ((group, act) for group in groups for act in table("acts")[group])
        return next((act for group, act in acts if act in self._able and fits(group, act)), None)

    def names(self, text: str, known: Callable[[str], bool]) -> bool:
        """Tell whether a text names a source, or what is there by its own name."""
        return self._source.search(text) is not None or known(text)

    def names_any(self, words: str) -> bool:
        """Tell whether words speak of any thing of a sort, and of no source: "delete a websocket after use"."""
        is_any = pattern("things", "any").search(words) is not None
        return is_any and self._source.search(words) is None

    def _names_only_sources(self, clause: str) -> bool:
        verbless = pattern("clauses", "verbless")
        other = self._small.sub(" ", self._source.sub(" ", verbless.sub(" ", clause)))
        is_named = self._source.search(clause) is not None
        return is_named and len(re.findall(r"\w+", other)) <= MOST_OTHER_WORDS

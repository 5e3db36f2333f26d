"""What a sentence or a whole message is by its form and its closed-class words, in both languages. Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from src.language.function_words import DUTCH, ENGLISH
from src.llm.builtin.names import stems
from src.llm.builtin.phrases import Phrase, pattern, table, without_phrases
from src.search.snippet import words_of

LONGEST_TALK = 1_000
"""Characters above which a message is a question, whatever it says: nobody says yes at such length."""

LONGEST_CONFIRMATION = 14
"""Words up to which a sentence that begins with "ja" and asks nothing is a confirmation, whatever else it says."""

_POLITE = frozenset(("thanks", "fine", "greeting", "feeling", "answer", "yes"))
"""Set phrases that may stand behind what is asked for, and are no part of it."""


def command_in(message: str) -> str:
    """Return the command that a message holds and nothing else; empty where it holds none."""
    typed = message.strip(" \t\n/.!?").lower()
    return next(
        (name for name, words in table("acts")["commands"].items() if re.fullmatch(words, typed)),
        "",
    )


def looked_up(message: str) -> re.Match[str] | None:
    """Return what a message says that only has the message before it looked up: "zoek dit op"."""
    return pattern("sentences", "look_up").fullmatch(message.strip(" .!"))


def has_own_words(message: str) -> bool:
    """Tell whether a message says anything by itself: no yes, number of a choice or "zoek dit op" does."""
    typed = message.strip(" .)#")
    return bool(without_phrases(typed)[1]) and not typed.isdecimal() and looked_up(typed) is None


def says(key: str, words: str, group: str = "sentences") -> bool:
    """Tell whether the first words of a text have those of ``acts.toml`` by this name.

    ``program`` names a program's instructions, ``again`` begins another subject, ``also`` brings something beside what
    is there, ``sum`` for one on facts just told.
    """
    return pattern(group, key).search(words[:LONGEST_TALK]) is not None


def tells_subject(words: str) -> bool:
    """Tell whether words carry anything of a subject: a number, a name, a word that not every text has."""
    empty = DUTCH | ENGLISH | set(table("acts")["sentences"]["empty"].split())
    return bool(re.search(r"\d|\w[_.:/]\w", words) or words_of(words) - empty)


def names_other(words: str, known: str) -> bool:
    """Tell whether words name a size, a number or a name that does not stand in what is known."""
    found = pattern("sentences", "named").finditer(words)
    return any(match.group().casefold() not in known.casefold() for match in found)


def adds_fact(message: str) -> bool:
    """Tell whether a message adds a fact to what was asked before, and asks nothing itself."""
    return is_short_statement(message) and pattern("sentences", "adds").match(message) is not None


def is_short_statement(message: str) -> bool:
    """Tell whether a message is short and asks nothing."""
    asks = pattern("sentences", "question").search(message)
    return len(message.split()) <= LONGEST_CONFIRMATION and not asks


def finds_fault(statement: str) -> bool:
    """Tell whether a short statement finds fault with what it names or points at: "dat is niet nodig"."""
    is_short = len(statement.split()) <= LONGEST_CONFIRMATION
    return is_short and says("unfit", statement, "faults") and not says("interrogative", statement)


def said_at_last(sentence: str, *wanted: Phrase) -> Phrase:
    """Return which of these phrases stands alone behind the last comma: "that was daft, go back one step"."""
    phrases, rest = without_phrases(re.split(r"[,;]", f",{sentence}")[-1])
    return "" if rest else next((phrase for phrase in phrases if phrase in wanted), "")


def clauses(text: str) -> list[str]:
    """Return the text cut before each word that begins a change or a question, and behind each that ends one."""
    text = pattern("clauses", "but_not_this").sub(r" behalve \1", text)
    begins = pattern("clauses", "begin").finditer(text)
    ends = pattern("clauses", "end").finditer(text)
    cuts = {0, len(text), *(match.start() for match in begins)}
    cuts |= {match.end() for match in ends if match.start() == match.start("end")}
    parts = (text[start:end].strip(" ,;.:!?-") for start, end in pairwise(sorted(cuts)))
    link = pattern("clauses", "link")
    return [clause for part in parts if (clause := link.sub("", part))]


def without_tail(sentence: str) -> tuple[str, list[Phrase]]:
    """Return a sentence without the set phrases at its end, and these: "item 1 is urgent, and thanks, great".

    What somebody wants written stays as it is.
    """
    tail: list[Phrase] = []
    sentence = sentence.rstrip(" .!")
    joints = pattern("clauses", "joint")
    while not re.search(r"[:\"“”]|\?$", sentence) and (every := [*joints.finditer(sentence)]):
        phrases, rest = without_phrases(sentence[every[-1].end() :])
        if rest or "no" in phrases or not _POLITE & set(phrases):
            break
        sentence, tail = sentence[: every[-1].start()], [*phrases, *tail]
    return sentence, tail


def only_agrees(message: str) -> bool:
    """Tell whether a message says yes and nothing else."""
    phrases, rest = without_phrases(message)
    return not rest and phrases[:1] in (["yes"], ["fine"], ["answer"])


def chosen(message: str, choices: Sequence[str], others: Sequence[str] = ()) -> str:
    """Return the choice that a number, a place or words of its own mean, or a yes to the only one; else the message.

    ``others``: choices by which nothing is done. A yes also means a first choice that is a search or a yes.
    """
    if message in choices or not choices:
        return message
    ordinals = {
        word: int(at) for at, some in table("acts")["ordinals"].items() for word in some.split()
    }
    real = [choice for choice in choices if choice not in others]
    numbered = pattern("sentences", "nth_choice").fullmatch(message.strip(" .)#!"))
    if numbered:
        typed = numbered["n"].lower()
        among = choices if typed.isdecimal() else real
        at = int(typed) - 1 if typed.isdecimal() else ordinals[typed]
        return among[at] if -len(among) <= at < len(among) and typed != "0" else message
    rest = without_phrases(message)[1]
    is_plain = (
        len(real) == 1 or looked_up(choices[0]) or without_phrases(choices[0])[0][:1] == ["yes"]
    )
    if only_agrees(message) and is_plain:
        return choices[0]
    said = stems(rest)
    named = [
        text for text in choices if said and not re.search(r"[\d?]", rest) and said <= stems(text)
    ]
    return named[0] if len(named) == 1 else message

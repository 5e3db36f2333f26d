"""Which candidates plain words mean, by rules in both languages. Pure."""

import re
from collections.abc import Set
from dataclasses import dataclass

from src.desks.tax.offline.names import Candidates
from src.llm.forms import SourceChoice, SourceChoiceTask
from src.llm.offline_words import plain


def _any_of(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE)


_REASON = _any_of(
    r"(?:want|omdat|aangezien|because|since)\b.*",
    r"(?<=, )(?:die|dat|deze|dit|ze|it|that|this|which|they|those) (?:is|zijn|was|waren|gaan?t?|past|passen|klopt"
    r"|kloppen|stam(?:t|men)|dateert|komt|heeft|hebben|hoort|geldt|are|were|deals?|comes?|has|have|does|do)\b[^,;]*",
)
"""What is said of a source besides, so that "bron 5, die is van 2015" does not mean what else is of 2015."""
_REST_STAYS = _any_of(
    r"(?:laat|houd|hou|behoud|keep|leave)(?: (?:de|the|all|alle))* (?:rest|overige|andere|others?)\b[^,;.]*",
    r"(?:de |the )?rest (?:mag|kan|moet|can|may) (?:blijven|stay)",
)
_EXCEPT = _any_of(
    "behalve", "uitgezonderd", "except(?: for)?", "other than", "apart from", "but not", "maar niet", "but",
    "zonder", "without",
)  # fmt: skip
_ALL_BUT = re.compile(r"\b(?:op|op het)\b(.+)\bna\b", re.IGNORECASE)
_REST = _any_of(
    "(?:de|the) rest",
    "alle andere\\w*",
    "all (?:the )?others?",
    "the others?",
    "(?:de )?overige\\w*",
)
_ONLY = _any_of("alleen", "enkel", "slechts", "uitsluitend", "only", "just")
_ALL = _any_of(
    "alles", "alle", "allemaal", "beide", "all", "everything", "every", "both", "(?:de|the) (?:bronnen|sources)",
    "de (?:hele )?(?:lijst|selectie)", "the (?:whole )?(?:list|selection)", "ze", "them", "those",
)  # fmt: skip
_ACTS = _any_of(
    r"weg\w*|eruit|eraf|verwijder\w*|schrap\w*|haal|gooi|remove|delete|drop|exclude|out|discard|omit",
    r"terug\w*|zet|herstel\w*|back|restore|reinstate|weer|again|undo",
)
_ONE = _any_of("die", "deze", "dit", "dat", "hem", "it", "that", "this", "undo", "ongedaan")


@dataclass(frozen=True)
class _Wish:
    """What the words name, and what they name as an exception to it."""

    named: str
    excepted: str


def choose(task: SourceChoiceTask) -> SourceChoice:
    """Return the candidates that the words mean, in their order; none where the words name nothing that is there."""
    words = _REST_STAYS.sub(" ", _REASON.sub(" ", plain(task.instruction)))
    candidates = Candidates.of(task.candidates, task.numbers, task.subjects)
    meant = _meant(words, candidates)
    return SourceChoice(titles=[title for at, title in enumerate(task.candidates) if at in meant])


def _meant(words: str, candidates: Candidates) -> Set[int]:
    wish = _wish(words)
    if wish.excepted:
        excepted = candidates.named(wish.excepted)
        return _base(wish.named, candidates) - excepted if excepted else set()
    named = candidates.named(words)
    inverted = _REST.search(words) or (
        _ONLY.search(words) and (_ALL.search(words) or not _ACTS.search(words))
    )
    if inverted:
        return candidates.every - named if named else set()
    return named or _unnamed(words, candidates)


def _wish(words: str) -> _Wish:
    """Return the words in two where they make an exception ("alles behalve X"); "zonder X" alone just names X."""
    all_but = _ALL_BUT.search(words)
    if all_but and _ALL.search(words):
        return _Wish(words[: all_but.start()] + words[all_but.end() :], all_but[1])
    match = _EXCEPT.search(words)
    if match and re.search(r"\w", words[: match.start()]):
        return _Wish(words[: match.start()], words[match.end() :])
    return _Wish(words, "")


def _base(words: str, candidates: Candidates) -> Set[int]:
    """Return what an exception is made to: what is named, or all where nothing is."""
    named = candidates.named(words)
    return named if named or candidates.names_something(words) else candidates.every


def _unnamed(words: str, candidates: Candidates) -> Set[int]:
    """Return what "alles" means, or "die" where there is only one; a name that is not there means nothing."""
    if candidates.names_something(words):
        return set()
    if _ALL.search(words) or (len(candidates.titles) == 1 and _ONE.search(words)):
        return candidates.every
    return set()

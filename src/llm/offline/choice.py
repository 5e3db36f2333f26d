"""Which candidates plain words mean, by rules in both languages. Pure."""

import re
from dataclasses import dataclass

from src.llm.forms import SourceChoice, SourceChoiceTask
from src.llm.offline.names import Candidates, NameReader, Places
from src.llm.offline.vocabulary import GENERAL, Vocabulary


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


def choose(
    task: SourceChoiceTask,
    reader: type[NameReader] = NameReader,
    vocabulary: Vocabulary = GENERAL,
) -> SourceChoice:
    """Return the candidates that the words mean, in their order; none where the words name nothing that is there."""
    words = _REST_STAYS.sub(" ", _REASON.sub(" ", vocabulary.plain(task.instruction)))
    candidates = Candidates.of(task.candidates, task.numbers, task.subjects)
    meant = _Choice(candidates, reader).meant(words)
    return SourceChoice(titles=[title for at, title in enumerate(task.candidates) if at in meant])


@dataclass(frozen=True)
class _Choice:
    """A choice among candidates, whose names are read in this way."""

    candidates: Candidates
    reader: type[NameReader]

    def meant(self, words: str) -> Places:
        """Return the places of the candidates that the words mean."""
        every = self.candidates.every
        wish = _wish(words)
        if wish.excepted:
            excepted = self._read(wish.excepted).named
            return self._base(wish.named) - excepted if excepted else set()
        named = self._read(words).named
        inverted = _REST.search(words) or (
            _ONLY.search(words) and (_ALL.search(words) or not _ACTS.search(words))
        )
        if inverted:
            return every - named if named else set()
        return named or self._unnamed(words)

    def _read(self, words: str) -> NameReader:
        return self.reader(self.candidates, words)

    def _base(self, words: str) -> Places:
        """Return what an exception is made to: what is named, or all where nothing is."""
        read = self._read(words)
        named = read.named
        return named if named or read.names_something else self.candidates.every

    def _unnamed(self, words: str) -> Places:
        """Return what "alles" means, or "die" where there is only one; a name that is not there means nothing."""
        if self._read(words).names_something:
            return set()
        only_one = len(self.candidates.titles) == 1
        if _ALL.search(words) or (only_one and _ONE.search(words)):
            return self.candidates.every
        return set()


def _wish(words: str) -> _Wish:
    """Return the words in two where they make an exception ("alles behalve X"); "zonder X" alone just names X."""
    all_but = _ALL_BUT.search(words)
    if all_but and _ALL.search(words):
        return _Wish(words[: all_but.start()] + words[all_but.end() :], all_but[1])
    match = _EXCEPT.search(words)
    if match and re.search(r"\w", words[: match.start()]):
        return _Wish(words[: match.start()], words[match.end() :])
    return _Wish(words, "")

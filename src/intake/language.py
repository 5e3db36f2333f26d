"""In which language to reply: of two for the words of the house (``detect``), of eleven for a desk that speaks them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from lingua import IsoCode639_1, LanguageDetector, LanguageDetectorBuilder
from lingua import Language as LinguaLanguage

from src.dossier.models import Language
from src.intake.plain import plain
from src.language.function_words import DUTCH, ENGLISH
from src.search.known_words import known_words
from src.texts import beside

SHORT = 3
"""Words up to which a message says too little: 'ok', 'bron 13', 'ja prima'; then the dossier's language counts."""

TELLING_LETTERS = 4
"""Letters from which on a word of a short message tells anything: 'ok' and 'art' are words of both languages."""

SURE = 0.8
"""Confidence above which even a short message changes the language: 'yes please' after a Dutch conversation."""

DEFAULT: Language = "nl"

LONGEST = 1_000
"""Characters that are looked at: they tell as much as all, and a word of 60,000 letters takes seconds."""

_WORDS = beside(__file__, "language")

TELLING: dict[str, Language] = {
    word: language for language, words in _WORDS["telling"].items() for word in words.split()
}
"""Words that tell the language of a short message to people, and nothing to statistics; a desk adds its own."""


def register_telling(words: Mapping[str, Language]) -> None:
    """Let words of a desk's field tell the language of short messages, too."""
    TELLING.update(words)


OF_SHORT, OF_LONG = 1 / 2, 2 / 9
"""Share of the words from which on small words of one language alone tell it: 'mag dat?', 'undo the last change'."""

_WITH_DIGIT = re.compile(r"(?<!\S)[^\s\d]*+\d\S*")
"""A run of signs that has a digit; looked for once from its beginning, and not from each of its signs."""


@cache
def _detector(codes: tuple[str, ...]) -> LanguageDetector:
    # Groups of three letters tell nearly as much as those of up to five; of two languages, in 7 MB instead of 92.
    languages = (each for each in LinguaLanguage.all() if each.iso_code_639_1.name.lower() in codes)
    return LanguageDetectorBuilder.from_languages(*languages).with_low_accuracy_mode().build()


@lru_cache(maxsize=64)
def _english(words: str) -> float:
    """Return how sure it is that these words are English; each message is asked about at two doors."""
    return _detector(("nl", "en")).compute_language_confidence(words, LinguaLanguage.ENGLISH)


def detect(text: str, before: Language | None) -> Language:
    """Return the language of the text, ``nl`` or ``en``; that of the dossier so far where the text tells too little.

    It does where it is short or wordless, and where fewer than half of its words are known: nonsense changes nothing.
    """
    beginning = text[:LONGEST]
    # Names in code change no language; where there is none yet, they are better than nothing.
    prose = _NAMED.sub(" ", _CODE.sub(" ", beginning)) if before else beginning
    words = re.findall(r"[^\W\d_]+", _WITH_DIGIT.sub(" ", prose))
    if not words or (before and not are_known(words)):
        return before or DEFAULT
    pieces = re.split(r"[.:;!?\n]\s", prose)
    if before and any(_told_in_words(piece, before) == before for piece in pieces):
        return before  # what else there is was pasted
    if told := _told_in_words(prose, before):
        return told
    short = len(words) <= SHORT
    long_enough = [word for word in words if len(word) >= TELLING_LETTERS] if short else words
    if not long_enough or is_gibberish(words):
        return before or DEFAULT
    english = _english(" ".join(long_enough))
    # Dutch speakers type commands such as 'undo' and 'deploy', too.
    is_command = before == "nl" and len(words) == 1
    if short and (is_command or max(english, 1 - english) < SURE):
        return before or DEFAULT
    return "en" if english > 0.5 else "nl"


def _told_in_words(text: str, before: Language | None) -> Language | None:
    """Return the language that telling words tell, else so many small ones of one alone: fewer for that of before."""
    words = re.findall(r"(?!a\W*$)[^\W\d_]+", _WITH_DIGIT.sub(" ", text.lower()))  # 'option a'
    short = len(words) <= SHORT
    told = {TELLING[word] for word in words if word in TELLING}
    if short and len(told) == 1:
        return told.pop()
    dutch, english = (sum(word in small for word in words) for small in (_DUTCH, _ENGLISH))
    if bool(dutch) == bool(english):
        return None
    told_by_most: Language = "nl" if dutch else "en"
    enough = OF_SHORT if short and told_by_most != before else OF_LONG
    return told_by_most if max(dutch, english) >= enough * len(words) else None


def are_known(words: Sequence[str]) -> bool:
    """Return whether at least half of the words are Dutch or English ones; single letters do not count."""
    known = known_words()
    longer = [word for word in words if len(word) > 1]
    return known is None or 2 * sum(
        word.lower() in TELLING or known.knows(word) for word in longer
    ) >= len(longer)


_NO_WORD = re.compile(
    r"[^aeiouyáàâäãåæéèêëíìîïóòôöõøœúùûüýÿ]{3,}|.*(?:(.)\1\1|asdf|sdfg|dfgh|fghj|ghjk|hjkl|qwer|rtyu|tyui|yuio|uiop"
    r"|zxcv|xcvb|cvbn|vbnm|fdsa|gfds|hgfd|jhgf|kjhg|lkjh|poiu|oiuy|iuyt|uytr|ytre|rewq|vcxz|bvcx|nbvc|mnbv).*"
)
"""What nobody says: letters without a vowel, one letter three times, a piece of a row of the keyboard."""


def is_gibberish(words: Sequence[str]) -> bool:
    """Return whether words tell no language: half of them or more are none, and no common word is among them."""
    lower = [word.lower() for word in words]
    if not all(_TOLD_BY[code].isdisjoint(lower) for code in ("nl", "en")):
        return False
    return 2 * sum(_NO_WORD.fullmatch(word) is not None for word in lower) >= len(lower) > 0


# Eleven languages

LATIN = ("nl", "en", "de", "fr", "es", "pt", "it")

FOREIGN_SCRIPT = 0.25
"""Share of a message's words from which on another script than Latin tells its language: loan words are Latin."""

BY_SCRIPT = 0.99
"""Confidence where the script alone tells."""

BY_SMALL_WORDS = 0.9

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\bhttps?://\S+", re.DOTALL)
_TRACE = re.compile(r"^\s*(?:File \".*|at \S+\(.*|Traceback .*)$", re.MULTILINE)
_NAMED = re.compile(
    r"(?<!\S)(?=[!-~]*(?:[_/\\=<>@{}\[\]$#|]|::|\w\.\w|\(\)|[a-z][A-Z]))[!-~]+|(?<!\S)--?[a-z][\w-]*"
)
"""Options, settings, paths and calls, white space around them."""
_IDENTIFIER = re.compile(rf"(?<!\S)(?=[!-~]*\d)[!-~]+|{_NAMED.pattern}|\b[A-Z]{{2,}}\b")
"""Those, codes and abbreviations."""

_TOLD_BY = {code: frozenset(words.split()) for code, words in _WORDS["small_words"].items()}
_OF_BOTH = DUTCH & ENGLISH | frozenset(_WORDS["of_both"].split())
_DUTCH, _ENGLISH = (_TOLD_BY["nl"] | DUTCH) - _OF_BOTH, (_TOLD_BY["en"] | ENGLISH) - _OF_BOTH
"""Those that are no word of the other language, nor stand in names."""

_WITH_KNOWN_WORDS = ("nl", "en")
"""Of the other languages there is no list of words to know nonsense by."""

_OWN_LETTERS = {code: frozenset(letters) for code, letters in _WORDS["own_letters"].items()}


def language_of_message(text: str, before: str | None) -> tuple[str, float]:
    """Return the code of the language of a message, of eleven, and how sure that is.

    What tells nothing keeps ``before``. Another script than Latin tells by itself, in one word; identifiers and code do
    not count.
    """
    words = _words_of(text)
    if told := _by_script(words, before):
        return told, BY_SCRIPT
    latin = [word for word in words if word.isascii() or "LATIN" in unicodedata.name(word[0], "")]
    told, sure = _by_words(latin)
    may_be_nonsense = before and told != before and told in _WITH_KNOWN_WORDS
    if told and not (may_be_nonsense and not are_known(latin)):
        return told, sure
    telling = [word for word in latin if len(word) >= TELLING_LETTERS]
    return (before, 0.0) if before else (detect(" ".join(telling), None), 0.0)


_QUOTED = re.compile(r"[\"“„«‘][^\"”»’\n]{3,}[\"”»’]|^\s*>.*$", re.MULTILINE)

FEWEST_STRANGE, STRANGE = 4, 0.02
"""Letters of a strange script, and their share of all, from which on a text is not read by who does not know it."""

_WRITTEN_IN = _WORDS["written_in"]
"""Beside Latin, which everybody reads in names."""


def is_strange(text: str, language: str, heard: str) -> bool:
    """Tell whether a reply has a script that its language, by code of eleven, is not written in, nor what was heard."""
    letters = _scripts(_own_words(text))
    known = {"LATIN", *_WRITTEN_IN.get(language, ()), *_scripts(heard)}
    strange = sum(count for script, count in letters.items() if script not in known)
    return strange >= max(FEWEST_STRANGE, STRANGE * letters.total())


def is_in_another(text: str, language: str, heard: str) -> bool:
    """Tell whether a reply is in another language or script than this, by code of eleven, and than what was heard.

    Quotes, code and names do not count.
    """
    told, sure = language_of_message(_own_words(text), language)
    other = sure >= SURE and told != language and told != language_of_message(heard, language)[0]
    return other or is_strange(text, language, heard)


def _own_words(text: str) -> str:
    return _CODE.sub(" ", _QUOTED.sub(" ", text))


def _scripts(text: str) -> Counter[str]:
    scripts: Counter[str] = Counter()
    for letter, times in Counter(text).items():
        if letter.isalpha():
            scripts[unicodedata.name(letter, "LATIN").split(" ")[0]] += times
    return scripts


def name_of(language: str) -> str:
    return LinguaLanguage.from_iso_code_639_1(IsoCode639_1.from_str(language)).name.title()


def _by_words(words: list[str]) -> tuple[str, float]:
    """Return what small words tell, else, of more than a few words, statistics; empty where neither does."""
    if told := _by_small_words(words, LATIN):
        return told, BY_SMALL_WORDS
    telling = any(len(word) >= TELLING_LETTERS for word in words)
    if telling and len(words) > SHORT and not is_gibberish(words):
        return _by_statistics(" ".join(words))
    return "", 0.0


def _words_of(text: str) -> list[str]:
    prose = _IDENTIFIER.sub(" ", _TRACE.sub(" ", _CODE.sub(" ", plain(text[:LONGEST]))))
    return re.findall(r"[^\W\d_]+", prose.lower())


def _by_script(words: list[str], before: str | None) -> str:
    """Return the language that the letters tell; empty where they are Latin, or of no language of these."""
    scripts: Counter[str] = Counter()
    for word in words:
        if word.isascii():  # Latin, which no script is counted for
            continue
        for script, letters in Counter(map(_script, word)).items():
            scripts[script] += letters if script in ("zh", "ja") else 1
    east, cyrillic = scripts["zh"] + scripts["ja"], scripts["ru"]
    # Chinese and Japanese are written without spaces; two signs make a word.
    if east and east >= 2 * FOREIGN_SCRIPT * (len(words) + east / 2):
        return "ja" if scripts["ja"] else "zh"
    if not cyrillic or cyrillic < FOREIGN_SCRIPT * len(words):
        return ""
    seen = set("".join(words))
    by_letters = next((code for code, own in _OWN_LETTERS.items() if seen & own), "")
    so_far = before if before in _OWN_LETTERS else "ru"
    return by_letters or _by_small_words(words, tuple(_OWN_LETTERS)) or str(so_far)


def _script(letter: str) -> str:
    """Return the language that first comes to mind for the script of a letter; empty for Latin and all others."""
    name = unicodedata.name(letter, "")
    if name.startswith(("HIRAGANA", "KATAKANA")):
        return "ja"
    if name.startswith("CJK"):
        return "zh"
    return "ru" if name.startswith("CYRILLIC") else ""


def _by_small_words(words: list[str], codes: tuple[str, ...]) -> str:
    """Return the language of most small words; empty where two have as many, or a long message has but one."""
    counts = Counter({code: sum(map(_TOLD_BY[code].__contains__, words)) for code in codes})
    (first, most), (_, second) = counts.most_common(2)
    enough = 1 if len(words) <= 2 * SHORT else 2  # "which command archives a dossier?" is no French
    return first if most >= enough and most > second else ""


def _by_statistics(words: str) -> tuple[str, float]:
    # Loaded by the first message that needs it, in 0.1 s of processor time; scripts tell the other languages.
    best = _detector(LATIN).compute_language_confidence_values(words)[0]
    return best.language.iso_code_639_1.name.lower(), round(best.value, 2)

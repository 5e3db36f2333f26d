"""The analyser of Dutch: what counts as a word of a text, the same for the index and for a query."""

import re
from collections.abc import Callable, Iterable

import Stemmer

from src.desks.tax.law.laws import fold
from src.language import function_words
from src.search.corpus import Analyser
from src.texts import beside

VERSION = "5"
"""Change this with anything below or in ``dutch.toml``: an index made by another analyser is then rebuilt."""

_LONGEST_WORD = 60
_WORDS = {name: words.strip() for name, words in beside(__file__, "dutch").items()}
"""Lists of words by their names, each said in the file."""

_COMPOUND = re.compile("|".join(sorted(_WORDS["compounded"].split(), key=len, reverse=True)))

_SPLIT_VERB = re.compile(
    r"\b(aan|af|bij|door|in|kwijt|mee|na|om|op|over|terug|toe|uit|vast|voor|vrij|weg) te (\w+en)\b",
    re.IGNORECASE,
)
_VERB_OF = {
    form: line.split()[0]
    for line in fold(_WORDS["of_one_verb"]).splitlines()
    for form in line.split()[1:]
}
"""Each form of a strong verb with the one that stands for all."""

_STOP_WORDS = function_words.DUTCH.union(
    *(_WORDS[name].split() for name in ("of_law", "talk", "light_verbs", "english"))
)
_GENITIVE = re.compile(r"['’]s\b")
_LENGTHENED_STEMS = ("slagen", "bedragen", "verdragen", "gedragen", "dagen")
_WORD = re.compile(r"[^\W_]+")
_stemmed: Callable[[str], str] = Stemmer.Stemmer("dutch").stemWord


def words(text: str) -> list[str]:
    """Return the words of a text in order, in lower case without accents; split verbs are one word each.

    Statutes have ``navorderen`` where questions have ``na te vorderen``.
    """
    whole = _SPLIT_VERB.sub(r"\1\2", _GENITIVE.sub("", text))
    return _WORD.findall(fold(whole))


def term(word: str) -> str | None:
    """Return the term that a word is searched by, or None for one that any question or article has.

    The stemmer takes the vowel of ``aanslagen`` for a long one, which would part it from ``aanslag``, and too much
    off ``navorderen``, which would part it from ``navordering``; and it makes several words of a strong verb.
    """
    one = _one_form(word)
    return None if one in _STOP_WORDS or len(one) >= _LONGEST_WORD else _stemmed(one)


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeats included; the usual compounds of tax procedure are taken apart."""
    forms = (_one_form(word) for word in words(text))
    told = (form for form in forms if form not in _STOP_WORDS and len(form) < _LONGEST_WORD)
    return [_stemmed(part) for form in told for part in _parts(form)]


def _one_form(word: str) -> str:
    """Return the form that stands for all forms of a verb, and the singular of some nouns."""
    form = _VERB_OF.get(word, word)
    if form.endswith(_LENGTHENED_STEMS):
        return form.removesuffix("en")
    if form.endswith("eren") and len(form) > len("eren") + 1:
        return form.removesuffix("en") + "ing"
    return form


def _parts(word: str) -> Iterable[str]:
    """Return the parts of a word that consists of nothing but parts of compounds, else the word."""
    parts = _COMPOUND.findall(word)
    return parts if len(parts) > 1 and sum(map(len, parts)) == len(word) else (word,)


DUTCH = Analyser(words, term, compounds=True)

"""Forms of Dutch words: more than there are, as they are made to be recognised and never to be said. Pure."""

import re
from collections.abc import Mapping

PARTICLES = frozenset(
    "aan achter af bij door goed in kwijt mee na om op over samen terug toe uit vast voor weer weg".split()
)
"""What stands apart from its verb: "ik stel de poort in"."""

_VOWELS = "aeiou"
_LONG_ENDED = re.compile(r"(?<![aeiou])([aeou])([bcdfgklmnprstvz])$")
_LONG = re.compile(r"([aeou])\1([bcdfgklmnprst])$")
_NO_GE = ("be", "ge", "her", "ont", "ver", "er")


def forms_of_word(word: str) -> set[str]:
    """Return plurals, diminutives and comparisons of a noun or an adjective, and the word itself."""
    stems = {word, *_open_stems(word)}
    made = {stem + ending for stem in stems for ending in ("e", "en", "er", "ere")}
    made |= {
        word + ending for ending in ("s", "'s", "je", "jes", "tje", "tjes", "pje", "n", "st", "ste")
    }
    if word.endswith("heid"):
        made.add(f"{word[:-2]}den")
    return {word, *made}


def forms_of_verb(infinitive: str) -> set[str]:
    """Return the forms of a verb that is weak, or strong with its own ones told elsewhere."""
    made = {infinitive, f"{infinitive}d", f"{infinitive}de"}
    for stem in _closed_stems(infinitive.removesuffix("n").removesuffix("e")):
        finite = {stem, f"{stem}t", *(stem + ending for ending in ("te", "ten", "de", "den"))}
        participle = stem if stem.endswith(("t", "d")) else f"{stem}d"
        participles = {participle, stem if stem.endswith(("t", "d")) else f"{stem}t"}
        begun = participles if infinitive.startswith(_NO_GE) else set(map(_with_ge, participles))
        made |= finite | begun | {f"{one}e" for one in begun}
    return made


def _with_ge(participle: str) -> str:
    first = {"i": "ï", "e": "ë", "u": "ü"}.get(participle[:1], participle[:1])
    return f"ge{first}{participle[1:]}"


def forms_of_separable(particle: str, infinitive: str) -> tuple[set[str], set[str]]:
    """Return the forms in which the particle stands before its verb, and those of its verb alone."""
    apart = forms_of_verb(infinitive)
    return {f"{particle}{one}" for one in apart}, apart


_SHORTEST_PART = 3
_LONGEST_COMPOUND = 50


def parts_of_compound(word: str, known: Mapping[str, str], most: int = 3) -> list[str]:
    """Return the words that a compound is made of, of those known, the longest first; empty where it is none."""
    if word in known:
        return [word]
    if most == 1 or not 2 * _SHORTEST_PART <= len(word) <= _LONGEST_COMPOUND:
        return []
    for at in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        head = word[:at].removesuffix("-")
        first = next((one for one in (head, head.removesuffix("s")) if one in known), "")
        rest = parts_of_compound(word[at:], known, most - 1) if first else []
        if rest:
            return [first, *rest]
    return []


def _open_stems(word: str) -> set[str]:
    """Return how a word is written before an ending: "map" "mapp", "naam" "nam", "brief" "briev"."""
    made: set[str] = set()
    if (
        len(word) > 2
        and word[-1] not in _VOWELS
        and word[-2] in _VOWELS
        and word[-3] not in _VOWELS
    ):
        made.add(word + word[-1])
    shortened = _LONG.sub(r"\1\2", word)
    for one in (word, shortened):
        made.add(one)
        made |= {one[:-1] + soft for hard, soft in (("f", "v"), ("s", "z")) if one.endswith(hard)}
    return made


def _closed_stems(root: str) -> set[str]:
    """Return how the root of an infinitive is written at a word's end: "zett" "zet", "mak" "maak", "reiz" "reis"."""
    if len(root) > 2 and root[-1] == root[-2] and root[-1] not in _VOWELS:
        return {root[:-1]}
    made = {root, _LONG_ENDED.sub(r"\1\1\2", root)}
    hard = {"v": "f", "z": "s"}
    return {one[:-1] + hard[one[-1]] if one[-1:] in hard else one for one in made} | made

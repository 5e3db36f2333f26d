"""How likely it is that another subject begins at a line: what its words share with those around it. Pure.

Measured on meetings with subjects marked by people; ``evals/backlog/segmentation.py`` fits the weights.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from src.desks.backlog.forms import SegmentLine
from src.search.documents.analysers import (
    dutch_term,
    english_term,
    fold,
    language_of,
    telling_words,
    words,
)

Numbers = NDArray[np.float64]

_BLOCK = 10
"""Lines that count as one text where it is asked in how many a word stands."""

_MOST_LINES = 2_000
"""Beyond this length of a transcript the share of lines at which a subject begins falls no further."""

_NO_WORDS = re.compile(r"\{\w*\}|\[\w*\]")
"""Marks of sounds and gaps in a transcript."""

_FILLERS = frozenset(
    "yeah okay right mhm hmm just like kind sort really very well think know mean get got going gonna wanna want one "
    "two thing things something actually maybe say said see look good make need way use used lot down off too much "
    "many into over because then than dont thats youre were theyre nee oke okee goed gewoon eigenlijk misschien zeg "
    "denk weet even nou eens ding dingen soort kijk beetje echt heel zeggen could would should will shall".split()
)
"""Words of any meeting, which tell nothing of its subject."""

_CUES = {
    "opens": r"^(?:okay|ok|'?kay|oke|okee|alright|all right|right|so|well|now|um|uh|good|great|anyway|next|then"
    r"|and then|first|let's|let us|thank|thanks|goed|dus|nou|nu|dan|volgende|laten we|bedankt|eerst)\b",
    "moves_on": r"\b(?:okay|ok|'?kay|oke|okee|alright|right|goed|prima)\b[ ,.]*(?:so|then|um|uh|well|now|let|next"
    r"|good|great|that|the|we|dan|dus|nu|laten|volgende|mooi)\b",
    "invites": r"\b(?:let's|let me|shall we|shall i|we should|i'll|we'll|i will|we will|who wants|do you want"
    r"|would you like|can you|could you|would anyone|anybody|anyone|laten we|zullen we|zal ik|ik zal|wil jij"
    r"|kun jij|kan jij|iemand)\b",
    "concerns": r"\b(?:what about|talk about|how about|thoughts|ideas|opinions?|in terms of|regarding|as for"
    r"|speaking of|project|budget|costs?|price|money|finance|evaluation|criteria|design|marketing|report|tasks?"
    r"|work|plan|schedule|wat betreft|hoe zit het|ideeen|mening|kosten|prijs|planning|taken|ontwerp)\b",
    "closes": r"\b(?:thank you|thanks|great|excellent|very good|well done|that's it|that's all|that's me"
    r"|any questions|any comments|bedankt|dank je|dank u|heel goed|dat was het|dat is alles|nog vragen)\b",
    "next": r"\b(?:next|move on|moving on|go on to|back to|come to|turn to|carry on|get on|onto|another (?:thing"
    r"|point|topic|question|issue)|last (?:thing|point|item)|first (?:thing|point|item)|volgende|verder met"
    r"|terug naar|door naar|ander punt|laatste punt|eerste punt|nog iets)\b",
    "agenda": r"\b(?:agenda|minutes?|meeting|items?|topic|presentations?|slides?|discuss|discussion|summar\w+"
    r"|conclu\w+|wrap|finish\w*|close|start|begin|welcome|introduc\w*|vergadering|notulen|onderwerp|presentatie"
    r"|bespreken|samenvat\w*|afrond\w*|beginnen|welkom|punt)\b",
}
_CUES_BY_NAME = {name: re.compile(pattern) for name, pattern in _CUES.items()}
_CUES_AT_LINE = ("opens", "moves_on", "invites", "concerns")
_CUES_BEFORE = ("closes", "next", "agenda", "moves_on")

FEATURES = (
    "likeness of 20 lines before and behind",
    "fall of the likeness of 50 lines",
    "change of speakers within 20 lines",
    "longer lines within 8",
    "length",
    "length of the 3 before",
    "length of the 3 from here",
    *(f"{name} here" for name in _CUES_AT_LINE),
    *(f"{name} before" for name in _CUES_BEFORE),
    "near the beginning, 40",
    "near the beginning, 120",
    "near the end, 10",
    "near the end, 40",
    "few lines in all",
)


def features(lines: Sequence[SegmentLine], total: int) -> Numbers:
    """Return a row for each line of a stretch of a transcript of ``total`` lines, a column for each feature."""
    said = [
        _NO_WORDS.sub(" ", fold(one.said).replace("’", "'").replace(" '", "'")) for one in lines
    ]
    spoken = [words(one) for one in said]
    lengths = np.array([len(one) for one in spoken], dtype=np.float64)
    counts, weights = _counted(terms(spoken))
    near, far = (_likeness(counts, weights, reach) for reach in (20, 50))
    before, behind = _around(_speakers(lines, lengths), 20)
    numbers = np.array([one.number for one in lines], dtype=np.float64)
    told = _told(lengths)
    columns = [
        near,
        _fall(far, 50),
        1 - _cosines(before, behind),
        _longer(lengths, 8),
        np.log1p(lengths),
        np.log1p(_sums(told, -3, 0)),
        np.log1p(_sums(told, 0, 3)),
        *_cues(said),
        np.exp(-(numbers - 1) / 40),
        np.exp(-(numbers - 1) / 120),
        np.exp(-(total + 1 - numbers) / 10),
        np.exp(-(total + 1 - numbers) / 40),
        np.full(len(lines), -math.log(min(total, _MOST_LINES))),
    ]
    return np.column_stack(columns)


def subject_words(said: str) -> list[str]:
    """Return the words of a line that may tell what it is about, as they are written."""
    written = telling_words(_NO_WORDS.sub(" ", said))
    return [word for word in written if len(word) > 3 and word not in _FILLERS]


def terms(spoken: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the stems of the words of each line that tell what it is about."""
    language = language_of(" ".join(word for one in spoken for word in one)[:4_000])
    stem = dutch_term if language == "nl" else english_term
    found = (
        [stem(word) for word in one if len(word) > 2 and word not in _FILLERS] for one in spoken
    )
    return [[term for term in one if term] for one in found]


def _counted(found: Sequence[Sequence[str]]) -> tuple[Numbers, Numbers]:
    """Return how often each term stands above each line, and how much each tells: the rarer, the more."""
    blocks = [
        {term for one in found[at : at + _BLOCK] for term in one}
        for at in range(0, len(found), _BLOCK)
    ]
    spread = Counter(term for block in blocks for term in block)
    column = {term: number for number, term in enumerate(spread)}
    counts = np.zeros((len(found) + 1, len(column)))
    for row, one in enumerate(found, start=1):
        for term in one:
            counts[row, column[term]] += 1
    tells = [math.log((1 + len(blocks)) / (1 + count)) + 0.2 for count in spread.values()]
    return counts.cumsum(axis=0), np.array(tells)


def _speakers(lines: Sequence[SegmentLine], lengths: Numbers) -> Numbers:
    """Return how much each speaker has said above each line."""
    column = {
        name: number for number, name in enumerate(dict.fromkeys(one.speaker for one in lines))
    }
    told = np.zeros((len(lines) + 1, len(column)))
    for row, one in enumerate(lines, start=1):
        told[row, column[one.speaker]] = lengths[row - 1] + 0.5
    sums: Numbers = told.cumsum(axis=0)
    return sums


def _around(sums: Numbers, reach: int) -> tuple[Numbers, Numbers]:
    """Return what is counted in so many lines before each line, and in so many from it."""
    count = len(sums) - 1
    here = np.arange(count)
    before: Numbers = sums[here] - sums[np.maximum(here - reach, 0)]
    behind: Numbers = sums[np.minimum(here + reach, count)] - sums[here]
    return before, behind


def _likeness(counts: Numbers, weights: Numbers, reach: int) -> Numbers:
    before, behind = _around(counts, reach)
    return _cosines(np.log1p(before) * weights, np.log1p(behind) * weights)


def _cosines(one: Numbers, other: Numbers) -> Numbers:
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    products: Numbers = (one * other).sum(axis=1)
    cosines: Numbers = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
    return cosines


def _fall(likeness: Numbers, reach: int) -> Numbers:
    """Return how deep each line lies between the peaks on both of its sides."""
    count = len(likeness)
    left = [likeness[max(0, at - reach) : at + 1].max() for at in range(count)]
    right = [likeness[at : at + reach + 1].max() for at in range(count)]
    fall: Numbers = np.array(left) + np.array(right) - 2 * likeness
    return fall


def _told(lengths: Numbers) -> Numbers:
    return np.concatenate([[0.0], lengths.cumsum()])


def _sums(told: Numbers, first: int, behind: int) -> Numbers:
    count = len(told) - 1
    here = np.arange(count)
    sums: Numbers = told[np.clip(here + behind, 0, count)] - told[np.clip(here + first, 0, count)]
    return sums


def _longer(lengths: Numbers, reach: int) -> Numbers:
    """Return how much longer lines are from each line than before it."""
    told, here, count = _told(lengths), np.arange(len(lengths)), len(lengths)
    before = _sums(told, -reach, 0) / np.maximum(np.minimum(here, reach), 1)
    behind = _sums(told, 0, reach) / np.minimum(count - here, reach)
    longer: Numbers = np.log((behind + 2) / (before + 2))
    return longer


def _cues(said: Sequence[str]) -> list[Numbers]:
    """Return for each cue whether a line has it, or one of the two before."""
    has = {
        name: np.array([bool(pattern.search(one.strip())) for one in said], dtype=np.float64)
        for name, pattern in _CUES_BY_NAME.items()
    }
    here = [has[name] for name in _CUES_AT_LINE]
    return here + [np.minimum(_sums(_told(has[name]), -2, 0), 1.0) for name in _CUES_BEFORE]

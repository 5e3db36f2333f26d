"""Whether a question may be answered, by lists of words: weak, and called so wherever it is told. Pure."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from src.desks.docs.reasons import Reason
from src.intake.plain import plain

_DIGITS_FOR_LETTERS = str.maketrans("013457@$", "oieastas")
_MIXED = re.compile(r"(?<![\w@$])(?=[\w@$]*[a-z])(?=[\w@$]*[\d@$])[\w@$]+")
_SPELLED = re.compile(r"\b(?:[^\W\d_][ .*_-]){3,}[^\W\d_]\b")

FIRST: tuple[Reason, ...] = ("harmful_content", "inappropriate", "system_abuse", "off_topic")
"""Of several reasons the first counts: what does harm is refused as that, whatever it is wrapped in."""

_LISTS = Path(__file__).with_name("guard_lists.txt")
_HEADING = re.compile(r"\[(?P<reason>\w+) (?P<language>\w+)\]")

LOOKED_AT = 4_000
"""Characters at either end of a text that are looked at. What stands between is not answered: the question is short."""


def refused(*texts: str) -> Reason | None:
    """Return why a question is refused, None where all of its texts pass."""
    found = {_refused(text) for text in texts}
    return next((one for one in FIRST if one in found), None)


def _refused(text: str) -> Reason | None:
    """Return why a text is refused, whatever its signs, its digits for letters and its spelt out words hide."""
    ends = text if len(text) <= 2 * LOOKED_AT else f"{text[:LOOKED_AT]}\n{text[-LOOKED_AT:]}"
    line = " ".join(plain(ends).lower().replace("’", "'").split())
    joined = _SPELLED.sub(lambda match: re.sub(r"[ .*_-]", "", match.group()), line)
    lettered = _MIXED.sub(lambda match: match.group().translate(_DIGITS_FOR_LETTERS), joined)
    seen = dict.fromkeys((line, joined, lettered))
    return next((reason for reason in FIRST if any(_of(reason).search(one) for one in seen)), None)


@cache
def _of(reason: Reason) -> re.Pattern[str]:
    """Return the lists of all languages for a reason: a message may be in another than the one it seems to be in."""
    patterns = (one for lists in guard_lists()[reason].values() for one in lists)
    return re.compile("|".join(f"(?:{one})" for one in patterns))


@cache
def guard_lists() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the regular expressions of each reason by language, read at the first question."""
    lists: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    here: list[str] = []
    for line in _LISTS.read_text(encoding="utf-8").splitlines():
        if heading := _HEADING.fullmatch(line):
            here = lists[heading["reason"]][heading["language"]]
        elif line and not line.startswith("#"):
            here.append(line)
    return lists

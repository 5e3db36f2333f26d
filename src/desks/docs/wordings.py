"""What is searched for beside the words of a query, and how much of what a query tells a section has. Pure."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from src.desks.docs.lists import lists
from src.grounding.clauses import stems
from src.language.code_names import identifiers

LONGEST_QUERY = 10_000
"""Characters of a question in which names are looked for."""

MOST_TERMS = 20

SETTING = "setting"
"""What is searched for beside a question of how something is set: the page seldom says "change"."""


def is_found(name: str, text: str) -> bool:
    """Return whether a text has what a list of questions' words knows by this name."""
    return any(pattern.search(text) for pattern in lists("question.toml")[name])


def beside(query: str, own: str) -> tuple[str, ...]:
    """Return what is searched for beside a query: the names in the user's own words, and that a setting is meant."""
    setting = [SETTING] if is_found("sets", query) else []
    return tuple(dict.fromkeys([*identifiers(own[:LONGEST_QUERY]), *setting]))[:MOST_TERMS]


NEAR = 0.15
"""Share of what a query tells from which on a section is near to it: below, it has a word or two that any text has."""


def shares(query: str, texts: Sequence[str]) -> list[float]:
    """Return which share of what a query tells each of these texts has, words that few of them have counting more."""
    words = (word for word in re.findall(r"\w+", query) if not is_found("thin", word))
    told, having = stems(" ".join(words)), [*map(stems, texts)]
    known = Counter(term for terms in having for term in terms & told)
    # A word that none has counts for more than any that one has.
    weights = {term: math.log1p(len(texts) / (known[term] or 0.5)) for term in told}
    whole = sum(weights.values()) or 1.0
    return [sum(weights[term] for term in terms & told) / whole for terms in having]


def questions_in(text: str) -> tuple[str, ...]:
    """Return the questions of a text about several matters, in its own words."""
    (begins,) = lists("question.toml")["begins"]
    parts = [part.strip(" ,;\n") for part in begins.split(text)]
    asks = [part for part in parts if is_found("question", part)]
    found = [*asks[:1], *(ask for ask in asks[1:] if not is_found("same_topic", ask))]
    return tuple(
        dict.fromkeys(f"{entry[:1].upper()}{entry[1:].rstrip('?？.')}?" for entry in found)
    )

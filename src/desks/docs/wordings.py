"""What is searched for beside the words of a query: the names in the question, and that a setting is meant. Pure."""

from src.desks.docs.lists import lists
from src.language.code_names import identifiers

LONGEST_QUERY = 10_000
"""Characters of a question in which names are looked for."""

MOST_TERMS = 20

SETTING = "setting"
"""What is searched for beside a question of how something is set: the page seldom says "change"."""


def asks_to_set(english: str) -> bool:
    return lists("question.toml")["sets"][0].search(english) is not None


def terms_of(query: str, own: str) -> tuple[str, ...]:
    """Return what is searched for beside a query: the names in the user's own words, and that a setting is meant."""
    beside = [SETTING] if asks_to_set(query) else []
    return tuple(dict.fromkeys([*identifiers(own[:LONGEST_QUERY]), *beside]))[:MOST_TERMS]

"""Words that any text of a language has: a desk adds those that any text of its field has. Pure."""

from src.language.opposites import data

DUTCH, ENGLISH = (
    frozenset(data("function_words")[language].split()) for language in ("dutch", "english")
)

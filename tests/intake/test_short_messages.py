"""Short messages of people, and nonsense: the language of the dossier stays where it must, and changes where it may."""

from collections import Counter
from pathlib import Path

import pytest

from src.desks.catalogue import load_kinds
from src.dossier.models import Language
from src.intake.language import detect, language_of_message

BOTH: tuple[Language, Language] = ("nl", "en")
MESSAGES = Path(__file__).with_name("short_messages.txt")

LABELLED = {"names": 66, "nonsense": 47, "nl": 70, "en": 72}

WRONG = {
    "names: changes": 6,
    "nonsense: changes": 2,
    "nl: changes": 0,
    "nl: stays": 1,
    "en: changes": 0,
    "en: stays": 4,
}
"""How many are told wrongly, of each message once in a Dutch dossier and once in an English one."""


def labelled() -> list[tuple[str, str]]:
    """Return each message with its kind: a language, ``names`` or ``nonsense``."""
    found, kind = [], ""
    for line in MESSAGES.read_text("utf-8").splitlines():
        if line.startswith("["):
            label, _, about = line[1:].partition("] ")
            kind = label if label in BOTH else about.split()[0].strip(",").lower()
        elif line and not line.startswith("#"):
            found.append((kind, line))
    return found


def test_the_language_of_a_dossier_stays_and_changes_as_its_readers_would_have_it() -> None:
    load_kinds()
    messages = labelled()
    assert Counter(kind for kind, _ in messages) == LABELLED
    wrong: Counter[str] = Counter(dict.fromkeys(WRONG, 0))
    for kind, text in messages:
        for before in BOTH:
            wanted = kind if kind in BOTH else before
            wrong[f"{kind}: {'changes' if wanted == before else 'stays'}"] += (
                detect(text, before) != wanted
            )
    assert {kind: count for kind, count in wrong.items() if count > WRONG[kind]} == {}


@pytest.mark.parametrize(
    "text",
    [
        "blorp fizzle wumbo",
        "florpen de wazzel",
        "splonk the grizzlewump",
        "een snorkelaar vlimt",
        "knoertige blubberaar tjoepkes wiebelaar",
        "thrungle mibbed ploop whizzbang doodlefoo",
    ],
)
@pytest.mark.parametrize("before", BOTH)
def test_nonsense_that_can_be_pronounced_changes_no_language(text: str, before: Language) -> None:
    assert detect(text, before) == before
    assert language_of_message(text, before)[0] == before


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("bezwaartermijn griffierecht", "nl"),
        ("vennootschapsbelastingaangifte indienen", "nl"),
        ("de deploy blorpt sinds gisteren", "nl"),
        ("nope, drop source 3", "en"),
        ("deploys fail since yesterday", "en"),
        ("undo the last change", "en"),
    ],
)
def test_compounds_and_one_strange_word_among_known_ones_do(text: str, language: Language) -> None:
    other: Language = "en" if language == "nl" else "nl"
    assert detect(text, other) == language

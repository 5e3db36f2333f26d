"""What a message probably wants, as the built-in model learned it, and verdicts on sources."""

import hashlib
import json
from math import isclose

import pytest

from evals.wishes import EXAMPLES, examples
from src.llm.builtin.references import Thing
from src.llm.builtin.verdicts import verdict
from src.llm.builtin.wishes import ABOUT, WISHES, Wish, likely

ENOUGH = 0.9
"""Of the examples that were learned from, those whose wish is the likeliest."""

EVERY = 20


def test_the_weights_are_those_of_the_examples() -> None:
    about = json.loads(ABOUT.read_text("utf-8"))
    assert about["examples"] == hashlib.sha256(EXAMPLES.read_bytes()).hexdigest()
    some = examples()[::EVERY]
    right = [next(iter(likely(each.words))) == each.wish for each in some]
    assert sum(right) >= ENOUGH * len(some)


@pytest.mark.parametrize("message", ["", "?", "7", "haal stap 2 weg", "💥" * 500])
def test_chances_add_up_and_the_likeliest_is_first(message: str) -> None:
    chances = likely(message)
    assert set(chances) == {*WISHES}
    assert isclose(sum(chances.values()), 1, abs_tol=1e-4)
    assert [*chances.values()] == sorted(chances.values(), reverse=True)


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        ("gooi die over de sleutelkast eruit", "remove"),
        ("nummer 3 en 4 zijn eigenlijk één verhaal, voeg ze samen", "merge"),
        ("did anybody mention the badge printer at all?", "about"),
        ("are you really sure that applies?", "doubt"),
        ("could you ring the supplier for me", "outside"),
        ("much obliged, bye", "thanks"),
        ("2 and 3 are right, the rest isn't", "select"),
        ("zet het in een tabel graag", "reshape"),
    ],
)
def test_words_that_nobody_wrote_a_rule_for_are_known_by_what_is_like_them(
    message: str, wish: Wish
) -> None:
    assert next(iter(likely(message))) == wish


THINGS = tuple(Thing("sources", n, f"Source {n}") for n in range(1, 6))


def _numbered(words: str) -> list[Thing]:
    return [thing for thing in THINGS if str(thing.n) in words]


@pytest.mark.parametrize(
    ("message", "right", "wrong"),
    [
        ("1 en 4 kloppen, 2 gaat over iets heel anders. 3 weet ik niet", [1, 4], [2]),
        ("1, 2 and 3 are fine", [1, 2, 3], []),
        ("3 right, others nah", [3], [1, 2, 4, 5]),
        ("2 en 5 zijn de juiste", [2, 5], [1, 3, 4]),
        ("only 4 applies", [4], [1, 2, 3, 5]),
        ("1 is niet relevant en 2 ook niet", [], [1, 2]),
        ("not sure about 1, 2 is good", [2], []),
        ("what a day", [], []),
    ],
)
def test_a_verdict_says_what_is_right_and_what_is_wrong(
    message: str, right: list[int], wrong: list[int]
) -> None:
    found = verdict(message, THINGS, _numbered)
    assert [thing.n for thing in found.right] == right
    assert [thing.n for thing in found.wrong] == wrong

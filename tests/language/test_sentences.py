"""One place cuts texts into sentences; what the next one begins with depends on who wrote the text."""

import re

import pytest

from src.language.sentences import Before, sentences, split


@pytest.mark.parametrize(
    ("text", "before", "cut"),
    [
        ("Zie art. 3. De B.V. De Boer telt.", "capital", ["Zie art. 3.", "De B.V. De Boer telt."]),
        ("it broke. then it ran", "letter", ["it broke.", "then it ran"]),
        ("it broke. then it ran", "capital", ["it broke. then it ran"]),
        ("Dat is zo. 3 dagen telt.", "figure", ["Dat is zo.", "3 dagen telt."]),
        ("Haal bron 3. 5 ook. Dank!", "no figure", ["Haal bron 3. 5 ook.", "Dank!"]),
        ('"Nee." 3 keer… (echt)', "anything", ['"Nee."', "3 keer…", "(echt)"]),
        ("", "anything", []),
    ],
)
def test_a_sentence_ends_before_what_may_begin_the_next(
    text: str, before: Before, cut: list[str]
) -> None:
    assert split(text, before) == cut


def test_an_abbreviation_ends_no_sentence() -> None:
    assert split("bijv. dit. En dat.", "letter", re.compile(r"\bbijv$")) == [
        "bijv. dit.",
        "En dat.",
    ]


def test_a_torso_is_no_sentence_where_whole_ones_are_asked_for() -> None:
    text = "Dit is heel. En dit"
    assert [text[start:end] for start, end in sentences(text)] == ["Dit is heel."]

"""What counts as a fact that a user told: what neither asks nor orders."""

import pytest

from src.export.compose import told_in


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Wanneer kan de inspecteur navorderen?", ""),
        ("hoe lang is de termijn", ""),
        ("En wat als ik te laat ben?", ""),
        ("Zoek ook rechtspraak over navordering", ""),
        ("What is the levy on gnomes", ""),
        ("Mijn cliënt heeft een kat.", "Mijn cliënt heeft een kat."),
        ("Mijn cliënt heeft een kat. Mag dat?", "Mijn cliënt heeft een kat."),
        ("Wanneer hij thuis is, werkt hij.", "Wanneer hij thuis is, werkt hij."),
        (
            "My client has seven gnomes. Is that a lot?\nHe lives here.",
            "My client has seven gnomes. He lives here.",
        ),
    ],
)
def test_a_question_is_no_fact(message: str, told: str) -> None:
    assert told_in(message) == told

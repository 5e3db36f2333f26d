"""The passage that is shown under a source: the sentence that states the rule, and never from the middle of one."""

import pytest

from src.search.snippet import snippet

MORTGAGE = (
    "De eigen woning kent twee soorten kosten. Aftrekbaar zijn alleen: de rente van de lening; de kosten van de "
    "taxatie. Andere kosten, bijv. van onderhoud, zijn dat niet."
)


def test_a_passage_begins_with_its_sentence() -> None:
    assert snippet(MORTGAGE, ["kosten taxatie"], 110) == (
        "Aftrekbaar zijn alleen: de rente van de lening; de kosten van de taxatie."
    )


def test_an_abbreviation_ends_no_sentence() -> None:
    assert snippet(MORTGAGE, ["onderhoud"]) == (
        "Andere kosten, bijv. van onderhoud, zijn dat niet."
    )


def test_of_a_long_list_its_beginning_stands_before_the_part_that_is_meant() -> None:
    items = "\n".join(f"{letter}. de levering van {letter * 9};" for letter in "abcdefgh")
    found = snippet(f"Vrijgesteld zijn:\n{items}", ["levering ggggggggg"], 80)
    assert found == "Vrijgesteld zijn: … g. de levering van ggggggggg;"


@pytest.mark.parametrize("text", ["", " \n ", "woord" * 100, "a; " * 300, "\n\n;\n"])
def test_a_passage_is_never_much_longer_than_asked(text: str) -> None:
    assert len(snippet(text, ["woord"], 50)) <= 52

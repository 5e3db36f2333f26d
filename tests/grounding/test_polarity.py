"""What says the opposite of what it rests on is told, and what says it in other words is not."""

import json
from pathlib import Path

import pytest

from src.grounding.polarity import reversal, turned_at
from src.grounding.reversals import left_out_exception


@pytest.mark.parametrize(
    ("text", "said", "how"),
    [
        ("The cache is disabled by default.", "The cache is enabled by default.", "negation"),
        ("Het maximum wordt verlaagd.", "Het maximum wordt niet verlaagd.", "negation"),
        ("The writes to disk are synchronous.", "The writes to disk are asynchronous.", "negation"),
        ("The seller pays the costs of the deed.", "The buyer pays the costs.", "opposite"),
        ("The tool runs after the backup.", "The tool runs before the backup.", "order"),
        ("Use the new key instead of the old key.", "Use the old key instead of the new.", "order"),
        ("De termijn is ten minste zes weken.", "De termijn is ten hoogste zes weken.", "limit"),
        ("The rebate holds from 1 March 2024.", "The rebate holds until 1 March 2024.", "limit"),
        ("You may wait ten weeks.", "You may wait at most six weeks.", "limit"),
        ("All requests are logged.", "Only failed requests are logged.", "exception"),
        ("Raise the memory of it.", "The book says raise the memory, can't any more.", ""),
        ("The box restarts each night.", "The box restarts each night, not any more.", "negation"),
        (
            "The token is verified by the proxy.",
            "The token is unverified by the proxy.",
            "negation",
        ),
        ("Restart the relay to get mail out.", "restarted the relay. no difference", "cause"),
        ("Disabled users can't log in.", "Only enabled users can log in.", ""),
        ("You need a key to open the vault.", "The vault can't be opened without a key.", ""),
        ("It is not allowed after 1 March.", "It is allowed until 1 March.", ""),
        ("Apply within six weeks.", "An application after six weeks is refused.", ""),
        ("Na de herstart werkt de dienst weer.", "De dienst werkte niet tot de herstart.", ""),
        ("The upgrade comes after the backup.", "Make a backup before the upgrade.", ""),
        ("The agent may not start.", "It may be so that the agent may not start.", ""),
    ],
)
def test_a_reversal_is_told_in_a_word(text: str, said: str, how: str) -> None:
    assert reversal(text, [said]) == how


def test_the_next_line_may_deny_what_a_quote_does_not() -> None:
    said = ["AI generated images: Claude does not know if an image is so."]
    text = "Claude can be used to detect synthetic images."
    assert reversal(text, said) == ""
    assert reversal(text, said, "Do not rely on it to detect synthetic images.") == "rejected"


NOTES = """\
Wie al bezig was kan door, nieuwe aanvragen starten niet
eerst gedacht dat het de nachtelijke kopie was, die draait om 02:00, niet dus
checked the payment exports, every receipt is in there once
Rolling the release back was considered, we didn't
thought the schedule was wrong, but it fired at 06:00 so not the schedule
"""


@pytest.mark.parametrize(
    ("text", "quote", "how"),
    [
        ("Wie een aanvraag wil starten: nieuwe aanvragen starten niet.", NOTES.splitlines()[0], ""),
        ("De nachtelijke kopie was het niet.", NOTES.splitlines()[1], ""),
        (
            "De nachtelijke kopie was het.",
            "eerst gedacht dat het de nachtelijke kopie was",
            "rejected",
        ),
        ("The payment exports are not it: every receipt is there.", NOTES.splitlines()[2], ""),
        ("Rolling the release back was considered, but not done.", NOTES.splitlines()[3], ""),
        ("Roll the release back.", "Rolling the release back was considered", "rejected"),
        ("The schedule was wrong as well.", "thought the schedule was wrong", "rejected"),
        ("The schedule was not wrong.", "thought the schedule was wrong", ""),
        ("It fired at 06:00.", "it fired at 06:00", ""),
        ("We first suspected the schedule.", "thought the schedule was wrong", ""),
    ],
)
def test_what_was_thought_and_taken_back_is_no_fact(text: str, quote: str, how: str) -> None:
    start = NOTES.index(quote)
    assert turned_at(text, NOTES, start, start + len(quote)) == how


def test_a_quote_with_its_full_stop_ends_where_its_sentence_does() -> None:
    said = "Solved by going back to driver 4.1. Restarting the hub did not help."
    quote = said[: said.index(" Restarting")]
    assert turned_at(quote, said, 0, len(quote)) == ""


def test_rules_strike_nearly_no_true_claim_and_half_of_those_that_turn() -> None:
    """Counted over pairs of a claim and its quote: "same" says in other words what its quote says."""
    pairs = json.loads((Path(__file__).parent / "pairs.json").read_text(encoding="utf-8"))
    struck = {
        kind: [(text, said) for text, said in pairs[kind] if reversal(text, [said])]
        for kind in ("same", "turned")
    }
    assert len(struck["same"]) <= 0.01 * len(pairs["same"]), struck["same"]
    assert len(struck["turned"]) >= 0.7 * len(pairs["turned"])


def test_an_exception_to_something_else_is_none() -> None:
    text = "All keys are strings."
    assert reversal(text, [f"{text} Files are usually skipped, unless they are large."]) == ""


BY_KIND = json.loads((Path(__file__).parent / "pairs_by_kind.json").read_text(encoding="utf-8"))
"""Of each kind of reversal: what a source says, the same in other words, and the reverse."""


@pytest.mark.parametrize("kind", ["verb", "comparison", "parties", "modal"])
def test_of_each_kind_three_quarters_are_struck_and_nothing_that_is_true(kind: str) -> None:
    rows = BY_KIND[kind]
    struck = [row for row in rows if reversal(row["turned"], [row["said"]])]
    assert len(struck) >= 0.75 * len(rows)
    assert not [row for row in rows if reversal(row["same"], [row["said"]])]


def test_an_exception_that_a_claim_leaves_out_is_told_and_one_that_it_mentions_is_not() -> None:
    rows = BY_KIND["exception"]
    marked = [row for row in rows if left_out_exception(row["turned"], row["said"])]
    assert len(marked) >= 0.9 * len(rows)
    assert not [row for row in rows if left_out_exception(row["same"], row["said"])]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("In 2024 bedraagt het tarief 9 percent.", "Het tarief bedraagt in 2024 9 percent."),
        ("Elk jaar betaalt de koper de huur.", "De koper betaalt elk jaar de huur."),
        ("The sum is sent to the owner by the tenant.", "The tenant sends the sum to the owner."),
        ("Wie later dan 1 mei komt, is te laat.", "De aangifte moet vóór 1 mei zijn gedaan."),
        ("Een laat bezwaar is niet-ontvankelijk.", "Bezwaar dat laat komt, is niet-ontvankelijk."),
        ("A tenant is a debtor of rent.", "A debtor of rent is a tenant."),
    ],
)
def test_other_words_turn_nothing(text: str, said: str) -> None:
    assert reversal(text, [said]) == ""


def test_an_answer_of_before_is_judged_by_the_rules_of_its_time() -> None:
    text, said = "De inspecteur moet een boete opleggen.", "De inspecteur kan een boete opleggen."
    assert reversal(text, [said]) == "opposite"
    assert reversal(text, [said], generation=1) == ""

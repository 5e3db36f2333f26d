"""What a system said is quoted by its lines: one is long enough however short it is, and is shown whole."""

from datetime import UTC, datetime

import pytest

from src.answering.rules import AnswerRules
from src.dossier.models import Observation, SourceBase
from src.grounding.gate import check
from src.grounding.material import Bearing, Material
from src.grounding.sentences import whole_lines
from src.grounding.units import Unit
from src.grounding.verification import judged
from src.llm.forms import ClaimDraft
from tests.fakes import page

SAID = 'Oven 2\n  "state": "Failed",\n  "count": -5\n-18\nready: no\nnot ready\nready\n}\n\nfan = on; door = shut\n'


def observation(content: str = SAID) -> Observation:
    return Observation(
        id="oven/2",
        title="Oven 2",
        content=content,
        system="oven",
        request="GET /2",
        taken_at=datetime(2026, 1, 1, tzinfo=UTC),
        sha256="0" * 64,
    )


@pytest.mark.parametrize(
    ("quote", "verdict", "line"),
    [
        ("ready", "exact", "ready"),  # the line, and not the first place of the word
        ("Oven 2", "exact", "Oven 2"),
        ('"state": "Failed"', "exact", '"state": "Failed"'),
        ("state: Failed", "normalised", 'state": "Failed'),
        ('  "count": -5\n', "exact", '"count": -5'),
    ],
)
def test_a_whole_line_is_long_enough(quote: str, verdict: str, line: str) -> None:
    found = check(quote, observation())
    assert (found.verdict, SAID[found.start : found.end]) == (verdict, line)
    assert found.start != SAID.index("ready: no")


@pytest.mark.parametrize(
    "quote",
    [
        "state",  # a part of a line
        "Failed",
        '"count": 5',  # what is left out turns it
        "count 5",
        "18",
        "Ready",
        "}",  # without a word a line proves nothing
        "",
        "...",
        "absent",
    ],
)
def test_a_part_of_a_line_is_as_short_as_ever(quote: str) -> None:
    assert check(quote, observation()).verdict == "too-short"


def test_a_line_of_any_other_source_is_as_short_as_ever() -> None:
    written = page("oven", SAID)
    assert check("ready", written).verdict == "too-short"
    assert check("ready", None, [observation()]).verdict == "too-short"


def by_lines(source: SourceBase) -> Unit:
    return "line"


def by_sentences(source: SourceBase) -> Unit:
    return "sentence"


def test_by_what_a_source_is_quoted_is_the_desks_to_say() -> None:
    assert check("ready", page("oven", SAID), units=by_lines).verdict == "exact"
    assert check("ready", observation(), units=by_sentences).verdict == "too-short"


def test_a_quote_of_what_a_system_said_is_shown_with_its_whole_line() -> None:
    said = observation()
    material = Material("?", (said,), {}, Bearing())
    draft = ClaimDraft(text="It is shut.", quote="on; door = shut", source_id=said.id)
    claim, stands = judged(draft, material)
    assert (claim.quote, stands) == ("fan = on; door = shut", True)
    in_sentences = Material("?", (said,), {}, Bearing(), by_sentences)
    assert judged(draft, in_sentences)[0].quote.startswith("no not ready ready }")


def test_a_line_that_is_too_long_to_show_is_left_as_it_was_quoted() -> None:
    long = "begin " + "word " * 200 + "end"
    assert whole_lines(long, 0, 5) == (0, 5)
    assert whole_lines(f" one \n{long}\n", 1, 2) == (1, 4)


def test_any_desk_quotes_what_a_system_said_by_lines() -> None:
    rules = AnswerRules(prompt="", tool="answer", seconds=1)
    assert rules.units(observation()) == "line"
    assert rules.units(page("oven", SAID)) == "sentence"


def test_dots_that_a_source_has_itself_are_shown_as_it_has_them() -> None:
    said = page("api", 'Send the body {"title": "..."} to the oven, and it is renamed at once.')
    material = Material("?", (said,), {}, Bearing())
    draft = ClaimDraft(
        text="It is renamed.", quote='Send the body {"title": "..."} to the oven', source_id=said.id
    )
    claim, stands = judged(draft, material)
    assert stands
    assert '{"title": "..."} to the oven' in claim.quote

"""How the page sets a reply: headings in their order, differences that wrap; nothing of it is lost."""

import pytest

from clients.views import Moment, drawings
from clients.web.replies import reply
from clients.web.text import bare
from src.presenter.plans import FieldChange, lines_of


@pytest.mark.parametrize(
    ("told", "levels"),
    [
        ("## One\n\n## Two", [2, 2]),
        ("# One\n\n## Two\n\n#### Four", [2, 3, 4]),
        ("### One\n\n# Two", [2, 2]),
        ("text\n\n### One", [2]),
    ],
)
def test_headings_of_a_reply_stand_below_that_of_the_page_and_skip_none(
    told: str, levels: list[int]
) -> None:
    shown = [line for line in reply(told).split("\n") if line.startswith("#")]
    assert [len(line) - len(line.lstrip("#")) for line in shown] == levels


def test_marks_for_programs_are_left_out_but_not_of_code() -> None:
    code = "```\n# a comment\n<!-- kept -->\n```"
    assert reply(f"<!-- BEGIN -->\n[[_TOC_]]\nText <!-- inside -->\n{code}") == (
        f"Text <!-- inside -->\n{code}"
    )


def test_a_difference_is_set_line_by_line_with_its_signs() -> None:
    told = "Adds:\n\n~~~diff\n  Was *there*.\n- Went\n+ Came\n~~~\n\nAfter."
    assert reply(told) == (
        "Adds:\n\n\u2007 Was \\*there\\*.  \n:red-background[− Went]  \n:green-background[\\+ Came]\n\nAfter."
    )


def test_lines_of_a_plan_stand_under_the_names_of_their_fields() -> None:
    change = FieldChange("Title", "Print a badge", "Badge")
    told = "```diff\n" + "\n".join(lines_of(change)) + "\n```"
    assert reply(told) == (
        ":small[Title\\:]  \n:red-background[− Badge]  \n:green-background[\\+ Print a badge]"
    )


def test_a_moment_is_found_whatever_its_column_is_called() -> None:
    columns = [{"field": "taken_at", "label": {}}, {"field": "request", "label": {}}]
    call = {"taken_at": "2026-03-01T12:00:00+00:00", "request": "GET x"}
    drawn = drawings({"data": call}, {"view": "timeline", "columns": columns}, "en")
    assert drawn == [Moment("2026-03-01T12:00:00+00:00", "GET x")]


def test_an_underscore_within_a_word_of_a_label_stays() -> None:
    assert bare("_What_ does TESS_DATA_DIR do?") == "What does TESS_DATA_DIR do?"

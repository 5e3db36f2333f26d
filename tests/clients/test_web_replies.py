"""How the page sets a reply: headings in their order, differences that wrap, plans in words; nothing of it is lost."""

from datetime import UTC, datetime

import pytest

from clients.views import Moment, drawings
from clients.web.plans import parted
from clients.web.replies import reply
from clients.web.text import bare
from src.dossier.models import Dossier
from src.dossier.plan import Operation, plan_put
from src.presenter.plans import tell_plan
from src.presenter.telling import Telling
from src.wording import WORDINGS
from wire_client import Frame

DOSSIER = Dossier(id="dos-12345678", desk="shop", created_at=datetime(2026, 3, 1, tzinfo=UTC))


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


def plan_told(*bodies: dict[str, str]) -> tuple[str, Frame]:
    """Return a reply that tells a plan whole, and the data of that plan."""
    steps = [
        Operation(id=str(number), title=f"Do *{number}*", system="shop", body={**body})
        for number, body in enumerate(bodies)
    ]
    standing = plan_put(DOSSIER, "Groceries", steps, "0" * 32)
    blocks = tell_plan(standing, Telling(WORDINGS["en"], "en", DOSSIER, {}))
    return "\n\n".join(["Before.", *blocks]), standing.plan.model_dump(mode="json")


def test_a_plan_in_a_reply_is_told_apart_and_nothing_of_it_is_lost() -> None:
    content, plan = plan_told({"item": "peas"}, {"item": "salt\n\n1. ```and more"})
    parts = parted(content, plan)
    assert parts
    before, whole, after = parts
    assert "".join(parts) == content
    assert before == "Before.\n\n**Plan: Groceries**\n"
    assert whole.count('"item"') == 2
    assert after.startswith("\n\n*")
    assert plan["digest"][:12] in after


def test_a_plan_that_a_reply_does_not_tell_whole_is_left_as_it_is() -> None:
    content, plan = plan_told({"item": "peas"}, {"item": "salt"})
    assert parted(content.replace("salt", "sugar"), plan) is None
    _, other = plan_told({"item": "peas"}, {"item": "salt"}, {"item": "tea"})
    assert parted(content, other) is None


def test_a_moment_is_found_whatever_its_column_is_called() -> None:
    columns = [{"field": "taken_at", "label": {}}, {"field": "request", "label": {}}]
    call = {"taken_at": "2026-03-01T12:00:00+00:00", "request": "GET x"}
    drawn = drawings({"data": call}, {"view": "timeline", "columns": columns}, "en")
    assert drawn == [Moment("2026-03-01T12:00:00+00:00", "GET x")]


def test_an_underscore_within_a_word_of_a_label_stays() -> None:
    assert bare("_What_ does TESS_DATA_DIR do?") == "What does TESS_DATA_DIR do?"

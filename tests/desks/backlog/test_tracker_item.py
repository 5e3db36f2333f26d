"""A work item as a source of a dossier."""

import base64
import hashlib
from datetime import UTC, datetime

from src.desks.backlog.tracker import WorkItem
from src.desks.backlog.tracker_item import (
    CUT,
    LONGEST_DESCRIPTION,
    TrackerItem,
    tracker_item,
)
from src.dossier.models import SOURCE_KINDS

TAKEN_AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
KEY = base64.b64encode(hashlib.sha512(b"a key of nobody").digest()).decode()
SECRET = f"AccountKey={KEY}"
WHOLE = WorkItem(
    id=4711,
    revision=7,
    type="User Story",
    title="Renew  a loan",
    state="Active",
    parent=4700,
    description="As a member, I want to renew a loan.\nFrom the app.",
    criteria=("Twice at most", "Not when\nreserved"),
    tags=("app", "loans"),
    url="https://dev.azure.com/contoso/_workitems/edit/4711",
    changed_at=TAKEN_AT,
    priority=2,
)


def test_a_work_item_is_an_observation_whose_values_stand_in_lines_of_their_own() -> None:
    found = tracker_item(WHOLE, "library", TAKEN_AT)
    assert (found.id, found.revision, found.project) == ("ado/4711@rev7", "7", "library")
    assert found.content.split("\n") == [
        "Renew a loan",
        "As a member, I want to renew a loan.",
        "From the app.",
        "Acceptance criteria:",
        "- Twice at most",
        "- Not when reserved",
        "Type: User Story",
        "State: Active",
        "Tags: app; loans",
    ]
    assert (found.reference, found.version_of, found.is_private) == ("#4711", "ado/4711", True)


def test_a_stored_work_item_is_read_as_what_it_is() -> None:
    found = tracker_item(WHOLE, "library", TAKEN_AT)
    assert SOURCE_KINDS["work-item"] is TrackerItem
    assert TrackerItem.model_validate_json(found.model_dump_json()) == found


def test_what_is_secret_in_a_work_item_is_masked_in_all_its_fields() -> None:
    item = WHOLE.model_copy(
        update={"description": f"Use {SECRET}", "criteria": (f"Works with {SECRET}",)}
    )
    assert KEY not in tracker_item(item, "library", TAKEN_AT).model_dump_json()


def test_a_work_item_without_end_is_cut_and_says_so() -> None:
    item = WHOLE.model_copy(
        update={"description": "word " * 20_000, "criteria": tuple(f"{n} " * 5_000 for n in "abc")}
    )
    found = tracker_item(item, "library", TAKEN_AT)
    assert found.content.count(CUT) == 2
    assert len(found.content) < 3 * LONGEST_DESCRIPTION


def test_a_work_item_that_is_gone_is_marked_and_stays_as_it_was() -> None:
    found = tracker_item(WHOLE, "library", TAKEN_AT)
    lost = found.model_copy(update={"gone": True})
    assert lost.content == found.content

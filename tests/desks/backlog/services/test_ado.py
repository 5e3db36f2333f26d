"""Azure DevOps is read in pages and batches, patiently, and written with a token that goes nowhere else."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from src.desks.backlog.errors import (
    WorkItemChanged,
    WorkItemRefused,
)
from src.desks.backlog.services.ado import Ado
from src.desks.backlog.tracker import WorkItemChange, WorkItemRemoval
from src.errors import ReplyUnreadable, ServiceUnavailable
from tests.desks.backlog.services.place import EPIC, PROJECT, Place, fault, place

MANY = 450
ITEMS: list[dict[str, Any]] = [
    {"id": n, "title": f"Item {n}", "type": ("Epic", "Bug", "Saga", "User Story")[n % 4]}
    for n in range(1, MANY + 1)
]
SCRIPTED = "<p>Fine</p><script>alert(1)</script>"
CHANGE = WorkItemChange(id=3, revision=1, heading="More", criteria=("x",), mark="tess-" + "b" * 16)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def backlog() -> AsyncIterator[tuple[Place, Ado]]:
    """A backlog that is only read."""
    special: dict[int, dict[str, Any]] = {
        3: {"description": SCRIPTED, "criteria": "<ul><li>a</li></ul>", "tags": "one; two three"},
        4: {"parent": 8},
        8: {"parent": 4},  # a circle
        12: {"parent": 99_999, "area": "Web\\Shop's"},  # nobody there
    }
    items = [{**one, **special.get(one["id"], {})} for one in ITEMS]
    types = ["Epic", "Bug", "Saga", "User Story"]
    with place(items=items, types=types) as here:
        async with here.tracker() as tracker:
            yield here, tracker


module = pytest.mark.asyncio(loop_scope="module")

# Reading


@module
async def test_a_backlog_is_read_in_batches_of_200(backlog: tuple[Place, Ado]) -> None:
    here, tracker = backlog
    here.server.requests.clear()
    loaded = await tracker.load(PROJECT)
    assert [one.title for one in loaded.items] == [one["title"] for one in ITEMS]
    asked = [(one.path.rsplit("/", 1)[-1], json.loads(one.body)) for one in here.server.requests]
    assert [name for name, _ in asked] == ["wiql", *["workitemsbatch"] * 3]
    assert [len(body["ids"]) for _, body in asked[1:]] == [200, 200, 50]
    assert not [body for _, body in asked if "$expand" in body]


@module
async def test_ids_come_in_pages(backlog: tuple[Place, Ado]) -> None:
    here, _ = backlog
    here.server.requests.clear()
    async with here.tracker(page=200) as tracker:
        loaded = await tracker.load(PROJECT)
    assert len(loaded.items) == MANY
    queries = [json.loads(r.body)["query"] for r in here.server.requests if "wiql" in r.path]
    assert [query.split("> ")[1].split()[0] for query in queries] == ["0", "200", "400"]
    assert all(one.query["$top"] == ["200"] for one in here.server.requests if "wiql" in one.path)


@module
async def test_what_has_not_changed_is_not_read_again_and_what_is_gone_is_told(
    backlog: tuple[Place, Ado],
) -> None:
    here, tracker = backlog
    here.server.requests.clear()
    known = dict.fromkeys(range(1, MANY + 1), 1) | {7: 2, 5_000: 1}
    loaded = await tracker.load(PROJECT, known=known)
    assert [one.id for one in loaded.items] == [7]
    assert (len(loaded.unchanged), loaded.gone) == (MANY - 1, frozenset({5_000}))
    fields = [json.loads(r.body)["fields"] for r in here.server.requests if "batch" in r.path]
    assert [len(one) for one in fields] == [1, 1, 1, 12]


@module
async def test_types_and_areas_are_asked_for_whatever_stands_in_them(
    backlog: tuple[Place, Ado],
) -> None:
    _, tracker = backlog
    epics = await tracker.load(PROJECT, types=("epic", "Nothing' OR [System.Id] > '0"))
    assert {one.type for one in epics.items} == {"Epic"}
    below = await tracker.load(PROJECT, area="Backlog\\Web\\Shop's")
    assert [one.id for one in below.items] == [12]
    assert (await tracker.load(PROJECT, area="Backlog\\We")).items == ()


@module
async def test_scripts_circles_missing_parents_and_unknown_types_are_read(
    backlog: tuple[Place, Ado],
) -> None:
    _, tracker = backlog
    scripted, circle, orphan, custom = await tracker.items(PROJECT, [3, 4, 12, 2])
    assert (scripted.description, scripted.criteria) == ("Fine", ("a",))
    assert scripted.tags == ("one", "two three")
    assert (circle.parent, orphan.parent, custom.type) == (8, 99_999, "Saga")
    assert await tracker.items(PROJECT, [MANY + 1]) == ()  # which went away since its id was read
    assert (scripted.revision, scripted.state, scripted.priority) == (1, "New", 2)
    assert scripted.changed_at is not None


@module
async def test_a_reply_that_is_too_large_is_asked_for_in_halves(
    backlog: tuple[Place, Ado],
) -> None:
    here, _ = backlog
    async with here.tracker(largest=40_000) as tracker:
        assert len((await tracker.load(PROJECT)).items) == MANY


async def test_there_may_be_no_backlog() -> None:
    with place() as here:
        async with here.tracker() as tracker:
            loaded = await tracker.load(PROJECT)
            assert (loaded.items, here.asked) == ((), ["POST /Backlog/_apis/wit/wiql"])


async def test_no_query_brings_more_ids_than_it_may() -> None:
    """20,000 in the world; here as many fewer."""
    with place(items=ITEMS[:40:4], most_found=5) as here:
        async with here.tracker(page=5) as tracker:
            assert len((await tracker.load(PROJECT)).items) == 10
        async with here.tracker(page=6) as tracker:
            with pytest.raises(WorkItemRefused) as told:
                await tracker.load(PROJECT)
        assert told.value.details["problem"].startswith("VS402337")


# Patience


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_what_passes_is_asked_again_after_1_2_4_8_16_seconds(status: int) -> None:
    with place() as here:
        here.ado.fail(fault(status, times=5, headers={"retry-after": "0"}))
        async with here.tracker() as tracker:
            assert (await tracker.load(PROJECT)).items == ()
        assert here.clock.slept == [1, 2, 4, 8, 16]


async def test_a_creation_waits_as_long_as_it_is_asked_to() -> None:
    with place() as here:
        here.ado.fail(fault(429, path="$Epic", times=2, headers={"retry-after": "7"}))
        async with here.tracker() as tracker:
            assert (await tracker.create(PROJECT, EPIC)).is_new
        assert (here.clock.slept, here.titles) == ([7, 7], ["Rooms"])


@pytest.mark.parametrize("is_done", [True, False])
@pytest.mark.parametrize("status", [502, 503, 504])
async def test_a_creation_of_which_no_reply_came_is_not_sent_again(
    *, status: int, is_done: bool
) -> None:
    """That it is not there just after proves nothing: it may be on its way."""
    with place() as here:
        here.ado.fail(fault(status, path="$Epic", is_done=is_done, times=0))
        async with here.tracker() as tracker:
            with pytest.raises(ServiceUnavailable):
                await tracker.create(PROJECT, EPIC)
        assert (here.clock.slept, len(here.writes)) == ([], 1)
        assert here.titles == ["Rooms"] * is_done


async def test_a_change_of_which_no_reply_came_is_no_stale_plan() -> None:
    with place(items=ITEMS[2:3], types=["User Story"]) as here:
        here.ado.fail(fault(502, method="PATCH", is_done=True))
        async with here.tracker() as tracker:
            stored = await tracker.change(PROJECT, CHANGE)
            assert (stored.is_new, stored.item.revision, stored.item.criteria) == (
                True,
                2,
                ("More", "x"),
            )
            here.ado.fail(fault(502, method="DELETE", is_done=True))
            assert await tracker.remove(PROJECT, WorkItemRemoval(id=3, revision=2))


async def test_who_is_throttled_or_slow_is_read_all_the_same() -> None:
    with place(items=ITEMS[::4], types=["Bug"], throttle=2, retry_after=3, latency=0.01) as here:
        async with here.tracker(page=50) as tracker:
            loaded = await tracker.load(PROJECT)
        assert len(loaded.items) == len(ITEMS[::4])
        assert set(here.clock.slept) == {3}


# What is said


@pytest.mark.parametrize(
    ("status", "error"), [(409, WorkItemChanged), (412, WorkItemChanged), (415, WorkItemRefused)]
)
async def test_refusals_of_a_patch_are_told_by_what_they_mean(
    status: int, error: type[Exception]
) -> None:
    with place(items=ITEMS[2:3], types=["User Story"]) as here:
        here.ado.fail(fault(status, method="PATCH"))
        async with here.tracker() as tracker:
            with pytest.raises(error):
                await tracker.change(PROJECT, CHANGE)
        assert here.ado.items.kept[3].rev == 1


async def test_a_reply_that_is_no_json_is_told() -> None:
    with place() as here:
        here.ado.fail(fault(body="no JSON", times=0))
        async with here.tracker() as tracker:
            with pytest.raises(ReplyUnreadable):
                await tracker.load(PROJECT)


ROW = {"id": 3, "rev": 1, "fields": {}}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("wiql", []),
        ("wiql", {"workItems": [5]}),
        ("batch", {"values": []}),
        ("batch", {"value": [{}]}),
        ("batch", {"value": [{**ROW, "fields": {"System.Tags": 5}}]}),
        ("batch", {"value": [{**ROW, "rev": "1"}]}),
        ("batch", {"value": [{**ROW, "fields": {"System.Parent": "up"}}]}),
    ],
    ids=str,
)
async def test_json_of_another_form_is_told(path: str, body: Any) -> None:
    with place(items=ITEMS[2:3], types=["User Story"]) as here:
        here.ado.fail(fault(body=body, path=path, times=0))
        async with here.tracker() as tracker:
            with pytest.raises(ReplyUnreadable) as told:
                await tracker.load(PROJECT)
        assert told.value.details["problem"] == "reply_strange"


# Writing


async def test_no_tag_is_longer_than_may_be_or_becomes_two() -> None:
    with place() as here:
        async with here.tracker() as tracker:
            draft = EPIC.model_copy(update={"tags": ("a; b,c", "x" * 500, " ", "a  b c")})
            stored = await tracker.create(PROJECT, draft)
            assert sorted(map(len, stored.item.tags)) == [6, 21, 400]
            assert await tracker.find(PROJECT, draft.mark) == [stored.item]

"""A scripted model through the whole desk, on the real server: from a transcript to the tracker and back."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from src.bootstrap import Observing
from src.desks.backlog.forms import ItemDrafts, SegmentBegins
from src.observing.attributes import allowed
from src.observing.spans import Span, Tracer
from src.search.documents.collections import ingest_collection
from tests.desks.backlog.scripts import (
    BEGINS,
    DRAFTS,
    DUPLICATE,
    GAP,
    MEETING,
    STORIES,
    TAGS,
    draft,
    scripted,
    tag,
)
from tests.desks.backlog.services.place import Place, fault
from tests.desks.backlog.talking import ITEMS, PROJECT, Talk, at_the_desk, rooms
from tests.fakes import ScriptedLlm, calls

MADE = ["Reception", "Visitors", STORIES[0]]
"""What the meeting brings that is new, in the order in which it is written."""
PATCHED = "Who booked is told by mail."


def new(here: Place) -> list[str]:
    """Return the titles of the work items that were not there at the start."""
    return here.titles[len(ITEMS) :]


def states(rows: list[dict[str, Any]]) -> list[str]:
    return [row["status"] for row in rows]


async def test_a_meeting_is_written_once_and_taken_back(tmp_path: Path) -> None:
    llm = scripted(BEGINS, DRAFTS, *TAGS)
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            loaded = await talk.say(f"load the backlog of {PROJECT}")
            assert (loaded["outcome"], len(loaded["sources"])) == ("request", 1 + len(ITEMS))
            frame = await talk.say("make the items")
            assert frame["outcome"] == "request"
            assert "Fly to the moon" in frame["response"]  # nobody said it: struck, and listed
            assert "contradicts “Cancel a booking”" in frame["clarification"]["question"]
            tags = {
                one["story_id"]: one["decision_tag"] for one in await talk.rows("tagging.jsonl")
            }
            assert [*tags.values()] == ["new", "gap", "duplicate", "conflict"]

            plan = await talk.say("plan")
            assert "there already" in plan["response"]
            assert "decide first" in plan["response"]
            (digest,) = [one["digest"] for one in plan["plans"]]
            (difference,) = (await talk.made("difference")).values()
            assert difference["after"].splitlines()[len(difference["before"].splitlines()) :] == [
                "From the meeting",
                PATCHED,
            ]
            asked = await talk.say("write it")  # no message is a yes
            assert (asked["outcome"], here.writes) == ("request", [])

            done = await talk.confirm(digest)
            assert (done["outcome"], new(here)) == ("done", MADE)
            listed, _, to_do = done["response"].partition("**Not written yet**")
            assert "3. Item 3: new User Story “Print badges of visitors”" in listed
            assert [line for line in to_do.splitlines() if line] == [
                "- 6. story: Cancel any booking — **conflict**"
            ]
            epic, feature, story = (here.ado.items.kept[n] for n in (5, 6, 7))
            assert [one.parent for one in (epic, feature, story)] == [
                None,
                5,
                6,
            ]
            count = len(here.writes)
            again = await talk.confirm(digest)
            assert (again["outcome"], len(here.writes)) == ("done", count)
            # The same once more as a plan of its own: all of it is there.
            once_more = await talk.confirm(await talk.planned("plan again"))
            assert (once_more["outcome"], len(here.writes)) == ("done", count)
            rows = await talk.rows("ado_write_results.jsonl")
            assert states(rows) == ["written"] * 4 + ["skipped"] * 4

            back = await talk.confirm(await talk.planned("unwrite"))
            assert (back["outcome"], new(here)) == ("done", [])
            assert PATCHED not in str(here.ado.items.kept[4].fields)
            nothing = await talk.say("unwrite")
            assert (nothing["outcome"], nothing.get("plans")) == ("done", None)


async def tagged(talk: Talk) -> None:
    """Have the items made, as far as tags."""
    await talk.begin(MEETING)
    await talk.say(f"load the backlog of {PROJECT}")
    frame = await talk.say("make the items")
    assert frame["outcome"] == "request", frame["response"]


async def test_a_plan_that_is_not_the_last_is_refused(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await tagged(talk)
            digest = await talk.planned()
            await talk.say("leave out item 3")
            stale = await talk.confirm(digest)
            assert (stale["outcome"], here.writes) == ("request", [])
            assert stale.get("plans") is None  # none that would write it all the same is offered
            newer = await talk.planned()
            gone = await talk.confirm(digest)
            assert (gone["outcome"], here.writes) == ("request", [])
            assert (await talk.confirm(newer))["outcome"] == "done"
            assert new(here) == []  # nothing is below the epic and the feature any more
            assert PATCHED in str(here.ado.items.kept[4].fields)


async def test_two_who_confirm_at_once_write_once(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await tagged(talk)
            digest = await talk.planned()
            both = await asyncio.gather(talk.confirm(digest), talk.confirm(digest))
            assert [one["outcome"] for one in both] == ["done", "done"]
            assert (new(here), len(here.writes)) == (MADE, 4)


async def test_a_token_that_is_revoked_half_way_loses_nothing(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await tagged(talk)
            digest = await talk.planned()
            here.ado.fail(fault(401, method="POST", path="/workitems/$", after=1, times=0),
                          fault(401, method="PATCH", times=0))  # fmt: skip
            half = await talk.confirm(digest)
            assert half["outcome"] == "fail"
            assert "does not take the token" in half["response"]
            assert new(here) == MADE[:1]
            here.ado.fail()
            rest = await talk.confirm(await talk.planned())
            assert (rest["outcome"], new(here)) == ("done", MADE)


async def test_an_item_that_somebody_changed_is_planned_anew(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await tagged(talk)
            digest = await talk.planned()
            here.ado.change(4, System__Title="Cancel a booking of your own")
            stale = await talk.confirm(digest)
            assert (stale["outcome"], new(here)) == ("fail", MADE)  # it stops no others
            assert "changed meanwhile" in stale["response"]
            (written,) = (await talk.made("written")).values()
            assert [one["state"] for one in written["operations"]] == ["done"] * 3 + ["failed"]
            assert PATCHED not in str(here.ado.items.kept[4].fields)
            plan = await talk.say("plan")
            assert "Cancel a booking of your own" in plan["response"]
            assert (await talk.confirm(plan["plans"][-1]["digest"]))["outcome"] == "done"
            assert PATCHED in str(here.ado.items.kept[4].fields)


async def test_what_the_tracker_would_refuse_is_left_out_in_its_own_words(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await tagged(talk)
            here.ado.fail(
                fault(412, method="PATCH", path="/workitems/4", times=0),
                fault(400, method="POST", path="/workitems/$Feature", times=0),
            )
            plan = await talk.say("plan")
            assert plan["plans"]
            assert "work item 4 was changed meanwhile" in plan["response"]
            assert "the tracker refused this: " in plan["response"]


async def test_two_items_that_change_one_work_item_are_one_operation(tmp_path: Path) -> None:
    more = tag("extend", "ado/4@rev1", delta=["Whoever booked, anybody can cancel."])
    with rooms() as here:
        async with at_the_desk(
            here, tmp_path, scripted(BEGINS, DRAFTS, GAP, DUPLICATE, more)
        ) as talk:
            await tagged(talk)
            plan = await talk.say("plan")
            (shown,) = plan["plans"]
            assert shown["operations"] == 4
            assert "Item 4, 6: change User Story 4" in plan["response"]
            assert PATCHED in plan["response"]
            assert more.delta[0] in plan["response"]
            frame = await talk.confirm(shown["digest"])
            assert (frame["outcome"], new(here), here.ado.items.kept[4].rev) == ("done", MADE, 2)
            said = str(here.ado.items.kept[4].fields)
            assert (PATCHED in said, more.delta[0] in said) == (True, True)
            rows = await talk.rows("generated_backlog.jsonl")
            written = {one["title"] for one in rows if one["state"] == "written"}
            assert written == {*MADE, STORIES[1], STORIES[3]}
            assert (await talk.say("plan")).get("plans") is None
            assert (await talk.confirm(await talk.planned("unwrite")))["outcome"] == "done"
            assert (new(here), PATCHED in str(here.ado.items.kept[4].fields)) == ([], False)


async def test_what_two_plans_changed_in_one_work_item_is_put_back_at_once(tmp_path: Path) -> None:
    more = tag("extend", "ado/4@rev1", delta=["Whoever booked, anybody can cancel."])
    with rooms() as here:
        chats = [calls(("plan_write", f'{{"items": [{number}]}}')) for number in (4, 6)]
        llm = scripted(BEGINS, DRAFTS, GAP, DUPLICATE, more, chats=chats)
        async with at_the_desk(here, tmp_path, llm) as talk:
            await tagged(talk)
            for number in (4, 6):
                await talk.confirm(await talk.planned(f"what about just {number}?"))
            assert here.ado.items.kept[4].rev == 3
            back = await talk.say("unwrite")
            assert back["plans"][-1]["operations"] == 1
            assert (await talk.confirm(back["plans"][-1]["digest"]))["outcome"] == "done"
            assert "From the meeting" not in str(here.ado.items.kept[4].fields)


async def test_one_that_fails_stops_its_children_and_no_others(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await tagged(talk)
            digest = await talk.planned()
            here.ado.fail(fault(400, method="POST", path="/workitems/$Feature", times=0))
            failed = await talk.confirm(digest)
            assert (failed["outcome"], new(here)) == ("fail", MADE[:1])
            rows = await talk.rows("ado_write_results.jsonl")
            assert states(rows) == ["written", "failed", "stopped", "written"]


async def test_nothing_is_written_where_writing_is_off(tmp_path: Path) -> None:
    with rooms() as here:
        llm = scripted(BEGINS, DRAFTS, *TAGS)
        async with at_the_desk(here, tmp_path, llm, tess_backlog_write="off") as talk:
            await tagged(talk)
            frame = await talk.confirm(await talk.planned())
            assert (frame["outcome"], here.writes) == ("fail", [])
            assert "TESS_BACKLOG_WRITE" in frame["response"]


async def test_what_was_changed_by_somebody_since_is_not_taken_back(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await tagged(talk)
            await talk.confirm(await talk.planned())
            here.ado.change(7, System__Title="Ours now")
            back = await talk.confirm(await talk.planned("unwrite"))
            assert back["outcome"] == "fail"
            assert "Ours now" in new(here)
            assert PATCHED not in str(here.ado.items.kept[4].fields)


async def test_an_undo_says_that_the_world_stays_and_offers_what_takes_it_back(
    tmp_path: Path,
) -> None:
    with rooms() as here:
        llm = scripted(BEGINS, DRAFTS, *TAGS, chats=[calls(("undo", "{}"))])
        async with at_the_desk(here, tmp_path, llm) as talk:
            await tagged(talk)
            await talk.confirm(await talk.planned())
            undone = await talk.say("undo that")
            assert "Nothing outside was undone" in undone["response"]
            assert new(here) == MADE
            assert (await talk.confirm(undone["plans"][-1]["digest"]))["outcome"] == "done"
            assert new(here) == []


BROKEN = "{}"


async def test_a_segment_that_fails_twice_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    begins = BEGINS.model_copy(
        update={"segments": [*BEGINS.segments, BEGINS.segments[0].model_copy(update={"line": 13})]}
    )
    late = ItemDrafts(items=[draft("S", "Print badges", "see which visitors come today")])
    llm = scripted(begins, BROKEN, BROKEN, late)
    with rooms(items=[]) as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING * 4)
            frame = await talk.say("make the items")
            assert len(await talk.made("segment")) == 2
            assert "write segment 1 again" in frame["response"]
            (error,) = [one for one in await talk.rows("errors.jsonl") if "code" in one]
            assert (error["id"], error["code"]) == ("segment-1", "unprocessed")
            assert [one["title"] for one in (await talk.made("item")).values()] == ["Print badges"]


async def test_a_transcript_that_can_not_be_cut_stores_nothing(tmp_path: Path) -> None:
    with rooms(items=[]) as here:
        async with at_the_desk(here, tmp_path, scripted(BROKEN, BROKEN)) as talk:
            await talk.begin(MEETING)
            frame = await talk.say("make the items")
            assert frame["outcome"] == "request"
            assert "could not be cut" in frame["response"]
            assert await talk.made("segment") == {}


async def test_a_run_pauses_where_its_tokens_are_spent(tmp_path: Path) -> None:
    begins = SegmentBegins(
        segments=[BEGINS.segments[0].model_copy(update={"line": n}) for n in (1, 13)]
    )
    again = ItemDrafts(items=[draft("S", "Badges once more", "see which visitors come today")])
    first = ItemDrafts(items=[draft("S", "Print badges", "see which visitors come today")])
    llm = scripted(begins, first, again)
    llm.costs = 1_000
    with rooms(items=[]) as here:
        async with at_the_desk(here, tmp_path, llm, tess_backlog_tokens=2_000) as talk:
            await talk.begin(MEETING * 4)
            paused = await talk.say("make the items")
            assert paused["outcome"] == "request"
            assert "the limit of a run" in paused["response"]
            status = (await talk.server.get(f"/backlog/status/{talk.dossier_id}")).json()
            assert (status["phase"], status["completed_segments"]) == ("paused", 1)
            await talk.say("go on")
            assert len(await talk.made("item")) == 2


async def test_a_run_that_takes_long_goes_on_in_the_next_turn(tmp_path: Path) -> None:
    begins = SegmentBegins(
        segments=[BEGINS.segments[0].model_copy(update={"line": n}) for n in (1, 13)]
    )
    items = [
        ItemDrafts(items=[draft("S", f"Badges {n}", "see which visitors come today")]) for n in "ab"
    ]
    with rooms(items=[]) as here:
        async with at_the_desk(here, tmp_path, scripted(begins, *items), soft_seconds=0) as talk:
            await talk.begin(MEETING * 4)
            phases: list[str] = []
            while phases[-1:] != ["tagging"] and len(phases) < 5:
                told = (await talk.post(f"/backlog/run/{talk.dossier_id}", {})).json()
                assert told["outcome"] == "continue"
                phases.append(told["phase"])
            # A turn is one step; how many segments fit into one is a matter of the machine.
            assert phases[:2] == ["uploaded", "segmentation"]
            assert phases[-1] == "tagging"
            assert (await talk.say("go on"))["outcome"] in ("continue", "request")
            assert [one["title"] for one in (await talk.made("item")).values()] == [
                "Badges a",
                "Badges b",
            ]


@pytest.mark.parametrize("answer", [401, 203])
async def test_a_tracker_that_refuses_the_token_is_told(tmp_path: Path, answer: int) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted()) as talk:
            here.ado.fail(fault(answer, times=0))
            frame = await talk.say(f"load the backlog of {PROJECT}")
            assert "does not take the token" in frame["response"]


class Waiting(ScriptedLlm):
    """A model that begins, and never ends."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()

    async def chat_structured(self, *_: object, **__: object) -> NoReturn:
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_run_that_is_cancelled_stores_nothing_of_its_turn(tmp_path: Path) -> None:
    llm = Waiting()
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            version = (await talk.dossier())["version"]
            running = asyncio.create_task(talk.say("make the items", message_id="m-1"))
            await llm.begun.wait()
            stopped = await talk.post("/turns/m-1/cancel", {})
            assert stopped.json() == {"cancelled": True}
            assert (await running)["code"] == "cancelled"
            assert (await talk.dossier())["version"] == version


async def test_spans_bear_the_names_of_the_seed_and_no_words(tmp_path: Path) -> None:
    trees: list[Span] = []
    observing = Observing(Tracer(trees.append))
    llm = scripted(BEGINS, DRAFTS, *TAGS)
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, observing=observing) as talk:
            await tagged(talk)

    def flat(span: Span) -> Iterator[Span]:
        yield span
        for inner in span.inner:
            yield from flat(inner)

    spans = [one for tree in trees for one in flat(tree)]
    counted = Counter(one.name for one in spans)
    names = {"segmentation": 1, "retrieval": 1, "generation_agent": 1}
    stories = {"tagging_retrieval": 4, "tagging_agent": 4}
    assert counted | {**names, **stories} == counted
    for one in spans:
        if one.name in {**names, **stories}:
            assert one.attributes
            assert allowed(one.attributes) == one.attributes  # which holds no words but known ones


RULE = "All booking pages must keep no names of visitors for longer than a week."


async def test_constraints_are_retrieved_and_violated_only_with_a_quote(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "privacy.md").write_text(
        f"# Privacy of visitors\n\nWho prints badges for visitors minds this. {RULE}\n\n"
        "# Colours\n\nButtons are blue, and headings are green.\n"
    )
    ingest_collection((folder,), tmp_path / "library", "rules", lambda *_: None)
    ids: list[str] = []

    class Reading(ScriptedLlm):
        async def chat_structured(self, messages: Any, response_format: Any, **options: Any) -> Any:
            if response_format is ItemDrafts:
                task = json.loads(messages[-1].content)
                ids.extend(one["id"] for one in task["constraints"])
                uses = [
                    {"id": ids[0], "quote": RULE, "violated": True},
                    {"id": ids[0], "quote": "Nobody may print anything.", "violated": True},
                ]
                story = draft("S", STORIES[0], "see which visitors come today", constraints=uses)
                self._forms.insert(0, ItemDrafts(items=[story]))
            return await super().chat_structured(messages, response_format, **options)

    llm = Reading(forms=[BEGINS])
    with rooms(items=[]) as here:
        async with at_the_desk(here, tmp_path, llm, tess_backlog_constraints="rules") as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            (item,) = (await talk.made("item")).values()
            assert [(one["quote"], one["violated"]) for one in item["constraints"]] == [
                (RULE, True)
            ]
            (row, *_) = await talk.rows("arch_vectors.jsonl")
            assert row["id"] == ids[0]

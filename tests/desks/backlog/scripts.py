"""A meeting of ours, and what a model says of it that goes by a script."""

from collections.abc import Sequence

from pydantic import BaseModel

from src.desks.backlog.forms import (
    CriterionDraft,
    ItemDraft,
    ItemDrafts,
    SegmentBegin,
    SegmentBegins,
)
from src.desks.backlog.forms_tags import TagDecision
from src.llm.protocol import ChatReply
from tests.fakes import ScriptedLlm

LINES = (
    "Anna: Good morning everybody, did you all have a nice weekend?",
    "Ben: As a receptionist I want to see which visitors come today, so that I can print their badges.",
    "Anna: Right. And whoever cancels a booking should be told by mail that it is cancelled.",
    "Carl: As a colleague I want to see which rooms are free, so that I can pick one.",
    "Ben: And everybody should be able to cancel any booking, not only who booked.",
    "Anna: Let us stop here, thank you all.",
)
MEETING = "\n".join(LINES) + "\n"

STORIES = [
    "Print badges of visitors",
    "Mail about a cancelled booking",
    "See free rooms",
    "Cancel any booking",
]


def draft(key: str, title: str, quote: str, **more: object) -> ItemDraft:
    """Return an item of a reply; a story with three criteria unless something else is said."""
    given: dict[str, object] = {
        "type": "story",
        "parent": "",
        "description": f"{title}.",
        "persona": "",
        "need": "",
        "benefit": "",
        "criteria": [CriterionDraft(text=f"{title}: case {n}.", delta=False) for n in "ABC"],
        "quotes": [quote],
        "constraints": [],
        **more,
    }
    return ItemDraft.model_validate({"key": key, "title": title, **given})


BEGINS = SegmentBegins(
    segments=[
        SegmentBegin(line=1, intents=["visitors", "bookings"], dominant_intent="visitors"),
    ]
)
DRAFTS = ItemDrafts(
    items=[
        draft("E1", "Reception", "see which visitors come today", type="epic", criteria=[]),
        draft(
            "F1",
            "Visitors",
            "see which visitors come today",
            type="feature",
            parent="E1",
            criteria=[],
        ),
        draft(
            "S1",
            STORIES[0],
            "see which visitors come today, so that I can print their badges",
            parent="F1",
        ),
        draft("S2", STORIES[1], "told by mail that it is cancelled"),
        draft("S3", STORIES[2], "see which rooms are free, so that I can pick one"),
        draft("S4", STORIES[3], "be able to cancel any booking, not only who booked"),
        draft("S5", "Fly to the moon", "we want to fly to the moon tomorrow"),
    ]
)


def tag(name: str, related: str = "", **more: object) -> TagDecision:
    """Return what a judge says of a story."""
    given = {"delta": [], "reason": "It says so.", "story_quote": "", "item_quote": "", **more}
    return TagDecision.model_validate({"tag": name, "related_id": related, **given})


NEW = tag("new")
GAP = tag("gap", "ado/4@rev1", delta=["Who booked is told by mail."])
DUPLICATE = tag("duplicate", "ado/3@rev1")
CONFLICT = tag(
    "conflict",
    "ado/4@rev1",
    story_quote="Cancel any booking",
    item_quote="Only who booked can cancel.",
)
TAGS = (GAP, DUPLICATE, CONFLICT)
"""Of the stories that a work item is near to; of the first there is none, and no judge is asked."""


def scripted(*forms: BaseModel | str | Exception, chats: Sequence[ChatReply] = ()) -> ScriptedLlm:
    """Return a model that decides by these chats, and fills in these forms."""
    return ScriptedLlm(*chats, forms=[*forms])


def whole_run(tags: Sequence[TagDecision] = TAGS, chats: Sequence[ChatReply] = ()) -> ScriptedLlm:
    """Return a model that makes the items of the meeting, and decides by these chats."""
    return scripted(BEGINS, DRAFTS, *tags, chats=chats)

"""What clients show of the desk before it is asked anything, and what they call what it makes."""

import src.desks.backlog.artifacts as artifacts
from src.desks.backlog.artifacts import (
    BACKLOG,
    CANDIDATES,
    DIFFERENCE,
    ITEM,
    JUDGEMENT,
    OVERVIEW,
    RUN,
    SEGMENT,
    TAG,
)
from src.desks.desk import desk_words
from src.desks.kinds import ArtifactKind, Column
from src.desks.offers import ArtifactReply, PerLanguage
from src.texts import beside

TITLE: PerLanguage = {"nl": "Backlog", "en": "Backlog"}

WORDS = desk_words(beside(__file__, "client"))

ARTIFACTS = (
    ArtifactKind(
        SEGMENT,
        artifacts.SegmentPlace,
        {"nl": "Segment", "en": "Segment"},
        "text",
        (
            Column("order", {"nl": "Nummer", "en": "Number"}),
            Column("lines", {"nl": "Eerste en laatste regel", "en": "First and last line"}),
            Column("dominant_intent", {"nl": "Waarover", "en": "About"}),
            Column("intents", {"nl": "Onderwerpen", "en": "Subjects"}),
            Column("is_cohesive", {"nl": "Samenhang", "en": "Cohesion"}),
        ),
        side="left",
    ),
    ArtifactKind(
        OVERVIEW,
        artifacts.Overview,
        {"nl": "Items", "en": "Items"},
        "quote-in-source",
        (
            Column("number", {"nl": "Nummer", "en": "Number"}),
            Column("type", {"nl": "Soort", "en": "Type"}),
            Column("title", {"nl": "Titel", "en": "Title"}),
            Column("tag", {"nl": "Tag", "en": "Tag"}),
            Column("state", {"nl": "Stand", "en": "State"}),
            Column("quote", {"nl": "Gezegd", "en": "Said"}),
        ),
        "items",
        side="right",
    ),
    ArtifactKind(
        CANDIDATES,
        artifacts.NeedCandidates,
        {"nl": "Kandidaten", "en": "Candidates"},
        "quote-in-source",
        (
            Column("number", {"nl": "Nummer", "en": "Number"}),
            Column("why", {"nl": "Waarom", "en": "Why"}),
            Column("state", {"nl": "Stand", "en": "State"}),
            Column("quote", {"nl": "Gezegd", "en": "Said"}),
        ),
        "candidates",
        side="right",
        reply=ArtifactReply(
            {"nl": "maak een item van {number}", "en": "make an item of {number}"},
            {"nl": "Maak een item van {number}", "en": "Make an item of {number}"},
        ),
    ),
    ArtifactKind(
        ITEM,
        artifacts.BacklogItem,
        {"nl": "Item", "en": "Item"},
        "form",
        (
            Column("type", {"nl": "Soort", "en": "Type"}),
            Column("title", {"nl": "Titel", "en": "Title"}),
            Column("description", {"nl": "Omschrijving", "en": "Description"}),
            Column("criteria", {"nl": "Criteria", "en": "Criteria"}),
            Column("parent", {"nl": "Onder", "en": "Below"}),
            Column("constraints", {"nl": "Randvoorwaarden", "en": "Constraints"}),
            Column("state", {"nl": "Stand", "en": "State"}),
        ),
    ),
    ArtifactKind(
        TAG,
        artifacts.StoryTag,
        {"nl": "Tag", "en": "Tag"},
        "table",
        (
            Column("item_id", {"nl": "Item", "en": "Item"}),
            Column("tag", {"nl": "Tag", "en": "Tag"}),
            Column("related_id", {"nl": "Werkitem", "en": "Work item"}),
            Column("delta", {"nl": "Wat het toevoegt", "en": "What it adds"}),
            Column("reason", {"nl": "Waarom", "en": "Why"}),
            Column("quotes", {"nl": "Woorden", "en": "Words"}),
            Column("failed", {"nl": "Mislukt", "en": "Failed"}),
        ),
    ),
    ArtifactKind(
        DIFFERENCE,
        artifacts.Difference,
        {"nl": "Verschil", "en": "Difference"},
        "difference",
        (
            Column("work_item", {"nl": "Werkitem", "en": "Work item"}),
            Column("title", {"nl": "Titel", "en": "Title"}),
        ),
    ),
    ArtifactKind(
        JUDGEMENT,
        artifacts.ItemJudgement,
        {"nl": "Oordeel", "en": "Judgement"},
        "table",
        (
            Column("name", {"nl": "Wat", "en": "What"}),
            Column("score", {"nl": "1 tot 5", "en": "1 to 5"}),
            Column("reason", {"nl": "Waarom", "en": "Why"}),
        ),
        "scores",
    ),
    ArtifactKind(
        BACKLOG,
        artifacts.BacklogPage,
        {"nl": "Gelezen backlog", "en": "Backlog as read"},
        "table",
        (
            Column("number", {"nl": "Nummer", "en": "Number"}),
            Column("type", {"nl": "Soort", "en": "Type"}),
            Column("title", {"nl": "Titel", "en": "Title"}),
            Column("state", {"nl": "Stand", "en": "State"}),
            Column("gone", {"nl": "Weg", "en": "Gone"}),
        ),
        "items",
    ),
    ArtifactKind(
        RUN,
        artifacts.RunState,
        {"nl": "Geschrapt", "en": "Struck"},
        "table",
        (
            Column("title", {"nl": "Titel", "en": "Title"}),
            Column("fault", {"nl": "Waarom", "en": "Why"}),
            Column("quotes", {"nl": "Woorden", "en": "Words"}),
        ),
        "struck",
    ),
)

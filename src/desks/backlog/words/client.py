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
from src.desks.desk import DeskWords
from src.desks.kinds import ArtifactKind, Column
from src.desks.offers import ArtifactReply, PerLanguage, SlashCommand

TITLE: PerLanguage = {"nl": "Backlog", "en": "Backlog"}

WORDS = DeskWords(
    about={
        "nl": "Maakt van het verslag van een overleg items voor de backlog, en schrijft ze na uw ja naar de tracker.",
        "en": "Makes backlog items of the transcript of a meeting, and writes them to the tracker once you said yes.",
    },
    opening={
        "nl": "Voeg het verslag van een overleg toe als document, lees de backlog in met “laad de backlog van PROJECT”, en zeg: "
        "maak de items. Niets wordt geschreven voordat u het plan hebt gezien en bevestigd.",
        "en": "Add the transcript of a meeting as a document, read the backlog with “load the backlog of PROJECT”, and say: "
        "make the items. Nothing is written before you have seen the plan and confirmed it.",
    },
    examples={
        "nl": ("laad de backlog van Webwinkel", "maak de items", "toon item 1", "maak een plan"),
        "en": ("load the backlog of Webshop", "make the items", "show item 1", "plan"),
    },
    progress={
        "load_backlog": {"nl": "leest de backlog", "en": "reading the backlog"},
        "take_transcript": {"nl": "neemt het verslag op", "en": "taking the transcript in"},
        "await_transcript": {"nl": "wacht op het verslag", "en": "waiting for the transcript"},
        "make_items": {
            "nl": "schrijft items en zoekt hun woorden op in het overleg",
            "en": "writing items and looking their words up in the meeting",
        },
        "tag_items": {
            "nl": "houdt stories tegen de backlog",
            "en": "holding stories against the backlog",
        },
        "judge_items": {"nl": "beoordeelt items", "en": "judging items"},
        "edit_items": {"nl": "wijzigt items", "en": "editing items"},
        "read_items": {"nl": "leest items", "en": "reading items"},
        "export_items": {
            "nl": "zet items op een rij om mee te nemen",
            "en": "listing items to take along",
        },
        "show_items": {"nl": "toont items", "en": "showing items"},
        "plan_write": {
            "nl": "maakt een plan en laat de tracker het nakijken",
            "en": "making a plan and having the tracker look at it",
        },
        "explain_confirmation": {
            "nl": "zegt hoe het plan wordt bevestigd",
            "en": "saying how the plan is confirmed",
        },
        "unwrite": {
            "nl": "maakt een plan om terug te nemen",
            "en": "planning what is taken back",
        },
    },
    stages={
        "load": {"nl": "backlog lezen", "en": "reading the backlog"},
        "segment": {"nl": "segmenten", "en": "segments"},
        "write": {"nl": "items", "en": "items"},
        "tag": {"nl": "tags", "en": "tags"},
        "judge": {"nl": "oordeel", "en": "judgement"},
        "plan": {"nl": "plan", "en": "plan"},
    },
    commands=(
        SlashCommand(
            "items",
            {"nl": "toon de items", "en": "show the items"},
            {"nl": "toont de items in een lijst", "en": "shows the items in a list"},
        ),
        SlashCommand(
            "item",
            {"nl": "toon item {}", "en": "show item {}"},
            {"nl": "toont een item, bij nummer", "en": "shows an item, by number"},
        ),
        SlashCommand(
            "segments",
            {"nl": "toon de segmenten", "en": "show the segments"},
            {"nl": "toont de segmenten", "en": "shows the segments"},
            shows=SEGMENT,
        ),
        SlashCommand(
            "plan",
            {"nl": "maak een plan", "en": "plan"},
            {
                "nl": "maakt het plan van wat wordt geschreven",
                "en": "makes the plan of what is written",
            },
        ),
        SlashCommand(
            "write",
            {"nl": "schrijf het", "en": "write it"},
            {"nl": "zegt hoe het plan wordt bevestigd", "en": "says how the plan is confirmed"},
        ),
        SlashCommand(
            "unwrite",
            {"nl": "neem alles terug", "en": "unwrite"},
            {
                "nl": "maakt een plan dat terugneemt wat is geschreven",
                "en": "makes a plan that takes back what was written",
            },
        ),
    ),
    tagline={"nl": "van overleg naar backlog", "en": "from a meeting to a backlog"},
    document={"nl": "verslag", "en": "transcript"},
    outcomes={
        "done": {"nl": "klaar", "en": "done"},
        "request": {"nl": "wacht op u", "en": "waits for you"},
        "continue": {"nl": "nog niet klaar", "en": "not finished"},
        "fail": {"nl": "niet gelukt", "en": "did not work"},
    },
    belongs=("backlog", "user story", "user stories"),
)

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

"""What clients say of the desk, in both languages, and how its artifacts are drawn."""

import src.desks.tsg.artifacts as artifacts
from src.desks.desk import DeskWords
from src.desks.kinds import ArtifactKind, Column
from src.desks.offers import ArtifactReply, PerLanguage, SlashCommand
from src.desks.tsg.rebasing import rebased_notes
from src.dossier.rebasing import last_writer, numbered

TITLE: PerLanguage = {"nl": "Storingsgidsen", "en": "Troubleshooting guides"}

WORDS = DeskWords(
    about={
        "nl": "Maakt van ruwe notities een gids in negen delen, waarvan elke regel ergens staat.",
        "en": "Makes a guide in nine sections of raw notes, every line of which stands somewhere.",
    },
    opening={
        "nl": "Plak de ruwe notities van een storing. TESS weigert wat persoonsgegevens bevat, zoekt erbij wat ontbreekt, "
        "en schrijft als u zegt: schrijf de gids.",
        "en": "Paste the raw notes of an incident. TESS refuses what holds personal data, looks for what is missing, and "
        "writes once you say: write it.",
    },
    examples={
        "nl": (
            "Beurten eindigen met de fout storage_failed sinds de schijf vol is.\nHerstel: maak ruimte, herstart is niet nodig.",
        ),
        "en": (
            "Turns end with the error storage_failed since the disk is full.\nFix: make room, no restart is needed.",
        ),
    },
    approve={"nl": "Schrijf de gids", "en": "Write it"},
    progress={
        "take_notes": {
            "nl": "kijkt de notities na op persoonsgegevens",
            "en": "checking the notes for personal data",
        },
        "research": {"nl": "zoekt wat de notities missen", "en": "looking for what the notes lack"},
        "write_guide": {
            "nl": "schrijft de gids en houdt elke regel tegen zijn bron",
            "en": "writing the guide and holding every line to its source",
        },
        "review_guide": {"nl": "kijkt de gids na", "en": "reviewing the guide"},
        "edit_guide": {"nl": "bewerkt de gids", "en": "editing the guide"},
        "answer_questions": {"nl": "vult antwoorden in", "en": "filling in answers"},
        "dismiss": {"nl": "onthoudt wat u niet wilt", "en": "noting what you do not want"},
    },
    stages={
        "notes": {"nl": "controle op persoonsgegevens", "en": "check for personal data"},
        "research": {"nl": "onderzoek", "en": "research"},
        "write": {"nl": "schrijven", "en": "writing"},
        "review": {"nl": "nakijken", "en": "review"},
    },
    commands=(
        SlashCommand(
            "notes",
            {"nl": "{}", "en": "{}"},
            {"nl": "stuurt de notities in een bestand", "en": "sends the notes in a file"},
            takes="file",
        ),
        SlashCommand(
            "questions",
            {"nl": "toon de vragen", "en": "show the questions"},
            {
                "nl": "toont de open vragen van de gids",
                "en": "shows the open questions of the guide",
            },
            shows=artifacts.PLACEHOLDER,
        ),
        SlashCommand(
            "guide",
            {"nl": "toon de gids", "en": "show the guide"},
            {"nl": "toont de gids", "en": "shows the guide"},
            shows=artifacts.GUIDE,
        ),
        SlashCommand(
            "write",
            {"nl": "schrijf de gids", "en": "write it"},
            {"nl": "schrijft de gids uit wat er is", "en": "writes the guide from what there is"},
        ),
        SlashCommand(
            "dismiss",
            {"nl": "negeer {}", "en": "dismiss {}"},
            {
                "nl": "wijst suggesties af, bij nummer",
                "en": "dismisses suggestions, by number",
            },
        ),
    ),
    tagline={"nl": "van notities naar een storingsgids", "en": "from notes to a guide"},
    document={"nl": "notities", "en": "notes"},
    belongs=("troubleshooting guide", "tsg", "storingsgids"),
)

ARTIFACTS = (
    ArtifactKind(
        artifacts.NOTES,
        artifacts.GuideNotes,
        {"nl": "Notities", "en": "Notes"},
        "text",
        (Column("text", {"nl": "Tekst", "en": "Text"}),),
        side="left",
        rebase=rebased_notes,
    ),
    ArtifactKind(
        artifacts.GUIDE,
        artifacts.Guide,
        {"nl": "Gids", "en": "Guide"},
        "text",
        (Column("markdown", {"nl": "Gids", "en": "Guide"}),),
        side="right",
        file=".md",
    ),
    ArtifactKind(
        artifacts.PLACEHOLDER,
        artifacts.Placeholder,
        {"nl": "Vraag", "en": "Question"},
        "form",
        (
            Column("question", {"nl": "Vraag", "en": "Question"}),
            Column("hint", {"nl": "Wat ontbreekt", "en": "What is missing"}),
            Column("answer", {"nl": "Antwoord", "en": "Answer"}),
        ),
        side="right",
        reply=ArtifactReply(
            {"nl": "{number}: {}", "en": "{number}: {}"},
            {"nl": "Stuur de antwoorden", "en": "Send the answers"},
            "answer",
        ),
    ),
    ArtifactKind(
        artifacts.REVIEW,
        artifacts.Review,
        {"nl": "Nakijken", "en": "Review"},
        "table",
        (
            Column("section", {"nl": "Deel", "en": "Section"}),
            Column("text", {"nl": "Suggestie", "en": "Suggestion"}),
        ),
        "suggestions",
        side="right",
        reply=ArtifactReply(
            {"nl": "negeer {number}", "en": "dismiss {number}"},
            {"nl": "Wijs {number} af", "en": "Dismiss {number}"},
        ),
    ),
    ArtifactKind(
        artifacts.RESEARCH,
        artifacts.Research,
        {"nl": "Onderzoek", "en": "Research"},
        "quote-in-source",
        (
            Column("claim", {"nl": "Bevinding", "en": "Finding"}),
            Column("quote", {"nl": "Citaat", "en": "Quote"}),
            Column("page", {"nl": "Bron", "en": "Page"}),
        ),
        "findings",
    ),
    ArtifactKind(
        artifacts.CLEARANCE,
        artifacts.Clearance,
        {"nl": "Controle op persoonsgegevens", "en": "Check for personal data"},
        "form",
        (
            Column("counts", {"nl": "Merktekens", "en": "Marks"}),
            Column("service", {"nl": "Ook gekeken", "en": "Looked besides"}),
        ),
        rebase=last_writer,  # of the newest text that passed
    ),
    ArtifactKind(
        artifacts.DISMISSAL,
        artifacts.Dismissal,
        {"nl": "Afgewezen suggestie", "en": "Dismissed suggestion"},
        "form",
        (Column("text", {"nl": "Suggestie", "en": "Suggestion"}),),
        rebase=numbered,
    ),
    ArtifactKind(
        artifacts.AT_ONCE,
        artifacts.AtOnce,
        {"nl": "Alles in één beurt", "en": "All in one turn"},
    ),
    ArtifactKind(
        artifacts.OUTBOUND,
        artifacts.Outbound,
        {"nl": "Naar buiten gestuurd", "en": "Sent outside"},
        "table",
        (
            Column("service", {"nl": "Aan wie", "en": "To whom"}),
            Column("tool", {"nl": "Wat", "en": "What"}),
            Column("length", {"nl": "Bytes", "en": "Bytes"}),
            Column("sha256", {"nl": "SHA-256", "en": "SHA-256"}),
        ),
        rebase=numbered,
    ),
)

"""What clients say of the desk, in both languages, and how its artifacts are drawn."""

import src.desks.tsg.artifacts as artifacts
from src.desks.desk import desk_words
from src.desks.kinds import ArtifactKind, Column
from src.desks.offers import ArtifactReply, PerLanguage
from src.desks.tsg.clearing import meets_clear
from src.desks.tsg.kept import sha256_of
from src.dossier.rebasing import PARAGRAPH, Data, EditsOverlap, last_writer, numbered, three_way
from src.texts import beside

_BEGINNING = "\n"


def rebased_notes(base: Data | None, theirs: Data, mine: Data) -> Data:
    """Return the notes with what both added; raises ``EditsOverlap`` where the gate would not let that pass."""
    known = base or {**mine, "text": "", "pictures": []}
    begun = _begun(known)
    found = three_way(begun, _begun(theirs), _begun(mine))
    text = str(found["text"]).removeprefix(_BEGINNING).removeprefix(PARAGRAPH)
    added = text.removeprefix(theirs["text"])
    if added != text and not meets_clear(theirs["text"], added):
        raise EditsOverlap("text")
    return {**found, "text": text, "sha256": sha256_of(text)}


def _begun(notes: Data) -> Data:
    """Return notes whose text is never empty, so that the first of them are added as all others are."""
    text = PARAGRAPH + notes["text"] if notes["text"] else ""
    return {**notes, "text": _BEGINNING + text, "sha256": ""}


TITLE: PerLanguage = {"nl": "Storingsgidsen", "en": "Troubleshooting guides"}

WORDS = desk_words(beside(__file__, "client"))

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

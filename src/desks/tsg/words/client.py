"""What clients say of the desk, in both languages, and how its artifacts are drawn."""

import src.desks.tsg.artifacts as artifacts
from src.desks.desk import desk_words
from src.desks.kinds import PerLanguage, kinds_of
from src.desks.tsg.clearing import meets_clear
from src.desks.tsg.kept import sha256_of
from src.dossier.claims import Calculation
from src.dossier.rebasing import PARAGRAPH, Data, EditsOverlap, last_writer, numbered, three_way
from src.texts import beside
from src.tools.calculate import CALCULATION

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

ARTIFACTS = kinds_of(
    beside(__file__, "artifacts"),
    {
        artifacts.NOTES: artifacts.GuideNotes,
        artifacts.GUIDE: artifacts.Guide,
        artifacts.PLACEHOLDER: artifacts.Placeholder,
        artifacts.REVIEW: artifacts.Review,
        artifacts.RESEARCH: artifacts.Research,
        artifacts.CLEARANCE: artifacts.Clearance,
        artifacts.DISMISSAL: artifacts.Dismissal,
        artifacts.AT_ONCE: artifacts.AtOnce,
        artifacts.OUTBOUND: artifacts.Outbound,
        CALCULATION: Calculation,
    },
    {
        artifacts.NOTES: rebased_notes,
        artifacts.CLEARANCE: last_writer,  # of the newest text that passed
        artifacts.DISMISSAL: numbered,
        artifacts.OUTBOUND: numbered,
    },
)

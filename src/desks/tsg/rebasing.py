"""What the notes become where two turns at once added to them. Pure."""

from src.desks.tsg.clearing import meets_clear
from src.desks.tsg.kept import sha256_of
from src.dossier.rebasing import PARAGRAPH, Data, EditsOverlap, three_way

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

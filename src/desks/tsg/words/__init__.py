"""What is said of and by the desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.tools.edits import EditOp
from src.wording import desk_texts


@dataclass(frozen=True)
class TsgTexts:
    """Texts of one language; names in braces are filled in."""

    notes_taken: str
    notes_added: str
    names_unseen: str
    pictures_unread: str
    topic: str
    note_urls: str
    findings: str
    gaps: str
    nothing: str
    nowhere: str
    failed: str
    reasons: Mapping[str, str]
    written: str
    repaired: str
    left_out: str
    lost: Mapping[str, str]
    """By why a line is not in the guide."""
    questions: str
    no_questions: str
    reviewed: str
    clean: str
    accuracy: str
    completeness: str
    suggestions: str
    corrected: str
    dismissed: str
    edits: Mapping[EditOp, str]
    title: str
    line: str
    stands: str
    half: str
    new_command: str
    standing: Mapping[str, str]
    """By how far the dossier is; of a guide: {lines}, {questions}."""
    asks: str
    which_words: str
    which_place: str
    which_question: str


WORDINGS, _TEXTS = desk_texts(__file__)
TEXTS = {language: TsgTexts(**texts) for language, texts in _TEXTS.items()}

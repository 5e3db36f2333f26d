"""What is said of and by the desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from src.dossier.models import Language
from src.tools.edits import EditOp
from src.wording import WORDINGS as ANY_DESK
from src.wording import Wording


@dataclass(frozen=True)
class TsgTexts:
    """Texts of one language; names in braces are filled in."""

    notes_taken: str
    """{words}."""
    notes_added: str
    """{words}."""
    names_unseen: str
    pictures_unread: str
    """{count}."""
    topic: str
    note_urls: str
    findings: str
    gaps: str
    nothing: str
    nowhere: str
    failed: str
    """{asked}, {service}, {reason}."""
    reasons: Mapping[str, str]
    written: str
    """{lines}, {questions}."""
    repaired: str
    """{failed}."""
    questions: str
    """{count}."""
    no_questions: str
    reviewed: str
    clean: str
    accuracy: str
    completeness: str
    suggestions: str
    corrected: str
    """{count}."""
    answered: str
    """{count}."""
    dismissed: str
    """{text}."""
    edits: Mapping[EditOp, str]
    """{section}, {before}, {after}."""
    title: str
    stands: str
    """{lines}, {questions}."""
    unwritten: str
    """{problem}."""
    standing: Mapping[str, str]
    """By how far the dossier is; of a guide: {lines}, {questions}."""
    asks: str
    is_it_notes: str
    next: str
    undo: str
    show: str
    note: str
    which_words: str
    which_place: str
    which_lines: str


DUTCH = TsgTexts(
    notes_taken="Notities aangenomen ({words} woorden); de controle op persoonsgegevens vond niets dat erin staat.",
    notes_added="Bij de notities gezet ({words} woorden nu); de controle op persoonsgegevens vond niets.",
    names_unseen="Namen zonder aanduiding ervoor worden niet gevonden: kijk zelf of er een in staat.",
    pictures_unread="{count} afbeelding(en): niemand heeft gelezen wat erin staat. Wat u erbij schreef telt.",
    topic="Onderwerp",
    note_urls="Adressen uit de notities",
    findings="Bronnen en bevindingen",
    gaps="Wat ontbreekt",
    nothing="Niets gevonden dat hierover gaat.",
    nowhere="Er is nergens gezocht: het opzoeken staat uit of was niet mogelijk.",
    failed="{service}: {asked} ({reason})",
    reasons={
        "unreachable": "niet te bereiken",
        "slow": "geen antwoord op tijd",
        "busy": "te druk",
        "unreadable": "het antwoord is niet te lezen",
        "refused": "geweigerd",
        "gone": "bestaat niet (meer)",
        "not_offered": "daar is daar geen gereedschap voor",
        "not_asked": "dit adres wordt niet gevraagd",
        "personal_data": "niet verstuurd: er staan persoonsgegevens in",
    },
    written="De gids: {lines} regels, elk met een plaats waar het staat; {questions} open vragen.",
    repaired="{failed} regels van het ontwerp stonden nergens; daarvoor staan vragen, of zij zijn weggelaten.",
    questions="Vragen aan u ({count}). Antwoord per nummer, zoals: 1: ...",
    no_questions="Er staan geen vragen open.",
    reviewed="Nagekeken",
    clean="Geen opmerkingen.",
    accuracy="Nauwkeurigheid",
    completeness="Volledigheid",
    suggestions="Suggesties (zeg: negeer 1)",
    corrected="{count} regels verbeterd of weggelaten; wat er staat, staat op citaten als alle andere.",
    answered="{count} antwoord(en) bewaard.",
    dismissed="Afgewezen: {text}",
    edits={
        "add": "Toegevoegd bij {section}: {after}",
        "change": "Gewijzigd: {before} → {after}",
        "move": "Verplaatst naar {section}: {before}",
        "merge": "Samengevoegd: {before} → {after}",
        "split": "Gesplitst: {before} → {after}",
        "remove": "Weggehaald: {before}",
        "restore": "Teruggezet bij {section}: {after}",
    },
    title="titel",
    stands="De gids heeft {lines} regels en {questions} open vragen. Zeg: toon de gids, of: maak dat ongedaan.",
    unwritten="De gids is niet opnieuw geschreven: {problem}",
    standing={
        "nothing": "Er zijn nog geen notities. Plak ze, of voeg ze toe als document, met de afbeeldingen die erbij horen, "
        "en zeg: ga door.",
        "notes": "De notities zijn er; er is nog niet gezocht. Zeg: ga door.",
        "research": "Notities en onderzoek zijn er. Zeg: schrijf de gids.",
        "guide": "De gids heeft {lines} regels en {questions} open vragen.",
    },
    asks="Ik maak gidsen van notities en voer zelf niets uit. Wat bedoelt u? Zeg welke regel weg, anders of ergens anders "
    "moet, antwoord op een vraag per nummer, of zeg: toon de gids, zoek verder, of: notitie, met wat erbij hoort.",
    is_it_notes="Ik nam dit als notities. Klopt dat?",
    next="ga door",
    undo="maak dat ongedaan",
    show="toon de gids",
    note="notitie",
    which_words="Wat moet er in die regel staan? Zeg bijvoorbeeld: verander ‘41’ in ‘14’.",
    which_place="Waar moet die regel heen: bij welk deel, of voor of achter welke regel?",
    which_lines="Welke regel bedoelt u? Noem woorden die erin staan, of het nummer van de stap.",
)
ENGLISH = TsgTexts(
    notes_taken="Notes taken ({words} words); the check for personal data found nothing in them.",
    notes_added="Added to the notes ({words} words now); the check for personal data found nothing.",
    names_unseen="Names without a cue before them are not found: see for yourself whether one is in there.",
    pictures_unread="{count} picture(s): nobody read what is in them. What you wrote with them counts.",
    topic="Topic Summary",
    note_urls="URLs from User Notes",
    findings="Sources & Findings",
    gaps="Research Gaps",
    nothing="Nothing found that is about this.",
    nowhere="Nothing was searched: research is off or was not possible.",
    failed="{service}: {asked} ({reason})",
    reasons={
        "unreachable": "can't be reached",
        "slow": "no reply in time",
        "busy": "too busy",
        "unreadable": "the reply can't be read",
        "refused": "refused",
        "gone": "is not there, or not any more",
        "not_offered": "it has no tool for that",
        "not_asked": "this address is not asked",
        "personal_data": "not sent: it holds personal data",
    },
    written="The guide: {lines} lines, each with a place where it stands; {questions} open questions.",
    repaired="{failed} lines of the draft stood nowhere; questions stand for them, or they were left out.",
    questions="Questions to you ({count}). Answer by number, such as: 1: ...",
    no_questions="No questions are open.",
    reviewed="Reviewed",
    clean="No remarks.",
    accuracy="Accuracy",
    completeness="Completeness",
    suggestions="Suggestions (say: dismiss 1)",
    corrected="{count} lines corrected or left out; what stands there stands on quotes as all others.",
    answered="{count} answer(s) kept.",
    dismissed="Dismissed: {text}",
    edits={
        "add": "Added to {section}: {after}",
        "change": "Changed: {before} → {after}",
        "move": "Moved to {section}: {before}",
        "merge": "Merged: {before} → {after}",
        "split": "Split: {before} → {after}",
        "remove": "Taken out: {before}",
        "restore": "Put back in {section}: {after}",
    },
    title="title",
    stands="The guide has {lines} lines and {questions} open questions. Say: show the guide, or: undo that.",
    unwritten="The guide was not written anew: {problem}",
    standing={
        "nothing": "There are no notes yet. Paste them, or add them as a document, with the pictures that belong to them, "
        "and say: go on.",
        "notes": "The notes are here; nobody has looked yet for what they lack. Say: go on.",
        "research": "Notes and research are here. Say: write it.",
        "guide": "The guide has {lines} lines and {questions} open questions.",
    },
    asks="I make guides of notes and do nothing on machines myself. What do you mean? Say which line goes, changes or "
    "belongs elsewhere, answer a question by its number, or say: show the guide, research again, or: note, with what to add.",
    is_it_notes="I took this as notes. Is that right?",
    next="go on",
    undo="undo that",
    show="show the guide",
    note="note",
    which_words="What is that line to say? Say for instance: change ‘41’ to ‘14’.",
    which_place="Where does that line belong: in which section, or before or after which line?",
    which_lines="Which line do you mean? Give words that stand in it, or the number of the step.",
)
TEXTS: Mapping[Language, TsgTexts] = {"nl": DUTCH, "en": ENGLISH}

_SAYS: Mapping[Language, dict[str, Any]] = {
    "nl": {
        "about": "Ik maak van ruwe notities een gids om storingen op te lossen, waarvan elke regel ergens staat.",
        "ask_whether_right": "Laat weg wat er niet bij hoort (‘laat bron 2 weg’), of zeg: schrijf de gids.",
        "ask_for_question": "Stuur de ruwe notities.",
        "ask_for_restore_or_question": "Zet een bron terug, of zeg: schrijf de gids.",
    },
    "en": {
        "about": "I make a troubleshooting guide of raw notes, every line of which stands somewhere.",
        "ask_whether_right": "Leave out what does not belong here (‘leave out source 2’), or say: write it.",
        "ask_for_question": "Send the raw notes.",
        "ask_for_restore_or_question": "Put a source back, or say: write it.",
    },
}
WORDINGS: dict[Language, Wording] = {
    language: replace(ANY_DESK[language], **says) for language, says in _SAYS.items()
}

"""What is said of and by the Azure desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from src.dossier.models import Language
from src.wording import WORDINGS as ANY_DESK
from src.wording import Wording


@dataclass(frozen=True)
class AzureTexts:
    """Texts of one language; names in braces are filled in."""

    analysis: str
    process: str
    actions: str
    roles: Mapping[str, str]
    line_of: str
    """{line}, {resource}, {number}."""
    asked: str
    """{title}, {number}."""
    from_dossier: str
    looked_at: str
    by_hand: str
    missing: str
    gave_up: str
    unproven: str
    no_actions: str
    open_points: str
    struck: str
    """{count}."""
    only_reads: str
    in_portal: str
    explained: str
    """{name}, {family}, {means}."""
    mistaken: str
    look_first: str
    perhaps: str
    another: str
    log_in: str
    not_read: str
    elsewhere: str
    """{name}, {hint}."""
    not_in_table: str
    turns_left: str
    """{left}."""
    rated_up: str
    rated_down: str


DUTCH = AzureTexts(
    analysis="Uitkomst van de analyse",
    process="Verloop van het onderzoek",
    actions="Wat te doen",
    roles={"cause": "oorzaak", "contributing": "draagt bij", "ruled_out": "uitgesloten"},
    line_of="`{line}` in \\[{number}\\] {resource}",
    asked="Gelezen: \\[{number}\\] {title}",
    from_dossier="Al gelezen: \\[{number}\\] {title}",
    looked_at="Dit is nagezien",
    by_hand="Wat u zelf kunt nagaan",
    missing="Wat ik niet kon bekijken",
    gave_up="Ik heb de oorzaak niet gevonden.",
    unproven="Voor de gedachte oorzaak staat geen regel in wat Azure zei; daarom noem ik haar niet.",
    no_actions="Geen opdracht uit de lijst past hierbij.",
    open_points="Open punten",
    struck="Weggelaten bevindingen, omdat geen regel ze draagt: {count}.",
    only_reads="Ik verander niets in Azure; dit kunt u zelf doen.",
    in_portal="Open de resource in de portal (zoek haar naam bovenin), en dan:",
    explained="**{name}** ({family}): {means}",
    mistaken="Vaak aangezien voor: {text}.",
    look_first="Eerste controle: {text}",
    perhaps="Dit is een aanwijzing en geen zekerheid: uw bericht heeft geen code die het vastlegt.",
    another="Ik neem dit als een andere fout; of zij met de vorige te maken heeft, is niet nagezien.",
    log_in="Dit is wat de fout in het algemeen betekent; nagezien is er niets. Meld u aan op de pagina, met /login in "
    "de terminal of met ./tess azure login, dan lees ik na of het hier zo is.",
    not_read="Dit is wat de fout in het algemeen betekent: ik lees niets waaruit het hier blijkt. Zeg wat eruit kwam, "
    "of geef de hele melding.",
    elsewhere="Dit is geen fout van Azure; zij wijst op {name}. {hint} Ik zoek alleen oorzaken in Azure.",
    not_in_table="Deze code staat niet in mijn tabel.",
    turns_left="Dit onderzoek heeft hierna nog {left} beurten; begin daarna een nieuw, met wat u dan weet.",
    rated_up="Dank u: bewaard als nuttig.",
    rated_down="Dank u: bewaard als niet nuttig.",
)
ENGLISH = AzureTexts(
    analysis="Analysis Results",
    process="Debugging Process",
    actions="Actions to Take",
    roles={"cause": "cause", "contributing": "contributing", "ruled_out": "ruled out"},
    line_of="`{line}` in \\[{number}\\] {resource}",
    asked="Read: \\[{number}\\] {title}",
    from_dossier="Read before: \\[{number}\\] {title}",
    looked_at="This was looked at",
    by_hand="What you can look at yourself",
    missing="What I could not look at",
    gave_up="I did not find the cause.",
    unproven="No line of what Azure said shows the cause that was thought of; so I do not name it.",
    no_actions="No command of the table fits this.",
    open_points="Open points",
    struck="Findings left out, as no line bears them: {count}.",
    only_reads="I change nothing in Azure; this is for you to do.",
    in_portal="Open the resource in the portal (search for its name at the top), and then:",
    explained="**{name}** ({family}): {means}",
    mistaken="Often mistaken for: {text}.",
    look_first="First check: {text}",
    perhaps="This is a hint and no certainty: your message has no code that settles it.",
    another="I take this as another error; whether it has to do with the one before is not checked.",
    log_in="This is what the error means in general; nothing was looked at. Log in on the page, by /login in the "
    "terminal or by ./tess azure login, and I read whether it is so here.",
    not_read="This is what the error means in general: I read nothing that shows it here. Tell me what came of it, or "
    "give the whole message.",
    elsewhere="This is no error of Azure; it points to {name}. {hint} I look for causes in Azure alone.",
    not_in_table="This code is not in my table.",
    turns_left="This trace has {left} turns left after this one; begin a new one then, with what you know by then.",
    rated_up="Thank you: kept as helpful.",
    rated_down="Thank you: kept as not helpful.",
)
TEXTS: Mapping[Language, AzureTexts] = {"nl": DUTCH, "en": ENGLISH}

_SAYS: Mapping[Language, dict[str, Any]] = {
    "nl": {
        "sources_heading": "BEWIJS",
        "client_mark": "bestand van u",
        "about": "Ik zoek de oorzaak van een fout in Azure, en toon de regel van Azure waaruit zij blijkt. Ik lees alleen.",
        "greeting": "Goedendag. Geef de foutmelding met haar code, en het abonnement waarin zij optrad.",
    },
    "en": {
        "sources_heading": "EVIDENCE",
        "client_mark": "file of yours",
        "about": "I look for the cause of an error in Azure, and show the line of Azure that it shows by. I only read.",
        "greeting": "Hello. Give the error with its code, and the subscription that it happened in.",
    },
}
WORDINGS: dict[Language, Wording] = {
    language: replace(ANY_DESK[language], **says) for language, says in _SAYS.items()
}

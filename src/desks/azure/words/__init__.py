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

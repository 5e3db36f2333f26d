"""What clients say of the Azure desk, in both languages."""

import src.desks.azure.diagnosis as diagnosis
import src.desks.azure.trace as trace
from src.desks.azure.words import DUTCH, ENGLISH
from src.desks.desk import DeskWords
from src.desks.kinds import ArtifactKind, Column
from src.desks.offers import PerLanguage, SlashCommand
from src.dossier.rebasing import numbered

TITLE: PerLanguage = {"nl": "Fouten in Azure", "en": "Azure errors"}

WORDS = DeskWords(
    about={
        "nl": "Vindt de oorzaak van een fout in Azure, met de regel waaruit zij blijkt.",
        "en": "Finds the cause of an Azure error, with the very line that shows it.",
    },
    opening={
        "nl": "Geef de foutmelding met haar code, en noem het abonnement: `Subscription: <id>`. Aangemeld "
        "(`./tess azure login`) leest TESS wat Azure zegt: alleen lezen, en alleen daar.",
        "en": "Give the error with its code, and name the subscription: `Subscription: <id>`. Logged in "
        "(`./tess azure login`), TESS reads what Azure says: it only reads, and only there.",
    },
    examples={
        "nl": (
            "403 AuthorizationFailure op de container raw",
            "RequestDisallowedByPolicy bij het maken van een resource group",
        ),
        "en": (
            "403 AuthorizationFailure on container raw",
            "RequestDisallowedByPolicy when a resource group is made",
        ),
    },
    progress={
        "list_subscriptions": {
            "nl": "vraagt welke abonnementen er zijn",
            "en": "listing subscriptions",
        },
        "list_resources": {"nl": "vraagt welke resources er zijn", "en": "listing resources"},
        "read_resource": {"nl": "leest een resource", "en": "reading a resource"},
        "read_region": {"nl": "leest een region", "en": "reading a region"},
        "activity_log": {"nl": "leest het activity log", "en": "reading the activity log"},
        "query_graph": {"nl": "vraagt de Resource Graph", "en": "querying the Resource Graph"},
        "look_up_code": {"nl": "zoekt op wat de fout betekent", "en": "looking up the error"},
        "ask_user": {"nl": "stelt een vraag", "en": "asking a question"},
        "diagnose": {
            "nl": "schrijft de diagnose en controleert de regels",
            "en": "writing the diagnosis and checking its lines",
        },
        "give_up": {"nl": "zet op een rij wat is nagezien", "en": "listing what was looked at"},
    },
    commands=(
        SlashCommand(
            "login",
            {},
            {
                "nl": "meldt u aan met het token in een bestand, nooit zo",
                "en": "logs in with the token in a file; never in a message",
            },
            sends="login",
            done={
                "nl": "Aangemeld tot {expires}.",
                "en": "Logged in until {expires}.",
            },
        ),
        SlashCommand(
            "evidence",
            {},
            {
                "nl": "wat Azure is gevraagd, een regel per aanvraag",
                "en": "what Azure was asked, a line per call",
            },
            shows=trace.CALL,
        ),
    ),
    outcomes={
        "done": {"nl": "gevonden", "en": "done"},
        "request": {"nl": "vraag", "en": "request"},
        "continue": {"nl": "verder", "en": "continue"},
        "fail": {"nl": "niet gevonden", "en": "fail"},
    },
    roles={role: {"nl": DUTCH.roles[role], "en": ENGLISH.roles[role]} for role in DUTCH.roles},
    tagline={"nl": "oorzaken van fouten in Azure", "en": "causes of Azure errors"},
    document={"nl": "bestand van u", "en": "file of yours"},
    belongs=("azure", "AuthorizationFailed", "RequestDisallowedByPolicy"),
)

ARTIFACTS = (
    ArtifactKind(
        diagnosis.KIND,
        diagnosis.Diagnosis,
        {"nl": "Diagnose", "en": "Diagnosis"},
        "quote-in-source",
        (
            Column("role", {"nl": "Rol", "en": "Role"}),
            Column("text", {"nl": "Bevinding", "en": "Finding"}),
            Column("quote", {"nl": "Regel", "en": "Line"}),
            Column("source_id", {"nl": "Antwoord", "en": "Reply"}),
        ),
        "findings",
        rebase=numbered,
    ),
    ArtifactKind(
        diagnosis.STEPS,
        diagnosis.ActionList,
        {"nl": "Wat te doen", "en": "Actions to Take"},
        "table",
        (
            Column("what", {"nl": "Wat", "en": "What"}),
            Column("command", {"nl": "Opdracht", "en": "Command"}),
        ),
        "actions",
        beside=True,
        rebase=numbered,
    ),
    ArtifactKind(
        trace.TRACE,
        trace.Trace,
        {"nl": "Stand van het onderzoek", "en": "State of the trace"},
        "table",
        (
            Column("turns", {"nl": "Beurten", "en": "Turns"}),
            Column("progress", {"nl": "Voortgang", "en": "Progress"}),
        ),
    ),
    ArtifactKind(
        trace.CALL,
        trace.CallRecord,
        {"nl": "Aanvraag aan Azure", "en": "Call of Azure"},
        "timeline",
        (
            Column("taken_at", {"nl": "Wanneer", "en": "When"}),
            Column("request", {"nl": "Aanvraag", "en": "Request"}),
            Column("status", {"nl": "Status", "en": "Status"}),
            Column("seconds", {"nl": "Seconden", "en": "Seconds"}),
        ),
    ),
    ArtifactKind(
        trace.MISSING,
        trace.Missing,
        {"nl": "Ontbrekend", "en": "Missing"},
        "text",
        (
            Column(
                "capabilities",
                {"nl": "Wat niet te bekijken was", "en": "What could not be looked at"},
            ),
        ),
        rebase=numbered,
    ),
    ArtifactKind(
        trace.EXPLANATION,
        trace.ErrorExplanation,
        {"nl": "Uitleg", "en": "Explanation"},
        "text",
        (Column("codes", {"nl": "Uitgelegde fouten", "en": "Errors explained"}),),
        rebase=numbered,
    ),
)

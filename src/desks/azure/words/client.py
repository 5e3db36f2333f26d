"""What clients say of the Azure desk, in both languages."""

import src.desks.azure.diagnosis as diagnosis
import src.desks.azure.trace as trace
from src.desks.azure.words import TEXTS
from src.desks.desk import desk_words
from src.desks.kinds import ArtifactKind, Column
from src.desks.offers import PerLanguage
from src.dossier.rebasing import numbered
from src.texts import beside

TITLE: PerLanguage = {"nl": "Fouten in Azure", "en": "Azure errors"}

WORDS = desk_words(
    beside(__file__, "client"),
    roles={role: {of: TEXTS[of].roles[role] for of in TEXTS} for role in TEXTS["nl"].roles},
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

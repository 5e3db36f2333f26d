"""What clients say of the Azure desk, in both languages."""

import src.desks.azure.diagnosis as diagnosis
import src.desks.azure.trace as trace
from src.desks.azure.words import TEXTS
from src.desks.desk import desk_words
from src.desks.kinds import PerLanguage, kinds_of
from src.dossier.rebasing import numbered
from src.texts import beside

TITLE: PerLanguage = {"nl": "Fouten in Azure", "en": "Azure errors"}

WORDS = desk_words(
    beside(__file__, "client"),
    roles={role: {of: TEXTS[of].roles[role] for of in TEXTS} for role in TEXTS["nl"].roles},
)

ARTIFACTS = kinds_of(
    beside(__file__, "artifacts"),
    {
        diagnosis.KIND: diagnosis.Diagnosis,
        diagnosis.STEPS: diagnosis.ActionList,
        trace.TRACE: trace.Trace,
        trace.CALL: trace.CallRecord,
        trace.MISSING: trace.Missing,
        trace.EXPLANATION: trace.ErrorExplanation,
    },
    dict.fromkeys((diagnosis.KIND, diagnosis.STEPS, trace.MISSING, trace.EXPLANATION), numbered),
)

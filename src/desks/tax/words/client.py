"""What clients say of the tax desk, in both languages."""

from src.desks.desk import DeskWords, PerLanguage

TITLE: PerLanguage = {"nl": "Nederlands belastingrecht", "en": "Dutch tax law"}

WORDS = DeskWords(
    about={
        "nl": "TESS beantwoordt vragen over Nederlands belastingrecht, met bronnen die u kunt nagaan.",
        "en": "TESS answers questions of Dutch tax law, with sources that you can check.",
    },
    opening={"nl": "Stel een vraag over belastingrecht.", "en": "Ask a question of tax law."},
    examples={
        "nl": ("Wat is het btw-tarief voor boeken?",),
        "en": ("What is the VAT rate on books?",),
    },
    progress={
        "get_legislation": {"nl": "zoekt wetgeving", "en": "searching legislation"},
        "get_case_law": {"nl": "zoekt rechtspraak", "en": "searching case law"},
        "generate_tax_answer": {"nl": "schrijft het antwoord", "en": "writing the answer"},
    },
)

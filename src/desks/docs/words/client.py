"""What clients say of the desk, in both languages."""

from src.desks.desk import DeskWords
from src.desks.docs.status import standing
from src.desks.offers import PerLanguage

TITLE: PerLanguage = {"nl": "Documentatie", "en": "Documentation"}

WORDS = DeskWords(
    about={
        "nl": "Vragen over documentatie, beantwoord met het bestand en de regels erbij.",
        "en": "Questions about documentation, answered with the file and its lines.",
    },
    opening={
        "nl": "Vraag iets over documentatie. U krijgt de passage met bestand en regels, een vraag terug, of eerlijk dat "
        "het er niet in staat.",
        "en": "Ask something about documentation. You get the passage with its file and lines, a question back, or an "
        "honest word that it is not in there.",
    },
    examples={
        "nl": ("Hoe verander ik de poort?", "Wat doet TESS_DATA_DIR?"),
        "en": ("How do I change the port?", "What does TESS_DATA_DIR do?"),
    },
    progress={
        "search_docs": {"nl": "zoekt in de documentatie", "en": "searching the documentation"},
        "follow_link": {"nl": "volgt een verwijzing", "en": "following a link"},
        "read_source": {"nl": "leest een sectie", "en": "reading a section"},
        "answer_from_docs": {
            "nl": "schrijft het antwoord en controleert de citaten",
            "en": "writing the answer and checking its quotes",
        },
    },
    tagline={"nl": "vragen over documentatie", "en": "questions about documentation"},
    standing=standing,
)

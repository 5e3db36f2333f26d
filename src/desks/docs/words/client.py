"""What clients say of the desk, in both languages."""

from src.desks.desk import desk_words
from src.desks.docs.status import standing
from src.desks.offers import PerLanguage
from src.texts import beside

TITLE: PerLanguage = {"nl": "Documentatie", "en": "Documentation"}

WORDS = desk_words(beside(__file__, "client"), standing=standing)

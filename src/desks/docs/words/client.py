"""What clients say of the desk, in both languages, and how its artifacts are drawn."""

from src.desks.desk import Facts, Standing, desk_words
from src.desks.docs.artifacts import READING, SCOPE, Reading, Scope
from src.desks.kinds import PerLanguage, kinds_of
from src.dossier.rebasing import last_writer
from src.texts import beside

TITLE: PerLanguage = {"nl": "Documentatie", "en": "Documentation"}

ARTIFACTS = kinds_of(
    beside(__file__, "artifacts"),
    {READING: Reading, SCOPE: Scope},
    # Of the last question, and chosen whole: whatever was before.
    {READING: last_writer, SCOPE: last_writer},
)


def standing(facts: Facts) -> Standing:
    """Return how many collections there are."""
    count = facts.get("collections", 0)
    line: PerLanguage = {
        "nl": "1 collectie" if count == 1 else f"{count} collecties",
        "en": "1 collection" if count == 1 else f"{count} collections",
    }
    return Standing(line if count else {"nl": "", "en": ""})


WORDS = desk_words(beside(__file__, "client"), standing=standing)

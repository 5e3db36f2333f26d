"""What clients say of the tax desk, in both languages, and how its artifacts are drawn."""

from src.desks.desk import Facts, Standing, desk_words
from src.desks.kinds import PerLanguage, kinds_of
from src.desks.tax.question import QUESTION, QuestionMessages
from src.dossier.claims import Calculation
from src.dossier.rebasing import last_writer
from src.texts import beside
from src.tools.calculate import CALCULATION

TITLE: PerLanguage = {"nl": "Nederlands belastingrecht", "en": "Dutch tax law"}

ARTIFACTS = kinds_of(
    beside(__file__, "artifacts"),
    {QUESTION: QuestionMessages, CALCULATION: Calculation},
    {QUESTION: last_writer, CALCULATION: last_writer},
)

_STANDING = beside(__file__, "standing")


def standing(facts: Facts) -> Standing:
    """Return what there is to search, and whether it is none of the law itself."""
    provisions, rulings = facts.get("provisions", 0), facts.get("rulings", 0)
    is_empty, starter = not (provisions or rulings), facts.get("starter")
    lines = _STANDING["starter_line" if starter and not is_empty else "line"]
    line = {of: text.format(provisions=provisions, rulings=rulings) for of, text in lines.items()}
    note = "empty" if is_empty else "starter" if starter else ""
    return Standing(line, _STANDING.get(note, {}))


WORDS = desk_words(beside(__file__, "client"), standing=standing)

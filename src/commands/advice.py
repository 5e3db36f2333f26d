"""What to do about an error in a terminal, where the sentence of the wire tells it of fields and of lists."""

from src.errors import CODES, TessError, sentence
from src.spoken import said_in, spoken

ADVICE = {
    "empty_message": 'Ask something: ./tess ask "..."',
    "bad_dossier_id": "./tess dossiers lists those that there are.",
    "unknown_dossier": "./tess dossiers lists those that there are.",
}
"""By the code of the error, what stands in a terminal behind its first sentence."""


def told_of(error: TessError) -> str:
    """Return what whoever runs a command is told of an error."""
    return in_terminal(error.code, sentence(error.code, error.details, spoken()))


def in_terminal(code: str, told: str) -> str:
    """Return what was told of a code, in either language, with the advice for a terminal where there is any."""
    for language in ("nl", "en") if code in ADVICE else ():
        of_wire = getattr(CODES[code], language).partition(". ")[2]
        if told.endswith(of_wire):
            return told.removesuffix(of_wire) + said_in(language, ADVICE[code])
    return told

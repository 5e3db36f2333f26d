"""Which dossier is meant (by its id, the start of it, or ``last``), and what to do about an error in a terminal."""

import re
from collections.abc import Iterable

from src.commands.local_server import read
from src.errors import CODES, SeveralDossiers, TessError, UnknownDossier, sentence
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


LAST = "last"
START = re.compile(r"(?:dos-)?([0-9a-f]{1,32})")
WHOLE = 32
SHOWN = 5
"""Dossiers that are named where a start is that of several."""


def meant(name: str, ids: Iterable[str]) -> str:
    """Return the dossier of this id, or of this start; raises ``UnknownDossier`` or ``SeveralDossiers``."""
    start = f"dos-{name.removeprefix('dos-')}"
    found = [text for text in ids if text.startswith(start)]
    if start in found:
        return start
    if not found:
        raise UnknownDossier(dossier_id=name)
    if len(found) > 1:
        raise SeveralDossiers(start=name, ids=", ".join(sorted(found)[:SHOWN]))
    return found[0]


def is_whole(name: str) -> bool:
    """Return whether a name is a whole id, or no start of one: then it is taken as it is."""
    found = START.fullmatch(name)
    return not found or (name.startswith("dos-") and len(found[1]) == WHOLE)


def named_over_wire(name: str, url: str, token: str, desk: str = "") -> str:
    """Return the id of the dossier of a server that a name means, of one desk where it is named."""
    if name == LAST:
        found = read(url, f"/dossiers?limit=1&desk={desk}", token)["dossiers"]
        if not found:
            raise UnknownDossier(dossier_id=LAST)
        return str(found[0]["id"])
    if is_whole(name):
        return name
    return meant(
        name,
        [one["id"] for one in read(url, f"/dossiers?archived=any&desk={desk}", token)["dossiers"]],
    )

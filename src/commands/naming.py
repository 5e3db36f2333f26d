"""Which dossier is meant: by its id, the start of it, or ``last``, the one that was changed last."""

import re
from collections.abc import Iterable

from src.errors import SeveralDossiers, UnknownDossier

LAST = "last"
START = re.compile(r"(?:dos-)?([0-9a-f]{1,32})")
WHOLE = 32
SHOWN = 5
"""Dossiers that are named where a start is that of several."""


def meant(name: str, ids: Iterable[str]) -> str:
    """Return the dossier of this id, or of this start; raises ``UnknownDossier`` or ``SeveralDossiers``."""
    start = f"dos-{name.removeprefix('dos-')}"
    found = [one for one in ids if one.startswith(start)]
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
    from src.commands.local_server import read

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

"""How a command on dossiers starts and ends: whole ids for what it names, and a sentence for what is refused."""

import argparse
from collections.abc import Callable

from src.commands.local_server import NotReadable
from src.commands.naming import LAST, is_whole, meant, told_of
from src.commands.printing import tell
from src.errors import ForUser

REFUSED, BROKEN = 1, 2


def name_dossiers(options: argparse.Namespace) -> None:
    """Put whole ids in place of the starts, and of ``last``, that the options of a command name dossiers by."""
    for field in ("dossier", "a", "b"):
        named = getattr(options, field, None)
        name, at_sign, version = named.partition("@") if isinstance(named, str) else ("", "", "")
        if name == LAST or not is_whole(name):
            from src.commands.running import pack_at, stored_ids  # whole ids need no store

            if not pack_at(f"{named}"):
                ids = stored_ids(options, newest=name == LAST)
                found = ids[0] if ids and name == LAST else meant(name, ids)
                setattr(options, field, f"{found}{at_sign}{version}")


def refusing(
    run: Callable[[argparse.Namespace], int], options: argparse.Namespace, _: list[str]
) -> int:
    """Run a command on dossiers; what its user can mend ends as a sentence, all else is for the caller."""
    try:
        name_dossiers(options)
        return run(options)
    except ForUser as error:
        tell(told_of(error))
        return REFUSED
    except NotReadable as error:
        tell(str(error))
        return BROKEN

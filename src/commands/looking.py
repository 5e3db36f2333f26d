"""Commands that only look: the log, a state, its hash, what differs, why, and whether all is as it was written."""

import argparse
from typing import TYPE_CHECKING

from src.commands.printing import tell
from src.commands.running import (
    BROKEN,
    DIFFERENT,
    DONE,
    in_store,
    pack_at,
    print_json,
    read_pack,
    speaking,
    words_of,
)
from src.spoken import said, spoken

if TYPE_CHECKING:
    from src.dossier_service import AsSent, DossierService, VerifiedJournal


def log(options: argparse.Namespace) -> int:
    """Print every turn in brief."""
    from src.wording.history import log_text

    lines = in_store(options, lambda dossiers: dossiers.log(options.dossier))
    if options.json:
        print_json([line.model_dump(mode="json") for line in lines])
        return DONE
    words = words_of(options, in_store(options, lambda dossiers: dossiers.at(options.dossier)))
    for line in lines:
        print(log_text(line, words))
    return DONE


def at(options: argparse.Namespace) -> int:
    """Print a dossier as it was."""
    from src.wording.history import dossier_text

    dossier = in_store(options, lambda dossiers: dossiers.at(options.dossier, options.version))
    if options.json:
        print_json(dossier.model_dump(mode="json"))
    else:
        print(dossier_text(dossier, words_of(options, dossier)))
    return DONE


def hashed(options: argparse.Namespace) -> int:
    """Print the SHA-256 of a state."""
    found = in_store(options, lambda dossiers: dossiers.hash(options.dossier, options.version))
    if options.json:
        print_json({"dossier_id": options.dossier, "sha256": found})
    else:
        print(found)
    return DONE


def diff(options: argparse.Namespace) -> int:
    """Print what differs; nothing where nothing does."""
    from src.wording.history import comparison_text

    found = in_store(options, lambda dossiers: dossiers.diff(options.a, options.b))
    if options.json:
        print_json(found.model_dump(mode="json", exclude_defaults=True))
    elif not found.is_empty:
        desk = in_store(options, lambda records: records.named(options.a)).desk
        words = speaking(options)(desk).wordings[spoken()]
        print(comparison_text(found, options.a, options.b, words))
    return DONE if found.is_empty else DIFFERENT


def why(options: argparse.Namespace) -> int:
    """Print what happened to a source, or what the model saw."""
    from src.wording.history import event_text

    if options.as_sent:
        return _as_sent(options)
    if options.source is None:
        tell(said("Name a source: its id, its title or its number."))
        return BROKEN
    events = in_store(options, lambda dossiers: dossiers.why(options.dossier, options.source))
    if options.json:
        print_json([event.model_dump(mode="json", exclude_defaults=True) for event in events])
        return DONE
    words = words_of(options, in_store(options, lambda dossiers: dossiers.at(options.dossier)))
    for event in events:
        print(event_text(event, words))
    return DONE


def _as_sent(options: argparse.Namespace) -> int:
    sent, part = in_store(
        options, lambda dossiers: _sent(dossiers, options.dossier, options.source)
    )
    if options.json:
        print_json(sent.model_dump(mode="json"))
    else:
        print(part)
        tell(said("answer {answer}: {match}", answer=sent.answer, match=said(_MATCH[sent.matches])))
    return BROKEN if sent.matches is False else DONE


_MATCH = {
    True: "exactly what was sent, by its recorded SHA-256",
    False: "not what was sent: the recorded SHA-256 is another",
    None: "rebuilt; no SHA-256 is recorded to check it by",
}


async def _sent(
    dossiers: "DossierService", dossier_id: str, named: str | None
) -> "tuple[AsSent, str]":
    """Return what was sent for an answer, and the part that is asked for: all, or that of one source."""
    from src.errors import UnknownAnswer

    try:
        sent = await dossiers.as_sent(dossier_id, named)
        return sent, sent.text
    except UnknownAnswer:
        if named is None:
            raise
    return await dossiers.source_as_sent(dossier_id, named)


def verify(options: argparse.Namespace) -> int:
    """Tell whether the journal is as it was written, that of a dossier or that in a pack, or those of all dossiers."""
    if options.all:
        from src.commands.verifying import verify_all

        return verify_all(options)
    from src.dossier_service import STANDING

    found = _verified(options)
    if options.json:
        print_json({"ok": found.state == "same", **found.model_dump(mode="json")})
    elif found.state == "same":
        print(said("ok {count} entries", count=found.entries))
    else:
        problem = said(STANDING[found.state])
        tell(said("{count} sound entries, but {problem}", count=found.entries, problem=problem))
    return DONE if found.state == "same" else BROKEN


def _verified(options: argparse.Namespace) -> "VerifiedJournal":
    path = pack_at(options.dossier)
    if path is None:
        return in_store(options, lambda dossiers: dossiers.verify(options.dossier))
    from src.dossier_service import VerifiedJournal

    return VerifiedJournal(entries=len(read_pack(options, path).lines), state="same")

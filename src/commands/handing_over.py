"""Commands that hand a dossier over: the memo of an answer, the whole in one sealed file, and opening such a file."""

import argparse
import sys
from functools import partial
from itertools import count
from pathlib import Path

from src.commands.printing import print_json, show_markdown, tell
from src.commands.running import DONE, REFUSED, in_store, on_store, read_pack, words_of
from src.desks.catalogue import plugs
from src.disk import failing_as_not_written, new_file, replace_file
from src.dossier.files import write_whole
from src.dossier.history import steps
from src.dossier.models import Dossier
from src.dossier.store import DossierStore
from src.dossier_service import DossierService
from src.errors import NoAnswerYet, NotAnAnsweringDesk
from src.export.formats import FORMATS, file_name
from src.export.memo import Memo
from src.spoken import said
from src.wording.history import head_text, held_text, one_line

STDOUT = "-"

_NAMED_WRONGLY = (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError)
"""What is wrong with the name of a file, and not with the disk: its user names another."""


def export(options: argparse.Namespace) -> int:
    """Write the memo of an answer in one format; of a desk without answers what it made, where it has that format."""
    for own in options.exports:
        if chosen := getattr(options, own.name):
            dossier = in_store(options, lambda dossiers: dossiers.at(options.dossier))
            form = options.form or next(iter(own.forms), "")
            name, data = own.made(dossier, form, chosen)
            return _put(data, options, name)

    async def found(dossiers: DossierService) -> tuple[Memo, dict[str, bytes]]:
        memo = await dossiers.memo(options.dossier, options.answer)
        return memo, await dossiers.pictures(memo)

    try:
        memo, pictures = in_store(options, found)
    except NotAnAnsweringDesk as refused:
        desk = next((p for p in plugs(options.desks) if p.name == refused.details["desk"]), None)
        if desk is None or not desk.exports:
            raise
        own = desk.exports[0]
        if options.format in own.formats:
            setattr(options, own.name, options.format)
            return export(options)
        told = "This desk hands over what it made: ./tess export {dossier} --{name} {formats}"
        formats = "|".join(own.formats)
        tell(said(told, dossier=options.dossier, name=own.name, formats=formats))
        return REFUSED
    except NoAnswerYet:
        turns = on_store(options, partial(_turns_to_answer, options.dossier))
        if not turns:
            raise
        told = "The answer was undone: ./tess redo {dossier} {turns} brings it back."
        tell(said(told, dossier=options.dossier, turns=turns))
        return REFUSED
    data = FORMATS[options.format].render(memo, pictures)
    return _put(data, options, file_name(memo, options.format))


async def _turns_to_answer(dossier_id: str, store: DossierStore) -> int:
    """Return how many changes that were undone have to be made again for there to be an answer; 0: none has one."""
    _, redoable, _ = steps(await store.journal(dossier_id))
    numbered = enumerate(reversed(redoable), start=1)
    return next((number for number, step in numbered if step.forward.add_answers), 0)


def pack(options: argparse.Namespace) -> int:
    """Write the whole dossier into one sealed file."""
    from src.export.pack import SUFFIX

    data = in_store(options, lambda dossiers: dossiers.pack(options.dossier))
    return _put(data, options, f"{options.dossier}{SUFFIX}")


def _put(data: bytes, options: argparse.Namespace, usual: str) -> int:
    """Write to a file, never over another one unasked, or to standard output; raises ``NotWritten`` on a full disk.

    A name that its user did not choose is one that is free: the same may be handed over again and again.
    """
    output = options.output or str(_free(Path(usual)))
    path = Path(output)
    with failing_as_not_written(said("Standard output") if output == STDOUT else path):
        if output == STDOUT:
            sys.stdout.flush()
            write_whole(sys.stdout.fileno(), data)
            return DONE
        try:
            _write(path, data, force=options.force)
        except FileExistsError:
            tell(said("{path} is there already; --force writes over it.", path=path))
            return REFUSED
        except _NAMED_WRONGLY as error:
            tell(said("{path} can't be written: {reason}.", path=path, reason=error.strerror))
            return REFUSED
    print(path)
    return DONE


def _free(path: Path) -> Path:
    """Return the path, or the first of ``name-2``, ``name-3`` and so on where nothing is."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(name for name in names if not name.exists())


def _write(path: Path, data: bytes, *, force: bool) -> None:
    if not (force and path.exists()):
        new_file(path, data)
    elif path.is_file():
        replace_file(path.resolve(), data)  # of a link what it leads to
    else:
        path.write_bytes(data)  # a device or a pipe


def open_pack(options: argparse.Namespace) -> int:
    """Show a pack; it is read where it is, and nothing is kept of it."""
    found = read_pack(options, Path(options.file))
    dossier, manifest = found.dossier, found.manifest
    if options.json:
        print_json(
            {
                "seal": manifest.seal,
                "program": manifest.program,
                "entries": len(found.lines),
                "dossier": dossier.model_dump(mode="json"),
            }
        )
        return DONE
    print(head_text(dossier))
    for message in dossier.conversation:
        print(f"\n{said(message.role)}:")
        show_markdown(message.content)
    print("\n".join(["", held_text(dossier, words_of(options, dossier)), "", *_answers(dossier)]))
    known = {"count": len(found.lines), "seal": manifest.seal}
    print(said("Read-only, sound, {count} entries. Seal {seal}", **known))
    return DONE


def _answers(dossier: Dossier) -> list[str]:
    """Return each answer with what it stands on, as a terminal may print it."""
    return [
        "\n  ".join(
            [
                f"{answer.id}: {one_line(answer.question)}",
                *(
                    f"[{claim.source_id}] {one_line(f'{claim.text} “{claim.quote}”')}"
                    for claim in answer.claims
                ),
            ]
        )
        for answer in dossier.answers
    ]

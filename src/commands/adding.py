"""The command that adds a document of the client, or a page, once its user knows what personal data is in it."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from src.commands.printing import show_markdown, tell
from src.commands.running import BROKEN, DONE, REFUSED, in_store, print_json
from src.spoken import said, spoken

BEGINNING = 200
"""Characters of a page that are shown, by which one sees that it is the page that is meant."""

if TYPE_CHECKING:
    from src.dossier.personal import Masked
    from src.uploads.reader import CheckedDocument, DocumentReader


def add(options: argparse.Namespace) -> int:
    """Show what the check found, ask, and add the document as a source."""
    import asyncio

    # Refused before anybody is asked.
    in_store(options, lambda dossiers: dossiers.at(options.dossier))
    found = asyncio.run(_checked(options))
    if found is None:
        return BROKEN
    if not options.json:
        _show(found)
    mask = options.mask if options.yes else _confirmed(options.mask, bool(found.personal))
    if not mask:
        tell(said("Nothing was added. Agree by typing yes, or give --yes."))
        return REFUSED
    agreement = found.agreed(found.sha256)
    committed = in_store(
        options,
        lambda dossiers: dossiers.add_document(options.dossier, found.source, agreement, mask),
    )
    if options.json:
        print_json(
            {
                "dossier_id": committed.dossier.id,
                "version": committed.dossier.version,
                "source_id": found.source.id,
                **found.model_dump(mode="json", exclude={"text"}),
                "characters": len(found.text),
            }
        )
    else:
        show_markdown(committed.entry.reply)
    return DONE


async def _checked(options: argparse.Namespace) -> "CheckedDocument | None":
    """Return the document that is meant, read; None where its file can't be."""
    from src.services.addresses import PageGuard
    from src.uploads.limits import UploadLimits
    from src.uploads.pages import PageReader
    from src.uploads.reader import DocumentReader

    settings = options.read_settings()
    reader = DocumentReader(UploadLimits.of(settings.tess_upload_megabytes))
    if "://" in options.file:
        return await PageReader(PageGuard(settings.fetched), reader).check(options.file)
    path = Path(options.file)
    content = _content(path, reader)
    return None if content is None else await reader.check(path.name, content)


def _content(path: Path, reader: "DocumentReader") -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(reader.limits.size + 1)
    except OSError as error:
        tell(said("{path} can't be read: {reason}.", path=path, reason=error.strerror))
        return None


def _show(found: "CheckedDocument") -> None:
    from src.wording import WORDINGS

    pages = said(", {count} pages", count=found.pages) if found.pages else ""
    length = said("{count:,} characters", count=len(found.text))
    tell(f"{found.name}: {found.kind}{pages}, {length}")
    if found.address:
        tell(f"  {found.address}")
        tell(f"  “{' '.join(found.text[:BEGINNING].split())} …”")
    for one in found.personal:
        tell(f"  {one.kind}: {one.count} ({', '.join(one.examples)})")
    if not found.personal:
        tell(said("  no personal data of a fixed form was found"))
    tell(WORDINGS[spoken()].notice_of(found.secrets))


def _confirmed(mask: "Masked", personal: bool) -> "Masked | None":
    """Return where personal data is to be masked, or None without a yes."""
    if not sys.stdin.isatty():
        return None
    tell(said("Add it to the dossier? Type yes."))
    if personal:
        tell(said("To mask what was found for good, before anything is kept, type mask."))
    typed = sys.stdin.readline().strip().lower()
    if personal and typed in ("mask", "masker"):
        return "text"
    return mask if typed in ("yes", "ja") else None

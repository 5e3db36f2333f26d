"""Reads one PDF or Word document, by a process of its own that can do nothing else: anyone may have written it."""

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import PurePath

from pydantic import ValidationError

from src.search.loaders.cutting import Stretch, cut
from src.search.loaders.documents_child import FOUND, DocumentLimits
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.process import ProcessFailed, heard
from src.search.loaders.sections import LoadedSections

_CHILD = "src.search.loaders.documents_child"


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a Word document by its headings, or those of a PDF by its pages (``page-3``)."""
    return cut(name, stretches(content, name.suffix.lower(), DocumentLimits()))


def stretches(content: bytes, suffix: str, limits: DocumentLimits) -> tuple[Stretch, ...]:
    """Return what a process found in a document; NotLoaded where it could not, or took more than it may.

    No event loop may be running.
    """
    said, given = None, [suffix, json.dumps(asdict(limits))]
    with suppress(ProcessFailed):  # other documents are read all the same
        said = asyncio.run(heard(_CHILD, given, content, limits.seconds, limits.most_said))
    if said is None:
        seconds = f"{limits.seconds:g}"
        raise NotLoaded(f"reading it took more than {seconds} s, or more memory than it may have")
    try:
        found = FOUND.validate_json(said)
    except ValidationError as error:  # it read a stranger's file: nothing of it is taken on trust
        raise NotLoaded("it is longer than can be read") from error
    if isinstance(found, str):
        raise NotLoaded(found)
    return found

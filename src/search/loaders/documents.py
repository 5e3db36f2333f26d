"""Reads one PDF or Word document, by a process of its own that can do nothing else: anyone may have written it."""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import PurePath
from tempfile import TemporaryFile
from threading import Timer

from pydantic import ValidationError

from src.search.loaders.cutting import Stretch, cut
from src.search.loaders.documents_child import FOUND, DocumentLimits
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import LoadedSections
from src.settings import PROJECT_ROOT


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a Word document by its headings, or those of a PDF by its pages (``page-3``)."""
    return cut(name, stretches(content, name.suffix.lower(), DocumentLimits()))


def stretches(content: bytes, suffix: str, limits: DocumentLimits) -> tuple[Stretch, ...]:
    """Return what a process found in a document; NotLoaded where it could not, or took more than it may."""
    status, said = _said(content, suffix, limits)
    if status:
        seconds = f"{limits.seconds:g}"
        raise NotLoaded(f"reading it took more than {seconds} s, or more memory than it may have")
    try:
        found = FOUND.validate_json(said)
    except ValidationError as error:  # it read a stranger's file: nothing of it is taken on trust
        raise NotLoaded("it is longer than can be read") from error
    if isinstance(found, str):
        raise NotLoaded(found)
    return found


def _said(content: bytes, suffix: str, limits: DocumentLimits) -> tuple[int, bytes]:
    command = [sys.executable, "-B", "-m", "src.search.loaders.documents_child"]
    with TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        with subprocess.Popen(
            [*command, suffix, json.dumps(asdict(limits))],
            cwd=PROJECT_ROOT,
            env={},  # no key of ours is in its environment
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None  # it was asked for
            alarm = Timer(limits.seconds, process.kill)
            alarm.start()
            try:
                said = process.stdout.read(limits.most_said)
                if len(said) == limits.most_said:
                    process.kill()
                process.wait()
            finally:
                alarm.cancel()
                process.kill()
    return process.returncode, said

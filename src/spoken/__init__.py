"""The language in which commands speak, and what they say in it.

A text is written in English where it is said; its Dutch stands in one table, and in one of each desk that has commands.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Literal

from src.places import CALLED
from src.texts import catalogue

CommandLanguage = Literal["nl", "en"]

_language: ContextVar[CommandLanguage] = ContextVar("language of commands", default="en")
_in_dutch: dict[str, str] = {**catalogue("nl", "commands")}


TOLD_BY = ("TESS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def language_of_user() -> CommandLanguage:
    """Return the language of ``TESS_LANG``, else that of the locale; English where neither is Dutch."""
    told = {**_in_file(Path(".env")), **os.environ}
    first = next((value for name in TOLD_BY if (value := told.get(name))), "")
    return "nl" if first.lower().startswith("nl") else "en"


def _in_file(path: Path) -> dict[str, str | None]:
    if not path.is_file():
        return {}
    from dotenv import dotenv_values

    return dotenv_values(path)


@contextmanager
def speaking(language: CommandLanguage) -> Iterator[None]:
    """Let commands speak this language in the block."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def spoken() -> CommandLanguage:
    return _language.get()


def register_dutch(file: Path) -> None:
    """Let the texts of a desk's commands be said in Dutch, too: a JSON file with their Dutch by their English."""
    _in_dutch.update(json.loads(file.read_text("utf-8")))


def known() -> Mapping[str, str]:
    return _in_dutch


def said(text: str, /, **details: object) -> str:
    """Return a text in the language of commands, its names in braces filled in; in English where it has no Dutch."""
    return said_in(spoken(), text, **details)


def said_in(language: str, text: str, /, **details: object) -> str:
    """Return a text in this language where it is Dutch, else in English, its names in braces filled in."""
    template = _in_dutch.get(text, text) if language == "nl" else text
    template = template.replace("./tess", CALLED)
    return template.format(**details) if details else template

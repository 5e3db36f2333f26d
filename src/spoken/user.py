"""The language of who runs a command, without the settings, which take longer to read than ``tess --help`` may."""

import os
from pathlib import Path

from src.spoken import CommandLanguage

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

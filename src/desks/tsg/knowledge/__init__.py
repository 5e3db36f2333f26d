"""What the desk knows and says, as data in files: words of notes and of wishes, what guides lack, fixed texts."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def knowledge(name: str, folder: str = "knowledge") -> Mapping[str, Any]:
    """Return what a file of the desk's knowledge, or of another folder of it, says; read once."""
    path = Path(__file__).parents[1] / folder / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))


@cache
def compiled(*words: str) -> re.Pattern[str]:
    """Return what finds any of these words; each is part of a regular expression."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)


@cache
def known(part: str, name: str) -> re.Pattern[str]:
    """Return what finds the words of a list of what is known of notes."""
    return compiled(*knowledge("notes")[part][name])

"""What the desk knows, as data in files beside this one: words of raw notes, of wishes, and of what guides lack."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def knowledge(name: str) -> Mapping[str, Any]:
    """Return what a file of the desk's knowledge says."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))


@cache
def compiled(*words: str) -> re.Pattern[str]:
    """Return what finds any of these words; each is part of a regular expression."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)


@cache
def known(part: str, name: str) -> re.Pattern[str]:
    """Return what finds the words of a list of what is known of notes."""
    return compiled(*knowledge("notes")[part][name])

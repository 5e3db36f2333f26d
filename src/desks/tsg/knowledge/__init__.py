"""What the desk knows and says, as data in files: words of notes and of wishes, what guides lack, fixed texts."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from src.texts import beside


@cache
def knowledge(name: str) -> Mapping[str, Any]:
    """Return what a file of the desk's knowledge says; read once."""
    return beside(__file__, name)


@cache
def compiled(*words: str) -> re.Pattern[str]:
    """Return what finds any of these words; each is part of a regular expression."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)


@cache
def known(part: str, name: str) -> re.Pattern[str]:
    """Return what finds the words of a list of what is known of notes."""
    return compiled(*knowledge("notes")[part][name])

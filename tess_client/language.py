"""Which language a client speaks."""

import os

from tess_client.wire import Frame, Language

TOLD_BY = ("TESS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""What tells the language of this machine, the first that is set."""


def language_of_machine() -> Language:
    """Return the language of ``TESS_LANG``, else that of the locale: Dutch where neither names any, else English."""
    named = next(filter(None, map(os.environ.get, TOLD_BY)), "")
    return "nl" if named.partition(".")[0] in ("", "C", "POSIX") or named[:2] == "nl" else "en"


def language_in(frame: Frame, otherwise: Language) -> Language:
    """Return the language to speak beside a frame or dossier: English where it is in one that no client speaks."""
    told = frame.get("language")
    return "nl" if told == "nl" else "en" if isinstance(told, str) and told else otherwise

"""Abbreviations of Dutch tax practice, written out as statutes have it."""

import re

ABBREVIATIONS: dict[str, str] = {}


def written_out(text: str) -> list[str]:
    """Return what each abbreviation of a text stands for."""
    words = re.findall(r"[^\W_]+(?:-[^\W_]+)*", text.lower())
    return [ABBREVIATIONS[word] for word in words if word in ABBREVIATIONS]

"""Names of code in a text: options, paths, error codes, what has an underscore or a hump."""

import re
from collections.abc import Iterator

LONGEST_WORD = 60

_IDENTIFIER = re.compile(
    r"""
    (?<![\w-])(?<!\w`)--?[a-zA-Z][\w-]+      # an option: --offline
    | (?<![\w/:.])/[\w{}.~-]+(?:/[\w{}.~-]+)*  # a path: /healthz
    | \w+(?:(?:\.|::|-)\w+)*                  # a name, perhaps of parts
    """,
    re.VERBOSE,
)
_HUMP = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}")
_CODE = re.compile(r"(?:0x[0-9a-fA-F]{4,}|[A-Z][A-Za-z]*-?\d{2,})\Z")


def identifiers(text: str) -> Iterator[str]:
    """Yield what in a text is no plain word: options, paths, error codes, and names in code."""
    for found in _IDENTIFIER.findall(text):
        if found.isalpha() and found[1:].islower():
            continue  # a plain word, as nearly all are
        name = found.strip("_") if "__" not in found else found
        if len(name) <= LONGEST_WORD and _is_identifier(name):
            yield name


def _is_identifier(name: str) -> bool:
    if name.startswith(("--", "/")):
        return len(name) > 2
    return bool(
        "_" in name[1:]
        or "::" in name
        or _HUMP.search(name)
        or _CODE.match(name)
        or (
            "." in name
            and any(part[:1].isalpha() and len(part) > 1 for part in name.split(".")[1:])
        )
    )

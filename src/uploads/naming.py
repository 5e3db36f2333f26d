"""The name of a client document: a label for people, never a path. Pure."""

import re
import unicodedata

LONGEST_NAME = 120
NAMELESS = "document"


def label(name: str) -> str:
    """Return what people are shown of a file's name: its last part, on one line, without unseen signs."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name[-4096:]))[-1]
    return _shortened(line_of(last).strip(" .")) or NAMELESS


def titled(title: str) -> str:
    """Return what people are shown of what a page calls itself, as ``label`` does of a file's name."""
    return _shortened(line_of(unicodedata.normalize("NFC", title[:4096]))) or NAMELESS


def line_of(text: str) -> str:
    """Return a text of a person on one line, without unseen signs."""
    kept = "".join(" " if sign.isspace() else sign for sign in text if not _is_unseen(sign))
    return " ".join(kept.split())


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign).startswith("C") and not sign.isspace()


def _shortened(name: str) -> str:
    """Return the name, cut in its middle where it is too long: its ending tells what it is."""
    if len(name) <= LONGEST_NAME:
        return name
    from src.masking import typed  # hundreds of forms, which most commands never need

    name = typed.mask(name)  # half a secret is not recognised any more
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME - 13]}…{name[-12:]}"

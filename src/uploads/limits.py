"""What a client document may be called and may cost: beyond its limits it is refused, and nothing else suffers."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

PictureKind = Literal["png", "jpeg", "webp"]
PictureReason = Literal[
    "damaged",
    "svg",
    "gif",
    "moves",
    "other_kind",
    "other_name",
    "pixels",
    "kept_bytes",
    "scans",
    "segments",
]

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
    seen = (sign for sign in text if sign.isspace() or unicodedata.category(sign)[0] != "C")
    return " ".join("".join(seen).split())


def _shortened(name: str) -> str:
    """Return the name, cut in its middle where it is too long: its ending tells what it is."""
    if len(name) <= LONGEST_NAME:
        return name
    from src.masking import typed  # hundreds of forms, which most commands never need

    name = typed.mask(name)  # half a secret is not recognised any more
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME - 13]}…{name[-12:]}"


MEGABYTE = 2**20


@dataclass(frozen=True)
class UploadLimits:
    """The limits of one server."""

    size: int = 10 * MEGABYTE
    """Bytes of the file."""
    pages: int = 500
    """Of a PDF; the others have none."""
    unpacked: int = 20 * MEGABYTE
    """Bytes of each part of a Word document, unpacked."""
    characters: int = 600_000
    """Of text; two hundred pages, or what is said on a day. A longer text would slow each look-up of a quote."""
    tags: int = 300_000
    """Of a web page or of subtitles; no text of so many characters has as many."""
    seconds: float = 20.0
    """Of a process of its own, to read the document."""
    memory: int = 768 * MEGABYTE
    """Bytes of address space of that process."""
    fetch_seconds: float = 30.0
    """To fetch a page that a user named: names, redirects and all of it."""
    at_once: int = 2
    """Documents that are read at once."""
    waiting: int = 8
    """Documents that are received, wait or are read; one more is refused as ``busy``."""

    @classmethod
    def of(cls, megabytes: int) -> "UploadLimits":
        return cls(size=megabytes * MEGABYTE)


@dataclass(frozen=True)
class PictureLimits:
    """The limits of pictures; how many are received at once is bounded together with documents."""

    size: int = 8 * MEGABYTE
    """Bytes of the file, and of what is kept of it."""
    pixels: int = 40_000_000
    scans: int = 100
    """Of a JPEG, which is built up in so many passes; the usual programs write ten."""
    segments: int = 10_000
    """Of a JPEG: what its head is made of, and its scans."""
    seconds: float = 20.0
    """Of a process of its own, to read the picture and to save it anew."""
    memory: int = 1024 * MEGABYTE
    """Bytes of address space of that process: saving the largest webp takes some 750."""
    text_seconds: float = 60.0
    """Of a process of its own, to read the text in the picture: 13 were seen on two busy cores."""
    at_once: int = 2

"""How much a client document may be and may cost: beyond it the document is refused, and nothing else suffers."""

from dataclasses import dataclass

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
        """Return the limits with another largest size."""
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

"""From the bytes of a file to a picture that is re-encoded: what it is, is told by its content.

``python -m src.uploads.picturing`` reads one in a process of its own, which can do nothing else. The file comes in by
standard input. What goes out is a line of JSON, and behind it the picture.
"""

import json
import re
import struct
import sys
from io import BytesIO
from typing import Any

from PIL import Image, ImageOps

from src.search.loaders.confined import replied
from src.uploads.limits import PictureKind, PictureLimits, PictureReason

_MARKER = re.compile(rb"\xff([^\x00\x01\xff\xd0-\xd8])")
"""Of a segment of a JPEG; those that are left out have no length."""
_SCAN, _END = b"\xda", b"\xd9"

_ENDINGS: dict[PictureKind, tuple[str, ...]] = {
    "png": (".png",),
    "jpeg": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "webp": (".webp",),
}
_SAVED: dict[PictureKind, dict[str, Any]] = {
    "png": {},
    "jpeg": {"quality": 90},
    "webp": {"quality": 90, "method": 2},  # the usual 4 takes twice as long for 5 % fewer bytes
}
_BROKEN = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    struct.error,
    EOFError,
)
"""What Pillow raises for a file that is not what it seems to be."""

Image.MAX_IMAGE_PIXELS = None  # our own limit is looked at first, and is no warning


class NoPicture(Exception):
    """The file is not taken, and why."""

    def __init__(self, reason: PictureReason) -> None:
        super().__init__(reason)
        self.reason: PictureReason = reason


def main(arguments: list[str]) -> int:
    """Re-encode a picture whose name ends with the first argument, within limits, the second; return the status."""
    suffix, limits = arguments[0], PictureLimits(**json.loads(arguments[1]))
    return replied(
        limits.size, limits.seconds, limits.memory, lambda file: _reply(file, suffix, limits)
    )


def _reply(content: bytes, suffix: str, limits: PictureLimits) -> bytes:
    try:
        return saved_anew(content, suffix, limits)
    except NoPicture as error:
        return json.dumps({"refused": error.reason}).encode() + b"\n"


def saved_anew(content: bytes, suffix: str, limits: PictureLimits) -> bytes:
    """Return what is told of a picture, and it as it is kept: its pixels, upright, and nothing else of the file."""
    kind = _kind(content)
    if suffix and suffix.lower() not in _ENDINGS[kind]:
        raise NoPicture("other_name")
    if kind == "jpeg":
        _bound_scans(content, limits)
    try:
        picture = Image.open(BytesIO(content), formats=(kind.upper(),))
        if picture.width * picture.height > limits.pixels:
            raise NoPicture("pixels")
        # A JPEG may hold smaller copies of itself behind the first, which is no animation.
        if kind != "jpeg" and getattr(picture, "is_animated", False):
            raise NoPicture("moves")
        saved = _saved(picture, kind)
        told = {"media_type": f"image/{kind}", "width": picture.width, "height": picture.height}
    except _BROKEN as error:
        raise NoPicture("damaged") from error
    if len(saved) > limits.size:
        raise NoPicture("kept_bytes")
    return json.dumps(told).encode() + b"\n" + saved


def _kind(content: bytes) -> PictureKind:
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if content.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "webp"
    if content.startswith(b"GIF8"):
        raise NoPicture("gif")
    if b"<svg" in content[:4096].lower():
        raise NoPicture("svg")
    raise NoPicture("other_kind")


def _bound_scans(content: bytes, limits: PictureLimits) -> None:
    """Raise ``NoPicture`` for a JPEG of more scans or segments than may be; each scan goes over all its pixels."""
    scans = segments = 0
    at = 2
    while (marker := _MARKER.search(content, at)) and marker[1] != _END:
        segments += 1
        scans += marker[1] == _SCAN
        if scans > limits.scans or segments > limits.segments:
            raise NoPicture("scans" if scans > limits.scans else "segments")
        at = marker.end() + max(2, int.from_bytes(content[marker.end() : marker.end() + 2], "big"))


def _saved(picture: Image.Image, kind: PictureKind) -> bytes:
    picture.load()
    ImageOps.exif_transpose(picture, in_place=True)
    see_through = picture.info.get("transparency")
    # Where it was taken, by whom, with what, and a smaller copy from before it was cut: none of that is the picture.
    picture.info = {} if see_through is None or kind != "png" else {"transparency": see_through}
    if kind == "jpeg" and picture.mode not in ("L", "RGB"):
        picture = picture.convert("RGB")
    file = BytesIO()
    picture.save(file, kind.upper(), **_SAVED[kind])
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

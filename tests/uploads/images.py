"""Pictures as strangers send them, made by the tests themselves."""

import io
import struct
import zlib
from typing import Any

from PIL import Image

SECRET = "52.3676N 4.9041E"
"""Stands in the metadata of pictures that have any."""


def image(
    kind: str = "PNG", size: tuple[int, int] = (40, 30), mode: str = "RGB", **saved: Any
) -> bytes:
    """Return a picture whose left half is darker than its right half."""
    picture = Image.linear_gradient("L").rotate(90).resize(size).convert(mode)
    file = io.BytesIO()
    picture.save(file, kind, **saved)
    return file.getvalue()


def told_metadata(kind: str, turned: bool = False) -> bytes:
    """Return a picture that says where it was taken, and maybe that it is to be shown turned by a quarter."""
    exif = Image.Exif()
    exif[0x010E] = SECRET
    if turned:
        exif[0x0112] = 6
    return image(kind, exif=exif.tobytes(), icc_profile=SECRET.encode())


def moving(kind: str) -> bytes:
    """Return an animation."""
    first, *rest = (Image.new("RGB", (8, 8), (shade, 0, 0)) for shade in (0, 100, 200))
    file = io.BytesIO()
    first.save(file, kind, save_all=True, append_images=rest, duration=100)
    return file.getvalue()


def of_scans(count: int) -> bytes:
    """Return a JPEG that is built up in so many passes, most of which say the same."""
    content = image("JPEG", mode="L", progressive=True)
    usual, last = content.count(b"\xff\xda"), content.rindex(b"\xff\xda")
    again = content[last:-2]
    return content[:-2] + again * (count - usual) + content[-2:]


def bomb(width: int, height: int) -> bytes:
    """Return a PNG that says it has so many pixels, and is a few hundred bytes long."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check

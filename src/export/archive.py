"""Zip archives with the same bytes for the same members: fixed order, fixed time, nothing of this machine."""

import io
import zipfile
from collections.abc import Mapping

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can name, for members whose time means nothing."""

_PLAIN_FILE = 0o100644 << 16


def archived(members: Mapping[str, bytes], *, compressed: bool) -> bytes:
    """Return an archive of these members, in their order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
            member.create_system, member.external_attr = 3, _PLAIN_FILE
            archive.writestr(member, data)
    return buffer.getvalue()


def rewritten(archive: bytes) -> bytes:
    """Return an archive of our own making with the same members, and without the time at which it was made."""
    with zipfile.ZipFile(io.BytesIO(archive)) as made:
        return archived({name: made.read(name) for name in made.namelist()}, compressed=True)

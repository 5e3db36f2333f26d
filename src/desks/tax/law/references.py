"""Stable references to Dutch law, as others resolve them too (Juriconnect): values in, values out."""

import string
from datetime import date

PAGES = "https://wetten.overheid.nl/"
"""Shows the text to people; it understands references."""


_SAFE = frozenset(f"{string.ascii_letters}{string.digits}-._~:")
"""What may stand in an address as it is."""


def jci(work: str, place: str, valid_from: date) -> str:
    """Return the reference to a place in a law: ``jci1.3:c:BWBR0011353&artikel=3.120&g=2026-01-01&z=2026-01-01``.

    ``place`` is made by ``place``. g: in force on; z: as known on. Both are the day from which the version is in force.
    """
    return f"jci1.3:c:{work}{place}&g={valid_from}&z={valid_from}"


def place(article: str, annex: str | None = None) -> str:
    """Return an article's part of a reference, or that of an annex, where there is no article."""
    parts = (("bijlage", annex), ("artikel", article))
    return "".join(f"&{name}={_escaped(value)}" for name, value in parts if value)


def _escaped(value: str) -> str:
    """Return a value as it can stand in an address."""
    return "".join(
        letter if letter in _SAFE else "".join(f"%{byte:02X}" for byte in letter.encode())
        for letter in value
    )

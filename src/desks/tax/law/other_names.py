"""Names beside those of ``laws``: the core laws in English and by their date, other Dutch law, European law."""

from src.texts import beside

NAMES = beside(__file__, "law_names")


def _table(name: str) -> dict[str, tuple[str, ...]]:
    return {work: tuple(names) for work, names in NAMES[name].items()}


MORE_NAMES = _table("more_names")
"""More names of laws of ``laws.LAWS``; a date stands only where it names one law."""

OTHER_LAWS = _table("other_laws")
"""Dutch law outside the tax list that tax texts cite; each under its number, its name first."""

EUROPEAN_LAW = _table("european_law")
"""European law and treaties that tax texts cite; known, but no loader brings it into the library."""

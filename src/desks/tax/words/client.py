"""What clients say of the tax desk, in both languages."""

from src.desks.desk import Facts, Standing, desk_words
from src.desks.kinds import PerLanguage
from src.texts import beside

TITLE: PerLanguage = {"nl": "Nederlands belastingrecht", "en": "Dutch tax law"}


def standing(facts: Facts) -> Standing:
    """Return what there is to search, and whether it is none of the law itself."""
    provisions, rulings = facts.get("provisions", 0), facts.get("rulings", 0)
    line: PerLanguage = {
        "nl": f"{provisions} artikelen, {rulings} uitspraken",
        "en": f"{provisions} provisions, {rulings} rulings",
    }
    if not provisions and not rulings:
        return Standing(
            line,
            {
                "nl": "De bibliotheek is leeg, dus er valt niets te vinden. Vul haar met `./tess ingest tax`.",
                "en": "The library is empty, so nothing can be found. Fill it with `./tess ingest tax`.",
            },
        )
    if not facts.get("starter"):
        return Standing(line)
    return Standing(
        {"nl": f"{line['nl']} (eigen samenvattingen)", "en": f"{line['en']} (digests of our own)"},
        {
            "nl": "Bibliotheek: eigen samenvattingen van TESS, niet de wet zelf.",
            "en": "Library: digests by TESS, not the law itself.",
        },
    )


WORDS = desk_words(beside(__file__, "client"), standing=standing)

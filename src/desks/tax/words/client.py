"""What clients say of the tax desk, in both languages."""

from src.desks.desk import Facts, Standing, desk_words
from src.desks.offers import DayWords, PerLanguage
from src.texts import beside

TITLE: PerLanguage = {"nl": "Nederlands belastingrecht", "en": "Dutch tax law"}

DAY = DayWords(
    label={"nl": "Peildatum", "en": "Date of law"},
    help={
        "nl": "De dag waarvan het recht telt. TESS zoekt daarna naar de tekst van die dag; wat al gevonden is, "
        "blijft staan.",
        "en": "The day whose law counts. From then on TESS looks for the text of that day; what was found stays.",
    },
    command={
        "nl": "de dag waarvan het recht telt; today voor vandaag",
        "en": "the day whose law counts; today for the latest",
    },
    of={"nl": "recht van", "en": "law of"},
    counts={"nl": "Het recht van {day} telt.", "en": "The law of {day} counts."},
    latest={"nl": "Telkens de nieuwste tekst telt.", "en": "The latest text counts."},
    today={"nl": "Recht van vandaag", "en": "Law of today"},
)


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
        {
            "nl": f"{line['nl']} (eigen samenvattingen)",
            "en": f"{line['en']} (digests of our own)",
        },
        {
            "nl": "Bibliotheek: eigen samenvattingen van TESS, niet de wet zelf.",
            "en": "Library: digests by TESS, not the law itself.",
        },
    )


WORDS = desk_words(beside(__file__, "client"), day=DAY, standing=standing)

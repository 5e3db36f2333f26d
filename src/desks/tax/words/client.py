"""What clients say of the tax desk, in both languages."""

from src.desks.desk import DeskWords, Facts, Standing
from src.desks.offers import DayWords, PerLanguage

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


WORDS = DeskWords(
    about={
        "nl": "Vragen over Nederlands belastingrecht, beantwoord met de bron erbij.",
        "en": "Questions on Dutch tax law, answered with the source beside it.",
    },
    opening={
        "nl": "TESS zoekt eerst wetgeving en rechtspraak bij uw vraag en laat zien wat er is gevonden. "
        "U bepaalt welke bronnen meetellen; daarna volgt het antwoord, met citaten die zijn nagekeken.",
        "en": "TESS first looks for legislation and case law and shows what was found. "
        "You decide which sources count; the answer follows, with quotes that were looked up.",
    },
    examples={
        "nl": (
            "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
            "Wanneer mag de inspecteur een navorderingsaanslag opleggen?",
            "Is de rente op mijn hypotheek aftrekbaar in box 1?",
        ),
        "en": (
            "Within how many weeks must I object to a tax assessment?",
            "When may the inspector impose an additional assessment?",
            "Is the interest on my mortgage deductible in box 1?",
        ),
    },
    progress={
        "get_legislation": {"nl": "zoekt wetgeving", "en": "searching legislation"},
        "get_case_law": {"nl": "zoekt rechtspraak", "en": "searching case law"},
        "generate_tax_answer": {
            "nl": "schrijft het antwoord en controleert de citaten",
            "en": "writing the answer and checking its quotes",
        },
    },
    tagline={"nl": "vragen over Nederlands belastingrecht", "en": "questions on Dutch tax law"},
    day=DAY,
    document={"nl": "document van de cliënt", "en": "document of the client"},
    digests={
        "nl": "Bronnen met ‘eigen samenvatting’ zijn door ons geschreven en zijn niet de wettekst of de uitspraak "
        "zelf.",
        "en": "Sources marked ‘our own digest’ are our words, not the text of the law or the ruling itself.",
    },
    approve={"nl": "Ja, beantwoord", "en": "Yes, answer"},
    personal={
        "payroll_tax_number": {"nl": "loonheffingennummer", "en": "payroll tax number"},
        "vat_number": {"nl": "btw-nummer", "en": "VAT number"},
    },
    standing=standing,
)

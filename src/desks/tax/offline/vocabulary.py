"""The words of tax law on which the reading of a message turns."""

from src.desks.tax.law.citations import find_citations
from src.desks.tax.law.days import asks_law_alone
from src.llm.builtin.vocabulary import Vocabulary

_ARTICLES = r"\b(?:artikel(?:en)?|art|articles?|sections?)\b\.?(?:\s*\d[\w.:]*)?"
_ECLI = r"\bECLI:[\w:.]+"


LAW = Vocabulary(
    mended=(
        "artikel",
        "uitspraak",
        "rechtspraak",
        "wetgeving",
        "jurisprudentie",
        "article",
        "legislation",
    ),
    telling={"nl": ("artikel",), "en": ("article",)},
    sources=(
        _ARTICLES,
        _ECLI,
        r"\b(?:hoge raad|hr|gerechtshof|hof|rechtbank|parket|a-g|raad van state|centrale raad|crvb|cbb)\b",
        r"\b(?:supreme court|court of appeal|district court|courts?)\b",
        r"\b(?:rechtspraak|jurisprudentie|uitspra(?:ak|ken)|arrest(?:en)?|\w*za(?:ak|ken)|case law|cases?|rulings?)\b",
        r"\b(?:judge?ments?|wetgeving|\w*wet(?:ten)?|legislation|statutes?|laws?|acts?|aw[rb]|awir|\w*besluit|verdrag)\b",
    ),
    disapproved=(
        _ARTICLES,
        _ECLI,
        r"\b\d+:\d+[a-z]*\b",
        r"\b(?:hoge raad|hr|gerechtshof|hof(?: van justitie)?|rechtbank(?:en)?|parket|a-g|raad van state|centrale raad"
        r"|crvb|cbb|supreme court|courts? of (?:appeal|justice)|district courts?|council of state)\b",
        r"\b(?:rechtspraak|jurisprudentie|uitspra(?:ak|ken)|arrest(?:en)?|vonnis(?:sen)?|conclusies?|case ?law|cases?"
        r"|rulings?|judge?ments?|decisions?)\b",
        r"\b(?:wetgeving|wet(?:ten)?|\w+wet|wetsartikel(?:en)?|legislation|statutes?|aw[rb]|awir)\b",
    ),
    # What a user disputes with the tax authorities; to find fault with that is a question of law.
    own_case=(
        r"\b(?:uitspraak (?:op (?:mijn |het |ons )?bezwaar|van de (?:inspecteur|belastingdienst|ontvanger))"
        r"|\w*aanslag(?:en)?|\w*aangifte|\w*boetes?|beschikking(?:en)?|\w*termijn|(?:mijn|my) \w+|inspecteur"
        r"|belastingdienst|assessments?|returns?|penalty|penalties|inspector"
        r"|tax (?:authorities|office|administration))\b"
    ),
    small=("lid", "bestuursrecht"),
    cites=lambda text: bool(find_citations(text)),
    replies=asks_law_alone,
)

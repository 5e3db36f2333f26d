"""The words of tax law on which the reading of a message turns."""

import re
from functools import cache

from src.desks.tax.law.abbreviations import ABBREVIATIONS
from src.desks.tax.law.citations import find_citations
from src.desks.tax.law.days import asks_law_alone
from src.desks.tax.law.glossary import EVERYDAY, TERMS, known_terms
from src.desks.tax.law.laws import ENGLISH_NAMES, LAWS
from src.desks.tax.library.dutch import terms
from src.llm.builtin.vocabulary import Vocabulary
from src.search.snippet import words_of

_ARTICLES = r"\b(?:artikel(?:en)?|art|articles?|sections?)\b\.?(?:\s*\d[\w.:]*)?"
_ECLI = r"\bECLI:[\w:.]+"


_LONG_TERM = 6
"""Letters of a term from which a word that begins or ends with it is a compound of it: "eigenwoningheffing"."""


_COMMONPLACE = frozenset(
    "goed goede groot grote klein kleine kleiner nieuw nieuwe oud oude hoog hoge laag lage lang lange kort korte veel "
    "zeker gemiddeld ander andere laat laten lijkt lijken werk werkt werken goods good small large new old high low "
    "long short".split()
)
"""Words of statutes that any sentence may have."""


@cache
def _statutory() -> frozenset[str]:
    """Return the words of tax law: those that the glossary leads to, its everyday words, and those of laws' names."""
    names = (name for law in LAWS for name in (law.title, law.short, *law.aliases))
    every = [*TERMS.values(), *EVERYDAY, *names, *ABBREVIATIONS, *ENGLISH_NAMES]
    return frozenset(words_of(" ".join(every)) - _COMMONPLACE)


@cache
def _known() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the terms by which these words are compared, and the compounds that begin or end with a long one."""
    long = "|".join(sorted(one for one in _statutory() if len(one) >= _LONG_TERM))
    compound = re.compile(rf"(?:{long})\w*|\w+(?:{long})(?:en|e|s|t)?")
    return frozenset(terms(" ".join(_statutory()))), compound


def of_field(text: str) -> set[str]:
    """Return the words of a text that are of tax law."""
    compared, compound = _known()
    known = {word for term in known_terms(text) for word in words_of(term)}
    said = words_of(text)
    known |= {one for one in said if compared & set(terms(one)) or compound.fullmatch(one)}
    return known - _COMMONPLACE


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
    of_field=of_field,
)

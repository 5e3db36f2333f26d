"""Tells of a law that the library lacks whether any register knows a law by its name. Pure."""

import re
from functools import cache
from pathlib import Path

from src.desks.tax.law.citations import ArticleCitation
from src.desks.tax.law.laws import WORD, fold

_HEAD = r"(?:wetboek|wet|besluit|regeling)"
_PREFIXED = (
    r"(?:Uitvoerings|Kader|Invoerings|Subsidie|Vrijstellings|Instellings|Overgangs|Rijks|Wijzigings|"
    r"Afbakenings)"
)
"""What ``Uitvoeringsregeling`` begins with: by itself such a word stands for a law that was named before."""
_JOINING = r"(?:op|inzake|betreffende|houdende|tot|voor|over|van|de|het|en|der|in)"
_TOLD = r"(?!\s(?:[a-z]*ge[a-z]+(?:de|te|en)|(?:ver|be|her|ont|voor|over)[a-z]+(?:de|te)|de|het|een|en|in|van|voor)\b)"
"""Behind ``de Wet``: ``neergelegde``, ``vervatte``, ``een``. Then the sentence goes on, and the name does not."""
_NOUN = (
    r"(?:(?:heff|belast|verzeker|regel|voorzien|vergoed|vrijstell|uitker|orden|handhav|financier|bestrijd|verminder|"
    r"bescherm|rekken|verlen)ing|compensatie|retributie|registratie|administratie|subsidie|organisatie|toeslag|bijdrage|"
    r"recht|accijns|zorg|beheer|toezicht|verkeer|fonds|taks|premie|delict|middel|stof|bestuur|krediet|handel|bedrijf|"
    r"onderwijs|arbeid|inkomen|vermogen|pensioen|huur|budget|loon|aftrek|vrijheid|veiligheid)(?:en|s|n)?"
)
"""What laws are about; behind ``de Wet`` stands as often what it does, and then nothing is named."""
_YEAR = r"(?:\s(?:19|20)\d\d\b)"
_TAIL = rf"{_TOLD}(?:\s(?:{_JOINING}|[a-zë]+e|[a-zë]*{_NOUN}))*?\s[a-zëïö-]*{_NOUN}\b(?!\svan)"
_FORMS = (
    rf"(?:{_PREFIXED}{_HEAD}|[A-Z][a-zë]+e\s{_HEAD}|Wet|Besluit|Regeling)(?:{_TAIL}{_YEAR}?|{_TOLD}(?:\s[a-zë-]+){{1,6}}?{_YEAR})",
    rf"(?:Wet|Besluit|Regeling)\s(?:op\s(?:de|het)|inzake|betreffende|houdende)\s[\w-]{{4,}}{_YEAR}?",
    rf"(?!{_PREFIXED}{_HEAD}\b)[A-Z][a-zëïö]{{2,}}{_HEAD}\b{_YEAR}?",
    rf"Wetboek\svan\s[\w-]{{4,}}{_YEAR}?",
    rf"(?:[A-Z][\w-]+\s){{1,5}}Act\b{_YEAR}?",
)
_NAME = "|".join(f"(?:{form})" for form in _FORMS)
_BEHIND = re.compile(
    rf"[\s,(]{{0,3}}(?:(?:van|uit|in|bij|of|under)\s)?(?:(?:de|het|the)\s)?(?:Dutch\s)?(?P<name>{_NAME})"
)
_BEFORE = re.compile(rf"(?P<name>{_NAME})[\s,:]{{1,3}}\Z")
_WINDOW = 120
_BY_DAY = re.compile(r"\w+ van \d")
_REGISTER = Path(__file__).with_name("registered_laws.txt")


def unknown_law(text: str, citation: ArticleCitation) -> str:
    """Return the name of the law that is cited, where no register knows it; empty for all else.

    An abbreviation, a treaty, European and local law and ``de Wet`` by itself are nobody's to call unknown.
    """
    start, end = citation.span
    found = _BEHIND.match(text, end, end + _WINDOW)
    if found is None and not citation.law:
        found = next(
            (
                one
                for at in range(max(0, start - _WINDOW), start)
                if (one := _BEFORE.match(text, at, start))
            ),
            None,
        )
    if found is None:
        return ""
    name = " ".join(found["name"].split())
    rest = text[found.start("name") : found.start("name") + _WINDOW]
    return "" if _BY_DAY.match(name) or _is_registered(_squeezed(name), _squeezed(rest)) else name


def _is_registered(name: str, text: str) -> bool:
    """Tell whether a register has a name: without its year, cut short, or longer than it was read."""
    return any(known.startswith(name) or text.startswith(known) for known in _register())


def _squeezed(name: str) -> str:
    """Return a name's letters and digits, as line ends and hyphens stand anywhere."""
    return "".join(WORD.findall(fold(name)))


@cache
def _register() -> tuple[str, ...]:
    return tuple(map(_squeezed, _REGISTER.read_text("utf-8").splitlines()))

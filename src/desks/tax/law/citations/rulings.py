"""Finds rulings in a text: by ECLI, by the former LJN, by journal."""

import re
from collections.abc import Iterator

from src.desks.tax.law.citations.model import LjnCitation, ReportCitation, RulingCitation

ECLI = re.compile(r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:[0-9]{4}:[A-Z0-9.]{0,24}[A-Z0-9]", re.IGNORECASE)
"""An ECLI as it should be written."""

_COLON = r"(?:\s{0,3}:\s{0,3}|%3A)"
_WRITTEN = re.compile(
    rf"(?:(?<![A-Z0-9])|(?<=%3D))ECLI{_COLON}([A-Z]{{2}}){_COLON}([A-Z0-9]{{1,7}}){_COLON}([0-9]{{4}}){_COLON}"
    r"([A-Z0-9.]{0,24}[A-Z0-9])",
    re.IGNORECASE,
)
"""An ECLI as people write it: in an address, or with a space or the end of a line behind a colon."""

_LJN = re.compile(
    r"\bLJN(?:[\s-]{0,3}(?:nr|nummer|number)\b)?[\s:.-]{0,4}([A-Z]{2})\s?([0-9]{4})(?![0-9])",
    re.IGNORECASE,
)

_REPORT = re.compile(
    r"\b(BNB|V-N|VN|NTFR(?:-B)?|FED|NLF|FutD|NJB?|AB|JB|RSV|USZ|PJ|JOR|JAR|Belastingblad)"
    r"\s{0,2}((?:19|20)[0-9]{2})\s?(?:[/-]|,\s?(?:nr\.?|p\.|blz\.)?\s?)\s?([0-9]{1,5}(?:[.-][0-9]{1,4}){0,3})(?![0-9/])"
)


def find_rulings(text: str) -> Iterator[RulingCitation | LjnCitation | ReportCitation]:
    """Yield every mention of a ruling, kind by kind."""
    for match in _WRITTEN.finditer(text):
        yield RulingCitation(":".join(("ECLI", *match.groups())).upper(), match.span())
    for match in _LJN.finditer(text):
        yield LjnCitation((match[1] + match[2]).upper(), match.span())
    for match in _REPORT.finditer(text):
        yield ReportCitation(f"{match[1]} {match[2]}/{match[3]}", match.span())

"""Reads one ruling or advisory opinion in the open-data format of the Dutch judiciary."""

import re
from collections.abc import Iterator

from lxml import etree

from src.desks.tax.law.citations import ECLI, KNOWN_LAWS, ArticleCitation, find_citations
from src.desks.tax.law.days import day_of_iso
from src.desks.tax.law.references import ruling_title
from src.desks.tax.loaders.loaded import LoadedLaw
from src.desks.tax.sources import CaseLaw
from src.language.opposites import forms_beside
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.xml_file import local_name, text_of

ROOT = "open-rechtspraak"

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_TERMS = "{http://purl.org/dc/terms/}"
_BWB = "{bwb-dl}resourceIdentifier"
_RULING = "{http://www.rechtspraak.nl/schema/rechtspraak-1.0}"
_BLOCKS = frozenset({"para", "title", "bridgehead", "nr", "listmarking", "row"})
_NUMBERS = frozenset({"nr", "listmarking"})
_REFERENCE = re.compile(r"BWB:(BWB[RV][0-9]{7}).*?&artikel=([^&]+)")
_LONGEST_HEADING = 160
_ASSESSMENT = forms_beside(__file__)("assessment")
"""An assessment with its tax: ``navorderingsaanslag in de vennootschapsbelasting``."""


def load(root: etree._Element) -> LoadedLaw:
    """Return the ruling as one source: summary and text in paragraphs, and the articles it cites."""
    facts = root.find(f"{_RDF}RDF/{_RDF}Description")
    if facts is None:
        raise NotLoaded("the ruling has no description")
    ecli = text_of(facts.find(f"{_TERMS}identifier")).upper()
    if not ECLI.fullmatch(ecli):
        raise NotLoaded("the ruling has no ECLI")
    summary = _paragraphs(root.find(f"{_RULING}inhoudsindicatie"))
    body = [
        line
        for part in ("uitspraak", "conclusie")
        for line in _paragraphs(root.find(_RULING + part))
    ]
    if not body and not summary:
        raise NotLoaded("the ruling has no text")
    return LoadedLaw((_case(facts, ecli, summary, body),), key=ecli)


def _case(facts: etree._Element, ecli: str, summary: list[str], body: list[str]) -> CaseLaw:
    court = text_of(facts.find(f"{_TERMS}creator"))
    decided = day_of_iso(text_of(facts.find(f"{_TERMS}date")))
    subjects = dict.fromkeys(text_of(subject) for subject in facts.iter(f"{_TERMS}subject"))
    content = "\n".join([*summary, *body])
    found = (
        each for each in find_citations(content, KNOWN_LAWS) if isinstance(each, ArticleCitation)
    )
    named = (f"{each.work}/{each.article}" for each in found if each.work)
    return CaseLaw(
        id=ecli,
        title=ruling_title(court, decided, ecli),
        content=content,
        url=f"https://deeplink.rechtspraak.nl/uitspraak?id={ecli}",
        heading=_heading(summary, body, subjects),
        as_of=decided,
        ecli=ecli,
        court=court,
        subject=", ".join(subject for subject in subjects if subject),
        cites=tuple(dict.fromkeys([*_referred(facts), *named])),
    )


def _heading(summary: list[str], body: list[str], subjects: dict[str, None]) -> str:
    """Return the beginning of the summary, at most one line; without one the assessment, or else the field of law."""
    line = next((line for line in summary if len(line) > 1), "")
    if not line:
        found = next(filter(None, map(_ASSESSMENT.search, body)), None)
        return found[0][:1].upper() + found[0][1:] if found else next(iter(subjects), "")
    if len(line) <= _LONGEST_HEADING:
        return line
    return line[:_LONGEST_HEADING].rsplit(" ", 1)[0] + " ..."


def _referred(facts: etree._Element) -> Iterator[str]:
    for reference in facts.iter(f"{_TERMS}references"):
        found = _REFERENCE.search(reference.get(_BWB, ""))
        if found:
            yield f"{found[1]}/{found[2]}"


def _paragraphs(element: etree._Element | None) -> list[str]:
    if element is None:
        return []
    lines: list[str] = []
    number = ""
    for block in _blocks(element):
        text = text_of(block)
        if local_name(block) in _NUMBERS:
            number = f"{number} {text}".strip()
        elif text and text != "-":
            lines.append(f"{number} {text}".strip())
            number = ""
    return lines


def _blocks(element: etree._Element) -> Iterator[etree._Element]:
    for child in element:
        if local_name(child) in _BLOCKS:
            yield child
        else:
            yield from _blocks(child)

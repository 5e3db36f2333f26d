"""Judges one citation by what the library holds. Pure: the same citation, library and days give the same verdict."""

import re
from dataclasses import dataclass
from datetime import date

from src.desks.tax.law.citations import ArticleCitation
from src.desks.tax.law.laws import EUROPEAN_LAW
from src.desks.tax.lint.model import (
    Catalogue,
    CatalogueLaw,
    CatalogueVersion,
    Judged,
    Verdict,
    reason,
)
from src.desks.tax.lint.stated import Stated, court_name, life

_FORMER_NUMBER = re.compile(r"[A-Z]{2}[0-9]{4}")
_LAST_FORMER_NUMBER = 2013
"""Year in which the ECLI came, and after which no number of the old kind was given out."""


@dataclass(frozen=True)
class Days:
    """The days that count: the one whose law is meant, where one is, and today."""

    today: date
    meant: date | None = None
    of_text: date | None = None
    """The text's own day, for citations beside which it says no other."""

    @property
    def of_law(self) -> date:
        return self.meant or self.of_text or self.today


def judge_article(citation: ArticleCitation, catalogue: Catalogue, days: Days) -> Judged:
    """Return what is known of a cited article on the day whose law is meant."""
    if citation.work is None:
        told = reason("unknown_law", law=citation.law) if citation.law else reason("no_law")
        return Judged(Verdict.NOT_HERE, told)
    law = catalogue.law(citation.work)
    if law is None:
        sentence = "european" if citation.work in EUROPEAN_LAW else "law_not_here"
        title = catalogue.names.title(citation.work)
        return Judged(Verdict.NOT_HERE, reason(sentence, title=title, work=citation.work))
    version = law.in_force(days.of_law)
    if version is None:
        return _before_the_first(citation, law, days)
    if version.until is not None and version.until < days.of_law:
        told = reason("lapsed_law", title=law.title, until=version.until)
        return Judged(Verdict.LAPSED, told)
    if version.holds(citation.article):
        return _in_version(citation, law, version, days)
    return _missing(citation, law, version, days)


def judge_number(citation: ArticleCitation, catalogue: Catalogue, days: Days) -> Judged:
    """Return what is known of a number beside a law's name: that of a table or a line may be no article at all."""
    judged = judge_article(citation, catalogue, days)
    if not judged.verdict.is_bad or citation.work is None:
        return judged
    title = catalogue.names.title(citation.work)
    told = reason("number_alone", title=title, article=citation.article)
    return Judged(Verdict.NOT_HERE, told)


def _in_version(
    citation: ArticleCitation, law: CatalogueLaw, version: CatalogueVersion, days: Days
) -> Judged:
    """Judge an article that is there, and its paragraphs where they are numbered."""
    where = _where(law, citation.article)
    if not version.whole:
        sentence = "as_digest" if version.digest else "in_part"
        return Judged(Verdict.EXISTS, reason(sentence, where=where, since=version.since))
    numbered = version.articles.get(citation.article, ())
    if citation.article in version.textless:
        return Judged(Verdict.EXISTS, reason("without_text", where=where, since=version.since))
    for paragraph in citation.paragraphs:
        if numbered and paragraph not in numbered:
            return _missing_paragraph(where, paragraph, numbered, version)
    sentence = "in_newest" if version is law.versions[-1] else "in_version"
    told = reason(sentence, where=where, since=version.since, day=days.of_law)
    return Judged(Verdict.EXISTS, told, version.since)


def _missing_paragraph(
    where: str, paragraph: str, numbered: tuple[str, ...], version: CatalogueVersion
) -> Judged:
    """Judge a paragraph that is not there: below the highest number it has lapsed, above it never was."""
    is_gap = _is_gap(paragraph, numbered)
    sentence = "lapsed_paragraph" if is_gap else "no_paragraph"
    told = reason(
        sentence,
        where=where,
        paragraph=paragraph,
        since=version.since,
        numbered=", ".join(numbered),
    )
    return Judged(Verdict.LAPSED if is_gap else Verdict.ABSENT, told)


def _before_the_first(citation: ArticleCitation, law: CatalogueLaw, days: Days) -> Judged:
    holding = [entry for entry in law.versions if entry.whole and entry.holds(citation.article)]
    if not holding:
        told = reason("day_not_here", title=law.title, day=days.of_law)
        return Judged(Verdict.NOT_HERE, told)
    if days.meant is None and not _invented(citation, holding[0]):
        where = _where(law, citation.article)
        told = reason("in_oldest", where=where, since=holding[0].since, day=days.of_law)
        return Judged(Verdict.NOT_HERE, told)
    return _elsewhere(citation, law, holding, days, "elsewhere_only")


def _elsewhere(
    citation: ArticleCitation,
    law: CatalogueLaw,
    holding: list[CatalogueVersion],
    days: Days,
    sentence: str,
    since: date | None = None,
) -> Judged:
    """Judge an article that only versions of other days hold: by those that have its paragraphs, the nearest first.

    A paragraph above the highest number of each of them never was; one below it may have been there on the day.
    """
    invented = [_invented(citation, version) for version in holding]
    fitting = [entry for entry, paragraph in zip(holding, invented, strict=True) if not paragraph]
    day = days.of_law
    # Counted from the last day that each is known to have been in force.
    nearest = min(fitting or holding, key=lambda v: max(v.since - day, day - (v.until or v.since)))
    if not fitting:
        numbered = nearest.articles[citation.article]
        paragraph = invented[holding.index(nearest)]
        return _missing_paragraph(_where(law, citation.article), paragraph, numbered, nearest)
    told = reason(
        sentence,
        title=law.title,
        article=citation.article,
        since=since,
        day=days.of_law,
        nearest=nearest.since,
    )
    return Judged(Verdict.OTHER_VERSION, told)


def _invented(citation: ArticleCitation, version: CatalogueVersion) -> str:
    """Return the first cited paragraph that this version lacks, and that has not lapsed; empty where there is none."""
    numbered = version.articles.get(citation.article, ())
    if not version.whole or not numbered or citation.article in version.textless:
        return ""
    missing = (paragraph for paragraph in citation.paragraphs if paragraph not in numbered)
    return next((text for text in missing if not _is_gap(text, numbered)), "")


def _is_gap(paragraph: str, numbered: tuple[str, ...]) -> bool:
    """Tell whether a paragraph without text stands below the highest number: it has lapsed."""
    highest = max((int(text) for text in numbered if text.isdigit()), default=0)
    return paragraph.isdigit() and int(paragraph) < highest


def _missing(
    citation: ArticleCitation, law: CatalogueLaw, version: CatalogueVersion, days: Days
) -> Judged:
    article = citation.article
    if article in version.lapsed:
        return _lapsed(article, law, version)
    if not version.whole:
        told = reason("article_not_here", title=law.title, article=article)
        return Judged(Verdict.NOT_HERE, told)
    holding = [version for version in law.versions if version.holds(article)]
    lapsed = [one for one in law.versions if article in one.lapsed and one.since < version.since]
    if lapsed and not holding:
        return _lapsed(article, law, lapsed[-1])
    if holding:
        return _elsewhere(citation, law, holding, days, "elsewhere", version.since)
    told = reason("absent", title=law.title, article=article, since=version.since, day=days.of_law)
    return Judged(Verdict.ABSENT, told)


def _lapsed(article: str, law: CatalogueLaw, version: CatalogueVersion) -> Judged:
    day = version.lapsed[article]
    since = reason("since", day=day) if day else ""
    told = reason("lapsed", where=_where(law, article), since=since, version=version.since)
    return Judged(Verdict.LAPSED, told)


def _where(law: CatalogueLaw, article: str) -> str:
    return f"{law.title}, artikel {article},"


def judge_ruling(ecli: str, stated: Stated, catalogue: Catalogue, today: date) -> Judged:
    """Return what is known of a cited ruling: from its ECLI, which holds court and year, and from the library."""
    _, country, code, year, number = ecli.split(":", 4)
    if int(year) > today.year:
        return Judged(Verdict.ABSENT, reason("future", year=year))
    sat = life(country, code)
    if sat is None:
        return Judged(Verdict.ABSENT, reason("unknown_court", code=code))
    if not sat[0] <= int(year) <= sat[1]:
        told = reason("not_sitting", court=court_name(code), year=year)
        return Judged(Verdict.ABSENT, told)
    if country == "NL" and int(year) > _LAST_FORMER_NUMBER and _FORMER_NUMBER.fullmatch(number):
        return Judged(Verdict.ABSENT, reason("former_number", number=number, year=year))
    if stated.court and code not in stated.court:
        told = reason("other_court", stated=stated.court_words, court=court_name(code))
        return Judged(Verdict.OTHER_RULING, told)
    if stated.day and stated.day.year != int(year):
        told = reason("other_year", stated=stated.day, year=year)
        return Judged(Verdict.OTHER_RULING, told)
    ruling = catalogue.ruling(ecli)
    if ruling is None:
        return _absent_ruling(ecli, stated, catalogue)
    if stated.day and ruling.decided and stated.day != ruling.decided:
        told = reason("other_day", stated=stated.day, day=ruling.decided)
        return Judged(Verdict.OTHER_RULING, told)
    told = reason("ruling", ecli=ecli, court=ruling.court, day=ruling.decided)
    return Judged(Verdict.EXISTS, told)


def _absent_ruling(ecli: str, stated: Stated, catalogue: Catalogue) -> Judged:
    """Judge a ruling that the library lacks: by one in it that the text may mean, or not at all."""
    for other, is_telling in catalogue.resembling(ecli).items():
        ruling = catalogue.ruling(other)
        if ruling is None or (stated.court and other.split(":")[2] not in stated.court):
            continue
        if ruling.decided == stated.day if stated.day else is_telling:
            told = reason("resembles", other=other, court=ruling.court, day=ruling.decided)
            return Judged(Verdict.RESEMBLES, told)
    sentence = "ruling_not_here" if ecli.startswith("ECLI:NL:") else "foreign_ruling"
    return Judged(Verdict.NOT_HERE, reason(sentence, ecli=ecli))


def judge_ljn(ljn: str, stated: Stated, catalogue: Catalogue, today: date) -> Judged:
    """Return what is known of a ruling cited by its former number."""
    eclis = catalogue.eclis(ljn)
    if not eclis:
        return Judged(Verdict.NOT_HERE, reason("ljn_not_here", ljn=ljn))
    judged = judge_ruling(eclis[0], stated, catalogue, today)
    told = reason("ljn", ljn=ljn, ecli=eclis[0], told=judged.reason)
    return Judged(judged.verdict, told)

"""What sources of tax law are called beside their numbers: by ECLI, article, law, court or kind. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property

from src.desks.tax import knowledge
from src.desks.tax.law.citations import ECLI, ArticleCitation, find_citations
from src.desks.tax.law.glossary import dutch_terms
from src.desks.tax.law.laws import WORD, LawNames, fold
from src.llm.builtin.names import NameReader, Places
from src.texts import beside

_CALLED = beside(knowledge.__file__, "courts_and_kinds")
_COURTS: Mapping[str, str] = _CALLED["courts"]
"""By the beginning of a ruling's title, how its court is called."""
_MANY_RULINGS, _ONE_RULING, _MANY_STATUTES, _ONE_STATUTE, _EACH, _SEATS = (
    re.compile(_CALLED[name])
    for name in ("many_rulings", "one_ruling", "many_statutes", "one_statute", "each", "seats")
)
_KNOWN = LawNames()
_ARTICLE = re.compile(r"(?<![\w.:€-])\d+(?:[.:]\d+)+[a-z]*\b|(?<![\w.:€-])\d+[a-z]{1,4}\d*\b")
_PARAGRAPH = re.compile(r"\b(?:lid|leden|onderdeel|sub|paragraph)\s+\w+")
_IN_EVERY_TITLE = frozenset(
    "wet artikel van der den het een bij inzake raad voor the van met uit aan niet alle".split()
)
_SHORTEST_WORD = 3


class LawReader(NameReader):
    """Reads which articles and rulings a text names."""

    meaning = ((r"\b(?:articles?|sections?)\b", "artikel"), *NameReader.meaning)
    not_counted = f"lid|{NameReader.not_counted}"

    def mark_identifiers(self, text: str) -> str:
        return ECLI.sub(lambda m: self.mark(self._with_ecli(m.group().lower())), text)

    def mark_citations(self, text: str) -> str:
        text = _PARAGRAPH.sub(" ", self._mark_articles(text))
        return _ARTICLE.sub(lambda m: self.mark(self._article(m.group())), text)

    def bare(self, number: str) -> Places:
        """Return the candidate with this number in the list, or else the article."""
        return super().bare(number) or self._article(number)

    def names_several(self, text: str) -> bool:
        """Tell whether a text names a court or a kind of which all are meant."""
        forms = (_MANY_RULINGS, _MANY_STATUTES, _EACH)
        return bool(_courts(text)) or any(form.search(text) for form in forms)

    def described(self, text: str) -> Places:
        works = set(_works(text))
        if works:
            return {at for at, known in enumerate(self._articles) if known and known.work in works}
        statutory = dutch_terms(text.replace("-", " "))  # "de btw-wet"
        titled = self.with_most_words(self.title_words(f"{text} {statutory}"))
        is_told = bool(titled or self.ordinals(text) or self.names_several(text))
        among = _of_kinds(text, self.candidates.titles, is_told=is_told)
        if among is None:
            return titled
        return among & titled or (set() if titled or self.is_about(text) else among)

    def title_words(self, title: str) -> Set[str]:
        words = (fold(match.group()) for match in re.finditer(r"[^\W\d_]+|(?:19|20)\d\d", title))
        return {word for word in words if len(word) >= _SHORTEST_WORD} - _IN_EVERY_TITLE

    def _with_ecli(self, ecli: str) -> Places:
        return self.candidates.where(lambda title: title.endswith(ecli))

    def _mark_articles(self, text: str) -> str:
        mentions: dict[tuple[int, int], Places] = {}
        for citation in find_citations(text):
            if isinstance(citation, ArticleCitation):
                places = self._article(citation.article, citation.work)
                mentions[citation.span] = mentions.get(citation.span, set()) | places
        for (start, end), places in sorted(mentions.items(), reverse=True):
            text = text[:start] + self.mark(places) + text[end:]
        return text

    @cached_property
    def _articles(self) -> tuple[ArticleCitation | None, ...]:
        """What article each title is; None for a ruling."""
        return tuple(
            next((c for c in find_citations(title) if isinstance(c, ArticleCitation)), None)
            for title in self.candidates.titles
        )

    def _article(self, article: str, work: str | None = None) -> Places:
        """Return the places of an article, in any law where none is named."""
        return {
            at
            for at, known in enumerate(self._articles)
            if known and known.article == article and (work is None or known.work == work)
        }


def _works(text: str) -> Iterable[str]:
    words = [fold(match.group()) for match in WORD.finditer(text)]
    at = 0
    while at < len(words):
        found = _KNOWN.starting_at(words, at)
        if found:
            yield found[0]
        at = found[1] if found else at + 1


def _of_kinds(text: str, titles: Sequence[str], *, is_told: bool) -> Places | None:
    """Return the candidates of the courts and kinds that are named, of a kind only where ``is_told`` which.

    None where none is named. A court is also a kind.
    """
    courts = _courts(text)
    if courts:
        of_court = {at for at, title in enumerate(titles) if title.startswith(tuple(courts))}
        return _seated(text, titles, of_court)
    rulings = {at for at, title in enumerate(titles) if ECLI.search(title)}
    laws = set(range(len(titles))) - rulings
    of_rulings = _MANY_RULINGS.search(text) or _ONE_RULING.search(text)
    of_laws = _MANY_STATUTES.search(text) or _ONE_STATUTE.search(text)
    if not (of_rulings or of_laws):
        return None
    named = (rulings if of_rulings else set()) | (laws if of_laws else set())
    return named if is_told else set()


def _courts(text: str) -> list[str]:
    return [begins for begins, called in _COURTS.items() if _found(called, text, begins)]


def _found(called: str, text: str, begins: str) -> bool:
    """Tell whether a court is called by a name that is not part of another's: ``parket bij de hoge raad``."""
    for other, name in _COURTS.items():
        if other == begins:
            break
        text = re.sub(name, " ", text)
    return re.search(called, text) is not None


def _seated(text: str, titles: Sequence[str], among: Places) -> Places:
    seat = _SEATS.search(text)
    if seat is None:
        return among
    names = (seat.group(), _CALLED["other_names"].get(seat.group(), seat.group()))
    return {at for at in among if any(name in titles[at] for name in names)}

"""What sources of tax law are called beside their numbers: by ECLI, article, law, court or kind. Pure."""

import re
from collections.abc import Iterable, Set
from functools import cached_property

from src.desks.tax.law.citations import ECLI, ArticleCitation, find_citations
from src.desks.tax.law.glossary import dutch_terms
from src.desks.tax.law.laws import WORD, LawNames, fold
from src.desks.tax.library.dutch import terms
from src.desks.tax.offline.kinds import names_several, of_kinds
from src.llm.builtin.names import NameReader, Places

_KNOWN = LawNames()
_ARTICLE = re.compile(r"(?<![\w.:€-])\d+(?:[.:]\d+)+[a-z]*\b|(?<![\w.:€-])\d+[a-z]{1,4}\d*\b")
_PARAGRAPH = re.compile(r"\b(?:lid|leden|onderdeel|sub|paragraph)\s+\w+")
_IN_EVERY_TITLE = frozenset(
    "wet artikel van der den het een bij inzake raad voor the van met uit aan niet alle".split()
)
_SHORTEST_WORD = 3
_TELLS_NOTHING = frozenset(
    terms(
        "haal zet laat weg verwijder schrap gooi doe neem gebruik houd terug eruit relevant vind verouderd onjuist "
        "uitspraak arrest zaak artikel bron vonnis iets anders keep remove drop use take put leave back out the case "
        "ruling article source please and of"
    )
)


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
        return names_several(text)

    def described(self, text: str) -> Places:
        works = set(_works(text))
        if works:
            return {at for at, known in enumerate(self._articles) if known and known.work in works}
        statutory = dutch_terms(text.replace("-", " "))  # "de btw-wet"
        titled = self.with_most_words(self.title_words(f"{text} {statutory}"))
        among = of_kinds(text, self.candidates.titles, one=bool(titled or self.ordinals(text)))
        if among is None:
            return titled
        return among & titled or (set() if titled or self.is_about(text) else among)

    def telling(self, text: str) -> Set[str]:
        said = terms(f"{text} {dutch_terms(text)}")
        return {term for term in said if not term.isdigit()} - _TELLS_NOTHING

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

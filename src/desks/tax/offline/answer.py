"""An answer made of verbatim passages, most relevant first. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from src.desks.tax.law.citations import ArticleCitation, find_citations
from src.desks.tax.loaders.starter import KnownQuestions
from src.desks.tax.offline.scoring import NO_QUESTIONS, Candidate, Scorer, all_candidates
from src.dossier.personal import is_id_of_client
from src.llm.forms import AnswerDraft, AnswerTask, ClaimDraft
from src.search.encoder import Rows
from src.wording import WORDINGS

MOST_PASSAGES = 4
MOST_PER_SOURCE = 2
WORTH_SAYING = 0.8
"""How far below the best passage's score one is left out, in the logarithm of odds: fewer are better than beside the
point, and of those between this and 1.2 one in ten answers."""
CLEAR_LEAD = 0.4
"""How far below the best passage's score another answers about as well: none is the answer."""

_BESIDE = re.compile(
    r"\A(?P<first>.+?)\W*\b(?:en|and)\s+(?P<rest>\S+\s+\S[^?.]*)\W*\Z", re.IGNORECASE | re.DOTALL
)
"""A question in two parts: "hoe lang bewaar ik mijn boeken, en het pand dan?"."""


def extract(
    task: AnswerTask, rows: Rows | None = None, known: KnownQuestions = NO_QUESTIONS
) -> AnswerDraft:
    """Return the passages of the sources that answer the question best.

    ``rows`` makes the vectors of their meaning, and that of the questions that they are ``known`` to answer.

    Those of the client's documents come last and lead to no conclusion: they are facts. A claim has no words of its
    own, but for an item of a long list: there they are the list's introduction.
    """
    told = [source for source in task.sources if is_id_of_client(source.id)]
    law = [source for source in task.sources if source not in told]
    scorer_of = partial(Scorer, rows=rows, known=known)
    candidates = all_candidates(law)
    best = _best(task.question, candidates, scorer_of)
    if parts := _BESIDE.search(task.question):
        first, rest = parts["first"], parts["rest"]
        second = _best(rest, candidates, scorer_of)
        if second.passages and scorer_of(rest, candidates).says_most(second.passages[0]):
            best = _of_both(best, _best(first, candidates, scorer_of), second)
    facts = _best(task.question, all_candidates(told), scorer_of)
    claims = [
        ClaimDraft(text=entry.passage.lead, quote=entry.passage.text, source_id=entry.source.id)
        for entry in (*best.passages, *facts.passages[:MOST_PER_SOURCE])
    ]
    return AnswerDraft(
        claims=claims, conclusion=_conclusion(best, task), missing_facts=[], open_points=[]
    )


def _of_both(best: "_Best", first: "_Best", second: "_Best") -> "_Best":
    """Return the passages with the best for the second part of a question behind the best for the first."""
    lead = best if best.passages[:1] != second.passages[:1] else first
    ranked = (*lead.passages[:1], *second.passages[:1], *best.passages)
    distinct = list({candidate.number: candidate for candidate in ranked}.values())
    return _Best(distinct[:MOST_PASSAGES], best.clear and len(distinct) == 1)


def _conclusion(best: "_Best", task: AnswerTask) -> str:
    words = WORDINGS[task.language]
    if not best.passages:
        return ""
    if not best.clear:
        return words.offline_conclusion_many
    first = best.passages[0]
    return words.offline_conclusion.format(quote=first.passage.text, title=first.source.title)


_ENGLISH = re.compile(r"\b(?:articles?|sections?)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Cited:
    """The articles that a question names, and what it asks besides."""

    articles: tuple[ArticleCitation, ...]
    rest: str
    """The question without them."""

    @property
    def paragraph(self) -> str:
        """The number of the first paragraph that is named; empty where none is."""
        return next((paragraph for cited in self.articles for paragraph in cited.paragraphs), "")

    def holds(self, source_id: str) -> bool:
        """Tell whether a source is one of the articles; one that is named without a law may be of any."""
        work, _, article = source_id.partition("@")[0].partition("#")[0].lower().rpartition("/")
        return any(
            cited.article.lower() == article and (cited.work or work).lower() == work
            for cited in self.articles
        )


def cited_in(question: str) -> Cited:
    """Return the articles that a question names."""
    text = _ENGLISH.sub("artikel", question)
    found = tuple(entry for entry in find_citations(text) if isinstance(entry, ArticleCitation))
    rest = text if found else question
    for start, end in sorted({citation.span for citation in found}, reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    return Cited(found, rest)


@dataclass(frozen=True)
class _Best:
    """The passages to quote, best first; ``clear`` where the first stands out."""

    passages: Sequence[Candidate]
    clear: bool


def _best(
    question: str,
    candidates: Sequence[Candidate],
    scorer_of: Callable[[str, Sequence[Candidate]], Scorer],
) -> _Best:
    """Return what answers best: passages of an article that the question names before all others."""
    cited = cited_in(question)
    scorer = scorer_of(cited.rest, candidates)
    about = [each for each in candidates if scorer.is_about(each)] or _foremost(candidates, scorer)
    scores = {candidate.number: scorer.of(candidate) for candidate in about}
    fitting = sorted(
        (each for each in candidates if each.number in scores), key=lambda one: -scores[one.number]
    )
    named = _named(cited, candidates, fitting)
    least = scores[fitting[0].number] - WORTH_SAYING if fitting else 0.0
    others = [
        each for each in fitting if scores[each.number] >= least and not cited.holds(each.source.id)
    ]
    if named:  # and then what is near by meaning alone is near to "what does it say?"
        return _Best(_spread([*named, *filter(scorer.shares_words, others)]), clear=True)
    rivals = [scores[other.number] for other in others[1:]]
    clear = not rivals or rivals[0] < scores[others[0].number] - CLEAR_LEAD
    return _Best(_spread(others), clear)


def _foremost(candidates: Sequence[Candidate], scorer: Scorer) -> list[Candidate]:
    """Return the best passage of the first source, which a search found by other words than its own."""
    law = [candidate for candidate in candidates if not is_id_of_client(candidate.source.id)]
    first = [candidate for candidate in law if candidate.place == 0 and scorer.is_near(candidate)]
    return sorted(first, key=scorer.of)[-1:]


def _named(
    cited: Cited, candidates: Sequence[Candidate], fitting: Sequence[Candidate]
) -> list[Candidate]:
    """Return the passages of the article that is named: of its paragraph, else what fits, else its beginning."""
    article = [candidate for candidate in candidates if cited.holds(candidate.source.id)]
    paragraph = [each for each in article if cited.paragraph and each.paragraph == cited.paragraph]
    asked = [candidate for candidate in fitting if cited.holds(candidate.source.id)]
    return _spread(paragraph or asked or article)


def _spread(ranked: Iterable[Candidate]) -> list[Candidate]:
    """Return the first few, of which not too many come from one source."""
    chosen: list[Candidate] = []
    taken: Counter[str] = Counter()
    for candidate in ranked:
        if len(chosen) < MOST_PASSAGES and taken[candidate.source.id] < MOST_PER_SOURCE:
            taken[candidate.source.id] += 1
            chosen.append(candidate)
    return chosen

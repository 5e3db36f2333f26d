"""An answer made of verbatim passages, most relevant first. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from src.desks.tax.offline.cited import Cited, cited_in
from src.desks.tax.offline.scoring import Candidate, Scorer, all_candidates
from src.dossier.models import is_id_of_client
from src.llm.forms import AnswerDraft, AnswerTask, ClaimDraft
from src.wording import WORDINGS

MOST_PASSAGES = 4
MOST_PER_SOURCE = 2
WORTH_SAYING = 0.5
"""Share of the best passage's score below which a passage is left out."""
WORTH_HEARING = 0.2
"""The same for the source that the search found first: it may say the thing in other words than the question."""
CLEAR_LEAD = 0.95
"""Share of the best passage's fit above which one of another source fits about as well: none is the answer."""


def extract(task: AnswerTask) -> AnswerDraft:
    """Return the passages of the sources that fit the question best.

    Those of the client's documents come last and lead to no conclusion: they are facts. A claim has no words of its
    own, but for an item of a long list: there they are the list's introduction.
    """
    told = [one for one in task.sources if is_id_of_client(one.id)]
    best = _best(task.question, all_candidates([one for one in task.sources if one not in told]))
    facts = _best(task.question, all_candidates(told))
    claims = [
        ClaimDraft(text=one.passage.lead, quote=one.passage.text, source_id=one.source.id)
        for one in (*best.passages, *facts.passages[:MOST_PER_SOURCE])
    ]
    return AnswerDraft(
        claims=claims, conclusion=_conclusion(best, task), missing_facts=[], open_points=[]
    )


def _conclusion(best: "_Best", task: AnswerTask) -> str:
    words = WORDINGS[task.language]
    if not best.passages:
        return ""
    if not best.clear:
        return words.offline_conclusion_many
    first = best.passages[0]
    return words.offline_conclusion.format(quote=first.passage.text, title=first.source.title)


@dataclass(frozen=True)
class _Best:
    """The passages to quote, best first; ``clear`` where the first stands out."""

    passages: Sequence[Candidate]
    clear: bool


def _best(question: str, candidates: Sequence[Candidate]) -> _Best:
    """Return what fits best: passages of an article that the question names before all others."""
    cited = cited_in(question)
    scores = Scorer(cited.rest, candidates)
    ranked = sorted(
        ((score, -at) for at, one in enumerate(candidates) if (score := scores.of(one))),
        reverse=True,
    )
    fitting = [(score, candidates[-at]) for score, at in ranked]
    named = _named(cited, candidates, [one for _, one in fitting])
    enough = fitting[0][0] * WORTH_SAYING if fitting else 0.0
    others = [one for score, one in fitting if score >= enough and not cited.holds(one.source.id)]
    if named:
        return _Best(_spread([*named, *others]), clear=True)
    return _Best(_with_the_first(_spread(others), fitting), clear=_is_clear(scores, others))


def _with_the_first(
    chosen: list[Candidate], fitting: Sequence[tuple[float, Candidate]]
) -> list[Candidate]:
    """Return the passages with one of the source that the search found first, where it has one worth hearing."""
    if not chosen or any(one.place == 0 for one in chosen):
        return chosen
    least = fitting[0][0] * WORTH_HEARING
    first = [one for score, one in fitting if one.place == 0 and score >= least]
    return [*chosen[: MOST_PASSAGES - 1], *first[:1]] if first else chosen


def _is_clear(scores: Scorer, ranked: Sequence[Candidate]) -> bool:
    """Tell whether no other source holds a passage that fits about as well as the first."""
    rivals = [scores.fit(one) for one in ranked if one.source.id != ranked[0].source.id]
    return not rivals or max(rivals) < scores.fit(ranked[0]) * CLEAR_LEAD


def _named(
    cited: Cited, candidates: Sequence[Candidate], fitting: Sequence[Candidate]
) -> list[Candidate]:
    """Return the passages of the article that is named: of its paragraph, else what fits, else its beginning."""
    article = [one for one in candidates if cited.holds(one.source.id)]
    paragraph = [one for one in article if cited.paragraph and one.paragraph == cited.paragraph]
    asked = [one for one in fitting if cited.holds(one.source.id)]
    return _spread(paragraph or asked or article)


def _spread(ranked: Iterable[Candidate]) -> list[Candidate]:
    """Return the first few, of which not too many come from one source."""
    chosen: list[Candidate] = []
    taken: Counter[str] = Counter()
    for one in ranked:
        if len(chosen) < MOST_PASSAGES and taken[one.source.id] < MOST_PER_SOURCE:
            taken[one.source.id] += 1
            chosen.append(one)
    return chosen

"""An answer of a stranger's desk without a model: verbatim sentences that share words with the question. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from src.dossier.personal import is_id_of_client
from src.llm.forms import AnswerDraft, AnswerTask, ClaimDraft, TaskSource
from src.search.snippet import words_of
from src.wording import WORDINGS

SENTENCE = re.compile(r"(?:(?<=^)|(?<=[.?!] ))[^.?!\n]{20,}[.?!](?=\s|$)", re.MULTILINE)
MOST_PASSAGES = 4
WORTH_SAYING = 0.5
"""Share of the best passage's score below which a passage is left out."""
USUAL_LENGTH = 20
"""Different words; a passage that is much longer counts for less."""


def extract(task: AnswerTask) -> AnswerDraft:
    """Return the passages that share most of the question's words, rare ones before frequent ones.

    Those of the client's documents come last and lead to no conclusion: they are facts.
    """
    asked = words_of(task.question)
    told = [source for source in task.sources if is_id_of_client(source.id)]
    chosen = _chosen(asked, [source for source in task.sources if source not in told])
    conclusion = ""
    if chosen:
        source, first = chosen[0]
        words = WORDINGS[task.language]
        conclusion = words.offline_conclusion.format(quote=first, title=source.title)
    claims = [
        ClaimDraft(text="", quote=one, source_id=source.id)
        for source, one in (*chosen, *_chosen(asked, told))
    ]
    return AnswerDraft(claims=claims, conclusion=conclusion, missing_facts=[], open_points=[])


def _chosen(asked: set[str], sources: Sequence[TaskSource]) -> list[tuple[TaskSource, str]]:
    """Return the few passages that share most with what is asked, each with its source."""
    found = [(source, one) for source in sources for one in SENTENCE.findall(source.text)]
    said = [words_of(one) & asked for _, one in found]
    frequent = Counter(word for words in said for word in words)
    scores = [
        sum(1 / frequent[word] for word in words) / (USUAL_LENGTH + len(words_of(one)))
        for words, (_, one) in zip(said, found, strict=True)
    ]
    least = max(scores, default=0.0) * WORTH_SAYING
    ranked = sorted(range(len(found)), key=lambda at: -scores[at])
    return [found[at] for at in ranked[:MOST_PASSAGES] if scores[at] and scores[at] >= least]

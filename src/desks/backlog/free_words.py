"""What a model may say in words of its own: nothing that has to stand on the meeting, the items or a deed. Pure."""

import re
from functools import lru_cache

from src.desks.backlog.kept import backlog_in, items_in
from src.desks.backlog.knowledge import patterns
from src.desks.backlog.words import BUILTIN, WORDINGS
from src.dossier.models import Dossier
from src.grounding.clauses import stems
from src.language.sentences import split

MATTER = 2
"""Words of a sentence, at least, that the meeting, items or work items have where it speaks of these."""


@lru_cache(maxsize=512)
def _matter(text: str) -> frozenset[str]:
    """Return the stems of a text, which may be a whole transcript: of each word once."""
    return stems(" ".join({*text.casefold().split()}))


def may_say(text: str, dossier: Dossier) -> bool:
    """Return whether these are words that tell nothing of the dossier: what they would tell stands on no quote.

    A question tells nothing; what the program says of the desk it knows itself.
    """
    declined = {wording.declined for wording in WORDINGS.values()}
    if text.strip() in declined.union(texts.about for texts in BUILTIN.values()):
        return True
    said = [sentence for sentence in split(text) if not sentence.rstrip().endswith("?")]
    if any(re.search(r"\d", text) or patterns("gate")["told"].search(text) for text in said):
        return False
    known = [source.content for source in dossier.sources]
    known += [item.title for item in items_in(dossier).values()]
    known += [item.title for item in backlog_in(dossier)]
    matter = frozenset().union(*map(_matter, known))
    return all(len(stems(sentence) & matter) < MATTER for sentence in said)

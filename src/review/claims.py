"""What sets the claims of two answers to one question apart. Pure."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Literal

from src.dossier.models import Claim, Frozen
from src.review.check import article_of

ALIKE = 0.6
"""Share of equal words from which two quotes of one article count as one passage that changed."""


class ClaimChange(Frozen):
    """What became of a claim; ``before`` is None for a new one, ``after`` for one that was lost."""

    kind: Literal["unchanged", "changed", "lost", "new"]
    before: Claim | None = None
    after: Claim | None = None


def claim_changes(before: Sequence[Claim], after: Sequence[Claim]) -> tuple[ClaimChange, ...]:
    """Return what became of each claim, in their order, and then the new ones.

    A claim is unchanged if it says the same, on the same words of the same article, be it in another version.
    """
    left = list(after)
    matched: dict[int, ClaimChange] = {}
    for place, claim in enumerate(before):
        same = next((one for one in left if _is_same(claim, one)), None)
        if same is not None:
            left.remove(same)
            matched[place] = ClaimChange(kind="unchanged", before=claim, after=same)
    for place, claim in enumerate(before):
        if place in matched:
            continue
        nearest = max(left, key=lambda one: _likeness(claim, one), default=None)
        if nearest is None or _likeness(claim, nearest) < ALIKE:
            matched[place] = ClaimChange(kind="lost", before=claim)
            continue
        left.remove(nearest)
        matched[place] = ClaimChange(kind="changed", before=claim, after=nearest)
    new = (ClaimChange(kind="new", after=claim) for claim in left)
    return (*(matched[place] for place in range(len(before))), *new)


def _is_same(one: Claim, other: Claim) -> bool:
    return _said(one) == _said(other)


def _said(claim: Claim) -> tuple[str, str, str]:
    return claim.text, claim.quote, article_of(claim.source_id)


def _likeness(one: Claim, other: Claim) -> float:
    """Return how alike two claims are, 0 to 1: 0 for other articles, 1 where they say the same."""
    if article_of(one.source_id) != article_of(other.source_id):
        return 0.0
    if one.text and one.text == other.text:
        return 1.0
    return SequenceMatcher(a=one.quote.split(), b=other.quote.split(), autojunk=False).ratio()

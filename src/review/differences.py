"""What sets two answers to one question apart, claim by claim, and two versions of a text, word by word. Pure."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from operator import itemgetter
from typing import Literal

from src.dossier.models import Claim, Frozen

ALIKE = 0.6
"""Share of equal words from which two quotes of one source count as one passage that changed."""


class ClaimChange(Frozen):
    """What became of a claim; ``before`` is None for a new one, ``after`` for one that was lost."""

    kind: Literal["unchanged", "changed", "lost", "new"]
    before: Claim | None = None
    after: Claim | None = None


Unversioned = Callable[[str], str]
"""From the id of a source to what the ids of all its versions share."""


def claim_changes(
    before: Sequence[Claim], after: Sequence[Claim], unversioned: Unversioned
) -> tuple[ClaimChange, ...]:
    """Return what became of each claim, in their order, and then the new ones.

    A claim is unchanged if it says the same, on the same words of the same source, be it in another version.
    """
    left = list(after)
    matched: dict[int, ClaimChange] = {}
    for place, claim in enumerate(before):
        said = _said(claim, unversioned)
        same = next((claim for claim in left if _said(claim, unversioned) == said), None)
        if same is not None:
            left.remove(same)
            matched[place] = ClaimChange(kind="unchanged", before=claim, after=same)
    for place, claim in enumerate(before):
        if place in matched:
            continue
        scored = [(_likeness(claim, entry, unversioned), entry) for entry in left]
        score, nearest = max(scored, key=itemgetter(0), default=(0.0, None))
        if nearest is None or score < ALIKE:
            matched[place] = ClaimChange(kind="lost", before=claim)
            continue
        left.remove(nearest)
        matched[place] = ClaimChange(kind="changed", before=claim, after=nearest)
    new = (ClaimChange(kind="new", after=claim) for claim in left)
    return (*(matched[place] for place in range(len(before))), *new)


def _said(claim: Claim, unversioned: Unversioned) -> tuple[str, str, str]:
    return claim.text, claim.quote, unversioned(claim.source_id)


def _likeness(claim: Claim, other: Claim, unversioned: Unversioned) -> float:
    """Return how alike two claims are, 0 to 1: 0 for other sources, 1 where they say the same."""
    if unversioned(claim.source_id) != unversioned(other.source_id):
        return 0.0
    if claim.text and claim.text == other.text:
        return 1.0
    return SequenceMatcher(a=claim.quote.split(), b=other.quote.split(), autojunk=False).ratio()


def word_difference(old: str, new: str) -> str:
    """Return the paragraphs that differ, with ``[-words that went-]`` and ``{+words that came+}``; empty for none."""
    before, after = (_paragraphs(text) for text in (old, new))
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    lines = [
        line
        for kind, start, end, first, last in matcher.get_opcodes()
        if kind != "equal"
        for line in _changed("\n".join(before[start:end]), "\n".join(after[first:last]))
    ]
    return "\n".join(lines)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _changed(old: str, new: str) -> Iterator[str]:
    before, after = (re.findall(r"\n|\S+", text) for text in (old, new))
    parts: list[str] = []
    for kind, start, end, first, last in SequenceMatcher(
        a=before, b=after, autojunk=False
    ).get_opcodes():
        if kind == "equal":
            parts.append(" ".join(before[start:end]))
        else:
            parts += [_marked(before[start:end], "[-{}-]"), _marked(after[first:last], "{{+{}+}}")]
    lines = (" ".join(line.split()) for line in " ".join(parts).split("\n"))
    return (line for line in lines if line)


def _marked(words: Sequence[str], mark: str) -> str:
    lines = (line.strip() for line in " ".join(words).split("\n"))
    return "\n".join(mark.format(line) if line else "" for line in lines)

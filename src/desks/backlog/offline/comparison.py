"""A story beside one work item, in numbers: what of it is new, in what words it is put, what can't both hold. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from src.desks.backlog.offline.contradiction import Contradiction, contradictions
from src.desks.backlog.offline.meaning import Clause, Matcher, TellingWord, clauses, words_of
from src.search.arrays import Array
from src.search.documents.analysers import language_of

_FURTHER = re.compile(
    r"\b(?:also|besides|in addition|additionally|as well|too|not only|on top of|apart from|aside from"
    r"|next to|beyond"
    r"|furthermore|moreover|extra|another|further|more than that|and then|right (?:away|from|there)"
    r"|straight from|directly from"
    r"|ook|naast|behalve dat|daarnaast|daarbij|tevens|bovendien|verder|meteen|ook nog|niet alleen"
    r"|vervolgens)\b",
    re.IGNORECASE,
)
"""What says that something comes beside what there is."""

_CASE = re.compile(
    r"\b(?:when(?:ever)?|if|in case|once|after|before|while|until|unless|as soon as|during|each time"
    r"|every time|where"
    r"|als|wanneer|zodra|indien|bij het|bij een|nadat|voordat|terwijl|tijdens|tot|tenzij)\b",
    re.IGNORECASE,
)
"""What names a case in which something holds."""

_WISH = re.compile(
    r"\b(?:want(?:s|ed)?|would like|['’]d like|wish(?:es)?|would love|be able to|able to|can|let|lets"
    r"|allow\w*|give|could"
    r"|wil|willen|wenst|zou(?:den)? graag|graag|kunnen|kan|laat)\b",
    re.IGNORECASE,
)
"""What asks for something that a person does."""

_DUTY = re.compile(
    r"\b(?:must|has to|have to|should|shall|needs? to|ought to|required|it has to hold|can['’]t|cannot"
    r"|may not|must not"
    r"|moet|moeten|dient|dienen|hoort|mag niet|mogen niet|verplicht)\b",
    re.IGNORECASE,
)
"""What asks that something holds."""

_QUALITY = re.compile(
    r"\b(?:within|at most|at least|no more than|no longer than|longer than|maximum|minimum|limit\w*"
    r"|seconds?|characters?"
    r"|error|errors|message|warn\w*|confirm\w*|validat\w*|check\w*|reject\w*|refus\w*|accept\w*|empty"
    r"|invalid|wrong|fail\w*|failed"
    r"|visible|readable|accessib\w*|keyboard|screen reader|contrast|language|format\w*|sort\w*|filter\w*"
    r"|order\w*|colou?r\w*"
    r"|encrypt\w*|secure\w*|log(?:ged)?|timestamp|retr(?:y|ied)|offline|duplicate|twice|date|time|reason"
    r"|why|remember\w*"
    r"|list(?:s|ed)?|contain\w*|include\w*|show\w*|mention\w*|state[sd]?|display\w*"
    r"|binnen|maximaal|minimaal|hoogstens|minstens|foutmelding|melding|bevestig\w*|controle\w*|leeg"
    r"|ongeldig|mislukt"
    r"|zichtbaar|leesbaar|taal|gesorteerd|gefilterd|kleur|reden|waarom|vermeld\w*|bevat\w*|onthoud\w*"
    r"|tonen|getoond)\b",
    re.IGNORECASE,
)
"""What criteria are about: limits, mistakes, what is told and shown, how fast."""

KNOWN, TITLE, CLAUSE = 0.1, 0.1, 0.2
"""What counts beside the score of the index: the words that an item has, those of its title, those of one clause."""

MOST_NEW = 8
"""Words that the item does not have, of which more tell no more."""

MOST_QUALITY = 3
"""Words of criteria of which more tell no more."""

MUCH = 0.75
"""A clause that has as large a share of new words as this share of the largest is part of what a story adds."""


@dataclass(frozen=True)
class StoryComparison:
    """A story beside a work item."""

    features: dict[str, float]
    contradiction: Contradiction | None
    """The surest."""
    delta: tuple[str, ...]
    """Clauses of the story that say what the item does not."""


def aboutness(story: str, item: str, title: str, matcher: Matcher) -> float:
    """Return how much a story is about an item by its words, to be added to the score of the index."""
    ours, theirs = language_of(story), language_of(item)
    parts = [words_of(one.text, ours) for one in clauses(story)]
    every, named = words_of(item, theirs), words_of(title, theirs)
    found = matcher.best([word for its in parts for word in its], every)
    known = float(found.mean()) if len(found) else 0.0
    held = matcher.best(named, words_of(story, ours))
    return (
        KNOWN * known
        + TITLE * (float(held.mean()) if len(held) else 0.0)
        + CLAUSE * _best_clause(parts, every, matcher)
    )


def compared(
    story: str, item: str, title: str, score: float, lead: float, matcher: Matcher
) -> StoryComparison:
    """Return what a story is beside an item with this score, by which it leads the next one."""
    ours, theirs = language_of(story), language_of(item)
    parts = [(one, words_of(one.text, ours)) for one in clauses(story)]
    words = [word for _, its in parts for word in its]
    every, named = words_of(item, theirs), words_of(title, theirs)
    known = matcher.best(words, every)
    held = float(matcher.best(named, words_of(story, ours)).mean()) if named else 0.0
    clashes = contradictions(story, item, matcher)
    surest = max(clashes, key=lambda one: one.strength, default=None)
    text = " ".join(one.text for one, _ in parts) or story
    new = float((1 - known).sum())
    features = {
        "score": score,
        "lead": lead,
        "known": float(known.mean()) if len(known) else 0.0,
        "clause": _best_clause([its for _, its in parts], every, matcher),
        "new words": min(new, MOST_NEW) / MOST_NEW,
        "title": held,
        "further": float(bool(_FURTHER.search(text))),
        "case": float(bool(_CASE.search(text))),
        "wish": float(bool(_WISH.search(text))),
        "duty": float(bool(_DUTY.search(text))),
        "quality": min(len(_QUALITY.findall(text)), MOST_QUALITY) / MOST_QUALITY,
        "new clause": max(
            (_new(its, matcher.best(its, every)) for _, its in parts if its), default=0.0
        ),
        "clash": surest.strength if surest else 0.0,
    }
    return StoryComparison(features, surest, _delta(parts, every, matcher) or (text,))


def _best_clause(
    parts: Sequence[Sequence[TellingWord]], every: Sequence[TellingWord], matcher: Matcher
) -> float:
    """Return how far the item has the clause that it has most of: what stands around that may be talk."""
    return max(
        (1 - _new(its, matcher.best(its, every)) for its in parts if len(its) > 1), default=0.0
    )


def _new(words: Sequence[TellingWord], known: Array) -> float:
    return float((1 - known).mean()) if len(words) else 0.0


def _delta(
    parts: Sequence[tuple[Clause, Sequence[TellingWord]]],
    every: Sequence[TellingWord],
    matcher: Matcher,
) -> tuple[str, ...]:
    """Return the clauses that say most that is new; what says nothing but what one before it says is left out."""
    told = [
        (
            _new(words, matcher.best(words, every)),
            one.text,
            {word.text.casefold() for word in words},
        )
        for one, words in parts
        if words
    ]
    most = max((share for share, _, _ in told), default=0.0)
    found: list[tuple[str, set[str]]] = []
    for share, text, words in told:
        is_said = any(words <= before for _, before in found)
        if share and share >= MUCH * most and not is_said:
            found.append((text, words))
    return tuple(text for text, _ in found)

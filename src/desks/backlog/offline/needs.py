"""The needs in a segment, by rules: who wants what and why, cut out of the sentence that says so. Pure.

What was rejected or is there already is no need. Criteria are not made up: a person or a model writes them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from src.desks.backlog.forms import ItemDraft, ItemDrafts, ItemsTask
from src.desks.backlog.offline.need_forms import (
    CONTRAST,
    DOES_NOT_HAPPEN,
    FORMS,
    NO_NEED,
    NOBODY,
    NOBODY_ALONE,
    OF_ANOTHER,
    OF_THAT,
    PRODUCTS,
    REASON,
    REASON_BEHIND,
    REJECTED,
    THERE,
    Tongue,
)
from src.desks.backlog.transcript import Utterance, utterances

FEWEST_WORDS, LONGEST_NEED = 2, 300
LONGEST_SENTENCE = 1_200
"""Characters; what somebody says longer without a stop is no plain wish."""

LONGEST_TITLE = 90

_REPLIES = 3
"""Utterances behind a need, up to the next need, in which it may be taken back or explained."""

_LONGEST_REPLY = 30
"""Words; a longer utterance speaks of something of its own."""

_SENTENCE = re.compile(r"\S(?:[^.?!]|[.?!](?=\S))*[.?!]*")
_MARKS = re.compile(r"\{\w*\}")
_AT_FIRST = re.compile(r"(?:(?:to|um|uh|er|eh)\s+)+", re.IGNORECASE)
_ENDS = " \t\n,.;:!?-–—"
_POLITE = re.compile(
    r"\s*,?\s*\b(?:please|then|right|okay|you know|alsjeblieft|toch|hè)\s*$", re.IGNORECASE
)

_BEFORE_A_THING = frozenset(
    ("a", "an", "the", "some", "more", "better", "their", "another", "help")
)


_BEGUN = re.compile(r"^\w(?=[^\W\d_A-Z]+(?:\s|$))")
"""The capital of a sentence; not that of a word in capitals."""
_ONESELF = re.compile(r"\bzich\b", re.IGNORECASE)
_SELVES = re.compile(r"\b(?:zichzelf|zich)\s+", re.IGNORECASE)
_MODAL = r"(?:kunnen|kan|mogen|mag|moeten|moet|willen|wil)"
_VERB = r"(?!(?:een|aan|van|dan|hun|geen)\b)[\w-]{2,}n\b"
_BEFORE_A_VERB = re.compile(
    rf"\b(?:te\s+)?{_MODAL}(?:\s+en\s+{_MODAL})?\s+(?={_VERB})", re.IGNORECASE
)
_BEHIND_A_VERB = re.compile(rf"\b({_VERB})\s+{_MODAL}\b(?!\s+{_VERB})", re.IGNORECASE)
_COMES = re.compile(r"\s+komen(?=\s+(?:om|voor|waar\w*|met|die|dat)\b|$)", re.IGNORECASE)
_KEEPS_TE = re.compile(r"\b(?:om|zonder|door|niet|hoeven|in|uit|af|op|aan)\b", re.IGNORECASE)
_TE = re.compile(rf"\bte\s+(?={_VERB}$)", re.IGNORECASE)
_VERB_LAST = re.compile(
    r"^((?:met|via|op|bij|per|in|voor|naar|uit|vanaf|zonder)\s+(?:(?:de|het|een|hun|zijn|haar)\s+)?[\w'’-]+)"
    rf"\s+({_VERB})$",
    re.IGNORECASE,
)
"""How Dutch says what somebody has to be able to do, around the verb that says what that is."""

_ARTICLE_FIRST: Mapping[Tongue, re.Pattern[str]] = {
    "nl": re.compile(r"^(?:een|de|het|zijn|haar|hun|mijn|onze?)\s+(?=\w+\s+\w)", re.IGNORECASE),
    "en": re.compile(r"^(?:an?|the|some)\s+(?=\w)", re.IGNORECASE),
}
"""What a title does not begin with: whose and which thing it is says the story."""


@dataclass(frozen=True)
class Need:
    """Who wants what and why, and the sentences that say so, as they stand."""

    persona: str
    need: str
    benefit: str
    quotes: tuple[str, ...]
    tongue: Tongue


def item_drafts(task: str) -> ItemDrafts:
    """Return a story for each need in the segment of an ``ItemsTask``."""
    found = needs(utterances(ItemsTask.model_validate_json(task).segment))
    return ItemDrafts(items=[_story(number, one) for number, one in enumerate(found, start=1)])


def needs(said: Sequence[Utterance]) -> Iterator[Need]:
    """Yield the needs in a stretch of a transcript, in order."""
    sentences = [[found.group() for found in _SENTENCE.finditer(one.said)] for one in said]
    found = [[_need(sentence) for sentence in one] for one in sentences]
    for number, own in enumerate(found):
        for place, need in enumerate(own):
            if need is None:
                continue
            behind = _behind(sentences, found, number, place)
            if not any(_takes_it_back(reply) for reply in behind):
                yield need if need.benefit else _explained(need, behind)


def _behind(
    sentences: Sequence[Sequence[str]],
    found: Sequence[Sequence[Need | None]],
    number: int,
    place: int,
) -> list[str]:
    """Return what is said shortly behind a need, up to the next one; a long utterance is no reply."""
    behind: list[str] = []
    for at in range(number, min(number + 1 + _REPLIES, len(sentences))):
        first = place + 1 if at == number else 0
        if at > number and sum(len(one.split()) for one in sentences[at]) > _LONGEST_REPLY:
            break
        for sentence, need in zip(sentences[at][first:], found[at][first:], strict=True):
            if need:
                return behind
            behind.append(sentence)
    return behind


def _need(sentence: str) -> Need | None:
    """Return the need in a sentence; None where there is none, or none that stands."""
    if len(sentence) > LONGEST_SENTENCE:
        return None
    for form in FORMS:
        for found in form.pattern.finditer(sentence):
            persona = _clean(found.groupdict().get("persona") or "")
            need, benefit = _divided(found["need"])
            is_able = found.group()[: -len(found["need"])].rstrip().lower().endswith("able to")
            if is_able and persona.lower().rpartition(" ")[2] in PRODUCTS:
                persona = ""
            around = _around(sentence, found.start("need"))
            if REJECTED.search(around) or THERE.search(around):
                continue
            if _is_somebody(persona) and _is_need(need):
                return Need(persona, need, benefit, (sentence.strip(),), form.tongue)
    return None


def _around(sentence: str, at: int) -> str:
    """Return what is said around a need: its own words may well be of what is rejected or there already."""
    contrast = CONTRAST.search(sentence, at)
    return f"{sentence[:at]} … {sentence[contrast.start() :] if contrast else ''}"


def _takes_it_back(reply: str) -> bool:
    is_rejected = REJECTED.search(reply) and not OF_ANOTHER.search(reply)
    is_there = OF_THAT.match(reply) and THERE.search(reply)
    return bool(is_rejected or is_there)


def _explained(need: Need, behind: Sequence[str]) -> Need:
    """Return a need with the benefit that is told right behind it, if any is."""
    for reply in behind:
        found = REASON_BEHIND.match(reply)
        if found:
            benefit = _benefit(found["why"], is_purpose=bool(found["purpose"]))
            quotes = (*need.quotes, reply.strip())
            return Need(need.persona, need.need, benefit, quotes, need.tongue)
    return need


def _divided(words: str) -> tuple[str, str]:
    """Return need and benefit of what is said behind "wants to"."""
    words = words.partition(";")[0]
    reason = REASON.search(words)
    if reason is None:
        return _POLITE.sub("", _clean(words)), ""
    need, why = words[: reason.start()], words[reason.end() :]
    return _POLITE.sub("", _clean(need)), _benefit(why, is_purpose=bool(reason["purpose"]))


def _benefit(why: str, *, is_purpose: bool) -> str:
    """Return why something is needed; what is so without it is a benefit only where it "does not happen" then."""
    told = _clean(why)
    benefit = _clean(DOES_NOT_HAPPEN.sub("", told))
    return benefit if is_purpose or benefit != told else ""


def _clean(words: str) -> str:
    plain = " ".join(_MARKS.sub(" ", words).split()).strip(_ENDS)
    begun = _AT_FIRST.match(plain)
    return plain[begun.end() :] if begun else plain


def _is_somebody(persona: str) -> bool:
    named = persona.casefold()
    last = named.rpartition(" ")[2]
    return not named or not (named in NOBODY_ALONE or last in NOBODY or last in PRODUCTS)


def _is_need(need: str) -> bool:
    long_enough = len(need.split()) >= FEWEST_WORDS and len(need) <= LONGEST_NEED
    return long_enough and not NO_NEED.match(need)


def _story(number: int, one: Need) -> ItemDraft:
    return ItemDraft(
        key=f"S{number}",
        type="story",
        parent="",
        title=title_of(one.need, one.tongue),
        description=_description(one),
        persona=one.persona,
        need=one.need,
        benefit=one.benefit,
        criteria=[],
        quotes=list(one.quotes),
        constraints=[],
    )


def title_of(need: str, tongue: Tongue) -> str:
    """Return a need as the title of a story: what is done, without who can, must or wants to do it for themselves."""
    if tongue == "nl":
        need = _dutch_title(need) or need
    need = _ARTICLE_FIRST[tongue].sub("", need)
    title = need if len(need) <= LONGEST_TITLE else need[:LONGEST_TITLE].rsplit(" ", 1)[0] + " …"
    return title[:1].upper() + title[1:]


def _dutch_title(need: str) -> str:
    """Return what is done: without "zich", "kunnen" and "te", and with the verb before how or where it is done."""
    plain = _SELVES.sub("", need)
    plain = _BEFORE_A_VERB.sub("", _BEHIND_A_VERB.sub(r"\1", plain))
    plain = _COMES.sub("", plain)
    if not _KEEPS_TE.search(plain):
        plain = _TE.sub("", plain)
    return _VERB_LAST.sub(r"\2 \1", plain)


def _description(one: Need) -> str:
    """Return the story in the form that backlogs have, in the language of the meeting."""
    if not one.persona:
        return f"{one.need[:1].upper()}{one.need[1:]}."
    persona = one.persona
    if one.quotes[0].startswith(persona):
        persona = _BEGUN.sub(lambda sign: sign[0].lower(), persona)
    if one.tongue == "nl":
        why = f", zodat {one.benefit}" if one.benefit else ""
        return f"Als {persona} wil ik {_ONESELF.sub('me', one.need)}{why}."
    is_thing = one.need.split()[0].lower() in _BEFORE_A_THING
    verb = "I want" if is_thing else "I want to"
    determiner = "an" if persona[0].lower() in "aeiou" else "a"
    why = f", so that {one.benefit}" if one.benefit else ""
    return f"As {determiner} {persona}, {verb} {one.need}{why}."

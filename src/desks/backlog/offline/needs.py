"""What of a meeting shows a need, by the words of its lines: items where it is plain, else candidates. Pure.

The words are those of ``knowledge/cues.toml``. Recall goes before precision, as a person looks at what is found; what
is there already or was a joke is nothing, and what was rejected is told as such. Nothing is made up: an item has
the words of its line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby
from typing import Literal

from src.desks.backlog.artifacts import CandidateSign
from src.desks.backlog.forms import CandidateDraft, ItemDraft, ItemDrafts, ItemsTask
from src.desks.backlog.item_words import SHORT_TITLE, cleaned, title_of
from src.desks.backlog.knowledge import cues, has
from src.desks.backlog.transcript import utterances
from src.language.sentences import split

_WORD = re.compile(r"[^\W\d_]{2,}")
_BULLET = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)])\s")
_CLAUSE_ENDS = re.compile(r"[,.;!?]")
_BEGINS = re.compile(r"\A\w(?!['’]| )")

FEWEST_WORDS = 4
"""Of a line that shows a need; a shorter one answers."""

LONGEST_LINE = 300
"""Characters; of a longer line only the sentence that tells most is quoted, and a wish in it is a candidate: who speaks
long says "should" of anything."""

REPLIES = 2
"""Lines behind one in which it is taken over or rejected."""

LONGEST_REPLY, LONGEST_NO = 12, 4
"""Words; a longer line speaks of something of its own, and a longer "no" of more than that."""

MOST_BETWEEN = 3
"""Lines back at which that stands which a line only calls "it"."""

MOST_CANDIDATES = 20
"""Of a segment; of more those with the most signs."""

_SIGNS: Sequence[CandidateSign] = ("proposed", "complaint", "by_hand", "amount")
"""What shows a need beside ``plain`` words, the strongest first."""

REJECTED: tuple[CandidateSign] = ("rejected",)

Withdrawn = Literal["", "gone", "rejected"]
"""What became of a line that shows a need: it stands, is done or a joke, or was rejected or put off."""


def _begins(name: str, words: str) -> bool:
    return cues()[name].match(words.lstrip(" -–—>*\"'“(:.,")) is not None


def _refers_back(sentence: str) -> bool:
    """Tell whether what a sentence is about is named before it."""
    return _begins("back", cleaned(sentence))


@dataclass(frozen=True)
class FoundNeed:
    """Words of a line that show a need."""

    line: int
    """Of the utterance, from 0."""
    quote: str
    is_plain: bool
    """Whether it becomes an item; else it is a candidate."""
    signs: tuple[CandidateSign, ...]
    """By which it was found beside plain words, the strongest first; ``rejected`` alone: it was asked for in vain."""
    about: str = ""
    """Of an item that only says "it": the line before it that names the thing."""

    @property
    def is_rejected(self) -> bool:
        return self.signs == REJECTED


@dataclass(frozen=True)
class _Line:
    """A line, or a sentence of a long one, with the signs that it has."""

    number: int
    said: str
    is_part: bool = False

    @cached_property
    def sentences(self) -> Sequence[str]:
        """Its sentences, but for those that only open or steer the meeting."""
        return [each for each in split(self.said) if not _begins("steers", cleaned(each))]

    @cached_property
    def count(self) -> int:
        return len(_WORD.findall(self.said))

    @cached_property
    def signs(self) -> tuple[CandidateSign, ...]:
        return tuple(name for name in _SIGNS if any(has(name, each) for each in self.sentences))

    @cached_property
    def is_plain(self) -> bool:
        """Whether a sentence of it that is no open question says what is to be."""
        asked = (each for each in self.sentences if not _begins("open_question", each))
        return any(has("plain", each) for each in asked)

    @property
    def taken_back(self) -> Withdrawn:
        """How its own words take it back, and not those of the wish itself."""
        if has("joke", self.said) or has("done", self.said):
            return "gone"
        plain = cues()["plain"].search(self.said)
        for found in cues()["rejected"].finditer(self.said):
            between = self.said[plain.end() : found.end()] if plain else ""
            if not (plain and plain.start() < found.start()) or has("contrast", between):
                return "rejected"
        return ""

    @property
    def asks(self) -> bool:
        """Whether it says what is to be, or asks for it, so that a reply may be about that."""
        return self.is_plain or "proposed" in self.signs

    def refuses_other(self, before: str) -> bool:
        """Tell whether it rejects what its own clause names, and that is not what the line before it speaks of."""
        own, found = cues()["own"].match(self.said), cues()["rejected"].search(self.said)
        if not (own and found) or _CLAUSE_ENDS.search(self.said[own.end() : found.start()]):
            return False
        named = _WORD.findall(own[own.lastgroup or 0])
        return not any(word[:4].lower() in before.lower() for word in named)


def found_needs(said: Sequence[str]) -> list[FoundNeed]:
    """Return what shows a need in these lines, in their order."""
    lines = [each for n, text in enumerate(said) for each in _sentences(n, text)]
    found = [need for at, _ in enumerate(lines) if (need := _need(lines, at))]
    return [_joined([*some]) for _, some in groupby(found, key=lambda need: need.line)]


def _sentences(number: int, said: str) -> list[_Line]:
    if len(said) <= LONGEST_LINE:
        return [_Line(number, said)]
    return [_Line(number, text, is_part=True) for text in split(said)]


def _joined(parts: Sequence[FoundNeed]) -> FoundNeed:
    """Return what the sentences of a long line show, by the plainest of them."""
    best = next((part for part in parts if part.is_plain), max(parts, key=_strength))
    signs = tuple(sign for sign in _SIGNS if any(sign in part.signs for part in parts))
    return replace(best, signs=signs or best.signs)


def _strength(need: FoundNeed) -> int:
    return -1 if need.is_rejected else len(need.signs)


def _need(lines: Sequence[_Line], at: int) -> FoundNeed | None:
    line = lines[at]
    replies = [*_replies(lines, at)]
    before = lines[at - 1].said if at else ""
    is_refusal = line.taken_back == "rejected" and line.refuses_other(before)
    shows = line.is_plain or line.signs or is_refusal
    if line.count < FEWEST_WORDS or not shows:
        return None
    if why := _withdrawn(line, replies):
        is_rejected = why == "rejected" and (line.asks or is_refusal)
        return FoundNeed(line.number, line.said, False, REJECTED) if is_rejected else None
    taken = "proposed" in line.signs and any(_begins("taken_over", reply.said) for reply in replies)
    noted = any(has("noted", reply.said) for reply in replies)
    is_plain = line.is_plain and (not line.is_part or has("story", line.said))
    signs, becomes = line.signs or ("proposed",), is_plain or taken or noted
    return FoundNeed(line.number, line.said, becomes, signs, _about(lines, at) if becomes else "")


def _about(lines: Sequence[_Line], at: int) -> str:
    """Return the line near before one that names what it only calls "it"; empty where it names that itself."""
    own = lines[at].sentences
    if not _refers_back(own[_subject(own)]):
        return ""
    before = [
        line
        for line in reversed(lines[max(0, at - MOST_BETWEEN) : at])
        if line.count >= FEWEST_WORDS and not (line.taken_back or _refers_back(line.said))
    ]
    shown = (line for line in before if line.is_plain or line.signs)
    return next((line.said for line in chain(shown, before)), "")


def _telling(sentences: Sequence[str]) -> int:
    """Return the place of the sentence that says most plainly what is wanted."""
    lines = [_Line(0, sentence) for sentence in sentences]
    asked = (n for n, line in enumerate(lines) if line.asks)
    shown = (n for n, line in enumerate(lines) if line.signs)
    return next(chain(asked, shown), 0)


def _subject(sentences: Sequence[str]) -> int:
    """Return the place of the sentence that names what the telling one is about: itself, or one before it."""
    at = _telling(sentences)
    while at and _refers_back(sentences[at]):
        at -= 1
    return at


def _replies(lines: Sequence[_Line], at: int) -> Iterator[_Line]:
    """Yield the short lines right behind one, up to the next that says something of its own."""
    for reply in lines[at + 1 : at + 1 + REPLIES]:
        is_answer = any(_begins(name, reply.said) for name in ("taken_over", "no", "rejected"))
        of_its_own = (reply.asks and not is_answer) or reply.refuses_other(lines[at].said)
        if len(reply.said.split()) > LONGEST_REPLY or _BULLET.match(reply.said) or of_its_own:
            return
        yield reply


def _withdrawn(line: _Line, replies: Sequence[_Line]) -> Withdrawn:
    """Tell whether a line is rejected or put off, or done or a joke, by its own words or those behind it."""
    if line.taken_back:
        return line.taken_back
    if has("aside", line.said) and not (line.asks or "complaint" in line.signs):
        return "gone"
    if any(has("rejected", reply.said) for reply in replies[: 2 if line.asks else 1]):
        return "rejected"
    if not (line.asks and replies):
        return ""
    no = _begins("no", replies[0].said) and replies[0].count <= LONGEST_NO
    if no and "complaint" not in line.signs:
        return "rejected"
    return "gone" if has("there", replies[0].said) else ""


# Drafts


def item_drafts(task: str) -> ItemDrafts:
    """Return a story for each plain need in the segment of an ``ItemsTask``, and the other telling lines."""
    segment = ItemsTask.model_validate_json(task).segment
    found = found_needs([utterance.said for utterance in utterances(segment)])
    plain = [need for need in found if need.is_plain]
    others = sorted((need for need in found if not need.is_plain), key=lambda one: -_strength(one))
    chosen = sorted(others[:MOST_CANDIDATES], key=lambda need: (need.is_rejected, need.line))
    return ItemDrafts(
        items=[_story(number, need) for number, need in enumerate(plain, start=1)],
        candidates=[CandidateDraft(quote=need.quote, sign=need.signs[0]) for need in chosen],
    )


def _story(number: int, found: FoundNeed) -> ItemDraft:
    quotes = [*filter(None, (found.about, found.quote))]
    persona, need, benefit = wish_in(found.quote)
    title, said = _title(found, need), " ".join(map(cleaned, quotes))
    return ItemDraft(
        key=f"S{number}",
        type="bug" if has("bug", said) else "story",
        parent="",
        title=title,
        description="" if need or len(said) <= len(title) + 1 else said,
        persona=persona,
        need=need,
        benefit=benefit,
        criteria=[],
        quotes=quotes,
        constraints=[],
    )


def _title(found: FoundNeed, need: str) -> str:
    """Return a title that begins at what an item is about, with what is wanted where that only says "it"."""
    own = _Line(0, found.quote).sentences
    named = _Line(0, found.about).sentences or own
    told, subject = own[_telling(own)], named[_subject(named)]
    both = f"{title_of(subject)}: {_BEGINS.sub(lambda first: first[0].lower(), _wanted(told))}"
    is_short = len(both) <= SHORT_TITLE and not has("bug", told)
    return title_of(need or (both if is_short and subject != told else _wanted(subject)))


def _wanted(sentence: str) -> str:
    """Return what a sentence says of a thing, without that somebody wants it."""
    plain = cleaned(sentence)
    found = cues()["wanted"].match(plain)
    return found[found.lastgroup or 0] if found else plain


def wish_in(said: str) -> tuple[str, str, str]:
    """Return who wants what and why, where words say so in one of the plain forms; else empty texts."""
    for sentence in split(said):
        for form in ("story", "wish"):
            for found in cues()[form].finditer(sentence):
                given = found.groupdict(default="")
                persona, need = (
                    next(filter(None, (given[key] for key in given if key.startswith(name))), "")
                    for name in ("persona", "need")
                )
                if form == "story" or (persona := _role_in(persona, sentence[: found.start()])):
                    return persona.strip(), *_with_benefit(need)
    return "", "", ""


def _role_in(words: str, before: str) -> str:
    """Return the role that a few words end with; empty where they name none, or only say whose something is."""
    *others, last = words.split()
    is_role = cues()["role"].fullmatch(last) and not cues()["thing"].fullmatch(last)
    return last if is_role and not has("whose", f"{before}{' '.join(others)}") else ""


def _with_benefit(words: str) -> tuple[str, str]:
    """Return a need, and what it is for; a reason for it or how things go now is no benefit."""
    found = cues()["because"].search(words)
    need, benefit = words, ""
    if found:
        need, benefit = words[: found.start()], words[found.end() :] if found["purpose"] else ""
    return need.strip(" ,.;!?"), benefit.strip(" ,.;!?")

"""The plain words that cost no model call: the same every time, and nothing else in the message. Pure."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from src.desks.tsg.knowledge import knowledge, known
from src.grounding.gate import find

PlainWish = Literal["", "write", "review", "go_on", "guide", "questions"]

_WISHES: Mapping[PlainWish, str] = knowledge("wishes")["plain"]
_WORDS: Mapping[str, str] = knowledge("wishes")["plain_words"]
_AT_ONCE, _UNKNOWN, _BESIDE_UNKNOWN, _AGAIN, _DISMISS, _LEAVES_OPEN, _ANSWER = (
    re.compile(_WORDS[text])
    for text in "at_once unknown beside_unknown again dismiss leaves_open answer".split()
)
_ENDS, _CLAUSE = re.compile(r"[.!?](?=\s|$)|\n"), re.compile(r"[.,;:!?](?=\s|$)\s*")
_NUMBER = re.compile(r"\d{1,3}")


def plain_wish(message: str) -> PlainWish:
    """Return what a message wishes in plain words; empty where it says anything else."""
    text = message.strip().rstrip(".! ")
    return next(
        (wish for wish, words in _WISHES.items() if re.fullmatch(words, text, re.IGNORECASE)), ""
    )


def asks_at_once(message: str) -> bool:
    """Return whether the first or the last line of a message asks for all at once."""
    return without_at_once(message) != message.strip()


def without_at_once(message: str) -> str:
    """Return a message without its first or last line where that asks for all at once."""
    lines = message.strip().splitlines()
    for at in (-1, 0):
        if lines and _AT_ONCE.fullmatch(lines[at]):
            del lines[at]
            return "\n".join(lines).strip()
    return message.strip()


def focus_in(message: str) -> str | None:
    """Return what is to be looked for once more; None where a message asks for no more research."""
    again = _AGAIN.fullmatch(message.strip())
    return (again["focus"] or "").strip() if again else None


def dismissed_in(message: str) -> list[int]:
    found = _DISMISS.fullmatch(message.strip())
    return list(dict.fromkeys(map(int, _NUMBER.findall(found["numbers"])))) if found else []


def unknown_in(text: str) -> str:
    """Return the words that say that something is not known; empty where none do."""
    found = _UNKNOWN.search(text)
    return found.group() if found else ""


def is_unknown(answer: str) -> bool:
    """Return whether an answer says that it is not known, and nothing else."""
    return unknown_in(answer) != "" and not _BESIDE_UNKNOWN.sub("", _UNKNOWN.sub("", answer))


def is_settled(answer: str) -> bool:
    """Tell whether an answer speaks of the matter alone and leaves nothing open; another may be half of one."""
    return _LEAVES_OPEN.search(answer) is None


def with_doubt(answer: str, message: str, others: Iterable[str] = ()) -> str:
    """Return an answer with the words behind and before it that say how sure its author is; ``others``: no part of it.

    They stand in its sentence, or in the next one.
    """
    found = find(answer, message)
    if found is None or found.start is None or found.end is None:
        return answer
    start, end = found.start, found.end
    first = max([0, *(cut.end() for cut in _ENDS.finditer(message, 0, start))])
    last = (message + "\n").index("\n", end)
    ends = [cut.start() for cut in _ENDS.finditer(message, end, last)]
    last = [*ends, last, last][1]
    for other in filter(None, (find(text, message) for text in others)):
        cut = _CLAUSE.search(message, other.end or 0, start)
        if (other.end or 0) <= start:
            first = max(first, cut.end() if cut else start)
        else:
            last = min(last, other.start or last)
    doubts = known("guesses", "words")
    if before := doubts.search(message, first, start):
        start = max(
            [first, *(cut.end() for cut in _CLAUSE.finditer(message, first, before.start()))]
        )
    for behind in doubts.finditer(message, end, max(last, end)):
        cut = _CLAUSE.search(message, behind.end(), last)
        end = cut.start() if cut else last
    return message[start:end].strip()


def answers_in(message: str, most: int) -> dict[int, str]:
    """Return the answers of a message by the number of their question; none unless it begins with a number.

    What stands on the next lines belongs to the answer before, so that one may be a block of code. Within a line the
    next answer begins behind a sign, by the number of a question that is not answered yet and a colon.
    """
    text = message.strip()
    places: list[tuple[int, re.Match[str]]] = []
    for found in _ANSWER.finditer(text):
        number = int(found["number"] or found["told"] or found["inside"])
        is_next = places and number <= most and number not in {n for n, _ in places}
        if not found["inside"] or is_next:
            places.append((number, found))
    if not places or places[0][1].start():
        return {}
    ends = [found.start() for _, found in places[1:]]
    told = {
        number: text[found.end() : end].strip()
        for (number, found), end in zip(places, [*ends, len(text)], strict=True)
    }
    return {number: said for number, said in told.items() if said}

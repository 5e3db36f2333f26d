"""What a person wants changed, read by rules from Dutch or English words: one wish a sentence. Pure."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from src.desks.backlog.artifacts import TagName
from src.desks.backlog.forms_tags import (
    ChangeAction,
    ChangeItem,
    ChangeTask,
    ItemChange,
    ItemChangeList,
)
from src.desks.backlog.offline.meaning import words_of

_SENTENCE_END = re.compile(r"(?:(?<=[\w\"'”’)])[.!?;]+\s+|\n+)(?=\S)")
_QUOTED = re.compile(r"[\"“”«„]([^\"“”»„]+)[\"“”»]|(?<!\w)['‘]([^'’]{2,})['’](?!\w)")
_NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "one first een één eerste",
            "two second twee tweede",
            "three third drie derde",
            "four fourth vier vierde",
            "five fifth vijf vijfde",
        ),
        start=1,
    )
    for word in words.split()
}
_NUMBER = re.compile(r"(?<![\w.,])#?(\d{1,4})(?:e|de|ste|st|nd|rd|th)?(?![\w%]|[.,]\d)")
_RANGE = re.compile(r"\b(\d{1,4})\s*(?:-|–|to|through|t/m|tot en met)\s*(\d{1,4})\b")
_ORDINAL = re.compile(
    rf"\b(?:item|story|feature|epic|nummer|number|criterion|criterium)\s+({'|'.join(_NUMBERS)})\b"
    rf"|\b({'|'.join(_NUMBERS)})\s+(?:item|story|feature|epic|criterion|criterium)\b",
    re.IGNORECASE,
)
_ALL = re.compile(r"\b(?:all|every|everything|alle|alles|ieder|elk)\b", re.IGNORECASE)
_CRITERION = re.compile(
    r"\b(?:(?:acceptance[ -]?|acceptatie)?(?:criterion|criteria|criterium))\b", re.IGNORECASE
)
_NTH_CRITERION = re.compile(
    rf"\b(?:criterion|criterium)\s+#?(\d{{1,2}}|{'|'.join(_NUMBERS)})\b"
    rf"|\b(\d{{1,2}}(?:e|de|ste|st|nd|rd|th)|{'|'.join(_NUMBERS)})"
    r"\s+(?:acceptance )?(?:criterion|(?:acceptatie)?criterium)\b",
    re.IGNORECASE,
)
_TAGS: dict[TagName, str] = {
    "new": r"new|nieuw",
    "gap": r"gap|hiaat|gat|aanvulling",
    "extend": r"extend|extension|extends|uitbreiding",
    "conflict": r"conflict|conflicting|strijdig|tegenstrijdig",
    "duplicate": r"duplicate|double|duplicaat|dubbel|dubbele",
}
_TAGGED = re.compile(
    r"\b(?:tag|label|mark|is|are|as|markeer|bestempel|zijn|als|noem)\b", re.IGNORECASE
)
_RETITLED = re.compile(
    r"\b(?:rename|retitle|call|title|name|hernoem|noem|titel|naam)\b", re.IGNORECASE
)
_DESCRIBED = re.compile(
    r"\b(?:description|describe|omschrijving|beschrijving|beschrijf)\b", re.IGNORECASE
)
_ADDED = re.compile(r"\b(?:add|append|include|toevoegen|toe|erbij|voeg)\b", re.IGNORECASE)
_SPLIT = re.compile(r"\b(?:split|splits|cut|splitsen|opsplitsen|knip)\b", re.IGNORECASE)
_MERGED = re.compile(
    r"\b(?:merge|combine|join|samen|samenvoegen|combineer|together)\b", re.IGNORECASE
)
_RESTORED = re.compile(
    r"\b(?:restore|put .{0,40}\bback|bring .{0,40}\bback|take .{0,40}\bback|back in|undelete|herstel|zet .{0,40}\bterug"
    r"|haal .{0,40}\bterug|terugzetten|toch weer|neem .{0,40}\bweer (?:mee|op))\b",
    re.IGNORECASE,
)
_REMOVED = re.compile(
    r"\b(?:remove|drop|delete|leave .{0,60}\bout|skip|discard|without|verwijder|schrap|laat .{0,60}\bweg"
    r"|haal .{0,60}\b(?:weg|eruit)|weglaten|zonder)\b",
    re.IGNORECASE,
)
_INTO = re.compile(
    r"(?::\s*|\b(?:to read|to say|to|into|as|in|naar|tot|als|voortaan|with|door|met|called|named|genaamd)\s+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:,|;|\band\b|\ben\b|/)\s*", re.IGNORECASE)
_TITLE_SHARE = 0.6
"""Of the words of a title, which must be said for it to be meant."""


class _ChangeWish(NamedTuple):
    """A sentence: without what it quotes, and that."""

    said: str
    quoted: tuple[str, ...]
    numbers: tuple[int, ...]
    criterion: int


def read_changes(task: ChangeTask) -> ItemChangeList:
    """Return what the words change, sentence by sentence; a sentence that is not understood changes nothing."""
    found: list[ItemChange] = []
    for sentence in _SENTENCE_END.split(task.words):
        wish = _wish(sentence.strip().rstrip(".!"), task.items)
        change = next((one for read in _READERS if (one := read(wish, task.items))), None)
        if change:
            found.append(change)
    return ItemChangeList(changes=found)


def _wish(sentence: str, items: Sequence[ChangeItem]) -> _ChangeWish:
    quoted = tuple(one or other for one, other in _QUOTED.findall(sentence))
    said = _QUOTED.sub(" … ", sentence)
    head, _, tail = said.partition(": ")
    criterion = _NTH_CRITERION.search(head)
    plain = _NTH_CRITERION.sub(" ", head)
    nth = _number(next(filter(None, criterion.groups()))) if criterion else 0
    if tail and not quoted:
        quoted = (tail.strip(),)
    return _ChangeWish(plain, quoted, tuple(_numbers(plain, items)), nth)


def _numbers(said: str, items: Sequence[ChangeItem]) -> Iterator[int]:
    """Yield the numbers of the items that are meant: by number, all of them, or by words of a title."""
    named = [
        one
        for begin, end in _RANGE.findall(said)
        for one in range(int(begin), min(int(end), int(begin) + len(items)) + 1)
    ]
    plain = _RANGE.sub(" ", said)
    named += [int(one) for one in _NUMBER.findall(plain)]
    named += [_number(one or other) for one, other in _ORDINAL.findall(plain)]
    if named:
        yield from dict.fromkeys(named)
    elif _ALL.search(said):
        yield from (one.number for one in items)
    else:
        yield from _titled(said, items)


def _titled(said: str, items: Sequence[ChangeItem]) -> Iterator[int]:
    """Yield the number of the one item most of whose title is said, and most words of it; none where two are alike."""
    keys = [one.keys for one in words_of(said)]
    told: dict[int, tuple[float, int]] = {}
    for item in items:
        title = words_of(item.title)
        held = sum(any(one.keys & its for its in keys) for one in title)
        told[item.number] = (held / len(title) if title else 0.0, held)
    best = max(told.values(), default=(0.0, 0))
    nearest = [number for number, one in told.items() if one == best]
    if best[0] >= _TITLE_SHARE and len(nearest) == 1:
        yield nearest[0]


def _number(text: str) -> int:
    known = _NUMBERS.get(text.lower())
    digits = re.match(r"\d+", text)
    return known or (int(digits.group()) if digits else 0)


def _change(
    action: ChangeAction, wish: _ChangeWish, texts: Sequence[str] = (), tag: TagName | None = None
) -> ItemChange | None:
    if not wish.numbers:
        return None
    return ItemChange(
        action=action,
        numbers=list(wish.numbers),
        criterion=wish.criterion,
        texts=[one.strip() for one in texts if one.strip()],
        tag=tag or "",
    )


def _rest(said: str) -> str:
    """Return what stands behind the word that leads to a new text, such as "to" or "naar"; from the first number on."""
    number = _NUMBER.search(said) or _ORDINAL.search(said)
    behind = said[number.end() :] if number else said
    found = _INTO.search(behind)
    return behind[found.end() :].strip(" :,") if found else ""


def _texts(wish: _ChangeWish) -> tuple[str, ...]:
    return wish.quoted or tuple(filter(None, (_rest(wish.said),)))


def _criterion(wish: _ChangeWish, _: Sequence[ChangeItem]) -> ItemChange | None:
    if wish.criterion:
        if _REMOVED.search(wish.said):
            return _change("remove_criterion", wish)
        return _change("replace_criterion", wish, _texts(wish)[:1])
    if _ADDED.search(wish.said) and (_CRITERION.search(wish.said) or wish.quoted):
        return _change("add_criterion", wish, _texts(wish))
    return None


def _split(wish: _ChangeWish, items: Sequence[ChangeItem]) -> ItemChange | None:
    if not _SPLIT.search(wish.said):
        return None
    told = wish.quoted if len(wish.quoted) > 1 else _BETWEEN.split("".join(_texts(wish)[:1]))
    if len(told) < 2:  # the parts that its own title joins
        titles = [one.title for one in items if one.number in wish.numbers[:1]]
        told = _BETWEEN.split("".join(titles))
    return _change("split", wish, told)


def _merge(wish: _ChangeWish, _: Sequence[ChangeItem]) -> ItemChange | None:
    if not _MERGED.search(wish.said) or len(wish.numbers) < 2:
        return None
    last = [*_NUMBER.finditer(wish.said)][-1:]
    behind = wish.said[last[0].end() :] if last else ""
    found = _INTO.search(behind)
    title = behind[found.end() :].strip(" :,…") if found else ""
    return _change("merge", wish, wish.quoted[:1] or (title,))


def _retitle(wish: _ChangeWish, _: Sequence[ChangeItem]) -> ItemChange | None:
    if not _RETITLED.search(wish.said):
        return None
    texts = _texts(wish)[:1]
    return _change("retitle", wish, texts) if texts else None


def _describe(wish: _ChangeWish, _: Sequence[ChangeItem]) -> ItemChange | None:
    texts = _texts(wish)[:1]
    fits = _DESCRIBED.search(wish.said) and texts
    return _change("describe", wish, texts) if fits else None


def _tag(wish: _ChangeWish, _: Sequence[ChangeItem]) -> ItemChange | None:
    if not _TAGGED.search(wish.said):
        return None
    for tag, names in _TAGS.items():
        if re.search(rf"\b(?:{names})\b", wish.said, re.IGNORECASE):
            return _change("tag", wish, tag=tag)
    return None


def _restore(wish: _ChangeWish, _: Sequence[ChangeItem]) -> ItemChange | None:
    return _change("restore", wish) if _RESTORED.search(wish.said) else None


def _remove(wish: _ChangeWish, _: Sequence[ChangeItem]) -> ItemChange | None:
    return _change("remove", wish) if _REMOVED.search(wish.said) else None


_Reader = Callable[[_ChangeWish, Sequence[ChangeItem]], ItemChange | None]

_READERS: Sequence[_Reader] = (
    _criterion,
    _split,
    _merge,
    _describe,
    _retitle,
    _restore,
    _remove,
    _tag,
)
"""In the order in which they are tried: what names a criterion is about that, whatever else it says."""

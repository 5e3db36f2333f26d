"""Texts of users, models and sources as they may stand in a reply: no Markdown in them works, and no address. Pure."""

import re
from collections.abc import Callable, Container, Iterable

_ADDRESS = re.compile(r"\b(?:https?://|www\.)[^\s`<>\"“”]*[^\s`<>\"“”.,;:!?)'’\]]")


_LINK = re.compile(
    r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)(?:\{[^{}\n]*\})?"
)


_FENCE = re.compile(r"\s*(?:`{3,}[^`]*|~{3,}.*)")
_CODE = re.compile(
    r"\\[\\`]|(?P<signs>`{1,2})(?!`)(?:(?!```).)+?(?<!`)(?P=signs)(?!`)|(?P<loose>`+)"
)
"""Code within a line, and signs that only look like its beginning."""

_TAG = re.compile(r"(?<!\\)((?:\\\\)*)<")
"""A sign that may open a tag: no stroke before it takes that away."""


def addresses_in(text: str) -> frozenset[str]:
    return frozenset(_ADDRESS.findall(text))


def without_addresses(text: str, known: Container[str] = ()) -> str:
    """Return a model's text without addresses, each replaced by a mark; known ones stay, as code: no link."""

    def shown(found: re.Match[str]) -> str:
        if found[0] not in known:
            return "[…]"
        in_code = text[: found.start()].count("`") % 2
        return found[0] if in_code else f"`{found[0]}`"

    return _ADDRESS.sub(shown, text)


LONGEST_IN_LIST = 200
"""Characters that one line of a list can bear."""


def rows_of(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and the last of each row of numbers that follow each other."""
    rows: list[tuple[int, int]] = []
    for number in numbers:
        if rows and rows[-1][1] == number - 1:
            rows[-1] = (rows[-1][0], number)
        else:
            rows.append((number, number))
    return rows


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def each_once(titles: Iterable[str]) -> str:
    """Return titles in a row, none of them twice."""
    return "; ".join(inert(title) for title in dict.fromkeys(titles))


def plain(text: str, longest: int = LONGEST_IN_LIST) -> str:
    """Return the text on one line and at a length that a list can bear."""
    words = " ".join(text.split())
    return inert(words if len(words) <= longest else f"{words[: longest - 1]}…")


def unlinked(text: str) -> str:
    """Return a text of Markdown with what its links say in place of them, as a reader of the page sees it."""
    return _LINK.sub(r"\1", text)


def inert(text: str) -> str:
    """Return a text of a model or a source in which no Markdown works but code: no link, no picture, no markup."""
    return outside_code(
        text, lambda rest: _TAG.sub(r"\1\\<", rest.replace("](", "]\\(").replace("![", "!\\["))
    )


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return a text with what stands outside of its code changed; signs of code that enclose none work no more.

    A fence works, and all beside it counts as outside: whether it begins a block depends on what it is put behind.
    """
    if any(map(_FENCE.fullmatch, text.splitlines())):
        return change(text)
    shown, end = "", 0
    for found in _CODE.finditer(text):
        loose = found[0].replace("`", "\\`") if found["loose"] else found[0]
        shown, end = f"{shown}{change(text[end : found.start()])}{loose}", found.end()
    return shown + change(text[end:])


def lead(text: str, known: Container[str] = ()) -> str:
    """Return a model's text for the front of a line, where signs would begin a heading, a list or a quote."""
    plain = inert(without_addresses(text, known))
    # Emphasis that a line begins with is none of these: "**FastAPI** calls it".
    return re.sub(r"^(\s*)(?:(\d+)([.)])|([#>+=-]|\*(?=[*\s]*(?:\s|$))))", _disarmed, plain)


def _disarmed(sign: re.Match[str]) -> str:
    return f"{sign[1]}{sign[2]}\\{sign[3]}" if sign[2] else f"{sign[1]}\\{sign[4]}"

"""Takes the tags of HTML out of Markdown, and leaves the words between them and the lines as they are. Pure."""

import html
import re
from collections.abc import Set

_BLOCKS = (
    "address|article|aside|blockquote|body|br|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]"
    "|header|hr|html|iframe|legend|li|main|nav|ol|option|p|picture|pre|script|section|style|summary|table|tbody|td|tfoot|th"
    "|thead|tr|ul|video"
)
_INLINE = (
    "a|abbr|acronym|b|bdi|bdo|big|button|cite|code|del|dfn|em|font|i|img|input|ins|kbd|label|mark|nobr|q|s|samp|select|small"
    "|source|span|strike|strong|sub|sup|svg|path|time|tt|u|var|wbr"
)
_UNCLOSED = frozenset("br dd dt hr img input li p source td th tr wbr".split())
"""Tags that need no end."""
_SPAN = r"(?P<ticks>`+)(?!`).{0,2000}?(?<!`)(?P=ticks)(?!`)"
_TAG = re.compile(
    rf"{_SPAN}|<!--.{{0,20000}}?-->"
    rf"|<(?P<end>/?)(?P<name>(?P<block>{_BLOCKS})|{_INLINE})(?P<rest>(?:\s(?:[^<>\"']|\"[^\"]{{0,2000}}\"|'[^']{{0,2000}}')*)?)/?>",
    re.IGNORECASE | re.DOTALL,
)
_ENTITY = re.compile(rf"{_SPAN}|(?P<entity>&(?:#\d+|#x[\da-fA-F]+|[a-zA-Z]\w*);)", re.DOTALL)
_STYLED = re.compile(r"</?(?:font|span|u|b|i)(?:\s[^<>]*)?>", re.IGNORECASE)
CLOSING = re.compile(r"</([a-z]\w*)\s*>")
_ALT = re.compile(r"\salt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)


def without_tags(text: str, closed: Set[str]) -> str:
    """Return Markdown without tags, comments and entities of HTML; what stands in backticks stays.

    A tag without attributes that is not ``closed`` in its file is a placeholder: ``<name>`` of "call it <name>".
    """

    def said(found: re.Match[str]) -> str:
        name = (found["name"] or "").lower()
        if found["ticks"] or (name and not _is_tag(found, name, closed)):
            return found[0]
        alt = _ALT.search(found["rest"] or "") if name == "img" else None
        words = " ".join((alt[1] or alt[2] or "").split()) if alt else " " * bool(found["block"])
        return words + "\n" * found[0].count("\n")

    lines = _TAG.sub(said, text).split("\n") if "<" in text else text.split("\n")
    before = text.split("\n")
    kept = "\n".join(
        now if now == was or not was.lstrip().startswith("<") else now.strip()
        for now, was in zip(lines, before, strict=True)
    )
    return _ENTITY.sub(_unescaped, kept) if "&" in kept else kept


def without_style(line: str) -> str:
    """Return a line of what a terminal shows without the tags that colour it."""
    return _STYLED.sub("", line)


def _is_tag(found: re.Match[str], name: str, closed: Set[str]) -> bool:
    return bool(found["end"] or found["rest"].strip() or name in _UNCLOSED or name in closed)


def _unescaped(found: re.Match[str]) -> str:
    return html.unescape(found[0]).replace("\xa0", " ") if found["entity"] else found[0]

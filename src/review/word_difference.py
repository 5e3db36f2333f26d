"""What differs between two versions of a text, word by word, for a person. Pure."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher


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
    """Return words in a mark, each line of them in one of its own."""
    lines = (line.strip() for line in " ".join(words).split("\n"))
    return "\n".join(mark.format(line) if line else "" for line in lines)

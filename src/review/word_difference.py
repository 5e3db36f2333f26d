"""What differs between two versions of a text, word by word, for a person. Pure."""

import re
from collections.abc import Iterator
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
    before, after = (re.findall(r"\n|[^\s]+", text) for text in (old, new))
    words: list[str] = []
    for kind, start, end, first, last in SequenceMatcher(
        a=before, b=after, autojunk=False
    ).get_opcodes():
        gone, come = " ".join(before[start:end]), " ".join(after[first:last])
        if kind == "equal":
            words.append(gone)
            continue
        words += [f"[-{gone.strip()}-]"] if gone.strip() else []
        words += [f"{{+{come.strip()}+}}"] if come.strip() else []
        words += ["\n"] if "\n" in come[-1:] else []
    for line in " ".join(words).split("\n"):
        if line.strip():
            yield line.strip()

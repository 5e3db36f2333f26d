"""Reads the text of a document that may be broken or hostile, and tells where in it each letter stands."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from src.search.loaders.readers import LONGEST_TEXT, Part, Unreadable, pdf_parts, plain_parts

LARGEST_FILE = 50 * 2**20
"""Bytes."""


@dataclass(frozen=True)
class LintedText:
    """A text and the places that its parts have; a citation may run from one part into the next."""

    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The whole text, each part on a line of its own."""
        return "\n".join(text for _, text in self.parts)

    def places(self, offsets: Iterable[int]) -> list[str]:
        """Return the place of each letter that stands at one of these offsets in the text."""
        starts = list(accumulate((len(text) + 1 for _, text in self.parts), initial=0))
        return [self.parts[bisect_right(starts, offset) - 1][0] for offset in offsets]


def read_document(path: Path) -> LintedText:
    """Return the text of a ``.txt``, ``.md``, ``.docx`` or ``.pdf`` file; what can't be read is Unreadable."""
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise Unreadable(f"only {', '.join(sorted(_READERS))} can be read")
    document = LintedText(tuple(_bounded(read(_content(path)))))
    if not any(text.strip() for _, text in document.parts):
        raise Unreadable("there is no text in it; a scan must be made into text first")
    return document


def _bounded(parts: Iterable[Part]) -> Iterator[Part]:
    length = 0
    for place, text in parts:
        length += len(text)
        if length > LONGEST_TEXT:
            raise Unreadable(f"its text is longer than {LONGEST_TEXT:,} characters")
        yield place, text


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    if len(content) > LARGEST_FILE:
        raise Unreadable(f"it is larger than {LARGEST_FILE // 2**20} MiB")
    return content


def _word(content: bytes) -> Iterable[Part]:
    from src.search.loaders.word import parts

    return parts(content)


_READERS: dict[str, Callable[[bytes], Iterable[Part]]] = {
    ".txt": plain_parts,
    ".md": plain_parts,
    ".docx": _word,
    ".pdf": pdf_parts,
}

"""The process that reads one document of a folder: ``python -m src.search.loaders.documents_child``.

The file comes in by standard input, what was found goes out by standard output, as JSON.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import TypeAdapter

from src.search.loaders.confined import OUT_OF_MEMORY, confine
from src.search.loaders.cutting import Block, Stretch
from src.search.loaders.loaded import LARGEST_FILE
from src.search.loaders.readers import Unreadable, pdf_parts
from src.search.loaders.text import seen
from src.search.loaders.word import opened
from src.search.loaders.word_outline import stretches as word_stretches


@dataclass(frozen=True)
class DocumentLimits:
    """How much one document of a folder may be and may cost; beyond it, it is left out."""

    pages: int = 5_000
    unpacked: int = LARGEST_FILE
    """Bytes of each part of a Word document."""
    characters: int = 10_000_000
    seconds: float = 120.0
    """Of the process."""
    memory: int = 2**30
    """Bytes of address space of the process."""

    @property
    def most_said(self) -> int:
        """Bytes that a document within the limits can come to: a letter takes twelve at most in JSON."""
        return 12 * self.characters + 2**20


FOUND = TypeAdapter[tuple[Stretch, ...] | str](tuple[Stretch, ...] | str)
"""What the process says: the stretches, or why there are none."""


def main(arguments: list[str]) -> int:
    """Read a document whose name ends with ``arguments[0]``, within the limits ``arguments[1]``; return the status."""
    limits = DocumentLimits(**json.loads(arguments[1]))
    try:
        confine(limits.seconds, limits.memory)
        found = _found(sys.stdin.buffer.read(), arguments[0], limits)
        sys.stdout.buffer.write(FOUND.dump_json(found))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _found(content: bytes, suffix: str, limits: DocumentLimits) -> tuple[Stretch, ...] | str:
    """Return the stretches of a document, or why there are none."""
    try:
        if suffix == ".pdf":
            return tuple(_bounded(_pages(content, limits), limits.characters))
        return tuple(_bounded(word_stretches(opened(content, limits.unpacked)), limits.characters))
    except Unreadable as error:
        return str(error)


def _pages(content: bytes, limits: DocumentLimits) -> Iterator[Stretch]:
    for place, text in pdf_parts(content, limits.pages):
        block = Block("\n".join(line.rstrip() for line in seen(text).split("\n")).strip("\n"))
        yield Stretch((), (block,) if block.text else (), place.replace(" ", "-"))


def _bounded(stretches: Iterator[Stretch], most: int) -> Iterator[Stretch]:
    length = 0
    for stretch in stretches:
        length += sum(len(block.text) for block in stretch.blocks)
        if length > most:
            raise Unreadable(f"its text is longer than {most:,} characters")
        yield stretch


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

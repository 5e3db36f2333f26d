"""Which sources a person means: numbers, ranges, ids, titles or words of a title. Pure."""

import re
from itertools import chain

from clients.terminal.words import one_line
from tess_client.wire import Frame, rows_in

NUMBERS = re.compile(r"\[?\d{1,6}\]?(?:\s*-\s*\[?\d{1,6}\]?)?(?:(?:\s*[,;]\s*|\s+)|$)")
MOST_NUMBERS = 1000


class NoSuchSource(Exception):
    """Nothing in the dossier is called like this."""


class ManySources(Exception):
    """Several sources are called like this; ``numbers`` are theirs."""

    def __init__(self, name: str, numbers: list[int]) -> None:
        super().__init__(name)
        self.numbers = numbers


def picked(dossier: Frame, named: str) -> list[int]:
    """Return the numbers of the sources that are meant, e.g. by ``2 5-7``, an id, or titles with ``;`` between.

    Raises ``NoSuchSource`` or ``ManySources``.
    """
    sources = rows_in(dossier, "sources")
    text = named.strip()
    if text and not NUMBERS.sub("", text):
        numbers = list(
            chain.from_iterable(map(_range, re.findall(r"(\d+)[\]\s]*(?:-[\s\[]*(\d+))?", text)))
        )
    else:
        numbers = [_named(sources, part.strip()) for part in text.split(";") if part.strip()]
    for number in numbers:
        if not 1 <= number <= len(sources):
            raise NoSuchSource(str(number))
    if not numbers:
        raise NoSuchSource(text)
    return list(dict.fromkeys(numbers))


def titled(source: Frame) -> str:
    """Return the title of a source on one line."""
    return one_line(source.get("title"))


def _range(found: tuple[str, str]) -> range:
    first, last = int(found[0]), int(found[1] or found[0])
    return range(first, min(last, first + MOST_NUMBERS) + 1)


def _named(sources: list[Frame], name: str) -> int:
    sought = " ".join(name.casefold().split())
    ids = [str(source.get("id")).casefold() for source in sources]
    titles = [titled(source).casefold() for source in sources]
    words = sought.split()
    for fits in (
        [one == sought for one in ids],
        [one == sought for one in titles],
        [all(word in one for word in words) for one in titles],
    ):
        found = [number for number, is_meant in enumerate(fits, start=1) if is_meant]
        if len(found) > 1:
            raise ManySources(name, found)
        if found:
            return found[0]
    raise NoSuchSource(name)

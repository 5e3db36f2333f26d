"""Sections of documentation as both clients show them: where they stand, and their lines by number. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tess_client.wire import Frame, Language, harmless

PLACES: Mapping[Language, tuple[str, str, str]] = {
    "nl": ("{file}, regel {first}", "{file}, regels {first}-{last}", "versie {version}"),
    "en": ("{file}, line {first}", "{file}, lines {first}-{last}", "version {version}"),
}


@dataclass(frozen=True)
class Line:
    """A line of a section with its number in the file, in pieces that are quoted or not."""

    number: int
    pieces: tuple[tuple[str, bool], ...]

    @property
    def is_quoted(self) -> bool:
        """Whether any of it is quoted."""
        return any(quoted for _, quoted in self.pieces)


def section_place(source: Frame, language: Language) -> list[str]:
    """Return where a section stands, file with lines and version; nothing for a source that is none."""
    file, version = harmless(source.get("file")), harmless(source.get("version"))
    line, lines, of_version = PLACES[language]
    first, last = _number(source, "first_line"), _number(source, "last_line")
    place = (lines if first < last else line if first else "{file}") if file else ""
    told = place.format(file=file, first=first, last=last)
    return [one for one in (told, of_version.format(version=version) if version else "") if one]


def lines_of(source: Frame, places: Sequence[tuple[int, int]]) -> list[Line]:
    """Return the lines of a section; nothing where its text is not line by line what stands in the file.

    ``places`` is what is quoted of it, in order and without overlaps, in characters of its text.
    """
    content = str(source.get("content") or "")
    first, last = _number(source, "first_line"), _number(source, "last_line")
    texts = content.split("\n")
    if not first or len(texts) != last - first + 1:
        return []
    found: list[Line] = []
    at = 0
    for number, text in enumerate(texts, start=first):
        found.append(Line(number, tuple(_pieces(text, at, places))))
        at += len(text) + 1
    return found


def _pieces(text: str, begin: int, places: Sequence[tuple[int, int]]) -> list[tuple[str, bool]]:
    pieces: list[tuple[str, bool]] = []
    at = 0
    for start, end in ((start - begin, end - begin) for start, end in places):
        if end > 0 and start < len(text):
            start, end = max(start, at), min(end, len(text))
            pieces += [(text[at:start], False), (text[start:end], True)]
            at = end
    return [piece for piece in (*pieces, (text[at:], False)) if piece[0]]


def _number(source: Frame, name: str) -> int:
    value = source.get(name)
    return value if type(value) is int and value > 0 else 0

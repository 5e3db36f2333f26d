"""From the bytes of a file to its text: what it is, is told by its content.

``python -m src.uploads.reading`` reads one in a process of its own, which can do nothing else. The file comes in by
standard input, what was found goes out by standard output, as JSON. Whatever a hostile file makes a reader do, this
process has no key, no network, no file to write to, and an end to its time and memory.
"""

import html
import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Literal

from src.masking import personal, typed
from src.search.loaders import readers, word
from src.search.loaders.confined import replied
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.readers import Kind, Part, pdf_parts, plain_parts, text_in
from src.uploads.limits import UploadLimits

LONGEST_JOINED = 600
"""Characters of a line from which on no cue is joined to it."""

_CLOCK = r"(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,]\d{1,3}"
_TIMING = re.compile(rf"\s*{_CLOCK}\s+-->\s+{_CLOCK}(?:\s.*)?")
_NUMBERED = re.compile(r"\s*\d+\s*")
# Each ends at the next tag: a million that are begun and not ended are looked at once, and not each to the end.
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s([^<>]*)>")
_MARKUP = re.compile(
    r"</?(?:v|c|i|b|u|ruby|rt|lang|font)(?:[.\s][^<>]*)?>|<[\d:.]+>|\{\\[^{}]*\}", re.IGNORECASE
)
_ENDED = re.compile(r"[.?!…][\"'”’)]*$")
_NAMED = re.compile(r"[^\W_][^:]{0,79}:\s")


@dataclass(frozen=True)
class _Cue:
    time: str
    speaker: str
    words: str

    @property
    def line(self) -> str:
        speaker = f"{self.speaker}: " if self.speaker else ""
        return f"[{self.time}] {speaker}{self.words}"


def kind_of(beginning: str) -> Literal["vtt", "srt"] | None:
    """Return what kind of subtitles a text is that begins so, or None for another text."""
    lines = beginning.removeprefix("\ufeff").lstrip().split("\n", 3)
    if re.fullmatch(r"WEBVTT(?:[ \t].*)?", lines[0].rstrip("\r")):
        return "vtt"
    is_srt = len(lines) > 1 and _NUMBERED.fullmatch(lines[0]) and _TIMING.fullmatch(lines[1])
    return "srt" if is_srt else None


def spoken_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield what is said in subtitles, a line for each time that somebody speaks."""
    last: _Cue | None = None
    for cue in _voices(lines):
        if last and cue.speaker == last.speaker and cue.words == last.words:
            continue  # rolling captions say each line twice
        if last and _goes_on(last, cue):
            last = _Cue(last.time, last.speaker, f"{last.words} {cue.words}")
            continue
        if last:
            yield last.line
        last = cue
    if last:
        yield last.line


def _goes_on(last: _Cue, cue: _Cue) -> bool:
    return (
        cue.speaker == last.speaker
        and not _ENDED.search(last.words)
        and len(last.words) < LONGEST_JOINED
        and not _NAMED.match(cue.words)
    )


def _voices(lines: Iterable[str]) -> Iterator[_Cue]:
    for time, payload in _cues(lines):
        before, *voices = _VOICE.split(payload)
        parts = [("", before), *zip(voices[::2], voices[1::2], strict=True)]
        for speaker, said in parts:
            words = _plain(said).removeprefix("- ")
            if words:
                yield _Cue(time, _plain(speaker).replace(":", " ").strip(), words)


def _cues(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield when each cue begins and what stands in it; notes, styles and numbers stand in none."""
    time, payload = "", list[str]()
    for line in lines:
        timing = _TIMING.fullmatch(line)
        if timing is None and line.strip():
            payload += [line] if time else []
            continue
        if time and payload:
            yield time, " ".join(payload)
        hours, minutes, seconds = timing.groups()[:3] if timing else ("", "", "")
        time = f"{int(hours or 0):02}:{int(minutes):02}:{seconds}" if timing else ""
        payload = []
    if time and payload:
        yield time, " ".join(payload)


def _plain(marked: str) -> str:
    bare = _MARKUP.sub("", marked)
    with suppress(ValueError):  # a number of thousands of digits is no sign's
        bare = html.unescape(bare)
    return " ".join(bare.split())


_OTHER_KINDS = (b"\xd0\xcf\x11\xe0", b"{\\rtf", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK")
"""How files begin that people take for documents, and that are not read: old Word, RTF, pictures, other archives."""

LONGEST_TITLE = 1_000
"""Characters of what a web page calls itself."""

_TELLING = 1_000
"""Bytes by which subtitles are told from other texts."""


@dataclass(frozen=True)
class Read:
    """A document as text; ``pages`` is None where it has none of its own."""

    kind: Kind
    pages: int | None
    text: str
    title: str = ""
    """What a web page calls itself."""


def read(content: bytes, suffix: str, limits: UploadLimits) -> Read:
    """Return the text of a document, or raise NotLoaded; the suffix of its name tells md and html from other texts."""
    kind = _kind(content, suffix)
    title, parts = ("", _parts(content, kind, limits)) if kind != "html" else _page(content, limits)
    every = [seen for _, seen in _bounded(parts, limits.characters)]
    pages = len(every) if kind == "pdf" else None
    if kind == "pdf":
        every = readers.unwrapped([line for page in every for line in page.split("\n")])
    whole = readers.tidy(every)
    if not any(sign.isalnum() for sign in whole):
        raise NotLoaded("there is no text in it", "no_text")
    return Read(kind, pages, whole, title)


def _kind(content: bytes, suffix: str) -> Kind:
    if content.lstrip(b"\r\n\t \xef\xbb\xbf").startswith(b"%PDF-"):
        return "pdf"
    if content.startswith(b"PK\x03\x04") and _is_word(content):
        return "docx"
    if content.startswith(_OTHER_KINDS):
        raise NotLoaded("it is no document that can be read", "other_kind")
    if suffix.lower() in (".md", ".markdown"):
        return "md"
    if suffix.lower() in (".html", ".htm"):
        return "html"
    return kind_of(_beginning(content)) or "txt"


def _beginning(content: bytes) -> str:
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    return content[:_TELLING].decode("utf-16" if is_wide else "utf-8", errors="replace")


def _is_word(content: bytes) -> bool:
    """Whether an archive has the part that every Word document has; a broken one is said to be one."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return word.BODY in archive.namelist()
    except zipfile.BadZipFile:
        return True


def _parts(content: bytes, kind: Kind, limits: UploadLimits) -> Iterable[Part]:
    if kind == "pdf":
        return pdf_parts(content, limits.pages)
    if kind == "docx":
        return word.parts(content, limits.unpacked)
    if kind in ("vtt", "srt"):
        lines = _few_tags(text_in(content), limits).splitlines()
        return (("", line) for line in spoken_lines(lines))
    return plain_parts(content)


def _few_tags(written: str, limits: UploadLimits) -> str:
    """Return a text before anything is read of it, or raise NotLoaded where it has more tags than may be."""
    if written.count("<") > limits.tags:
        raise NotLoaded(f"it has more than {limits.tags:,} tags", "tags")
    return written


def _page(content: bytes, limits: UploadLimits) -> tuple[str, list[Part]]:
    """Return the title of a web page, and its main text with the headings above it: no script, style or navigation."""
    # lxml takes a while to import, and few documents are pages.
    from src.search.loaders.html_file import titled

    written = _few_tags(text_in(content), limits)
    if not written.strip():
        return "", []
    title, stretches = titled(written)
    parts: list[Part] = []
    for stretch in stretches:
        parts += [("heading", f"\n{heading}\n") for heading in stretch.headings[-1:]]
        parts += [("text", f"{block.text}\n") for block in stretch.blocks]
    return title[:LONGEST_TITLE], parts


def _bounded(parts: Iterable[Part], most: int) -> Iterator[Part]:
    length = 0
    for place, raw in parts:
        seen = readers.seen(raw)
        length += len(seen)
        if length > most:
            raise NotLoaded(f"its text is longer than {most:,} characters", "characters")
        yield place, seen


def main(arguments: list[str]) -> int:
    """Read a document whose name ends with ``arguments[0]``, within the limits ``arguments[1]``; return the status."""
    suffix, limits = arguments[0], UploadLimits(**json.loads(arguments[1]))
    return replied(
        limits.size, limits.seconds, limits.memory, lambda file: _reply(file, suffix, limits)
    )


def _reply(content: bytes, suffix: str, limits: UploadLimits) -> bytes:
    """Return the text of a document, the personal data and the secrets in it, or why there is none."""
    try:
        document = read(content, suffix, limits)
    except NotLoaded as error:
        return json.dumps({"refused": error.reason}).encode()
    findings = [asdict(found) for found in personal.find(document.text)]
    told = {"personal": findings, "secrets": typed.counts(document.text)}
    return json.dumps({**asdict(document), **told}).encode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

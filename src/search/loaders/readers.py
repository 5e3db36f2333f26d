"""Reads lines of text files and pages of PDFs: what every reader of documents gives, and how it says that it can't.

A text is kept, quoted and sent in whole lines with its words as they are. What goes is what no reader sees: control
signs, turns of direction, half characters; and the ends of lines that a page has and a sentence has not.
"""

import io
import logging
import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from src.search.loaders.loaded import NotLoaded

LONGEST_TEXT = 20_000_000
"""Characters; some 8,000 pages."""

Part = tuple[str, str]
"""A place (``line 3``, ``page 2``, ``footnote 5``) and the text that stands there."""

Kind = Literal["pdf", "docx", "txt", "md", "html", "vtt", "srt"]
"""Of the last two, which are subtitles, only who reads uploads knows."""

_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_MOST_NOISE = 0.005
"""Share of signs that no text has, from which on the file is something else."""


def plain_parts(content: bytes) -> Iterator[Part]:
    """Yield each line; a file that is no text is NotLoaded."""
    lines = text_in(content).splitlines()
    return ((f"line {number}", line) for number, line in enumerate(lines, start=1))


def text_in(content: bytes) -> str:
    """Return the text of bytes in UTF-8, in UTF-16 where they begin so, or else in the code page of Windows.

    What is no text is NotLoaded.
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _checked(content.decode("utf-16", errors="replace"))
    if b"\0" in content:
        raise NotLoaded("it is no text", "no_text_file")
    try:
        return _checked(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _checked(content.decode("cp1252", errors="replace"))


def _checked(text: str) -> str:
    if len(_NO_TEXT.findall(text)) > _MOST_NOISE * len(text):
        raise NotLoaded("it is no text", "no_text_file")
    return text


MOST_PAGES = 5_000


def pdf_parts(content: bytes, most_pages: int = MOST_PAGES) -> Iterator[Part]:
    """Yield the text of each page; a file that is no PDF, is damaged or asks for a password is NotLoaded."""
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(
        logging.CRITICAL
    )  # it tells of each small fault that it mends
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader = PdfReader(io.BytesIO(content))
            if reader.is_encrypted and not reader.decrypt(""):
                raise NotLoaded("it asks for a password", "locked")
            if len(reader.pages) > most_pages:
                raise NotLoaded(f"it has more than {most_pages} pages", "pages")
            for number, page in enumerate(reader.pages, start=1):
                yield f"page {number}", page.extract_text()
    except (NotLoaded, MemoryError, GeneratorExit):
        raise
    except Exception as error:  # a border: pypdf fails in as many ways as files are broken
        raise NotLoaded("it is no PDF, or a damaged one") from error


_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Control and format signs, halves of pairs, signs without a meaning."""
_KEPT = frozenset("\n\t\u00ad\u200c\u200d")
_ENDS = tuple(".?!:;…")
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-$")
_LISTED = re.compile(r"(?:en|of|and|or)\b")
"""Behind ``in- `` of "in- en uitvoer", whose hyphen is no break."""


def seen(text: str) -> str:
    """Return the text without what no reader sees, its letters in one form."""
    composed = unicodedata.normalize("NFC", text.translate(_LIGATURES))
    lines = composed.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    return "".join(
        sign for sign in lines if sign in _KEPT or unicodedata.category(sign) not in _UNSEEN
    )


def tidy(parts: Iterable[str]) -> str:
    """Return the parts as one text, each on a line of its own, with no run of spaces or of blank lines."""
    lines = (_SPACES.sub(" ", line).strip() for part in parts for line in part.split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Return the lines of pages as paragraphs: one that breaks off in a sentence goes on with the next."""
    whole: list[str] = []
    for line in (raw.strip() for raw in lines):
        if whole and _goes_on(whole[-1], line):
            whole[-1] = _joined(whole[-1], line)
        else:
            whole.append(line)
    return whole


def _goes_on(before: str, line: str) -> bool:
    return bool(before) and line[:1].islower() and not before.endswith(_ENDS)


def _joined(before: str, line: str) -> str:
    if _BROKEN_WORD.search(before) and not _LISTED.match(line):
        return f"{before[:-1]}{line}"
    return f"{before} {line}"

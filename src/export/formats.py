"""The formats in which a memo is handed over: one renderer each, and what a browser is told of it."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from typing import Literal, NamedTuple

from src.export.as_docx import docx
from src.export.as_html import html
from src.export.as_markdown import markdown
from src.export.as_pdf import pdf
from src.export.layout import Pictures, page
from src.export.memo import Memo

Format = Literal["md", "html", "docx", "pdf", "json"]


class Rendering(NamedTuple):
    """How one format is made, and its media type."""

    render: Callable[[Memo, Pictures], bytes]
    """Takes the memo, and the pictures of it that are to be shown, as far as the format can."""
    media_type: str


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

FORMATS: Mapping[Format, Rendering] = {
    "md": Rendering(lambda memo, _: markdown(page(memo)).encode(), "text/markdown; charset=utf-8"),
    "html": Rendering(
        lambda memo, shown: html(page(memo, shown)).encode(), "text/html; charset=utf-8"
    ),
    "docx": Rendering(lambda memo, shown: docx(page(memo, shown)), _WORD),
    "pdf": Rendering(lambda memo, shown: pdf(page(memo, shown)), "application/pdf"),
    "json": Rendering(
        lambda memo, _: memo.model_dump_json(indent=2).encode() + b"\n", "application/json"
    ),
}


LONGEST_NAME = 60
"""Characters of a title in the name of a file."""


def file_name(memo: Memo, suffix: str) -> str:
    """Return the usual name of a file for this memo: its title and the day of the answer."""
    return f"{file_stem(memo.title or memo.question, memo.answered_on)}.{suffix}"


_YEAR = re.compile(r"(?:19|20)\d\d")


def file_stem(title: str, day: date) -> str:
    """Return the name of a file without its ending: words of a title, and the day.

    No word with an @ or a digit gets in, but for years: numbers of people are not told by names of files.
    """
    known = (part.strip(".,:;?!()'\"“”‘’") for part in title.split())
    kept = [text for text in known if _YEAR.fullmatch(text) or not re.search(r"[@\d]", text)]
    plain = unicodedata.normalize("NFKD", " ".join(kept)).encode("ascii", "ignore").decode()
    words = "-".join(re.findall(r"[a-z0-9]+", plain.lower()))
    if len(words) > LONGEST_NAME:
        words = words[:LONGEST_NAME].rpartition("-")[0]
    return f"{words or 'memo'}-{day.isoformat()}"

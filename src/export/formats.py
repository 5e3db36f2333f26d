"""The formats in which a memo is handed over: one renderer each, and what a browser is told of it."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from src.export import as_html, as_markdown
from src.export.layout import page
from src.export.memo import Memo

Format = Literal["md", "html", "docx", "pdf", "json"]


class Rendering(NamedTuple):
    """How one format is made, and its media type."""

    render: Callable[[Memo], bytes]
    media_type: str


def _markdown(memo: Memo) -> bytes:
    return as_markdown.markdown(page(memo)).encode()


def _html(memo: Memo) -> bytes:
    return as_html.html(page(memo)).encode()


def _docx(memo: Memo) -> bytes:
    from src.export.as_docx import docx  # its library takes a while to import

    return docx(page(memo))


def _pdf(memo: Memo) -> bytes:
    from src.export.as_pdf import pdf

    return pdf(page(memo))


def _json(memo: Memo) -> bytes:
    return memo.model_dump_json(indent=2).encode() + b"\n"


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

FORMATS: Mapping[Format, Rendering] = {
    "md": Rendering(_markdown, "text/markdown; charset=utf-8"),
    "html": Rendering(_html, "text/html; charset=utf-8"),
    "docx": Rendering(_docx, _WORD),
    "pdf": Rendering(_pdf, "application/pdf"),
    "json": Rendering(_json, "application/json"),
}


def file_name(memo: Memo, suffix: str) -> str:
    """Return the usual name of a file for this memo: the dossier and the day of the answer."""
    return f"{memo.dossier_id}-{memo.answer_id}-{memo.answered_on.isoformat()}.{suffix}"

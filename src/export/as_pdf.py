"""The page as PDF, set by Typst: no network, no fonts of the machine, the same bytes for the same page."""

from datetime import UTC, datetime
from pathlib import Path

from src.export.page import Page

TEMPLATE = (Path(__file__).parent / "memo.typ").read_bytes()


def pdf(page: Page) -> bytes:
    """Return the page as a tagged PDF with bookmarks; its words reach Typst as data, never as markup."""
    import typst  # thirty megabytes that only a PDF needs

    made = typst.compile(
        TEMPLATE,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"page": page.model_dump_json()},
        timestamp=datetime.fromisoformat(page.date).replace(tzinfo=UTC),
    )
    assert isinstance(made, bytes)  # no output path was given
    return made

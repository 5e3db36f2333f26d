"""The page as PDF, set by Typst: no network, no fonts of the machine, the same bytes for the same page."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from src.export.memo import Page

TEMPLATE = Path(__file__).parent / "memo.typ"


def pdf(page: Page) -> bytes:
    """Return the page as a tagged PDF with bookmarks; its words reach Typst as data, never as markup."""
    import typst  # thirty megabytes that only a PDF needs

    with TemporaryDirectory() as folder:  # all that Typst may read, and ours alone
        root = Path(folder)
        template = root / TEMPLATE.name
        template.write_bytes(TEMPLATE.read_bytes())
        for number, figure in enumerate(page.figures):
            (root / str(number)).write_bytes(figure.content)
        made = typst.compile(
            template,
            root=root,
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={"page": page.model_dump_json()},
            timestamp=datetime.fromisoformat(page.date).replace(tzinfo=UTC),
        )
    assert isinstance(made, bytes)  # no output path was given
    return made

"""Markdown in the library: a source for each heading with text, under the headings above it."""

from pathlib import Path, PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.library.library import IngestReport, ingest
from src.desks.tax.library.works import Works, works_folder
from src.dossier.models import Document
from src.search.loaders import markdown
from src.search.loaders.loaded import NotLoaded
from tests.desks.tax.library.material import STARTER

TEXT = """---
author: somebody
---
What stands before any heading.

# Guide

## Ports and `hosts`

Port 8000 is open.

```
# a comment, no heading
```

> # no heading either

Setting up
==========

## Ports and [hosts](https://example.org)

Another text.
"""


def loaded(text: str, name: str = "guide.md") -> dict[str, Document]:
    sources = markdown.load(text.encode(), PurePath(name)).sources
    return {source.id: source for source in sources if isinstance(source, Document)}


def test_a_file_is_cut_at_its_headings() -> None:
    found = loaded(TEXT, "manual/guide.md")
    assert {key: (one.title, one.path, one.heading) for key, one in found.items()} == {
        "manual/guide.md": ("guide", "", ""),
        "manual/guide.md#ports-and-hosts": ("Ports and hosts", "Guide > Ports and hosts", "Guide"),
        "manual/guide.md#ports-and-hosts:2": (
            "Ports and hosts",
            "Setting up > Ports and hosts",
            "Setting up",
        ),
    }
    assert found["manual/guide.md"].content == "What stands before any heading."
    ports = found["manual/guide.md#ports-and-hosts"]
    assert ports.content.startswith("Port 8000 is open.")
    assert ports.content.endswith("> # no heading either")
    assert ports.collection == "manual"


def test_headings_without_text_are_counted() -> None:
    assert markdown.load(TEXT.encode(), PurePath("guide.md")).without_text == 2


@pytest.mark.parametrize(
    "content", [b"", b"# Only a heading\n", b"---\na: b\n---\n", b"\xff\xfe\x00"]
)
def test_a_file_without_text_is_left_out(content: bytes) -> None:
    with pytest.raises(NotLoaded):
        markdown.load(content, PurePath("guide.md"))


@given(text=st.text(alphabet="#ab \n`-=>*[]()~", max_size=60))
def test_no_text_is_lost_and_every_id_is_another(text: str) -> None:
    try:
        found = markdown.load(text.encode(), PurePath("x.md")).sources
    except NotLoaded:
        return
    assert len({source.id for source in found}) == len(found)
    assert all(source.content for source in found)


def test_a_folder_of_pages_is_ingested_and_kept_up_to_date(tmp_path: Path) -> None:
    pages, library = tmp_path / "manual", tmp_path / "library"
    for folder in ("one", "two"):
        (pages / folder).mkdir(parents=True)
        (pages / folder / "index.md").write_text(f"# {folder}\n\nText of {folder}.\n")
    report = ingest((pages,), library, STARTER, lambda *_: None)
    assert report == IngestReport(read=2, documents=2)
    (pages / "one" / "index.md").write_text("# Renamed\n\nNew text.\n")
    assert ingest((pages,), library, STARTER, lambda *_: None).already_there == 1
    kept = {source.id: source.content for source in Works(works_folder(library)).sources()}
    assert kept == {
        "manual/one/index.md#renamed": "New text.",
        "manual/two/index.md#two": "Text of two.",
    }

"""Entries that are looked up by name are sections: terms of lists, rows with ids, what Sphinx describes."""

from pathlib import Path, PurePath

import pytest

from src.search.documents.collections import ingest_collection, open_collection
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import load_sections
from tests.search.loaders.below import sections_below

CHAPTER = """
<div class="sect1" id="memory"><div class="titlepage"><div><h2>Memory</h2></div></div>
<p>Before.</p>
<dl><dt id="GUC-WORK"><span><code>work_mem</code> (integer)</span></dt>
<dd><p>For sorts. The default is 4MB.</p><dl><dt id="inner">Inner</dt><dd>Below it.</dd></dl><p>More of it.</p></dd>
<dt id="GUC-TEMP">temp_buffers</dt><dt>tb</dt><dd>For tables. The default is 8MB.</dd></dl>
<p>After.</p>
<table><tr><th>Code</th><th>Name</th></tr>
<tr id="E01"><td>22012</td><td>division</td></tr></table>
<div class="note"><h3>Note</h3>Beside.</div></div>
"""

MODULE = """
Zip
===

.. option:: --fast
   --quick

   Goes fast.

.. class:: Zip(file)

   A file.

   .. method:: Zip.close()

      Closes it.

   Goes on.

Behind.
"""

PAGE = """= acme(1)

[[opts]]
== Options

-n::
--dry-run::
	Shows only. The default is `off`.
+
And more.

acme.port:: Port to listen on.

Behind.
"""


def told(text: str, name: str) -> dict[str, tuple[str, str]]:
    found = load_sections(text.encode(), PurePath(name)).sections
    return {one.anchor: (" > ".join(one.headings), one.text) for one in found}


def test_terms_and_rows_with_ids_are_sections() -> None:
    found = told(CHAPTER, "a.html")
    assert found["GUC-WORK"] == (
        "Memory > work_mem (integer)",
        "For sorts. The default is 4MB.\n\nMore of it.",
    )
    assert found["inner"] == ("Memory > work_mem (integer) > Inner", "Below it.")
    assert found["GUC-TEMP"][0] == "Memory > temp_buffers, tb"
    assert found["E01"] == ("Memory > 22012", "22012 | division")
    heading, text = found["memory"]
    assert (heading, text.split("\n\n")) == (
        "Memory",
        ["Before.", "After.", "Code | Name", "Note", "Beside."],
    )


@pytest.mark.parametrize(
    "list_of",
    [
        "<dl><dt>Coffee</dt><dd>Hot.</dd></dl>",
        "<dl><dt>-n</dt><dd>Short, without an id.</dd></dl>",
        "<ul><li><dl><dt id=a>A</dt><dd>B</dd></dl></li></ul>",
    ],
)
def test_other_lists_stay_a_part_of_what_they_stand_in(list_of: str) -> None:
    assert len(load_sections(f"<h1>A</h1>{list_of}".encode(), PurePath("a.html")).sections) == 1


def test_a_mark_before_a_heading_is_its_anchor() -> None:
    assert set(told("<a name='x'></a><h>Port</h><p>Open.", "a.html")) == {"x"}


def test_what_sphinx_describes_is_a_section() -> None:
    found = told(MODULE, "a.rst")
    assert found["cmdoption-fast"] == ("Zip > --fast, --quick", "Goes fast.")
    assert found["Zip"] == ("Zip > Zip(file)", "A file.\n\nGoes on.")
    assert found["Zip.close"] == ("Zip > Zip(file) > Zip.close()", "Closes it.")
    assert found["zip"] == ("Zip", "Behind.")


def test_terms_of_plain_text_are_sections() -> None:
    found = told(PAGE, "a.txt")
    assert found["-n---dry-run"][0] == "acme(1) > Options > -n, --dry-run"
    assert "The default is `off`." in found["-n---dry-run"][1]
    assert found["acmeport"][1] == "acme.port:: Port to listen on."
    assert found["opts"] == ("acme(1) > Options", "Behind.")


def test_a_notebook_is_read_without_its_output() -> None:
    page = (
        '{"cells": [{"cell_type": "markdown", "source": ["# Port\\n", "Open."]}, {"cell_type": "code",'
        ' "source": "serve()", "outputs": [{"text": "LOUD"}]}]}'
    )
    assert told(page, "a.ipynb") == {"port": ("Port", "Open.\n\n```python\nserve()\n```")}
    with pytest.raises(NotLoaded, match="no notebook"):
        told("{}", "a.ipynb")


def test_what_is_installed_is_passed_over_and_other_forms_are_named(tmp_path: Path) -> None:
    for name in ("node_modules/x/readme.md", "acme.1", "release-1.2", "book.epub", "a.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("Text.")
    assert sorted(name for name, _ in sections_below(tmp_path)) == ["a.txt", "acme.1", "book.epub"]


def test_an_included_file_stands_in_its_place_and_what_is_not_there_is_named(
    tmp_path: Path,
) -> None:
    pages, code = tmp_path / "acme" / "docs" / "en", tmp_path / "acme" / "code"
    for folder in (pages, code):
        folder.mkdir(parents=True)
    (tmp_path / "secret.py").write_text("SECRET = 1")
    (code / "port.py").write_text("PORT = 1\nOPEN = 2\n")
    page = "# Port\n\n{* ../../code/port.py hl[1] ln[1:2] *}\n\n{* ../../../secret.py *}\n\nEnd.\n"
    (pages / "port.md").write_text(page)

    def text() -> str:
        ingest_collection((tmp_path / "acme",), tmp_path / "library", "acme", lambda *_: None)
        return open_collection(tmp_path / "library", "acme").index.source(0).text

    first = text()
    assert first.startswith("```py\nPORT = 1\nOPEN = 2\n```\n\n{* ../../../secret.py: left out")
    (code / "port.py").write_text("PORT = 3\n")
    assert "PORT = 3" in text()

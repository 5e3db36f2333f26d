"""reStructuredText: docutils says where headings and blocks are, the words stay the file's own, nothing is opened."""

import subprocess
import sys
from pathlib import Path, PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import Section, load_sections

TEXT = """\
Before all.

=====
Title
=====

For :func:`those` who |read|.

.. _setting-up:
.. _Set Up:

Setting :ref:`it <x>` *up*
--------------------------

.. automodule:: unknown
   :members:

   Inner text.

.. _not-a-label-of-a-heading:

End.

Ports
~~~~~

::

  code

Ports
-----
Text.
"""


def sections(text: str) -> tuple[Section, ...]:
    return load_sections(text.encode(), PurePath("a.rst")).sections


def test_a_file_is_cut_at_its_headings() -> None:
    assert [
        (one.anchor, one.headings, one.first_line, one.last_line) for one in sections(TEXT)
    ] == [
        ("", (), 1, 1),
        ("title", ("Title",), 7, 7),
        ("set-up", ("Title", "Setting it up"), 15, 22),
        ("ports", ("Title", "Setting it up", "Ports"), 27, 29),
        ("ports-1", ("Title", "Ports"), 33, 33),
    ]


def test_no_word_of_sphinx_is_lost() -> None:
    found = {one.anchor: one.text for one in sections(TEXT)}
    assert found["title"] == "For :func:`those` who |read|."
    assert found["set-up"].startswith(".. automodule:: unknown\n   :members:\n\n   Inner text.\n")


@pytest.mark.parametrize(
    "block",
    [
        "- one\n\n- two",
        "=== ===\nA   B\n=== ===\n1   2\n\n3   4\n=== ===",
        "Code::\n\n    one\n\n    two",
        ".. note::\n\n   one\n\n   two",
        "1. one\n\n   more\n\n2. two",
        "term\n  what it is\n\nother\n  what that is",
    ],
)
def test_a_block_is_never_cut(block: str) -> None:
    paragraph = "word " * 780
    found = sections(f"Title\n=====\n\n{paragraph}\n\n{block}\n\n{paragraph}\n\n{block}\n")
    assert [one.anchor for one in found] == ["title", "title~2"]
    assert found[0].text == f"{paragraph}\n\n{block}"[: len(found[0].text)]
    assert all(one.text.count(block) == 1 for one in found)


INERT = """\
Title
=====

.. include:: {secret}
.. literalinclude:: {secret}

.. raw:: html
   :file: {secret}

.. raw:: html
   :url: file://{secret}

.. csv-table:: rows
   :file: {secret}

.. csv-table:: rows
   :url: http://127.0.0.1:9/rows.csv

.. figure:: {secret}
   :figwidth: image

Text.
"""


def test_nothing_that_a_directive_names_is_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("SECRET")
    (tmp_path / "docutils.conf").write_text("[general]\nfile_insertion_enabled: yes\n")
    (tmp_path / "a.rst").write_text(INERT.format(secret=secret))
    program = (
        "import sys; from pathlib import Path; from tests.search.loaders.below import sections_below\n"
        "def watch(event, arguments):\n"
        "    opened = str(arguments[0]) if event == 'open' else ''\n"
        "    if event in ('socket.connect', 'urllib.Request') or opened.endswith(('.conf', 'secret.yaml')):\n"
        "        sys.exit(f'{event} {arguments}')\n"
        "sys.addaudithook(watch)\n"
        "((_, found),) = sections_below(Path(sys.argv[1]))\n"
        "assert found.sections[0].text.endswith('Text.')"
    )
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", program, "."]
    subprocess.run(command, check=True, cwd=tmp_path, env={"PYTHONPATH": str(root)})


@pytest.mark.parametrize("sign", ["\u2028", "\x85", "\x0c", "\v"])
def test_lines_are_counted_as_in_the_file(sign: str) -> None:
    (before, section) = sections(f"One{sign}two\n\nTitle\n=====\n\nText.")
    assert (before.text, section.anchor, section.first_line) == (f"One{sign}two", "title", 6)


def test_what_is_nested_too_deep_is_left_out() -> None:
    text = "\n\n".join(f"{' ' * depth}quoted" for depth in range(2000))
    with pytest.raises(NotLoaded, match="too deep"):
        sections(text)


LINES = st.sampled_from(
    [
        "", "", "", "Text.", "Title", "=====", "-----", "~~~", "::", "    code", "- item", "1. one", "  more",
        ".. note::",
        ".. _label:", ".. comment", "=== ===", "a   b", "+---+", "| a |", "*strong", "``", "|x|", ":role:`x`", "\x0c",
        "\x85", ".. |x| image:: y", ".. role:: x(raw)", ".. default-role:: x", ".. [1] note", "__ a", "\ttab", "term",
    ]
)  # fmt: skip


@given(lines=st.lists(LINES, max_size=30))
def test_every_line_is_in_one_section_or_by_its_heading(lines: list[str]) -> None:
    try:
        found = sections("\n".join(lines))
    except NotLoaded:
        return
    last = 0
    for one in found:
        assert one.first_line > last
        last = one.last_line
        assert one.text == "\n".join(lines[one.first_line - 1 : one.last_line])
    assert sum(len(one.text.split()) for one in found) <= len("\n".join(lines).split())

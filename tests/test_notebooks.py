"""Every notebook of ``examples/`` runs, and prints what it shows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import notebooks
from tests.lending import with_starter_index

Ran = tuple[Path, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ran]:
    """Return the folder in which every notebook was run, and what each has become."""
    data = with_starter_index(tmp_path_factory.mktemp("data"))
    with notebooks.copied(data) as (folder, address), pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAX_WS_URL", address)
        yield (
            folder,
            {name: notebooks.run(notebooks.read(name), folder) for name in notebooks.NAMES},
        )


@pytest.mark.parametrize("name", notebooks.NAMES)
def test_a_notebook_prints_what_it_shows(name: str, ran: Ran) -> None:
    kept = notebooks.read(name)
    assert ran[1][name] == kept
    assert any(cell["outputs"] for cell in notebooks.code_of(kept))


def test_the_notebooks_leave_a_table_and_a_guide(ran: Ran) -> None:
    folder, _ = ran
    table = (folder / "answers.csv").read_text("utf-8")
    assert table.startswith("question,answer,quote,source,open\n")
    assert "9%" in table
    assert "# **Uploads to the archive server end" in (folder / "GUIDE.md").read_text("utf-8")


def test_a_notebook_is_of_a_form_that_jupyter_reads() -> None:
    for name in notebooks.NAMES:
        notebook = notebooks.read(name)
        assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
        assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
        assert notebook["cells"][0]["cell_type"] == "markdown"


def test_a_cell_may_await_and_what_it_prints_is_kept(tmp_path: Path) -> None:
    cells = ["import asyncio", "await asyncio.sleep(0)\nprint(1)"]
    notebook = {"cells": [{"cell_type": "code", "source": [one], "outputs": []} for one in cells]}
    kept = notebooks.run(notebook, tmp_path)["cells"]
    assert [cell["outputs"] for cell in kept] == [[], notebooks.outputs("1\n")]

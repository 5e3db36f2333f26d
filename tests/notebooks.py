"""The notebooks of ``examples/``, run cell by cell; ``python -m tests.notebooks`` writes into them what they print.

They are run by Python alone, as a kernel would: cells in their order, one namespace, ``await`` outside functions.
"""

import ast
import asyncio
import inspect
import io
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from src.commands.local_server import own_server
from standins.demo import ENVIRONMENTS

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.ipynb"))
SETTINGS = {"OPENAI_API_KEY": "", "TESS_MODEL": "offline", "TESS_TSG_RESEARCH": "none"}


def read(name: str) -> dict[str, Any]:
    """Return a notebook as it is kept."""
    notebook: dict[str, Any] = json.loads((EXAMPLES / f"{name}.ipynb").read_text("utf-8"))
    return notebook


def code_of(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cells that hold code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(text: str) -> list[dict[str, Any]]:
    """Return what a notebook keeps of what a cell printed."""
    lines = text.splitlines(keepends=True)
    return [{"name": "stdout", "output_type": "stream", "text": lines}] if text else []


def run(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the notebook with what its cells print when they are run in this folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with asyncio.Runner() as runner, chdir(folder):
        for count, cell in enumerate(code_of(notebook), start=1):
            flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
            code = compile("".join(cell["source"]), f"cell {count}", "exec", flags=flags)
            with redirect_stdout(io.StringIO()) as told:
                result = eval(code, names)
                if inspect.iscoroutine(result):
                    runner.run(result)
            cell |= {"execution_count": count, "outputs": outputs(told.getvalue())}
    return notebook


@contextmanager
def copied(data: Path) -> Iterator[tuple[Path, str]]:
    """Give a copy of the examples, and the address of a server that keeps its data in this folder."""
    with (
        TemporaryDirectory() as folder,
        ENVIRONMENTS["backlog"]() as tracker,
        own_server({**SETTINGS, **tracker, "TESS_DATA_DIR": str(data)}) as url,
    ):
        yield Path(shutil.copytree(EXAMPLES, Path(folder) / "examples")), url


def write() -> None:
    """Run every notebook and keep what it printed."""
    with TemporaryDirectory() as data, copied(Path(data)) as (folder, url):
        os.environ["TAX_WS_URL"] = url
        for name in NAMES:
            text = json.dumps(run(read(name), folder), indent=1, ensure_ascii=False)
            (EXAMPLES / f"{name}.ipynb").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    write()

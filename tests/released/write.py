"""Keeps what this version writes, before its release: ``python -m tests.released.write``; what is there stays."""

import shutil
import tempfile
from pathlib import Path

from src.desks.catalogue import plugs
from tests.in_process import tess

HERE = Path(__file__).parent


def write(version: str) -> None:
    """Hold the demo of every desk, and keep its dossiers, each with a pack of it, in a folder of this version."""
    for desk in [one.name for one in plugs() if one.demo]:
        kept = HERE / version / desk
        if kept.exists():
            continue
        kept.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as folder:
            held = tess("demo", "--desk", desk, data_dir=Path(folder))
            assert held.returncode == 0, held.stdout
            for journal in Path(folder, "dossiers").glob("dos-*.jsonl"):
                beside = journal.parent.glob(f"{journal.stem}*")
                for path in [one for one in beside if one.suffix in {".json", ".jsonl", ".blobs"}]:
                    (shutil.copytree if path.is_dir() else shutil.copy)(path, kept / path.name)
                pack = str(kept / f"{journal.stem}.tess")
                assert tess("pack", journal.stem, "-o", pack, data_dir=Path(folder)).returncode == 0


if __name__ == "__main__":
    from importlib.metadata import version

    write(version("tess"))

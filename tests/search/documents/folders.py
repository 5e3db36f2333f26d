"""Folders of documentation for tests."""

from pathlib import Path

GUIDE = {
    "setup.md": """# Setup

Install the lantern with the wrench.

## Folder

`LANTERN_DATA_DIR` names the folder where the lantern keeps its wicks.

## Server

Start it with `lantern serve --offline`; a probe asks `/healthz` whether it burns.
""",
    "deep/trouble.md": """# Trouble

## The lantern smokes

Trim the wick. Error LT4031 says that the chimney is cracked.

## Nothing burns

Fill the lantern with oil, then call `LanternService.lightWick`.
""",
    "nl.md": """# Onderhoud

Het glas van de lamp moet elke week worden gepoetst, en de verbrande pitten zijn te vervangen.
""",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write files into a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def guide(tmp_path: Path) -> Path:
    """Write a small guide."""
    return written(tmp_path / "guide", GUIDE)


def quiet(number: int, files: int, name: str) -> None:
    """Show nothing."""

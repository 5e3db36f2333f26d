"""Reads one notebook of Jupyter: its cells of text as Markdown, its code in fences, and no output."""

from pathlib import PurePath

from pydantic import BaseModel, ValidationError

from src.search.loaders import markdown
from src.search.loaders.loaded import NotLoaded, decoded
from src.search.loaders.sections import LoadedSections


class _Cell(BaseModel):
    cell_type: str
    source: list[str] | str

    @property
    def text(self) -> str:
        told = self.source if isinstance(self.source, str) else "".join(self.source)
        return told if self.cell_type == "markdown" else f"```python\n{told.strip()}\n```"


class _Notebook(BaseModel):
    cells: list[_Cell]


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a notebook; its lines are those of its cells one below the other."""
    try:
        read = _Notebook.model_validate_json(decoded(content))
    except ValidationError as error:
        raise NotLoaded("it is no notebook of Jupyter") from error
    told = [one.text for one in read.cells if one.cell_type in ("markdown", "code") and one.source]
    return markdown.sections("\n\n".join(told).encode(), name)

"""Reads pages of documentation as others hand them over: JSON Lines with one page, or part of one, in each line."""

from pathlib import PurePath
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from src.search.loaders.loaded import NotLoaded, decoded
from src.search.loaders.sections import LoadedSections, Section

_Words = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda value: [value] if isinstance(value, str) else value),
]


class _PageRow(BaseModel):
    """Fields that are not ours are let be: others write these files."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(min_length=1)
    content: str
    source: str = ""
    crumbs: tuple[str, ...] = ()
    description: str = ""
    summary: str = ""
    keypoints: _Words = ()
    keywords: _Words = ()

    @property
    def text(self) -> str:
        """What it says; a row that has a heading alone says that."""
        return (
            self.content.strip("\n") if self.content.strip() else "".join(self.crumbs[-1:]).strip()
        )

    @property
    def search_words(self) -> str:
        return " ".join(
            filter(None, (self.description, self.summary, *self.keypoints, *self.keywords))
        )


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return a section for each row with text, under its own id; ``skipped`` names rows that can't be read."""
    found: dict[str, Section] = {}
    skipped: list[str] = []
    without_text = 0
    for number, line in enumerate(decoded(content).split("\n"), start=1):
        try:
            row = _PageRow.model_validate_json(line) if line.strip() else None
        except ValidationError as error:
            skipped.append(f"line {number}: {_problem(error)}")
            continue
        if row and row.id in found:
            skipped.append(f"line {number}: the id {row.id} was there before")
        elif row and row.text:
            found[row.id] = _section(row, name, number)
        elif row:
            without_text += 1
    if not found:
        raise NotLoaded("; ".join(skipped[:1]) or "the file has no text")
    return LoadedSections(tuple(found.values()), without_text, tuple(skipped))


def _problem(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}".removeprefix(": ")


def _section(row: _PageRow, name: PurePath, line: int) -> Section:
    return Section(
        file=name.as_posix(),
        anchor=row.id,
        headings=row.crumbs,
        text=row.text,
        first_line=line,
        last_line=line,
        search_words=row.search_words,
        url=row.source,
        own_id=row.id,
    )

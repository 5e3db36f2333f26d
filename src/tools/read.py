"""Reading the text of a source of the dossier."""

from dataclasses import dataclass

from pydantic import Field

from src.dossier.models import Dossier, SourceBase
from src.errors import UnknownSourceNumber
from src.tools.base import Arguments, Report, Tool, ToolResult

PAGE = 6_000
"""Characters that one call reads."""


@dataclass(frozen=True)
class SourceRead(Report):
    """A text that a model has read: nothing that the user is told of."""

    source: SourceBase
    start: int = 0
    """The character that was read from."""


class ReadArgs(Arguments):
    source: int = Field(ge=1)
    start: int = Field(0, ge=0)


class ReadSource(Tool[ReadArgs]):
    """Read the text of a source or document."""

    args = ReadArgs

    def __init__(self, page: int = PAGE) -> None:
        """``page``: characters that one call reads; every later request of the turn has them again."""
        self._page = page

    async def execute(self, dossier: Dossier, args: ReadArgs) -> ToolResult:
        source = by_number(dossier, args.source)
        text, end = source.content, args.start + self._page
        rest = f"\n[{len(text) - end} characters follow: start={end}]" if len(text) > end else ""
        return ToolResult(SourceRead(source, args.start), output=text[args.start : end] + rest)


def by_number(dossier: Dossier, number: int) -> SourceBase:
    """Return the source of this number; raises ``UnknownSourceNumber`` where there is none."""
    if not 1 <= number <= len(dossier.sources):
        raise UnknownSourceNumber(number=str(number), most=str(len(dossier.sources)))
    return dossier.sources[number - 1]

"""Following a link from one section to another."""

from pydantic import Field

from src.desks.docs.found import DocsSearch
from src.dossier.models import Document, Dossier
from src.search.snippet import snippet
from src.tools.base import Arguments, Tool, ToolResult, found
from src.tools.docs.reports import SectionsFound
from src.tools.read import by_number


class LinkArgs(Arguments):
    link: str = Field(
        min_length=1,
        max_length=1_000,
        description=(
            "As the text has it: 'limits.md#size', '#size', '/guide/limits', an address. Or 'next' or 'previous': the "
            "section after it or before it in its file."
        ),
    )
    source: int = Field(ge=1, description="Number of the section that has it.")


class FollowLink(Tool[LinkArgs]):
    """Fetch the page or section that a link in the text of a section leads to, within its collection."""

    args = LinkArgs

    def __init__(self, library: DocsSearch) -> None:
        self._library = library

    async def execute(self, dossier: Dossier, args: LinkArgs) -> ToolResult:
        source = by_number(dossier, args.source)
        hits: tuple[Document, ...] = ()
        if isinstance(source, Document) and not source.client:
            hits = await self._library.linked(source, args.link)
        result = found(dossier, "document", hits)
        passages = {one.id: snippet(one.content, [args.link]) for one in hits}
        report = SectionsFound("document", hits, (), passages=passages, is_linked=True)
        return ToolResult(report, result.patch)

"""Following a link from one section to another, and choosing in which collections and version a dossier is searched."""

from pydantic import Field

from src.desks.docs.artifacts import SCOPE, Scope
from src.desks.docs.found import DocsSearch, check_scope
from src.dossier.models import Artifact, Document, Dossier, is_of_client
from src.dossier.patch import DossierPatch
from src.search.snippet import snippet
from src.tools.base import Arguments, Tool, ToolResult, found
from src.tools.docs.search import ScopeChosen, SectionsFound
from src.tools.read import by_number


class ScopeArgs(Arguments):
    collections: list[str] | None = Field(None, max_length=20, description="None: all of them.")
    version: str | None = Field(None, max_length=100, description="None: any.")


class ChooseScope(Tool[ScopeArgs]):
    """Choose the collections, or the version, that are searched from now on."""

    args = ScopeArgs

    def __init__(self, library: DocsSearch) -> None:
        self._library = library

    async def execute(self, dossier: Dossier, args: ScopeArgs) -> ToolResult:
        scope = Scope(collections=tuple(args.collections or ()), version=args.version or "")
        check_scope(scope, await self._library.collections())
        outside = tuple(
            source.id
            for source in dossier.selected
            if isinstance(source, Document)
            and not is_of_client(source)
            and scope.collections
            and source.collection not in scope.collections
        )
        kept = Artifact(id=SCOPE, kind=SCOPE, data=scope.model_dump(mode="json"))
        patch = DossierPatch(put_artifacts=(kept,), unselect_ids=outside)
        return ToolResult(ScopeChosen(scope), patch)


class LinkArgs(Arguments):
    link: str = Field(min_length=1, max_length=1_000)
    """As the text has it ('limits.md#size', '#size', an address); or 'next', 'previous' in its file."""
    source: int = Field(ge=1)


class FollowLink(Tool[LinkArgs]):
    """Fetch what a link in a section leads to, within its collection."""

    args = LinkArgs

    def __init__(self, library: DocsSearch) -> None:
        self._library = library

    async def execute(self, dossier: Dossier, args: LinkArgs) -> ToolResult:
        source = by_number(dossier, args.source)
        hits: tuple[Document, ...] = ()
        if isinstance(source, Document) and not source.client:
            hits = await self._library.linked(source, args.link)
        result = found(dossier, "document", hits)
        passages = {hit.id: snippet(hit.content, [args.link]) for hit in hits}
        report = SectionsFound("document", hits, (), passages=passages, is_linked=True)
        return ToolResult(report, result.patch)

"""Choosing in which collections, and in which version, a dossier is searched."""

from pydantic import Field

from src.desks.docs.artifacts import Scope, scope_artifact
from src.desks.docs.found import DocsSearch, check_scope
from src.dossier.models import Document, Dossier, is_of_client
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.docs.reports import ScopeChosen


class ScopeArgs(Arguments):
    collections: list[str] | None = Field(
        None, max_length=20, description="Names of collections; none: all of them."
    )
    version: str | None = Field(None, max_length=100, description="None: any.")


class ChooseScope(Tool[ScopeArgs]):
    """Choose the collections, or the version, that are searched from now on: "only in git", "everywhere again"."""

    args = ScopeArgs

    def __init__(self, library: DocsSearch) -> None:
        self._library = library

    async def execute(self, dossier: Dossier, args: ScopeArgs) -> ToolResult:
        scope = Scope(collections=tuple(args.collections or ()), version=args.version or "")
        check_scope(scope, await self._library.collections())
        outside = tuple(
            one.id
            for one in dossier.selected
            if isinstance(one, Document)
            and not is_of_client(one)
            and scope.collections
            and one.collection not in scope.collections
        )
        patch = DossierPatch(put_artifacts=(scope_artifact(scope),), unselect_ids=outside)
        return ToolResult(ScopeChosen(scope), patch)

"""Choosing in which collections, and in which version, a dossier is searched."""

from pydantic import Field

from src.desks.docs.artifacts import Scope, scope_artifact
from src.desks.docs.found import DocsSearch, check_scope
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.docs.reports import ScopeChosen


class ScopeArgs(Arguments):
    collections: list[str] | None = Field(
        None, max_length=20, description="Names of collections; none: all of them."
    )
    version: str | None = Field(None, max_length=100, description="None: any.")


class ChooseScope(Tool[ScopeArgs]):
    """Choose the collections, or the version, that are searched from now on."""

    args = ScopeArgs

    def __init__(self, library: DocsSearch) -> None:
        self._library = library

    async def execute(self, dossier: Dossier, args: ScopeArgs) -> ToolResult:  # noqa: ARG002  # it replaces what was
        scope = Scope(collections=tuple(args.collections or ()), version=args.version or "")
        check_scope(scope, await self._library.collections())
        return ToolResult(ScopeChosen(scope), DossierPatch(put_artifacts=(scope_artifact(scope),)))

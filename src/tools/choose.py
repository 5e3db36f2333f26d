"""Choosing, among what was found, the sources that an answer should rest on, and saying why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import Field

from src.dossier.models import Dossier, is_of_client
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.errors import LeftOutByUser
from src.tools.base import Arguments, Report, Tool, ToolResult
from src.tools.read import by_number
from src.tools.searching import left_out

LONGEST_WHY = 200


@dataclass(frozen=True)
class SourcesChosen(Report):
    """Why each of these sources was chosen, by its id, best first."""

    reasons: Mapping[str, str] = field(default_factory=dict)
    asks_to_confirm: bool = False

    changes_selection = True


class ChosenSource(Arguments):
    source: int = Field(ge=1)
    why: str = Field(max_length=LONGEST_WHY)
    """Its subject, in the user's language; no rule."""


class ChooseArgs(Arguments):
    sources: list[ChosenSource] = Field(max_length=20, description="Best first.")


class ChooseSources(Tool[ChooseArgs]):
    """Choose what an answer rests on."""

    args = ChooseArgs

    def __init__(self, store: DossierStore, *, ends: bool = False) -> None:
        """``ends``: a choice ends the turn, unless nothing was chosen: then the model says what is missing."""
        self._store = store
        self._ends = ends

    async def execute(self, dossier: Dossier, args: ChooseArgs) -> ToolResult:
        reasons = {by_number(dossier, entry.source).id: entry.why.strip() for entry in args.sources}
        await self._check(dossier, reasons)
        selected = {source.id: source for source in dossier.selected}
        others = [name for name, source in selected.items() if not is_of_client(source)]
        patch = DossierPatch(
            select_ids=tuple(reason for reason in reasons if reason not in selected),
            unselect_ids=tuple(other for other in others if other not in reasons),
        )
        ends = self._ends and bool(reasons)
        return ToolResult(SourcesChosen(reasons, ends), patch, ends=ends, closes=ends)

    async def _check(self, dossier: Dossier, reasons: Mapping[str, str]) -> None:
        """Refuse what the user has left out: only their own words bring it back."""
        if kept_out := await left_out(self._store, dossier, reasons):
            numbers = [n for n, source in enumerate(dossier.sources, 1) if source.id in kept_out]
            raise LeftOutByUser(numbers=", ".join(map(str, numbers)))

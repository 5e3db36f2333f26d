"""Azure DevOps, made once somebody asks it: what it stands on takes long to import."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from src.desks.backlog.tracker import (
    LoadedBacklog,
    NewWorkItem,
    Stored,
    Tracker,
    WorkItem,
    WorkItemChange,
    WorkItemRemoval,
    WorkItemReversal,
)

if TYPE_CHECKING:
    from src.desks.backlog.settings import BacklogSettings


class AdoWhenAsked:
    """The tracker of the settings; see ``Tracker``."""

    def __init__(self, settings: "BacklogSettings") -> None:
        self._settings = settings

    @cached_property
    def _ado(self) -> Tracker:
        from src.desks.backlog.services.ado import Ado

        return Ado(self._settings)

    async def load(
        self,
        project: str,
        types: Collection[str] = (),
        area: str = "",
        known: Mapping[int, int] | None = None,
    ) -> LoadedBacklog:
        return await self._ado.load(project, types, area, known)

    async def items(self, project: str, ids: Sequence[int]) -> tuple[WorkItem, ...]:
        return await self._ado.items(project, ids)

    async def find(self, project: str, mark: str) -> Sequence[WorkItem]:
        return await self._ado.find(project, mark)

    async def check(self, project: str, step: NewWorkItem | WorkItemChange) -> None:
        await self._ado.check(project, step)

    async def create(self, project: str, draft: NewWorkItem) -> Stored:
        return await self._ado.create(project, draft)

    async def change(self, project: str, change: WorkItemChange) -> Stored:
        return await self._ado.change(project, change)

    async def link(self, project: str, child: int, parent: int, revision: int) -> Stored:
        return await self._ado.link(project, child, parent, revision)

    async def remove(self, project: str, removal: WorkItemRemoval) -> bool:
        return await self._ado.remove(project, removal)

    async def revert(self, project: str, reversal: WorkItemReversal) -> Stored:
        return await self._ado.revert(project, reversal)

    async def restore(self, project: str, item: int) -> WorkItem:
        return await self._ado.restore(project, item)

    async def close(self) -> None:
        """Close all connections, where there are any."""
        if "_ado" in vars(self):
            await self._ado.close()

"""Choosing the sections that an answer stands on."""

from functools import cached_property

from src.dossier.models import Dossier
from src.tools.base import ToolResult
from src.tools.choose import ChooseArgs, ChooseSources
from src.tools.docs.reports import SectionsChosen


class ChooseSections(ChooseSources):
    """Choose which of the sections found in this turn an answer should stand on; the others are left out."""

    @cached_property
    def name(self) -> str:
        """The name by which any desk has it."""
        return "choose_sources"

    async def execute(self, dossier: Dossier, args: ChooseArgs) -> ToolResult:
        chosen = await super().execute(dossier, args)
        return ToolResult(SectionsChosen(), chosen.patch)

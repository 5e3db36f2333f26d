"""Choosing the sections that an answer stands on."""

from src.dossier.models import Dossier
from src.tools import choose
from src.tools.base import ToolResult
from src.tools.choose import ChooseArgs
from src.tools.docs.reports import SectionsChosen


class ChooseSources(choose.ChooseSources):
    """Choose which of the sections found in this turn an answer should stand on; the others are left out."""

    async def execute(self, dossier: Dossier, args: ChooseArgs) -> ToolResult:
        chosen = await super().execute(dossier, args)
        return ToolResult(SectionsChosen(), chosen.patch)

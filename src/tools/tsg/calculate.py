"""Computing with numbers of the dossier, kept so that a model may name the result in its own words."""

from dataclasses import replace

import src.tools.calculate as shared
from src.desks.tsg.kept import calculation_kept
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.tools.base import ToolResult


class CalculateAndKeep(shared.Calculate):
    """Compute a number or a day."""

    name = "calculate"

    async def execute(self, dossier: Dossier, args: shared.CalculateArgs) -> ToolResult:
        result = await super().execute(dossier, args)
        assert isinstance(result.report, shared.Calculated)  # what it tells
        kept = calculation_kept(result.report.made, result.output)
        return replace(result, patch=DossierPatch(put_artifacts=(kept,)))

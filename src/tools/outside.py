"""Tools that write to other systems: they plan, a person confirms, and then the engine has it carried out.

Calling such a tool writes nothing: it puts a plan into the dossier. What it would write is written by ``carry_out``,
which only ``src/effects.py`` calls, for a plan whose digest came from a person's client.
"""

import secrets
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, final

from pydantic import JsonValue

from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.plan import Operation, plan_put
from src.tools.base import Args, Planned, Tool, ToolResult

Result = Mapping[str, JsonValue]
"""What a system said of an operation: names, revisions and addresses, at most ``LARGEST_RESULT`` bytes as JSON."""


class Proposal(NamedTuple):
    """What a tool wants to have written."""

    title: str
    operations: Sequence[Operation]
    """In the order in which they are to be carried out; ``plan.based_on`` names what they stand on."""
    output: str = ""
    """What a model that goes on deciding is told."""


class OutsideTool(Tool[Args]):
    """A tool of which the operations are carried out from a confirmed plan, one after the other.

    Whatever ``carry_out`` raises but ``NotCarriedOut`` leaves open whether something was written: it is looked up by
    its key before it is tried again.
    """

    seconds: ClassVar[float] = 60
    """So long one operation may take, and looking one up; one that was begun is not looked up before that is over."""
    again_seconds: ClassVar[float] = 600
    """So long after nobody knew how an operation ended it is looked up once more: it may have arrived late."""

    @abstractmethod
    async def plan(self, dossier: Dossier, args: Args) -> Proposal:
        """Return what is to be written; nothing is written here."""

    @abstractmethod
    async def carry_out(self, operation: Operation, key: str) -> Result:
        """Write it and return what the system said; ``NotCarriedOut`` where the system refused and wrote nothing.

        ``key`` is the same at every try: hand it to a system that knows such keys, or leave it where ``look_up`` finds
        it.
        """

    @abstractmethod
    async def look_up(self, operation: Operation, key: str) -> Sequence[Result]:
        """Return all that came of an operation that was begun, the oldest first; nothing where it was not carried out.

        Each result but the first is a twin, which ``inverse`` takes back. Whatever is raised means that nobody can
        tell now.
        """

    def problem(self, result: Result) -> str:  # noqa: ARG002  # the shape
        """Return the code of why the system refused this, where the operations after it go on all the same."""
        return ""

    def inverse(self, operation: Operation, result: Result) -> Operation | None:  # noqa: ARG002  # the shape
        """Return the operation that takes this one back in the world; None where there is none."""
        return None

    @final
    async def execute(self, dossier: Dossier, args: Args) -> ToolResult:
        """Put the plan into the dossier; the reply tells it whole."""
        title, operations, output = await self.plan(dossier, args)
        own = [operation.model_copy(update={"tool": self.name}) for operation in operations]
        standing = plan_put(dossier, title, own, secrets.token_hex(16))
        patch = DossierPatch(put_artifacts=(standing.artifact,))
        return ToolResult(Planned(standing), patch, output=output)


AnyOutsideTool = OutsideTool[Any]

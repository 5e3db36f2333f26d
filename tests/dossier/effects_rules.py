"""What a machine of a store does outside: plans that are confirmed, whose operations fare as they are told to."""

from collections import Counter
from collections.abc import Sequence
from string import Template
from typing import Literal

from src.desks.desk import Budget, Desk, DeskWords
from src.dossier import plan as plans
from src.dossier.journal import Request, Turn
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.plan import Operation
from src.errors import NotCarriedOut
from src.tools.base import Arguments
from src.tools.outside import OutsideTool, Proposal, Result
from tests.dossier.turns import changing
from tests.fakes import ScriptedRounds

Fate = Literal["done", "refused", "lost", "down"]
"""How an operation fares: its reply may be lost, and a system that is down tells nothing."""

FATES: tuple[Fate, ...] = ("done", "refused", "lost", "down")


class Write(OutsideTool[Arguments]):
    """Write to a system that keeps what it was sent, by its key."""

    args = Arguments
    seconds = 5

    def __init__(self) -> None:
        self.kept: Counter[str] = Counter()
        self.is_down = False

    async def plan(self, dossier: Dossier, args: Arguments) -> Proposal:
        raise NotImplementedError  # the machine plans

    async def carry_out(self, operation: Operation, key: str) -> Result:
        fate = operation.body["fate"]
        if fate == "refused":
            raise NotCarriedOut(problem="no")
        if self.is_down:
            raise OSError("down")
        self.kept[key] += 1
        if fate == "lost":
            raise OSError("lost")
        return {"key": key}

    async def look_up(self, operation: Operation, key: str) -> Sequence[Result]:
        if self.is_down:
            raise OSError("down")
        return [{"key": key}] * self.kept[key]


def desk_that_writes(name: str, tool: Write) -> Desk:
    """Return a desk with this tool and no more."""
    return Desk(
        name=name,
        template=Template("x"),
        tools=(tool,),
        budget=Budget(rounds=1, calls=1, seconds=10),
        words=DeskWords(about={}, opening={}, examples={}),
        llm=ScriptedRounds(),
        title={},
    )


def planned(dossier: Dossier, fates: Sequence[Fate], nonce: str) -> tuple[Turn, str]:
    """Return a turn that puts and shows a plan of such operations, and its digest."""
    steps = [
        Operation(id=str(n), title=f"Write {n}", system="x", body={"fate": fate}, tool="write")
        for n, fate in enumerate(fates)
    ]
    standing = plans.plan_put(dossier, "Writing", steps, nonce, f"plan-{nonce[:8]}")
    digest = standing.plan.digest
    put = DossierPatch(put_artifacts=(standing.artifact,), shown_plans=(digest,))
    return changing(put).model_copy(update={"based_on": dossier.version}), digest


def confirmation(digest: str) -> Request:
    return Request(message="", confirm=digest)

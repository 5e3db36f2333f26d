"""Puts incidents to the desk, each in the world that it happened in, and holds the outcome against the gold."""

import re
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from evals.azure.report import IncidentResult, IncidentsReport
from src.bootstrap import build
from src.desks.azure.attached import message
from src.desks.azure.desk import azure_desk
from src.desks.azure.diagnosis import newest
from src.desks.azure.services.arm import Arm
from src.desks.azure.services.login import Login, Vault
from src.desks.azure.sessions import Sessions
from src.desks.azure.settings import AzureSettings
from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.dossier.journal import Request
from src.errors import BadWorld, CorpusUnreadable, TessError
from src.identity.caller import LOCAL, calling
from src.settings import Settings
from standins.azure.server import ArmStandin
from standins.base import world_of
from standins.server import StandinServer, standing_in

PLACES: Mapping[str, str] = {
    "storage": r"/subscriptions/.+/storageAccounts/[^/]+",
    "vault": r"/subscriptions/.+/vaults/[^/]+",
    "site": r"/subscriptions/.+/sites/[^/]+",
    "sqlserver": r"/subscriptions/.+/servers/[^/]+",
    "containergroup": r"/subscriptions/.+/containerGroups/[^/]+",
    "vm": r"/subscriptions/.+/virtualMachines/[^/]+",
    "nic": r"/subscriptions/.+/networkInterfaces/[^/]+",
    "nsg": r"/subscriptions/.+/networkSecurityGroups/[^/]+",
    "subnet": r"/subscriptions/.+/virtualNetworks/[^/]+(?:/subnets/[^/]+)?",
    "deployment": r"/subscriptions/.+/deployments/[^/]+",
    "scope": r"/subscriptions/.+?",
    "resource": r"/subscriptions/.+",
}
"""What stands for what in the gold; any other word in braces is one part of a path."""


WITHOUT_CAUSE: Mapping[str, str] = {
    "request": "default",
    "fail": "nothing_readable",
    "continue": "default",
    "done": "default",
}
"""The world of an incident that has no cause to be found, by how it should end."""


class Gold(BaseModel):
    """What there is to be found."""

    status: str
    cause: str | None
    evidence: list[str]
    answer_names: list[str] = []
    fix_names_one_of: list[str] = []


class Incident(BaseModel):
    """An error as somebody met it."""

    id: str
    error_code: str
    error_text: str
    message: str
    given: list[str]
    tool: str = ""
    gold: Gold


@dataclass(frozen=True)
class _Met:
    """An incident in its world: the stand-in, and the names that the world has."""

    incident: Incident
    server: StandinServer
    standin: ArmStandin

    def described(self) -> str:
        """Return the message that is sent: what was met, with what was given."""
        known = {"oid": self._drawn("oid1"), "scope": self.scope, "vault": self._named("vaults")}
        text = re.sub(r"\{(\w+)\}", lambda one: known.get(one[1], one[0]), self.incident.error_text)
        given = self.incident.given
        words = f"{self.incident.message}\n\n{self.incident.error_code}: {text}".replace(
            "\n: ", "\n"
        )
        return message(
            words,
            self._drawn("sub1") if "sub" in given else "",
            self.group if "rg" in given else "",
            [self.incident.tool] if self.incident.tool else [],
        )

    @property
    def group(self) -> str:
        """The resource group of the world."""
        return self._named("resourceGroups")

    @property
    def scope(self) -> str:
        """Its id."""
        return f"/subscriptions/{self._drawn('sub1')}/resourceGroups/{self.group}"

    def _drawn(self, name: str) -> str:
        return self.standin.drawn.get(name, "")

    def _named(self, kind: str) -> str:
        paths = (one.path for one in self.standin.world.responses)
        found = (re.search(rf"/{kind}/([^/]+)", path, re.IGNORECASE) for path in paths)
        return next((one.group(1) for one in found if one), "")


def read(path: Path) -> list[Incident]:
    """Return the incidents of a file; raises ``CorpusUnreadable`` where it holds none that can be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [Incident.model_validate_json(line) for line in lines if line.strip()]
    except OSError as error:
        raise CorpusUnreadable(path=str(path), problem=str(error.strerror)) from error
    except ValueError as error:  # no UTF-8, or no incident
        raise CorpusUnreadable(path=str(path), problem=str(error).partition("\n")[0]) from error


async def evaluate(
    every: Iterable[Incident], worlds: Path | None, settings: Settings
) -> IncidentsReport:
    """Return how the desk does on each incident."""
    return IncidentsReport([await _met(one, worlds, settings) for one in every])


async def _met(incident: Incident, worlds: Path | None, settings: Settings) -> IncidentResult:
    folder = worlds or ArmStandin.worlds
    names = (incident.id, incident.gold.cause or WITHOUT_CAUSE[incident.gold.status])
    paths = [folder / f"{one}.json" for one in names] if folder else []
    world = next((one for one in paths if one.is_file()), None)
    if world is None:
        return IncidentResult(
            incident.id, incident.gold.status, incident.gold.cause, problem="no world"
        )
    try:
        standin = ArmStandin(world_of(ArmStandin, str(world)))
    except BadWorld as bad:
        return IncidentResult(
            incident.id, incident.gold.status, incident.gold.cause, problem=str(bad)
        )
    with standing_in(standin) as server:
        return await _tried(_Met(incident, server, standin), settings)


async def _tried(met: _Met, settings: Settings) -> IncidentResult:
    gold = met.incident.gold
    arm = Arm(met.server.url, per_minute=0)
    sessions = Sessions(Login(arm, Vault()))

    def make(engine: Engine) -> Desk:
        return azure_desk(engine, arm, sessions)

    with tempfile.TemporaryDirectory() as folder, calling(LOCAL):
        own = settings.model_copy(update={"tess_data_dir": Path(folder), "database_url": None})
        own._of_desks = settings._of_desks
        parts = build(own, desks=[Plug("azure", make, settings=lambda: AzureSettings)])
        try:
            await sessions.begin(met.standin.token())
            before = len(met.server.requests)
            begun = time.perf_counter()
            turn = await parts.agent.turn(
                f"dos-{'0' * 32}", Request(message=met.described()), "azure"
            )
            seconds = time.perf_counter() - begun
        except TessError as error:
            return IncidentResult(met.incident.id, gold.status, gold.cause, problem=error.code)
        finally:
            await parts.close()
    found = newest(turn.dossier)
    shown = [one for one in found.findings if one.role == "cause"] if found else []
    asked = {one.id: getattr(one, "request", "") for one in turn.dossier.sources}
    return IncidentResult(
        met.incident.id,
        gold.status,
        gold.cause,
        outcome=turn.entry.turn_outcome,
        found=found.cause if found else "",
        calls=len(met.server.requests) - before,
        seconds=round(seconds, 3),
        on_gold=any(_is_gold(asked[one.source_id], gold.evidence) for one in shown),
        names=_share(gold.answer_names, turn.entry.reply),
        fix=bool(found) and _share(gold.fix_names_one_of, turn.entry.reply) > 0,
    )


def _is_gold(request: str, evidence: list[str]) -> bool:
    """Return whether a call is one of those that show the cause."""
    plain = request.partition("?")[0]
    return any(_form(one).fullmatch(plain) for one in evidence)


def _form(template: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", template.partition("?")[0])
    told = [PLACES.get(one, "[^/]+") if n % 2 else re.escape(one) for n, one in enumerate(pieces)]
    return re.compile("".join(told), re.IGNORECASE)


def _share(words: list[str], text: str) -> float:
    found = [one for one in words if one.lower() in text.lower()]
    return len(found) / len(words) if words else 0.0

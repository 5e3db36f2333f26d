"""An Azure that says what it is told to, and a login that lets everybody in: honest doubles of the desk's protocols."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from pydantic import JsonValue, SecretStr

from src.desks.azure import PLUG
from src.desks.azure.arm_calls import ArmReply, ArmRequest, AzureCaller, HeldToken
from src.desks.azure.desk import azure_desk
from src.desks.azure.errors import AzureTokenForged
from src.desks.azure.sessions import Sessions
from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.llm.protocol import Llm, Models

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SUBSCRIPTION = "11111111-2222-3333-4444-555555555555"
OTHER = "99999999-2222-3333-4444-555555555555"
GROUP = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/data"
STORAGE = f"{GROUP}/providers/Microsoft.Storage/storageAccounts/rawdata"
VAULT = f"{GROUP}/providers/Microsoft.KeyVault/vaults/keys"


@dataclass
class ToldArm:
    """Replies by path; what is not there is 404. It counts what it is asked."""

    replies: dict[str, tuple[int, JsonValue]] = field(default_factory=dict)
    asked: list[ArmRequest] = field(default_factory=list)
    error: Exception | None = None

    async def read(self, token: HeldToken, request: ArmRequest) -> ArmReply:
        self.asked.append(request)
        if self.error:
            raise self.error
        missing: JsonValue = {"error": {"code": "ResourceNotFound", "message": "not there"}}
        status, body = self.replies.get(request.path.lower(), (404, missing))
        return ArmReply(status, body, "", False, NOW, 10, 0.1)

    async def close(self) -> None:
        """Nothing is open."""


@dataclass
class Doorman:
    """Lets in whoever has a token that is not ``forged``."""

    oid: str = "aaaaaaaa-0000-0000-0000-000000000001"
    subscriptions: tuple[str, ...] = (SUBSCRIPTION,)
    out: list[str] = field(default_factory=list)

    async def prove(self, token: str) -> AzureCaller:
        if token == "forged":  # a word
            raise AzureTokenForged
        expires = datetime.now(UTC) + timedelta(minutes=60)
        return AzureCaller("tenant", self.oid, self.subscriptions, "ann", expires)

    async def held(self, caller: AzureCaller) -> HeldToken:
        return HeldToken(caller.tid, caller.oid, NOW, SecretStr("token"))

    async def logout(self, caller: AzureCaller) -> None:
        self.out.append(caller.key)


def plug(arm: ToldArm, doorman: Doorman, llm: Llm | None = None, *, support: bool = False) -> Plug:
    """Return the desk over these; with the built-in model unless another is given.

    ``support``: whether diagnoses are read a second time, as they are where a key of a model is set.
    """

    def make(engine: Engine) -> Desk:
        engine = replace(engine, support=support)
        scripted = replace(engine, models=lambda _: Models(llm, llm)) if llm else engine
        return azure_desk(scripted, arm, Sessions(doorman))

    return replace(PLUG, make=make)


def storage(default_action: str = "Deny") -> Mapping[str, tuple[int, JsonValue]]:
    """Return a group with a storage account whose firewall does this."""
    return {
        f"{GROUP}/resources".lower(): (
            200,
            {
                "value": [
                    {
                        "id": STORAGE,
                        "name": "rawdata",
                        "type": "Microsoft.Storage/storageAccounts",
                        "location": "westeurope",
                    }
                ]
            },
        ),
        STORAGE.lower(): (
            200,
            {
                "id": STORAGE,
                "name": "rawdata",
                "properties": {
                    "networkAcls": {
                        "bypass": "AzureServices",
                        "ipRules": [],
                        "defaultAction": default_action,
                    }
                },
            },
        ),
    }

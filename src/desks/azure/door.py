"""The door to Azure: ARM and the logins to it, made once somebody asks, as its client takes long to import."""

from functools import cached_property
from typing import TYPE_CHECKING

from src.desks.azure.arm_calls import ArmReply, ArmRequest
from src.desks.azure.credentials import AzureCaller, HeldToken
from src.desks.azure.services.vault import SealedInDatabase, Vault
from src.desks.azure.settings import AzureSettings
from src.dossier.postgres_lease import Lend

if TYPE_CHECKING:
    from src.desks.azure.services.arm import Arm
    from src.desks.azure.services.login import Login


class AzureWhenAsked:
    """Both doors of the desk, an ``AzureDoor`` and a ``ProvesTokens``, at the address of its settings."""

    def __init__(self, settings: AzureSettings, vault: Vault) -> None:
        self._settings = settings
        self._vault = vault

    async def read(self, token: HeldToken, request: ArmRequest) -> ArmReply:
        return await self._arm.read(token, request)

    async def prove(self, token: str) -> AzureCaller:
        return await self._login.prove(token)

    async def held(self, caller: AzureCaller) -> HeldToken:
        return await self._login.held(caller)

    async def logout(self, caller: AzureCaller) -> None:
        await self._login.logout(caller)

    async def close(self) -> None:
        if "_arm" in vars(self):
            await self._arm.close()

    @cached_property
    def _arm(self) -> "Arm":
        from src.desks.azure.services.arm import Arm

        return Arm(self._settings.tess_azure_url)

    @cached_property
    def _login(self) -> "Login":
        from src.desks.azure.services.login import Login

        return Login(self._arm, self._vault, self._settings.applications, self._settings.tenants)


def vault_of(settings: AzureSettings, lend: Lend | None) -> Vault:
    """Return what holds tokens: in the database where one is lent and a key is set for all its servers, else here."""
    key = settings.vault_key
    return Vault(key, SealedInDatabase(lend) if lend and key else None)

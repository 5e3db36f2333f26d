"""What can be set of the Azure desk."""

import re
from pathlib import Path

from pydantic import Field, SecretStr, field_validator, model_validator

from src.settings import DeskSettings, listed, secrets_in_files

AZURE_CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
"""``appid`` of the Azure CLI."""


class AzureSettings(DeskSettings):
    """Where Azure Resource Manager is, whose tokens are admitted, and how they are held."""

    tess_azure_url: str = Field(
        "https://management.azure.com",
        description="Where Azure Resource Manager is asked; another cloud's, or a stand-in on this machine.",
    )
    tess_azure_applications: str = Field(
        AZURE_CLI,
        description="Applications whose tokens are admitted, by `appid`, with commas between.",
    )
    tess_azure_tenants: str = Field(
        "", description="Tenants whose tokens are admitted, by id, with commas between; empty: all."
    )
    tess_azure_vault_key: SecretStr | None = Field(
        None,
        description=(
            "Seals tokens of Azure in the database, for all its servers; 64 hexadecimal digits "
            "(`openssl rand -hex 32`). Empty, or with files: they are held in memory."
        ),
    )
    tess_azure_vault_key_file: Path | None = Field(
        None, description="File with `TESS_AZURE_VAULT_KEY`."
    )

    @model_validator(mode="before")
    @classmethod
    def _from_files(cls, values: dict[str, object]) -> dict[str, object]:
        return {**values, **secrets_in_files(values, ("tess_azure_vault_key",))}

    @field_validator("tess_azure_vault_key")
    @classmethod
    def _is_a_key(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not re.fullmatch(r"[0-9A-Fa-f]{64}", value.get_secret_value()):
            raise ValueError("it is not 64 hexadecimal digits; openssl rand -hex 32 makes one")
        return value

    @property
    def vault_key(self) -> bytes | None:
        """The key that tokens are sealed with; None: one of this process alone."""
        key = self.tess_azure_vault_key
        return bytes.fromhex(key.get_secret_value()) if key else None

    @property
    def applications(self) -> tuple[str, ...]:
        return listed(self.tess_azure_applications)

    @property
    def tenants(self) -> tuple[str, ...]:
        """The tenants that are admitted; none: all."""
        return listed(self.tess_azure_tenants)

"""What can be set of the desk `backlog`."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator

from src.settings import DeskSettings


class BacklogSettings(DeskSettings):
    """Where the tracker is, what it is asked with, and whether anything is written there."""

    tess_backlog_ado_url: str = Field(
        "",
        description="Azure DevOps with its organization, such as `https://dev.azure.com/contoso`; or a stand-in.",
    )
    tess_backlog_ado_token: SecretStr | None = Field(
        None, description="Token that reads and writes work items; never shown."
    )
    tess_backlog_ado_token_file: Path | None = Field(
        None, description="File with `TESS_BACKLOG_ADO_TOKEN`; read at each use."
    )
    tess_backlog_ado_projects: str = Field(
        "", description="Projects that may be asked for, with commas between."
    )
    tess_backlog_ado_tenants: Path | None = Field(
        None,
        description="With tenants: JSON file of `projects` and `token_file` by tenant, in place of token and projects.",
    )
    tess_backlog_write: Literal["on", "off"] = Field(
        "off", description="`on`: plans that a person confirmed are written to the tracker."
    )

    @model_validator(mode="after")
    def _one_token(self) -> Self:
        if self.tess_backlog_ado_token and self.tess_backlog_ado_token_file:
            both = "TESS_BACKLOG_ADO_TOKEN and TESS_BACKLOG_ADO_TOKEN_FILE"
            raise ValueError(f"{both} are both set: leave one empty")
        return self

"""What can be set of the desk `backlog`."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator

from src.settings import DeskSettings


class BacklogSettings(DeskSettings):
    """Where the tracker is, what it is asked with, whether anything is written there, and the limits of a run."""

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
    tess_backlog_types: str = Field(
        "Epic,Feature,User Story",
        pattern=r"^[^,]+(?:,[^,]+){2,3}$",
        description="What the process of the project calls an epic, a feature, a story and, fourth, a bug (`Bug`).",
    )
    tess_backlog_constraints: str = Field(
        "", description="Collections with constraints, with commas between; see `./tess ingest`."
    )
    tess_backlog_retrieved_items: int = Field(
        5, ge=0, le=50, description="Work items that the items of a segment are written with."
    )
    tess_backlog_retrieved_constraints: int = Field(
        8, ge=0, le=50, description="Parts of constraints that they are written with."
    )
    tess_backlog_nearest: int = Field(
        10, ge=1, le=50, description="Work items that a story is compared with."
    )
    tess_backlog_weights: str = Field(
        "0.7,0.2,0.1",
        pattern=r"^(?:[01](?:\.\d+)?)(?:,[01](?:\.\d+)?){2}$",
        description="What similarity, recency and priority count in what is retrieved.",
    )
    tess_backlog_thresholds: str = Field(
        "",
        pattern=r"^(?:(?:[01](?:\.\d+)?)(?:,[01](?:\.\d+)?){3})?$",
        description="Least scores for `gap`, `extend`, `conflict` and `duplicate`; empty: those fitted on examples.",
    )
    tess_backlog_tokens: int = Field(
        400_000,
        ge=1_000,
        description="Tokens of models after which a run pauses, until a person says that it goes on.",
    )

    @property
    def library_dir(self) -> Path:
        """Folder of the library, with a folder of collections in it."""
        return self.tess_data_dir / "library"

    @property
    def projects(self) -> tuple[str, ...]:
        """The projects on the operator's own list."""
        return listed(self.tess_backlog_ado_projects)

    @model_validator(mode="after")
    def _one_token(self) -> Self:
        if self.tess_backlog_ado_token and self.tess_backlog_ado_token_file:
            both = "TESS_BACKLOG_ADO_TOKEN and TESS_BACKLOG_ADO_TOKEN_FILE"
            raise ValueError(f"{both} are both set: leave one empty")
        return self


def listed(text: str) -> tuple[str, ...]:
    """Return what stands between commas, without what is empty."""
    return tuple(part.strip() for part in text.split(",") if part.strip())

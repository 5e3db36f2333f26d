"""What can be set of the desk for troubleshooting guides."""

from typing import Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator

from src.settings import DeskSettings

LEARN = "https://learn.microsoft.com/api/mcp"

Service = Literal["learn", "github"]
SERVICES: tuple[Service, ...] = ("learn", "github")


class TsgSettings(DeskSettings):
    """Where is looked for what notes lack, and what looks for personal data in them."""

    tess_tsg_pii: Literal["rules", "azure"] = Field(
        "rules",
        description="What looks for personal data: `rules`, or `azure` for Azure AI Language besides.",
    )
    tess_tsg_pii_url: str = Field(
        "", description="With `azure`: the endpoint of the Azure AI Language resource."
    )
    tess_tsg_pii_key: SecretStr | None = Field(
        None, description="With `azure`: a key of that resource."
    )

    tess_tsg_research: str = Field(
        "learn,github",
        description="Where research looks, with commas between: `learn`, `github`; or `none`.",
    )
    tess_tsg_learn_url: str = Field(
        LEARN, description="The MCP server of Microsoft Learn; or a mirror of it, or a stand-in."
    )
    tess_tsg_github_url: str = Field(
        "https://api.github.com", description="The API of GitHub; or a stand-in on this machine."
    )

    @field_validator("tess_tsg_research")
    @classmethod
    def _known(cls, value: str) -> str:
        named = [part.strip().lower() for part in value.split(",") if part.strip()]
        if named != ["none"] and not (named and set(named) <= set(SERVICES)):
            raise ValueError(f"may hold {', '.join(SERVICES)}, or none")
        return ",".join(named)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.tess_tsg_pii == "azure" and not (self.tess_tsg_pii_url and self.tess_tsg_pii_key):
            raise ValueError("TESS_TSG_PII=azure needs TESS_TSG_PII_URL and TESS_TSG_PII_KEY")
        return self

    @property
    def services(self) -> tuple[Service, ...]:
        """Where research looks; empty: nowhere."""
        named = self.tess_tsg_research.split(",")
        return tuple(service for service in SERVICES if service in named)

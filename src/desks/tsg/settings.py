"""What can be set of the desk for troubleshooting guides."""

from typing import Literal

from pydantic import Field, field_validator

from src.desks.tsg.gate_settings import GateSettings

LEARN = "https://learn.microsoft.com/api/mcp"

Service = Literal["learn", "github"]
SERVICES: tuple[Service, ...] = ("learn", "github")


class TsgSettings(GateSettings):
    """Where is looked for what notes lack, and what looks for personal data in them."""

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
        named = [one.strip().lower() for one in value.split(",") if one.strip()]
        if named != ["none"] and not (named and set(named) <= set(SERVICES)):
            raise ValueError(f"may hold {', '.join(SERVICES)}, or none")
        return ",".join(named)

    @property
    def services(self) -> tuple[Service, ...]:
        """Where research looks; empty: nowhere."""
        named = self.tess_tsg_research.split(",")
        return tuple(one for one in SERVICES if one in named)

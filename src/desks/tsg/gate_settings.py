"""What can be set of the personal-data gate."""

from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator

from src.settings import DeskSettings


class GateSettings(DeskSettings):
    """What looks for personal data besides the gate's own rules."""

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

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.tess_tsg_pii == "azure" and not (self.tess_tsg_pii_url and self.tess_tsg_pii_key):
            raise ValueError("TESS_TSG_PII=azure needs TESS_TSG_PII_URL and TESS_TSG_PII_KEY")
        return self

"""Settings of the model, and of the limits that a turn with it has."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator


class ModelSettings(BaseModel):
    """Which model answers, where it is, and how long and how much a turn may ask of it; part of ``Settings``."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    openai_api_key: SecretStr | None = None
    """Key of the model's provider. Empty: offline model."""
    openai_base_url: str | None = None
    """Base URL of any OpenAI-compatible server."""
    azure_openai_endpoint: str | None = None
    """Endpoint of an Azure OpenAI resource."""
    openai_api_version: str = "2024-10-21"
    """API version; Azure OpenAI only."""
    tess_model: str | None = None
    """Model (Azure: deployment). Default gpt-4.1 with a key; `offline` forces the built-in one."""
    tess_model_small: str | None = None
    """Model for the forms of a desk's intake. Empty: that of `TESS_MODEL`."""
    tess_model_vision: str | None = None
    """Model that looks at pictures. Empty: the main one; `offline`: none does."""
    tess_encoder: str | None = None
    """Model to search by meaning. Empty: our word vectors; `off`: by words."""
    tess_encoder_dimension: int | None = Field(None, ge=1, le=4096)
    """Numbers in a vector. Empty: as many as the model gives."""
    tess_temperature: float | None = Field(0.0, ge=0, le=2)
    """Temperature; `none` sends none, as reasoning models demand."""
    tess_model_timeout: float = Field(60.0, gt=0)
    """Seconds that the model may be silent: until its reply begins, and between two pieces of it."""
    tess_model_call_seconds: float = Field(600.0, gt=0)
    """Seconds for one call of the model, however its reply goes on."""
    tess_model_max_tokens: int = Field(8192, ge=0)
    """Tokens of one reply of the model at most; 0: as many as it likes."""
    tess_fallback: Literal["offline", "off"] = Field(
        "offline",
        description="`offline`: where the provider can't be used, or not in time, the built-in model replies, and says "
        "so. `off`: the turn ends with an error.",
    )
    tess_turn_seconds: float | None = Field(None, gt=0)
    """Seconds for a turn. Empty: what its desk allows."""
    tess_turn_soft_seconds: float | None = Field(None, gt=0)
    """Seconds after which a turn begins no further round, and ends with what it has. Empty: its desk's."""
    tess_support: Literal["off", "on"] = Field(
        "on",
        description="`on`: where a provider is set, one more call of the model for each answer, guide and written "
        "segment of a meeting says of every claim, sentence, line and item whether its evidence supports it; what "
        "contradicts falls, what none says stands apart or is marked.",
    )
    tess_turn_rounds: int | None = Field(None, ge=1, le=100)
    """Decisions of the model in a turn. Empty: its desk's."""
    tess_turn_calls: int | None = Field(None, ge=1, le=100)
    """Calls of tools in a turn. Empty: its desk's."""
    tess_turn_tokens: int | None = Field(None, ge=1_000)
    """Tokens of the model after which a turn begins no further round. Empty: any number."""
    tess_reply_seconds: float = Field(620.0, gt=0)
    """Seconds that a command waits for a reply."""

    @field_validator("tess_temperature", mode="before")
    @classmethod
    def _none_means_unset(cls, value: object) -> object:
        return None if isinstance(value, str) and value.strip().lower() == "none" else value

    @model_validator(mode="after")
    def _possible_model(self) -> Self:
        for name in ("tess_model", "tess_model_small", "tess_model_vision", "tess_encoder"):
            model = getattr(self, name)
            if model not in (None, "offline", "off") and not self.has_provider:
                raise ValueError(
                    f"{name.upper()} is {model}, but no provider is set: set OPENAI_API_KEY or OPENAI_BASE_URL, "
                    f"or leave {name.upper()} empty"
                )
        if self.azure_openai_endpoint and self.openai_base_url:
            raise ValueError(
                "AZURE_OPENAI_ENDPOINT and OPENAI_BASE_URL name two providers: leave one of them empty"
            )
        if self.azure_openai_endpoint and not self.openai_api_key:
            raise ValueError("AZURE_OPENAI_ENDPOINT has no key: set OPENAI_API_KEY as well")
        return self

    @property
    def has_provider(self) -> bool:
        """Whether there is a model to call over the network."""
        return bool(self.openai_api_key or self.openai_base_url)

    @property
    def reads_twice(self) -> bool:
        """Whether answers are read a second time."""
        return self.tess_support == "on" and not self.uses_offline_model

    @property
    def uses_offline_model(self) -> bool:
        return self.tess_model == "offline" or not self.has_provider

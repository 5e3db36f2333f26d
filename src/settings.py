"""Settings: one typed object, read once from the environment and ``.env``; the only reader of either."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from src.errors import BadSettings

PROJECT_ROOT = Path(__file__).resolve().parent.parent

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class Settings(BaseSettings):
    """Everything that can be set; names are those of the environment variables, in lower case."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    openai_api_key: SecretStr | None = Field(
        None, description="Key of the model's provider. Empty: offline model."
    )
    openai_base_url: str | None = Field(
        None, description="Base URL of any OpenAI-compatible server."
    )
    azure_openai_endpoint: str | None = Field(
        None, description="Endpoint of an Azure OpenAI resource."
    )
    openai_api_version: str = Field("2024-10-21", description="API version; Azure OpenAI only.")
    tess_model: str | None = Field(
        None,
        description="Model (Azure: deployment). Default gpt-4.1 with a key; `offline` forces the built-in one.",
    )
    tess_temperature: float | None = Field(
        0.0, ge=0, le=2, description="Temperature; `none` sends none, as reasoning models demand."
    )
    tess_model_timeout: float = Field(
        60.0, gt=0, description="Seconds for one call of the model, retries included."
    )
    api_host: str = Field("127.0.0.1", description="Address that the server listens on.")
    api_port: int = Field(
        8000, ge=0, le=65535, description="Port that the server listens on; 0 picks a free one."
    )
    log_level: LogLevel = Field("INFO", description="DEBUG, INFO, WARNING or ERROR.")
    tess_data_dir: Path = Field(Path("data"), description="Folder of `dossiers/` and `library/`.")
    tess_law_search_url: str = Field(
        "https://zoekservice.overheid.nl/sru/Search",
        description="Where `ingest` finds the laws in a field of law.",
    )
    tess_law_texts_url: str = Field(
        "https://repository.officiele-overheidspublicaties.nl/bwb",
        description="Where `ingest` fetches laws; or the address of a mirror.",
    )
    tess_rulings_url: str = Field(
        "https://data.rechtspraak.nl/uitspraken",
        description="Where `ingest` finds and fetches rulings.",
    )
    database_url: SecretStr | None = Field(
        None,
        description="Keeps dossiers in PostgreSQL: `postgresql://user:password@host:5432/name`. Empty: files.",
    )

    @field_validator("tess_temperature", mode="before")
    @classmethod
    def _none_means_unset(cls, value: object) -> object:
        return None if isinstance(value, str) and value.strip().lower() == "none" else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.database_url and not is_database(self.database_url.get_secret_value()):
            raise ValueError(
                "DATABASE_URL is no address of a PostgreSQL database: it is to look like "
                "postgresql://user:password@host:5432/name, or be empty to keep dossiers in files"
            )
        if self.tess_model not in (None, "offline") and not self.has_provider:
            raise ValueError(
                f"TESS_MODEL is {self.tess_model}, but no provider is set: set OPENAI_API_KEY or OPENAI_BASE_URL, "
                "or leave TESS_MODEL empty for the offline model"
            )
        if self.azure_openai_endpoint and not self.openai_api_key:
            raise ValueError(
                "AZURE_OPENAI_ENDPOINT is set without a key: set OPENAI_API_KEY as well"
            )
        return self

    @property
    def has_provider(self) -> bool:
        """Whether there is a model to call over the network."""
        return bool(self.openai_api_key or self.openai_base_url)

    @property
    def uses_offline_model(self) -> bool:
        """Whether the built-in model answers."""
        return self.tess_model == "offline" or not self.has_provider

    @property
    def dossiers_dir(self) -> Path:
        """Folder of the dossiers and their journals."""
        return self.tess_data_dir / "dossiers"

    @property
    def library_dir(self) -> Path:
        """Folder of the ingested corpus and its index."""
        return self.tess_data_dir / "library"

    @property
    def starter_dir(self) -> Path:
        """Folder of the small corpus that ships with the project."""
        return PROJECT_ROOT / "data" / "starter"


def is_database(place: str) -> bool:
    """Return whether a place to keep dossiers in is a PostgreSQL database, and not a folder."""
    return place.startswith(("postgresql://", "postgres://"))


def read_settings(**overrides: object) -> Settings:
    """Return the settings of this process; raises ``BadSettings`` with one sentence that names the wrong one."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]  # values are validated, whatever they are
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        problem = first["msg"].removeprefix("Value error, ")
        raise BadSettings(problem=f"{name}: {problem}" if name else problem) from None

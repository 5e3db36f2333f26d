"""Settings: one typed object, read once from the environment and ``.env``; a desk adds a model of its own."""

import difflib
import os
import re
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Literal, Self, TypeVar

from dotenv import dotenv_values
from pydantic import (
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from src import places
from src.errors import BadSettings
from src.model_settings import ModelSettings


def secrets_in_files(values: Mapping[str, object], names: Iterable[str]) -> dict[str, str]:
    """Return the secrets of these names whose files are named, without the white space around them."""
    found: dict[str, str] = {}
    for name in names:
        path, setting = values.get(f"{name}_file"), f"{name.upper()}_FILE"
        if path and values.get(name):
            raise ValueError(f"{name.upper()} and {setting} are both set: leave one empty")
        if path:
            found[name] = _secret_in(setting, Path(str(path)))
    return found


def _secret_in(setting: str, path: Path) -> str:
    try:
        secret = path.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise ValueError(f"{setting} is {path}, which can't be read: {reason}") from None
    if not secret:
        raise ValueError(f"{setting} is {path}, and there is nothing in it")
    return secret


PROJECT_ROOT, DATA_DIR = places.PROJECT_ROOT, places.data_dir(os.environ)

PREFIX = "TESS_"

SECRETS = ("openai_api_key", "database_url", "tess_token_secret", "tess_token")
"""Each may also stand in a file, which the setting of the same name with ``_FILE`` behind it names."""

SHORTEST_SECRET = 32
"""Characters; HS256 asks for as many bytes."""

READ_ELSEWHERE = frozenset(
    "TESS_COMMAND TESS_OWN_SERVER TESS_MATERIAL_DIR TESS_REAL_MODEL_DIR TESS_HISTORY".split()
)
"""Names with our prefix that the clients or the tests read; no misspelt settings."""

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class DeskSettings(BaseSettings):
    """Base of a desk's settings: each has a name beginning with ``tess_`` that no other setting has."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    tess_data_dir: Path = DATA_DIR
    """The engine's own: where all files are kept."""


ForDesk = TypeVar("ForDesk", bound=DeskSettings)


class Settings(ModelSettings, BaseSettings):
    """Everything that can be set but what is a desk's own; names are those of environment variables, in lower case."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", use_attribute_docstrings=True
    )

    api_host: str = "127.0.0.1"
    """Address that the server listens on."""
    api_port: int = Field(8000, ge=0, le=65535)
    """Port to listen on; 0: any free one."""
    tess_mcp: Literal["on", "off"] = "off"
    """`on`: serves MCP clients at `/mcp`."""
    log_level: LogLevel = "INFO"
    """DEBUG, INFO, WARNING or ERROR."""
    otel_exporter_otlp_endpoint: str | None = None
    """Where traces of turns are sent by OTLP/HTTP, e.g. `http://127.0.0.1:4318`. Empty: nowhere."""
    otel_exporter_otlp_headers: SecretStr | None = None
    """Headers for that collector: `name=value`, with commas between."""
    tess_metrics_token: SecretStr | None = Field(None, min_length=16)
    """Bearer token that `/metrics` asks for. Empty: only this machine may read it."""
    tess_price_prompt: float | None = Field(None, ge=0)
    """Price of a million tokens sent to the model, for `/metrics`."""
    tess_price_completion: float | None = Field(None, ge=0)
    """Price of a million tokens that the model writes."""
    tess_data_dir: Path = DATA_DIR
    """Folder of `dossiers/` and `library/`."""
    tess_desk: str | None = None
    """Desk of new dossiers, unless another is named. Empty: the first."""
    database_url: SecretStr | None = None
    """Keeps dossiers in PostgreSQL: `postgresql://user:password@host:5432/name`. Empty: files."""
    tess_keep_days: int = Field(0, ge=0, le=36_500)
    """Days without a turn until a dossier is erased; 0: never."""
    tess_hosts: str | None = Field(
        None,
        description=(
            "Names that the server may be asked for, with commas between; `*.example.nl` and `*` are possible. "
            "Empty: those of this machine where it listens on this machine only, else any."
        ),
    )
    tess_origins: str | None = Field(
        None,
        description=(
            "Origins of web pages that may connect, e.g. `https://tess.example.nl`, with commas between. "
            "Empty: pages from the very host that they connect to."
        ),
    )
    tess_lang: Literal["nl", "en"] | None = None
    """Language of the commands: `nl` or `en`. Empty: that of the locale."""
    tess_max_turns: int = Field(32, ge=1, le=10_000)
    """Turns that run at once."""
    tess_max_waiting: int = Field(128, ge=0, le=100_000)
    """Turns that wait for those; one more is refused as `busy`."""
    tess_upload_megabytes: int = Field(10, ge=1, le=100)
    """Largest document of a client that may be added, in MB."""
    tess_fetch: str | None = None
    """Hosts or origins that [pages](#pages-by-their-address) are fetched from; `public`, `off`."""
    tess_grace_seconds: float = Field(20.0, ge=5, le=3600)
    """Seconds from SIGTERM to the end of the server, at most."""

    tess_token_secret: SecretStr | None = Field(
        None,
        description=(
            "Signs tokens; 32 characters at least (`openssl rand -hex 32`). Set: callers need a token. Empty: "
            "the server listens on this machine only."
        ),
    )
    tess_token: SecretStr | None = None
    """Token that `ask`, `chat`, `ui` and `demo` show to the server."""
    _of_desks: tuple[DeskSettings, ...] = PrivateAttr(())

    openai_api_key_file: Path | None = None
    """File with `OPENAI_API_KEY`."""
    database_url_file: Path | None = None
    """File with `DATABASE_URL`."""
    tess_token_secret_file: Path | None = None
    """File with `TESS_TOKEN_SECRET`."""
    tess_token_file: Path | None = None
    """File with `TESS_TOKEN`."""
    tess_tenant_turns_per_minute: int = Field(0, ge=0)
    """Turns that one tenant may begin in a minute; 0: any number."""
    tess_tenant_turns_at_once: int = Field(0, ge=0)
    """Turns of one tenant that run or wait at once; 0: any number."""
    tess_tenant_tokens_per_day: int = Field(0, ge=0)
    """Tokens of the model for one tenant in 24 hours; 0: any number."""

    @model_validator(mode="before")
    @classmethod
    def _from_files(cls, values: dict[str, object]) -> dict[str, object]:
        return {**values, **secrets_in_files(values, SECRETS)}

    @field_validator("tess_token_secret")
    @classmethod
    def _long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        if value and len(value.get_secret_value()) < SHORTEST_SECRET:
            raise ValueError(
                f"it has fewer than {SHORTEST_SECRET} characters and can be guessed; openssl rand -hex 32 makes one"
            )
        return value

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
        if (self.tess_price_prompt is None) != (self.tess_price_completion is None):
            raise ValueError(
                "TESS_PRICE_PROMPT and TESS_PRICE_COMPLETION make a cost only together: set both or neither"
            )
        if self.otel_exporter_otlp_headers and not self.otel_exporter_otlp_endpoint:
            raise ValueError(
                "OTEL_EXPORTER_OTLP_HEADERS is set, but no collector: set OTEL_EXPORTER_OTLP_ENDPOINT as well"
            )
        return self

    @field_validator("tess_hosts")
    @classmethod
    def _names_only(cls, value: str | None) -> str | None:
        for host in listed(value):
            if not re.fullmatch(r"\*|(\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\]", host):
                raise ValueError(f"{host} is no host: a name without scheme, port or path is meant")
        return value

    @field_validator("otel_exporter_otlp_endpoint")
    @classmethod
    def _collector(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"https?://[^\s/?#@]+(?:/[^\s?#@]*)?", value):
            raise ValueError("it is no address of a collector: it is to look like http://host:4318")
        return value

    @field_validator("otel_exporter_otlp_headers")
    @classmethod
    def _pairs(cls, value: SecretStr | None) -> SecretStr | None:
        for pair in value.get_secret_value().split(",") if value else ():
            if not re.fullmatch(r"\s*[A-Za-z0-9-]+=[ -~]+", pair):
                raise ValueError("it is to look like name=value,name=value")
        return value

    @field_validator("tess_origins")
    @classmethod
    def _origins_only(cls, value: str | None) -> str | None:
        for origin in listed(value):
            if not re.fullmatch(r"https?://(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?", origin):
                raise ValueError(
                    f"{origin} is no origin: it is to look like https://tess.example.nl"
                )
        return value

    @field_validator("tess_fetch")
    @classmethod
    def _places_only(cls, value: str | None) -> str | None:
        for place in listed(value):
            if not re.fullmatch(r"(\*\.)?[\w.-]+|https?://([\w.-]+|\[[\w:.]+\])(:\d+)?", place):
                raise ValueError(f"{place} is no host or origin: example.nl, http://wiki.lan:8080")
        return value

    @property
    def fetched(self) -> tuple[str, ...]:
        """Hosts and origins that pages may be fetched from; empty: none."""
        alone = self.only_here and not self.tess_token_secret
        given = listed(self.tess_fetch) or (("public",) if alone else ())
        return () if "off" in given else given

    @property
    def token(self) -> str:
        """The token to show to a server; empty where there is none."""
        return self.tess_token.get_secret_value() if self.tess_token else ""

    @property
    def only_here(self) -> bool:
        """Whether the server listens on this machine only."""
        try:
            return ip_address(self.api_host.strip("[]")).is_loopback
        except ValueError:
            return self.api_host == "localhost"

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names that the server may be asked for; empty where none are set."""
        return listed(self.tess_hosts)

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins of web pages that may connect; empty where none are set."""
        return listed(self.tess_origins)

    @property
    def otlp_headers(self) -> dict[str, str]:
        """Headers for the collector of traces."""
        given = self.otel_exporter_otlp_headers
        pairs = given.get_secret_value().split(",") if given else []
        split = (pair.partition("=") for pair in pairs)
        return {name.strip(): value.strip() for name, _, value in split}

    @property
    def dossiers_dir(self) -> Path:
        return self.tess_data_dir / "dossiers"

    def of(self, model: type[ForDesk]) -> ForDesk:
        """Return the settings of a desk: as they were read with these, or else read now."""
        read = (desk for desk in self._of_desks if isinstance(desk, model))
        return next(read, None) or model(tess_data_dir=self.tess_data_dir)

    @property
    def given(self) -> frozenset[str]:
        of_desks = {name for desk in self._of_desks for name in desk.model_fields_set}
        return frozenset(self.model_fields_set | (of_desks - set(DeskSettings.model_fields)))


def listed(value: str | None) -> tuple[str, ...]:
    """Return the parts of a text with commas between, in lower case."""
    return tuple(part.strip().lower() for part in (value or "").split(",") if part.strip())


def is_database(place: str) -> bool:
    """Return whether a place to keep dossiers in is a PostgreSQL database, and not a folder."""
    return place.startswith(("postgresql://", "postgres://"))


def read_settings(
    desk_settings: Iterable[type[DeskSettings]] = (), /, **overrides: object
) -> Settings:
    """Return the settings of this process, with those of desks; ``Settings.of`` hands these out.

    Raises ``BadSettings`` with one sentence that names the wrong one, or the one that two desks have.
    """
    models = tuple(desk_settings)
    known = _known(models)
    file = overrides.get("_env_file", Settings.model_config.get("env_file"))
    in_file = dotenv_values(Path(str(file))) if file else {}
    _refuse_unknown([*os.environ, *in_file], known)
    try:
        settings = Settings(**overrides)  # type: ignore[arg-type]  # values are validated, whatever they are
        given = {**overrides, "tess_data_dir": settings.tess_data_dir}
        settings._of_desks = tuple(model(**given) for model in models)  # type: ignore[arg-type]  # as above
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        problem = first["msg"].removeprefix("Value error, ")
        raise BadSettings(problem=f"{name}: {problem}" if name else problem) from None
    return settings


def _known(models: Iterable[type[DeskSettings]]) -> frozenset[str]:
    """Return every name that means something; raises ``BadSettings`` where one means two things."""
    known = {name.upper() for name in Settings.model_fields} | READ_ELSEWHERE
    own = (set(model.model_fields) - set(DeskSettings.model_fields) for model in models)
    for name in (name.upper() for names in own for name in sorted(names)):
        if name in known:
            raise BadSettings(problem=f"two desks, or a desk and the engine, have a setting {name}")
        if not name.startswith(PREFIX):
            raise BadSettings(problem=f"the setting {name} of a desk does not begin with {PREFIX}")
        known |= {name}
    return frozenset(known)


def _refuse_unknown(names: Iterable[str], known: Iterable[str]) -> None:
    for name in map(str.upper, names):
        if name.startswith(PREFIX) and name not in known:
            nearest = difflib.get_close_matches(name, known, n=1, cutoff=0)
            raise BadSettings(problem=f"{name} does not exist; is {nearest[0]} meant?")

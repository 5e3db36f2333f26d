"""From settings to parts: the only place that constructs anything concrete."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from src.agent import Agent
from src.answering.answer import Answering
from src.answering.rules import AnswerRules
from src.answering.verification import verified
from src.desks.tax.desk import tax_desk
from src.desks.tax.library.passages import Retriever
from src.desks.tax.library.retriever import LibraryRetriever
from src.dossier.json_store import JsonStore
from src.dossier.store import DossierStore
from src.dossier_service import DossierService
from src.errors import BadSettings, NotAnAnsweringDesk, StorageFailed
from src.identity.owned_store import OwnedStore
from src.identity.quotas import NO_QUOTAS, Quotas
from src.identity.registry import TokenRegistry
from src.identity.token_file import TokenFile
from src.identity.token_table import TokenTable
from src.intake.language import detect
from src.llm.breaker import Breaker
from src.llm.fallback import Fallback
from src.llm.metered import MeteredLlm
from src.llm.offline import OfflineModel
from src.llm.protocol import Llm
from src.observing.parts import WatchedLlm, WatchedRetriever, WatchedStore, around
from src.observing.stages import UNWATCHED, Watch
from src.settings import Settings, is_database

if TYPE_CHECKING:
    from src.identity.authentication import Authentication
    from src.observing.metrics import Metrics

NO_SECRET = (
    "TESS_TOKEN_SECRET is not set, so there are no tokens; make one with openssl rand -hex 32"  # noqa: S105  # a sentence
)

DEFAULT_MODEL = "gpt-4.1"

Close = Callable[[], Awaitable[None]]


async def nothing_to_close() -> None:
    """Do nothing: files are opened and closed by each use."""


@dataclass(frozen=True)
class Parts:
    """A wired engine."""

    agent: Agent
    store: DossierStore
    llm: Llm
    retriever: Retriever
    authentication: "Authentication | None" = None
    """How callers show who they are; None: everybody who reaches the server may do everything."""
    quotas: Quotas = NO_QUOTAS
    close: Close = nothing_to_close
    """Lets go of what the parts hold open; called once, at the end."""
    watch: Watch = UNWATCHED
    """Is told what every turn does."""
    metrics: "Metrics | None" = None
    data_dir: Path | None = None
    """Where files are kept; None where there are none."""
    breaker: Breaker | None = None
    """Knows whether the model's provider is down; None where the model has no provider."""
    dossiers: DossierService | None = None
    """Looks after the stored dossiers; None: by the clock of this machine, with salts of chance."""

    @property
    def answering(self) -> dict[str, Answering]:
        """The desks that answer with quotes, by name."""
        desks = self.agent.desks.items()
        return {name: desk.answering for name, desk in desks if desk.answering}

    def rules_of(self, desk: str) -> AnswerRules:
        """Return how the answers of a desk are defended; ``NotAnAnsweringDesk`` where it has none or is not there."""
        if desk not in self.answering:
            raise NotAnAnsweringDesk(desk=desk)
        return self.answering[desk].rules


@dataclass(frozen=True)
class Observing:
    """Who looks on: the watch that tells them, and what they need at the end."""

    watch: Watch = UNWATCHED
    metrics: "Metrics | None" = None
    close: Close = nothing_to_close


def observing(settings: Settings) -> Observing:
    """Return the observers that the settings ask for: the log and metrics always, traces where they are sent."""
    # A server is observed and a command is not: only the former pays for these.
    from src.observing.logs import log_turn
    from src.observing.metrics import Metrics, Prices

    prices = None
    if settings.tess_price_prompt is not None and settings.tess_price_completion is not None:
        prices = Prices(settings.tess_price_prompt, settings.tess_price_completion)
    metrics = Metrics(prices)
    if not settings.otel_exporter_otlp_endpoint:
        return Observing(Watch(metrics.read, log_turn, refused=metrics.refused), metrics)
    from src.observing.tracing import Traces

    provider = "tess" if settings.uses_offline_model else "openai"
    traces = Traces(settings.otel_exporter_otlp_endpoint, settings.otlp_headers, provider)
    watch = Watch(metrics.read, log_turn, traces.read, refused=metrics.refused)
    return Observing(watch, metrics, traces.close)


def build(
    settings: Settings, observed: Observing = Observing(), *, for_tenants: bool = False
) -> Parts:
    """Return the engine that the settings describe; ``for_tenants``: one that shows each caller only what is theirs.

    Raises ``BadSettings`` where the data folder or the database can't be used, ``CorpusUnreadable`` where the library
    can't.
    """
    kept, close_store = _store(settings)
    # Nothing behind this line has another store: no route and no tool can reach past it.
    store = OwnedStore(kept) if for_tenants else kept
    watch = observed.watch
    retriever = WatchedRetriever(
        LibraryRetriever(settings.library_dir, settings.starter_dir), watch
    )
    model, close_model = _model(settings)
    quotas = _quotas(settings)
    breaker = None if settings.uses_offline_model else Breaker(model)
    asked = _with_stand_in(breaker or model, settings)
    llm = WatchedLlm(MeteredLlm(asked, quotas), watch)
    watched_store = WatchedStore(store, watch)
    desks = [tax_desk(llm, retriever, store, verify=around(watch, "verify", verified))]
    detect("eerst even warmlopen", None)  # loads the detector now, not in the first user's turn

    async def close() -> None:
        await close_model()
        await close_store()
        await observed.close()

    return Parts(
        Agent(watched_store, {desk.name: desk for desk in desks}),
        store,
        llm,
        retriever,
        _authentication(settings, kept) if for_tenants else None,
        quotas,
        close,
        watch,
        observed.metrics,
        settings.tess_data_dir,
        breaker,
    )


def _quotas(settings: Settings) -> Quotas:
    return Quotas(
        turns_per_minute=settings.tess_tenant_turns_per_minute,
        turns_at_once=settings.tess_tenant_turns_at_once,
        tokens_per_day=settings.tess_tenant_tokens_per_day,
    )


def _authentication(settings: Settings, store: DossierStore) -> "Authentication":
    # Signatures are only needed where somebody has to show one.
    from src.identity.authentication import Authentication

    if settings.tess_token_secret is None:
        raise BadSettings(problem=NO_SECRET)
    return Authentication(settings.tess_token_secret, _registry(settings, store))


def _registry(settings: Settings, store: DossierStore) -> TokenRegistry:
    """Return the list of tokens, which is kept where the dossiers are."""
    lend = getattr(store, "connection", None)  # only a database has one
    return TokenTable(lend) if lend else TokenFile(settings.tess_data_dir)


@asynccontextmanager
async def open_registry(settings: Settings) -> AsyncIterator[TokenRegistry]:
    """Return the list of tokens of the settings; what it stands on is closed at the end."""
    async with open_store(settings) as store:
        yield _registry(settings, store)


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[DossierStore]:
    """Return the store of the settings alone, for work beside turns; it is closed at the end."""
    store, close = _store(settings)
    try:
        yield store
    finally:
        await close()


@asynccontextmanager
async def open_model(settings: Settings) -> AsyncIterator[Llm]:
    """Return the model of the settings alone; its connections are closed at the end."""
    model, close = _model(settings)
    try:
        yield model
    finally:
        await close()


def store_at(place: str) -> tuple[DossierStore, Close]:
    """Return the store in a folder or a database (an address, see ``is_database``), and what lets go of it."""
    if not is_database(place):
        return JsonStore(Path(place)), nothing_to_close
    # The driver takes a while to import: only who uses it pays for it.
    from src.dossier.postgres_store import PostgresStore

    store = PostgresStore(place)
    return store, store.close


def _store(settings: Settings) -> tuple[DossierStore, Close]:
    if settings.database_url:
        return store_at(settings.database_url.get_secret_value())
    try:
        return store_at(str(settings.dossiers_dir))
    except StorageFailed as error:
        problem = f"TESS_DATA_DIR is {settings.tess_data_dir}, which can't be used: {error.details['problem']}"
        raise BadSettings(problem=problem) from error


def _model(settings: Settings) -> tuple[Llm, Close]:
    if settings.uses_offline_model:
        return OfflineModel(), nothing_to_close
    # The provider's library takes a third of a second to import: only who uses it pays for it.
    from src.llm.openai_chat import OpenAiChat, provider_at

    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else "none"
    provider = provider_at(
        api_key=key,
        base_url=settings.openai_base_url,
        azure_endpoint=settings.azure_openai_endpoint,
        api_version=settings.openai_api_version,
        timeout=settings.tess_model_timeout,
    )
    model = settings.tess_model or DEFAULT_MODEL
    chat = OpenAiChat(provider, model, settings.tess_temperature, settings.tess_model_timeout)
    return chat, provider.package.close


def _with_stand_in(llm: Llm, settings: Settings) -> Llm:
    return Fallback(llm, OfflineModel()) if settings.tess_fallback else llm

"""From settings to parts: the only place that constructs anything concrete."""

from asyncio import to_thread
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from src.agent import Agent
from src.answering.answer import Answering
from src.answering.rules import AnswerRules
from src.desks.catalogue import DESKS, Installed, legacy_readers, load_kinds, made
from src.desks.desk import Budget, Desk, Engine, nothing_to_close
from src.desks.plug import Plug
from src.dossier.json_store import JsonStore
from src.dossier.listing import warm
from src.dossier.postgres_rows import Lend
from src.dossier.store import Clock, DossierStore, utc_now
from src.dossier.watched import ChangeFeed, Retention, WatchedStore
from src.dossier_service import DossierService
from src.effects import Effects
from src.errors import BadSettings, NotAnAnsweringDesk, StorageFailed
from src.identity.caller import OwnedDesks
from src.identity.owned_store import OwnedStore
from src.identity.quotas import NO_QUOTAS, Quotas, UsageInMemory, UsageTable
from src.identity.registry import TokenFile, TokenRegistry, TokenTable
from src.identity.tokens import Authentication, LoginTokens
from src.intake.language import detect
from src.intake.secrets import SecretGate, gate_in
from src.llm.models import ModelFactory, encoder_of, offline_models
from src.llm.protocol import Llm
from src.llm.wrappers import Breaker
from src.observing.spans import UNTRACED, Tracer
from src.observing.traced import TracedLlm, TracedStore
from src.search.documents.shared import NOT_SHARED, SharedCollections
from src.search.documents.sharing import shared_collections
from src.services.addresses import NO_PAGES, PageGuard
from src.settings import Settings, is_database

if TYPE_CHECKING:
    from src.observing.metrics import Metrics

NO_SECRET = (
    "TESS_TOKEN_SECRET is not set, so there are no tokens; make one with openssl rand -hex 32"  # noqa: S105  # a sentence
)

Close = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Parts:
    """A wired engine."""

    agent: Agent
    store: DossierStore
    llm: Llm
    """The main model, as the first desk has it."""
    authentication: "Authentication | None" = None
    """How callers show who they are; None: everybody who reaches the server may do everything."""
    quotas: Quotas = NO_QUOTAS
    close: Close = nothing_to_close
    """Lets go of what the parts hold open; called once, at the end."""
    tracer: Tracer = UNTRACED
    """Is told what every turn does."""
    metrics: "Metrics | None" = None
    data_dir: Path | None = None
    """Where files are kept; None where there are none."""
    retention: Retention | None = None
    """Erases dossiers that were kept long enough; None: all are kept for ever."""
    breaker: Breaker | None = None
    """Knows whether the model's provider is down; None where the model has no provider."""
    warm: Close = nothing_to_close
    """Has lists at hand before somebody asks for one; a server does it beside its work, and no command does."""
    effects: Effects | None = None
    """Goes on with what was confirmed and left when a server ended; None: nothing is written outside."""
    changes: ChangeFeed | None = None
    """Tells of every change of a dossier; None: nobody asked to be told."""
    page_guard: PageGuard = NO_PAGES
    """Says which pages may be fetched that users name."""
    shared: SharedCollections = NOT_SHARED
    """Brings the collections that other servers ingested."""
    dossiers: DossierService | None = None
    """Looks after the stored dossiers; None: by the clock of this machine, with salts of chance."""

    @property
    def answering(self) -> Mapping[str, Answering]:
        """The desks that answer with quotes, by name; to a caller those that are theirs."""
        found = {name: desk.answering for name, desk in self.desks.items() if desk.answering}
        return OwnedDesks(found) if isinstance(self.agent.desks, OwnedDesks) else found

    def rules_of(self, desk: str) -> AnswerRules:
        """Return how the answers of a desk are defended; ``NotAnAnsweringDesk`` where it has none or is not there."""
        answering = self.desks[desk].answering if desk in self.desks else None
        if answering is None:
            raise NotAnAnsweringDesk(desk=desk)
        return answering.rules

    @property
    def desks(self) -> Mapping[str, Desk]:
        """All desks by name, whoever is calling; those of a caller are ``agent.desks``."""
        desks = self.agent.desks
        return desks.every if isinstance(desks, OwnedDesks) else desks


@dataclass(frozen=True)
class Observing:
    """The observers: the tracer that tells them, and what they need at the end."""

    tracer: Tracer = UNTRACED
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
        return Observing(Tracer(metrics.read, log_turn, refused=metrics.refused), metrics)
    from src.observing.otlp import Traces

    provider = "tess" if settings.uses_offline_model else "openai"
    traces = Traces(settings.otel_exporter_otlp_endpoint, settings.otlp_headers, provider)
    tracer = Tracer(metrics.read, log_turn, traces.read, refused=metrics.refused)
    return Observing(tracer, metrics, traces.close)


def build(
    settings: Settings,
    observed: Observing = Observing(),
    *,
    for_tenants: bool = False,
    desks: Installed = DESKS,
    watched: bool = False,
    clock: Clock = utc_now,
) -> Parts:
    """Return the engine that the settings describe; ``for_tenants``: one that shows each caller only what is theirs.

    ``watched``: one that tells of changes. ``clock``: by which entries are dated, and what is left to write is due.

    Raises ``BadSettings`` where the data folder or the database can't be used, or where two desks have the same of
    something; and whatever a desk raises that can't be made.
    """
    storage = _storage(settings, desks, clock)
    changes = ChangeFeed() if watched else None
    if changes is not None:
        storage = replace(storage, store=WatchedStore(storage.store, changes))
    # Nothing behind this line has another store: no route and no tool can reach past it.
    store = OwnedStore(storage.store) if for_tenants else storage.store
    quotas = _quotas(settings, storage.lend)
    factory = ModelFactory(settings, quotas, lambda llm: TracedLlm(llm, observed.tracer))

    encoder, shared = encoder_of(settings), shared_collections(settings)
    logins = (
        LoginTokens(settings.tess_token_secret, storage.tokens) if for_tenants else LoginTokens()
    )

    def desk(plug: Plug) -> Desk:
        own = settings.of(plug.settings()) if plug.settings else None
        parts = (factory.models, store, own, observed.tracer, encoder, storage.lend, shared, logins)
        made_desk = plug.make(Engine(*parts, support=settings.reads_twice))
        return replace(made_desk, budget=within(made_desk.budget, settings))

    installed = _default_first(made(desk, desks), settings.tess_desk)
    detect("eerst even warmlopen", "en")  # loads the detector now, not in the first user's turn

    ends: list[Close] = [desk.close for desk in installed.values()]
    ends += [encoder.close] if encoder else []
    ends += [factory.close, partial(to_thread, shared.close), storage.close, observed.close]

    async def close() -> None:
        for end in ends:
            await end()

    # Who confirmed something owned the dossier; what came of it is committed in their name, whoever is there by then.
    traced = TracedStore(storage.store, observed.tracer)
    effects = Effects(traced, installed, observed.tracer, clock)
    agent = Agent(
        TracedStore(store, observed.tracer),
        OwnedDesks(installed) if for_tenants else installed,
        effects=effects,
        secrets=gate_of(settings),
    )
    return Parts(
        agent,
        store,
        next(iter(installed.values())).llm,
        _authentication(settings, storage.tokens) if for_tenants else None,
        quotas,
        close,
        observed.tracer,
        observed.metrics,
        settings.tess_data_dir,
        breaker=factory.breaker,
        retention=Retention(storage.store, days) if (days := settings.tess_keep_days) else None,
        warm=lambda: warm(storage.store),
        effects=effects,
        changes=changes,
        page_guard=PageGuard(settings.fetched),
        shared=shared,
    )


def gate_of(settings: Settings) -> SecretGate:
    """Return what masks secrets: with the same marks on every server of one secret for tokens, else in one folder."""
    secret = settings.tess_token_secret
    return gate_in(settings.tess_data_dir, secret.get_secret_value() if secret else None)


def within(budget: Budget, settings: Settings) -> Budget:
    """Return the limits of a desk's turns, each as the settings have it where they say."""
    names = ("seconds", "soft_seconds", "rounds", "calls", "tokens")
    given: dict[str, Any] = {name: getattr(settings, f"tess_turn_{name}") for name in names}
    return replace(budget, **{name: value for name, value in given.items() if value is not None})


def _default_first(desks: Mapping[str, Desk], named: str | None) -> Mapping[str, Desk]:
    if named is None:
        return desks
    if named not in desks:
        raise BadSettings(problem=f"TESS_DESK is {named}; there is: {', '.join(desks)}")
    return {named: desks[named], **desks}


@asynccontextmanager
async def open_desk(plug: Plug, settings: Settings) -> AsyncIterator[Desk]:
    """Return a desk alone, with the built-in model and without a dossier; it is closed at the end."""
    with TemporaryDirectory() as empty:
        own = settings.of(plug.settings()) if plug.settings else None
        encoder = encoder_of(settings)
        desk = plug.make(Engine(offline_models, JsonStore(Path(empty)), own, encoder=encoder))
        try:
            yield desk
        finally:
            await desk.close()
            if encoder:
                await encoder.close()


def _quotas(settings: Settings, lend: Lend | None = None) -> Quotas:
    return Quotas(
        keeper=UsageTable(lend) if lend else UsageInMemory(),
        turns_per_minute=settings.tess_tenant_turns_per_minute,
        turns_at_once=settings.tess_tenant_turns_at_once,
        tokens_per_day=settings.tess_tenant_tokens_per_day,
    )


def _authentication(settings: Settings, tokens: TokenRegistry) -> Authentication:
    if settings.tess_token_secret is None:
        raise BadSettings(problem=NO_SECRET)
    return Authentication(settings.tess_token_secret, tokens)


@dataclass(frozen=True)
class Storage:
    """Where dossiers are kept, and the list of tokens beside them."""

    store: DossierStore
    tokens: TokenRegistry
    close: Close = nothing_to_close
    lend: Lend | None = None
    """Lends connections of the database; None where files are kept."""


def _storage(settings: Settings, desks: Installed = DESKS, clock: Clock = utc_now) -> Storage:
    load_kinds(desks)
    if settings.database_url:
        # The driver takes a while to import: only who uses it pays for it.
        from src.dossier.postgres_store import PostgresStore

        database = PostgresStore(settings.database_url.get_secret_value(), clock)
        lend = database.connection
        return Storage(database, TokenTable(lend), database.close, lend)
    try:
        files = JsonStore(settings.dossiers_dir, clock, foreign=legacy_readers(desks))
        return Storage(files, TokenFile(settings.tess_data_dir), files.close)
    except StorageFailed as error:
        problem = f"TESS_DATA_DIR is {settings.tess_data_dir}, which can't be used: {error.details['problem']}"
        raise BadSettings(problem=problem) from error


@asynccontextmanager
async def open_registry(settings: Settings) -> AsyncIterator[TokenRegistry]:
    """Return the list of tokens of the settings; what it stands on is closed at the end."""
    storage = _storage(settings)
    try:
        yield storage.tokens
    finally:
        await storage.close()


@asynccontextmanager
async def open_store(settings: Settings, desks: Installed = DESKS) -> AsyncIterator[DossierStore]:
    """Return the store of the settings alone, for work beside turns; it is closed at the end."""
    storage = _storage(settings, desks)
    try:
        yield storage.store
    finally:
        await storage.close()


def store_at(place: str) -> tuple[DossierStore, Close]:
    """Return the store in a folder or a database (an address, see ``is_database``), and what lets go of it."""
    load_kinds()
    if not is_database(place):
        return JsonStore(Path(place), foreign=legacy_readers()), nothing_to_close
    from src.dossier.postgres_store import PostgresStore

    store = PostgresStore(place)
    return store, store.close


@asynccontextmanager
async def open_model(settings: Settings) -> AsyncIterator[Breaker | None]:
    """Return the provider's main model, None where there is no provider; its connections are closed at the end."""
    factory = ModelFactory(settings)
    try:
        yield factory.breaker
    finally:
        await factory.close()

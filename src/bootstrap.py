"""From settings to parts: the only place that constructs anything concrete."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from src.agent import Agent
from src.desks.tax import tax_desk
from src.dossier.json_store import JsonStore
from src.dossier.store import DossierStore
from src.errors import BadSettings, StorageFailed
from src.intake.language import detect
from src.llm.breaker import Breaker
from src.llm.fallback import Fallback
from src.llm.offline import OfflineModel
from src.llm.protocol import Llm
from src.retrieval.passages import Retriever
from src.retrieval.retriever import LibraryRetriever
from src.settings import Settings, is_database

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
    close: Close = nothing_to_close
    """Lets go of what the parts hold open; called once, at the end."""
    breaker: Breaker | None = None
    """Knows whether the model's provider is down; None where the model has no provider."""


def build(settings: Settings) -> Parts:
    """Return the engine that the settings describe.

    Raises ``BadSettings`` where the data folder or the database can't be used, ``CorpusUnreadable`` where the library
    can't.
    """
    store, close_store = _store(settings)
    retriever = LibraryRetriever(settings.library_dir, settings.starter_dir)
    model, close_model = _model(settings)
    breaker = None if settings.uses_offline_model else Breaker(model)
    llm = _with_stand_in(breaker or model, settings)
    desks = [tax_desk(llm, retriever, store)]
    detect("eerst even warmlopen", None)  # loads the detector now, not in the first user's turn

    async def close() -> None:
        await close_model()
        await close_store()

    agent = Agent(store, llm, {desk.name: desk for desk in desks})
    return Parts(agent, store, llm, retriever, close, breaker)


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[DossierStore]:
    """Return the store of the settings alone, for work beside turns; it is closed at the end."""
    store, close = _store(settings)
    try:
        yield store
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
    from src.llm.openai_chat import OpenAiChat, openai_client

    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else "none"
    client = openai_client(
        api_key=key,
        base_url=settings.openai_base_url,
        azure_endpoint=settings.azure_openai_endpoint,
        api_version=settings.openai_api_version,
        timeout=settings.tess_model_timeout,
    )
    model = settings.tess_model or DEFAULT_MODEL
    chat = OpenAiChat(client, model, settings.tess_temperature, settings.tess_model_timeout)
    return chat, client.close


def _with_stand_in(llm: Llm, settings: Settings) -> Llm:
    return Fallback(llm, OfflineModel()) if settings.tess_fallback else llm

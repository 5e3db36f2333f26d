"""From settings to parts: the only place that constructs anything concrete."""

from dataclasses import dataclass

from src.agent import Agent
from src.desks.tax import tax_desk
from src.dossier.json_store import JsonStore
from src.dossier.store import DossierStore
from src.intake.language import detect
from src.llm.offline import OfflineModel
from src.llm.protocol import Llm
from src.retrieval.index import TantivyRetriever
from src.retrieval.passages import Retriever
from src.settings import Settings

DEFAULT_MODEL = "gpt-4.1"


@dataclass(frozen=True)
class Parts:
    """A wired engine."""

    agent: Agent
    store: DossierStore
    llm: Llm
    retriever: Retriever


def build(settings: Settings) -> Parts:
    """Return the engine that the settings describe.

    Raises ``StorageFailed`` where the data folder can't be used, ``CorpusUnreadable`` where the library can't.
    """
    store = JsonStore(settings.dossiers_dir)
    retriever = TantivyRetriever(settings.library_dir, settings.starter_dir)
    llm = _model(settings)
    desks = [tax_desk(llm, retriever)]
    detect("eerst even warmlopen", None)  # loads the detector now, not in the first user's turn
    return Parts(Agent(store, llm, {desk.name: desk for desk in desks}), store, llm, retriever)


def _model(settings: Settings) -> Llm:
    if settings.uses_offline_model:
        return OfflineModel()
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
    return OpenAiChat(client, model, settings.tess_temperature, settings.tess_model_timeout)

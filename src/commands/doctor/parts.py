"""What the server stands on: the store, the library and the model."""

from src.bootstrap import open_model, open_store
from src.commands.doctor.finding import Finding, ill, note, well
from src.desks.tax.library.retriever import LibraryRetriever
from src.errors import ModelGaveNoAnswer, TessError, sentence
from src.llm.protocol import ChatMessage
from src.settings import Settings


async def examine(settings: Settings, *, online: bool) -> list[Finding]:
    """Return a finding for each; ``online`` lets the model be asked."""
    return [await store(settings), library(settings), await model(settings, online=online)]


async def store(settings: Settings) -> Finding:
    """Open the store as a server would, which brings tables up to date, and put a probe on stable storage."""
    setting = "DATABASE_URL" if settings.database_url else "TESS_DATA_DIR"
    try:
        async with open_store(settings) as opened:
            await opened.check()
            there = len(await opened.summaries())
    except TessError as error:
        return ill("store", _sentence(error), f"See {setting} in docs/operations.md.")
    where = "PostgreSQL, its tables up to date" if settings.database_url else settings.dossiers_dir
    return well("store", f"{where}: {there} dossiers, and room for more.")


def library(settings: Settings) -> Finding:
    """Open the index and count."""
    try:
        state = LibraryRetriever(settings.library_dir, settings.starter_dir).state
    except TessError as error:
        to_do = f"Delete {settings.library_dir} and ingest again."
        return ill("library", _sentence(error), to_do)
    except OSError as error:
        return ill("library", f"{settings.library_dir}: {error.strerror}.", "Mend that.")
    counted = f"{state.provisions} provisions, {state.rulings} rulings ({state.fingerprint[:12]})"
    if state.starter:
        told = f"Only the starter corpus, digests of our own: {counted}."
        return note("library", told, "Run ./tess ingest tax for the law itself.")
    return well("library", f"{counted}.")


async def model(settings: Settings, *, online: bool) -> Finding:
    """Tell which model answers, and, where it may be asked, whether it does."""
    if settings.uses_offline_model:
        told = "The offline model answers, with quotes only."
        return note("model", told, "Set OPENAI_API_KEY for another.")
    try:
        async with open_model(settings) as opened:
            told = f"{opened.id}; the key looks like one"
            if not online:
                return well("model", f"{told}, and was not tried (--online tries it).")
            await opened.chat([ChatMessage("user", "Say: ok")], [])
    except ModelGaveNoAnswer:
        return note("model", "It took the key and gave no words.", "Look at TESS_MODEL.")
    except TessError as error:
        return ill("model", _sentence(error), "See OPENAI_API_KEY in docs/operations.md.")
    return well("model", f"{told}, and it answered.")


def _sentence(error: TessError) -> str:
    return sentence(error.code, error.details, "en")

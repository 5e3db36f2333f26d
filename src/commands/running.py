"""What every command on dossiers needs: the store of the settings, and a sentence for what is refused."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from src.answering.rules import RulesOf
from src.bootstrap import Parts, build, gate_of, open_store
from src.commands.local_server import bytes_of
from src.desks.catalogue import admitting, answer_rules, load_kinds, presenter_of
from src.dossier.listing import filled
from src.dossier.models import DOSSIER_ID, Dossier
from src.dossier.store import DossierQuery, DossierStore
from src.dossier_service import DossierService
from src.presenter import PresenterOf
from src.wording import Wording

if TYPE_CHECKING:
    from src.export.pack import Pack

DONE, REFUSED, BROKEN, DIFFERENT = 0, 1, 2, 3

Result = TypeVar("Result")
Run = Callable[[argparse.Namespace], int]


def stored_ids(options: argparse.Namespace, newest: bool) -> list[str]:
    """Return the ids of the dossiers in the store, or that of the newest alone."""

    async def ids(store: DossierStore) -> list[str]:
        if not newest:
            return await store.ids()
        page = await filled(store, DossierQuery(archived=False), "", 1)
        return [dossier.id for dossier in page.dossiers]

    return on_store(options, ids)


def pack_at(named: str) -> Path | None:
    """Return the file of a pack, where one is named instead of a dossier."""
    path = Path(named)
    is_pack = not DOSSIER_ID.fullmatch(named) and (path.suffix == ".tess" or path.is_file())
    return path if is_pack else None


def read_pack(options: argparse.Namespace, path: Path) -> "Pack":
    """Return the pack in a file, its sources read as what they are; raises ``NotReadable`` where none is there."""
    from src.export.pack import LARGEST, opened

    load_kinds(options.desks)
    return opened(bytes_of(path, LARGEST + 1), path.name)


def rules_of(options: argparse.Namespace) -> RulesOf:
    """Return what finds the rules of a desk among those that are there."""
    return partial(answer_rules, desks=options.desks)


def speaking(options: argparse.Namespace) -> PresenterOf:
    """Return what finds how a desk speaks among those that are there."""
    return partial(presenter_of, desks=options.desks)


def in_store(
    options: argparse.Namespace, work: Callable[[DossierService], Awaitable[Result]]
) -> Result:
    """Do the work on the dossiers of the settings and return what comes of it."""
    rules, speaks, settings = rules_of(options), speaking(options), options.read_settings()
    admit, gate = admitting(settings, options.desks), gate_of(settings)
    return on_store(
        options,
        lambda store: work(DossierService(store, rules, speaks, admit=admit, secret_gate=gate)),
    )


def on_store(
    options: argparse.Namespace, work: Callable[[DossierStore], Awaitable[Result]]
) -> Result:
    """Do the work on the store of the settings alone: no model, no library."""

    async def run() -> Result:
        async with open_store(options.read_settings(), options.desks) as store:
            return await work(store)

    return asyncio.run(run())


def in_engine(options: argparse.Namespace, work: Callable[[Parts], Awaitable[Result]]) -> Result:
    """Do the work with the store, the models and the libraries of the settings."""

    async def run() -> Result:
        parts = build(options.read_settings(), desks=options.desks)
        try:
            return await work(parts)
        finally:
            await parts.close()

    return asyncio.run(run())


def words_of(options: argparse.Namespace, dossier: Dossier) -> Wording:
    """Return the words of the dossier's desk, in the language that it is held in."""
    return speaking(options)(dossier.desk).wordings[dossier.language or "en"]

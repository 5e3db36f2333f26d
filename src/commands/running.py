"""What every command on dossiers needs: the store of the settings, and a sentence for what is refused."""

import argparse
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from src.commands.local_server import not_readable

if TYPE_CHECKING:
    from src.answering.rules import RulesOf
    from src.dossier.models import Dossier
    from src.dossier.store import DossierStore
    from src.dossier_service import DossierService
    from src.export.pack import Pack
    from src.presenter import PresenterOf
    from src.review.reruns import Reruns
    from src.wording import Wording

DONE, REFUSED, BROKEN, DIFFERENT = 0, 1, 2, 3

Result = TypeVar("Result")
Run = Callable[[argparse.Namespace], int]


def name_dossiers(options: argparse.Namespace) -> None:
    """Put whole ids in place of the starts, and of ``last``, that the options of a command name dossiers by."""
    from src.commands.naming import LAST, is_whole

    for field in ("dossier", "a", "b"):
        named = getattr(options, field, None)
        if not isinstance(named, str) or pack_at(named):
            continue
        name, at_sign, version = named.partition("@")
        if name == LAST or not is_whole(name):
            found = on_store(options, partial(_in_store, name))
            setattr(options, field, f"{found}{at_sign}{version}")


async def _in_store(name: str, store: "DossierStore") -> str:
    from src.commands.naming import LAST, meant
    from src.dossier.listing import filled
    from src.dossier.store import DossierQuery
    from src.errors import UnknownDossier

    if name != LAST:
        return meant(name, await store.ids())
    page = await filled(store, DossierQuery(archived=False), "", 1)
    if not page.dossiers:
        raise UnknownDossier(dossier_id=LAST)
    return page.dossiers[0].id


def pack_at(named: str) -> Path | None:
    """Return the file of a pack, where one is named instead of a dossier."""
    from src.dossier.models import DOSSIER_ID

    path = Path(named)
    is_pack = not DOSSIER_ID.fullmatch(named) and (path.suffix == ".tess" or path.is_file())
    return path if is_pack else None


def read_pack(options: argparse.Namespace, path: Path) -> "Pack":
    """Return the pack in a file, its sources read as what they are; raises ``NotReadable`` where none is there."""
    from src.desks.catalogue import load_kinds
    from src.export.pack import read

    load_kinds(options.desks)
    try:
        return read(path)
    except OSError as error:
        raise not_readable(path, error.strerror) from None


def rules_of(options: argparse.Namespace) -> "RulesOf":
    """Return what finds the rules of a desk among those that are there."""
    from src.desks.catalogue import answer_rules

    return partial(answer_rules, desks=options.desks)


def speaking(options: argparse.Namespace) -> "PresenterOf":
    """Return what finds how a desk speaks among those that are there."""
    from src.desks.catalogue import presenter_of

    return partial(presenter_of, desks=options.desks)


def in_store(
    options: argparse.Namespace, work: "Callable[[DossierService], Awaitable[Result]]"
) -> Result:
    """Do the work on the dossiers of the settings and return what comes of it."""
    from src.bootstrap import gate_of
    from src.desks.catalogue import admitting
    from src.dossier_service import DossierService

    rules, speaks, settings = rules_of(options), speaking(options), options.read_settings()
    admit, gate = admitting(settings, options.desks), gate_of(settings)
    return on_store(
        options,
        lambda store: work(DossierService(store, rules, speaks, admit=admit, secret_gate=gate)),
    )


def on_store(
    options: argparse.Namespace, work: "Callable[[DossierStore], Awaitable[Result]]"
) -> Result:
    """Do the work on the store of the settings alone: no model, no library."""
    import asyncio

    from src.bootstrap import open_store

    async def run() -> Result:
        async with open_store(options.read_settings(), options.desks) as store:
            return await work(store)

    return asyncio.run(run())


def in_engine(options: argparse.Namespace, work: "Callable[[Reruns], Awaitable[Result]]") -> Result:
    """Do the work with the store, the models and the libraries of the settings."""
    import asyncio

    from src.bootstrap import build
    from src.desks.desk import presenters
    from src.review.reruns import Reruns

    async def run() -> Result:
        parts = build(options.read_settings(), desks=options.desks)
        try:
            lost = {name: desk.lost for name, desk in parts.desks.items() if desk.lost}
            speaks = presenters(parts.desks)
            return await work(Reruns(parts.store, parts.answering, speaks, lost=lost))
        finally:
            await parts.close()

    return asyncio.run(run())


def words_of(options: argparse.Namespace, dossier: "Dossier") -> "Wording":
    """Return the words of the dossier's desk, in the language that it is held in."""
    return speaking(options)(dossier.desk).wordings[dossier.language or "en"]

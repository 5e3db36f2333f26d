"""Conversations with a desk in this process, for measuring it; the dossiers are gone when it is done."""

import argparse
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from src.agent import Agent
from src.bootstrap import build
from src.desks.catalogue import plugs
from src.dossier.journal import ModelRecord, Request, Turn
from src.dossier.models import Artifact, Language, Message
from src.dossier.patch import DossierPatch
from src.dossier.store import Committed, DossierStore


@dataclass(frozen=True)
class InProcess:
    """A desk with the models of the settings, spoken to without a server."""

    desk: str
    agent: Agent
    store: DossierStore

    async def begin(
        self, dossier_id: str, said: Sequence[tuple[str, str]], made: Sequence[Artifact] = ()
    ) -> None:
        """Make a dossier in which this was asked and replied, and this was made."""
        for number, (asked, replied) in enumerate(said or [("", "")]):
            messages = [Message(role="user", content=asked)] if asked else []
            messages += [Message(role="assistant", content=replied)] if replied else []
            put = tuple(made) if number == 0 else ()
            patch = DossierPatch(add_messages=tuple(messages), put_artifacts=put)
            await self.store.commit(_turn(dossier_id, self.desk, asked, replied, patch))

    async def ask(self, dossier_id: str, message: str) -> Committed:
        """Return the turn that answers a message."""
        return await self.agent.turn(dossier_id, Request(message=message), self.desk)


def _turn(dossier_id: str, desk: str, asked: str, replied: str, patch: DossierPatch) -> Turn:
    language: Language = "en"
    return Turn(
        dossier_id=dossier_id,
        desk=desk,
        author="import",
        request=Request(message=asked) if asked else None,
        patch=patch,
        reply=replied,
        language=language,
        model=ModelRecord(id="none"),
    )


@asynccontextmanager
async def conversing(
    options: argparse.Namespace, desk: str, data_dir: Path
) -> AsyncIterator[InProcess]:
    """Let a desk be spoken to in the block, over the library of a data folder, in which its dossiers are kept, too."""
    settings = options.read_settings(tess_data_dir=data_dir, database_url=None, tess_desk=desk)
    alone = [one for one in plugs(options.desks) if one.name == desk]
    parts = build(settings, desks=alone)
    try:
        yield InProcess(desk, parts.agent, parts.store)
    finally:
        await parts.close()

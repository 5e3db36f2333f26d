"""What the Azure desk does with a message before anything decides: refuse secrets, count the trace, take files in."""

import src.desks.azure.trace as trace
from src.desks.azure.attached import Attachments
from src.desks.azure.diagnosis import holder_mark
from src.desks.azure.errors_of_input import (
    DescriptionBlank,
    DescriptionTooLong,
    SecretInMessage,
    TraceSpent,
)
from src.desks.azure.reading import KnowsCaller
from src.dossier.journal import JournalEntry, Request
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.errors import UnknownDossier
from src.masking import typed

LONGEST_DESCRIPTION = 50 * 1024
"""Bytes in UTF-8."""


class NoSecrets:
    """Refuses a message that holds a token, a key or a password: what is stored stays as it was written."""

    name = "secrets"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:  # noqa: ARG002  # the shape of a step
        kinds = typed.counts(request.message)
        if kinds:
            raise SecretInMessage(kinds=", ".join(kinds))
        if not request.message.strip():
            raise DescriptionBlank
        if len(request.message.encode()) > LONGEST_DESCRIPTION:
            raise DescriptionTooLong(most="50 KiB")
        return DossierPatch()


class CountsTrace:
    """Counts what the trace had, by its journal, and lets no other login go on with it than its holder's."""

    name = "trace"

    def __init__(self, store: DossierStore, callers: KnowsCaller) -> None:
        self._store = store
        self._callers = callers

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:  # noqa: ARG002  # the shape of a step
        known = await self._callers.look()
        mine = holder_mark(known.key) if known else ""
        begun = trace.begun(dossier, await self._entries(dossier), mine)
        if known and begun.holder != mine:  # who is not logged in reads nothing of anybody's
            raise UnknownDossier(dossier_id=dossier.id)
        if begun.turns > trace.TURNS:
            raise TraceSpent(most=f"{trace.TURNS} calls")
        if begun.tool_calls >= trace.TOOL_CALLS:
            raise TraceSpent(most=f"{trace.TOOL_CALLS} tool calls")
        made = trace.calls_of(dossier).items()
        return DossierPatch(
            put_artifacts=(trace.as_artifact(begun),),
            # A reply from before the trace last ended shows no cause any more; what is read anew counts again.
            unselect_ids=tuple(name for name, one in made if one.round < begun.round),
        )

    async def _entries(self, dossier: Dossier) -> list[JournalEntry]:
        return await self._store.journal(dossier.id) if dossier.version else []


class TakesFiles:
    """Takes in the files that a message names."""

    name = "files"

    def __init__(self, attachments: Attachments) -> None:
        self._attachments = attachments

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:  # noqa: ARG002  # the shape of a step
        files = self._attachments.named_in(request.message)
        return DossierPatch(add_sources=files, select_ids=tuple(one.id for one in files))

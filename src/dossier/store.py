"""The door to stored dossiers."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Protocol

from src.dossier.answers import Quoted
from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import JournalEntry, Turn
from src.dossier.models import DOSSIER_ID, Dossier, Frozen, Label
from src.errors import BadDossierId, UnknownDossier

Clock = Callable[[], datetime]

Change = Callable[[list[bytes]], list[bytes]]
"""Makes the lines of another journal out of those of a journal."""

Over = Callable[[Dossier, datetime], bool]
"""Whether a dossier, whose last turn was committed at this time, need not be kept any longer."""


def utc_now() -> datetime:
    """Return the time of day, only ever used to tell people when something happened."""
    return datetime.now(UTC)


class Committed(Frozen):
    """A turn on stable storage, and the dossier right after it."""

    dossier: Dossier
    entry: JournalEntry
    repeated: bool = False
    """True where the turn's message id had been committed before: ``entry`` is that earlier turn."""


class DossierSummary(Frozen):
    """One line of the list of dossiers."""

    id: str
    desk: str
    version: int
    created_at: datetime
    title: str
    """The name that the user gave it, else the first words of the first question, personal data in them masked."""
    tenant: str = ""
    updated_at: datetime
    """When its last turn was committed."""
    labels: tuple[Label, ...] = ()
    archived: bool = False


class DossierQuery(Frozen):
    """Which dossiers a list is to hold."""

    tenant: str | None = None
    """Whose; None: everybody's."""
    words: bytes = b""
    """Folded words (see ``finding``) that stand in its texts, or stood there before a change; empty: whatever."""
    answered: bool = False
    """Only those that may hold an answer, with what these quote."""
    desk: str = ""
    """Of which desk; empty: of any."""
    desks: tuple[str, ...] = ()
    """Of one of which desks beside that; empty: of any."""
    labels: tuple[Label, ...] = ()
    """Each of which it has."""
    archived: bool | None = None
    """Whether it is archived; None: either."""


class DossierPage(Frozen):
    """A part of a list, the most recently changed first. It may be short, or empty, and others follow all the same."""

    dossiers: tuple[DossierSummary, ...]
    next: str = ""
    """Where the next page begins; empty: this is the last."""
    quotes: Mapping[str, tuple[Quoted, ...]] = {}
    """Where they were asked for: all that the answers of a dossier ever quoted, by its id, as far as that is known."""


class Lease(Protocol):
    """The only right to carry out what was confirmed in a dossier; the system takes it back from a holder who dies."""

    async def check(self) -> None:
        """Return if it is held still; raises ``StorageFailed`` where it may be another's by now."""

    async def settle(self) -> None:
        """Take note that nothing is left to carry out here."""


class DossierStore(Protocol):
    """Keeps dossiers and their journals. Ids are checked before they get here.

    Every method raises ``DossierUnreadable`` for a dossier that can't be read, and leaves it as it is.
    """

    async def load(self, dossier_id: str) -> Dossier | None:
        """Return the dossier as last committed; None where there is none."""

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        """Put the turn on stable storage on top of whatever is committed by now, and return both.

        Before it the ``contents`` of the blobs that it names; raises ``TooManyPictures``.

        A repeated ``message_id`` commits nothing and returns the earlier turn; with another text it raises
        ``MessageIdReused``. Artifacts that others changed since ``based_on`` are merged, and the entry holds what was
        stored; ``ChangedMeanwhile`` where both changed the same thing. Raises ``StorageFailed`` where the turn could
        not be stored. Whatever is raised, nothing changed.
        """

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        """Return the turn that was committed under this message id, with the dossier right after it."""

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        """Return the committed turns, oldest first; empty where there is no such dossier."""

    async def lines(self, dossier_id: str) -> list[bytes]:
        """Return the journal as it is stored, each line with its line feed; see ``chain``."""

    async def blob(self, dossier_id: str, sha256: str) -> bytes | None:
        """Return a blob of the dossier as it is kept, unchecked; None where it is not there."""

    async def rewrite(
        self, dossier_id: str, change: Change, contents: Collection[bytes] = NO_BLOBS
    ) -> Dossier:
        """Replace the whole journal by what ``change`` makes of its lines, in one step, and return the dossier.

        For erasing, and for a copy from another store; the dossier's lock is held meanwhile. Nothing of what is not
        in the new lines is left in the store, nor a blob that they do not name; ``contents`` are blobs that they name
        and the store lacks. Whatever ``change`` raises, nothing was changed.
        """

    async def page(self, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
        """Return at most so many readable dossiers, those behind the cursor, empty at first.

        Raises ``BadFields`` where the cursor is none.
        """

    async def ids(self) -> list[str]:
        """Return every dossier, also one that can't be read, the most recently changed last."""

    def erase(self, over: Over, among: Collection[str] | None = None) -> AsyncIterator[str]:
        """Remove every dossier of which this holds, and yield its id once nothing of it is left in the store.

        ``among``: only these are looked at.

        One that can't be read stays as it is. Raises ``StorageFailed``.
        """

    def lease(
        self, dossier_id: str, *, waits: bool = False
    ) -> AbstractAsyncContextManager[Lease | None]:
        """Hold the lease of a dossier; None where another has it, unless this ``waits`` for it.

        From then on ``unsettled`` names the dossier, also after a crash, until the lease is settled.
        """

    async def unsettled(self) -> list[str]:
        """Return the dossiers in which something confirmed may be left to carry out."""

    async def check(self) -> None:
        """Return if a turn could be stored now; raises ``StorageFailed`` otherwise. Stores nothing."""


async def loaded(store: DossierStore, dossier_id: str) -> Dossier:
    """Return a dossier as last committed; raises ``BadDossierId`` or ``UnknownDossier``."""
    if not DOSSIER_ID.fullmatch(dossier_id):
        raise BadDossierId
    dossier = await store.load(dossier_id)
    if dossier is None:
        raise UnknownDossier(dossier_id=dossier_id)
    return dossier

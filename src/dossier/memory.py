"""The dossiers that a store used last, kept so that a turn reads no more than is new."""

import threading
from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

REMEMBERED = 100
"""Dossiers that a store keeps in memory."""

REMEMBERED_BYTES = 64 * 1024 * 1024
"""Length of what they were read from together: a dossier takes about as much memory."""


class Measured(Protocol):
    """What knows how long it is."""

    @property
    def size(self) -> int:
        """Bytes that it was read from."""


Kept = TypeVar("Kept", bound=Measured)


class Memory(Generic[Kept]):
    """What was used last of each dossier, for all threads; one is kept however long it is."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, dossier_id: str) -> Kept | None:
        """Return what is remembered of a dossier."""
        with self._lock:
            found = self._kept.get(dossier_id)
            if found:
                self._kept.move_to_end(dossier_id)
            return found

    def put(self, dossier_id: str, now: Kept) -> None:
        """Remember this in place of what was remembered of the dossier."""
        with self._lock:
            self._drop(dossier_id)
            self._kept[dossier_id] = now
            self._bytes += now.size
            while len(self._kept) > 1 and (
                len(self._kept) > REMEMBERED or self._bytes > REMEMBERED_BYTES
            ):
                self._drop(next(iter(self._kept)))

    def forget(self, dossier_id: str) -> None:
        with self._lock:
            self._drop(dossier_id)

    def _drop(self, dossier_id: str) -> None:
        dropped = self._kept.pop(dossier_id, None)
        self._bytes -= dropped.size if dropped else 0

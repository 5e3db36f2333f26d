"""Collections that many servers share, beside the folder that each of them searches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Publish = Callable[[Path], None]
"""Makes the index in a folder the newest state of its collection, for all servers at once."""


def publish_nothing(folder: Path) -> None:
    """Leave an index in its folder, where it is found by whoever searches that."""


class SharedCollections:
    """Keeps the states of collections for servers that search a folder each; this one knows of one folder alone."""

    def look(self, library_dir: Path) -> None:
        """Bring the newest states that the caller may search into a server's folder; cheap where it has them."""

    @contextmanager
    def changing(self, home: Path) -> Iterator[Publish]:  # noqa: ARG002  # others need it
        """Hold a collection, whose newest state is in its folder then; other writers wait.

        ``StorageFailed`` where that or a ``Publish`` fails: nothing has changed then.
        """
        yield publish_nothing

    def close(self) -> None:
        """Let go of what is held open."""


NOT_SHARED = SharedCollections()

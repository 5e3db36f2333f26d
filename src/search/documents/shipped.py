"""The collection that is always there: the program's own documentation, made when it is first asked for."""

import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from src.errors import CorpusUnreadable, NotWritten
from src.places import SHIPPED
from src.search.documents.collection import made_by, state_of
from src.search.documents.collections import home_of, ingest_collection
from src.search.documents.origin import Origin
from src.search.encoder import EmbeddedEncoder, Encoder
from src.search.loaders.sections import files_below
from src.search.vectors import silent

NAME = "tess"
DOCS = SHIPPED / "docs"
NOT_SEARCHED = frozenset({"demo.md"})
"""Files that document nothing: in a transcript stand the words of whoever asks, and so it would be found by them."""

_log = logging.getLogger(__name__)


def provide_own_docs(library_dir: Path, encoder: Encoder | None, folder: Path = DOCS) -> None:
    """Make the collection where it is missing or of another version of the docs; one of a user's own stays as it is.

    It is searched by meaning where the encoder is part of the program. Where nothing can be kept, there is none, which
    the log says.
    """
    embedded = encoder if isinstance(encoder, EmbeddedEncoder) else None
    if _is_there(library_dir, embedded, folder):
        return
    try:
        # In a thread: vectors are made in an event loop, and whoever asks may be in one already.
        with ThreadPoolExecutor(1) as thread:
            ingest = partial(ingest_collection, (folder,), library_dir, NAME, silent, embedded)
            thread.submit(ingest, Origin(shipped=True), passed_over=NOT_SEARCHED).result()
    except (NotWritten, CorpusUnreadable):
        _log.warning("the program's own documentation can't be made a collection")


def _is_there(library_dir: Path, encoder: Encoder | None, folder: Path) -> bool:
    state = state_of(home_of(library_dir, NAME))
    if state is None:
        return False
    if not state.shipped:
        return True
    if state.made_by != made_by() or (encoder and state.encoder != encoder.id):
        return False
    shipped = Origin(shipped=True)
    return state.hashes == {
        f"{folder.name}/{name}": shipped.digest(path.read_bytes(), None)
        for name, path in files_below(folder).items()
        if isinstance(path, Path) and name not in NOT_SEARCHED
    }

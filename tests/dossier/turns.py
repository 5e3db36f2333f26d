"""Turns to commit, and clocks and folders to commit them with."""

import json
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

from src.dossier import chain
from src.dossier.blobs import sha256_of
from src.dossier.forgetting import forget
from src.dossier.journal import Erasure, ModelRecord, Request, Turn
from src.dossier.models import Document, Dossier, Message, Picture
from src.dossier.patch import DossierPatch
from tests.fakes import START

DOSSIER = "dos-0123456789abcdef0123456789abcdef"
OTHER = "dos-fedcba98"

BROUGHT = Document(
    id=f"upload/{'0' * 32}", title="brief.pdf", content="De  koopsom is\nbetaald.", client=True
)
"""A document of the client."""

DATA = Path(__file__).parent / "data"


def saying(text: str, message_id: str | None = None, dossier_id: str = DOSSIER) -> Turn:
    """Return a turn in which the user says this and is told ``noted``."""
    patch = DossierPatch(
        add_messages=(
            Message(role="user", content=text),
            Message(role="assistant", content="noted"),
        )
    )
    return changing(patch, text, message_id, dossier_id)


def changing(
    patch: DossierPatch,
    text: str = "change",
    message_id: str | None = None,
    dossier_id: str = DOSSIER,
) -> Turn:
    """Return a turn that changes the dossier by this patch."""
    return Turn(
        dossier_id=dossier_id,
        desk="tax",
        request=Request(message=text, message_id=message_id),
        patch=patch,
        reply="noted",
        language="en",
        model=ModelRecord(id="none"),
    )


def erasing(*versions: int, words: str = "erased") -> Callable[[list[bytes]], list[bytes]]:
    """Return a change that erases these turns, and says so in a line of its own."""

    def change(lines: list[bytes]) -> list[bytes]:
        known = chain.verify(lines)
        bare = changing(DossierPatch(add_messages=(Message(role="user", content=words),)))
        bare = bare.model_copy(update={"request": None, "dossier_id": known[0].dossier_id})
        gone = tuple(Erasure(version=version, turn=bare) for version in versions)
        turn = bare.model_copy(update={"patch": DossierPatch(), "erases": gone})
        kept = [chain.erased(line) if line.version in versions else line for line in known]
        last = chain.sealed(turn, known[-1].version + 1, START, known[-1], "0" * 32).line
        return [chain.written(line) for line in [*kept, last]]

    return change


def stored(state: Path) -> Dossier:
    """Return the dossier in a state file, without what it says of the journal."""
    document = json.loads(state.read_bytes())
    del document["journal"]
    return Dossier.model_validate(document)


def a_line(text: str = "secret") -> bytes:
    """Return the first line of some journal."""
    return chain.written(chain.sealed(saying(text), 1, START, None, "0" * 32).line)


def said(turns: tuple[Message, ...]) -> list[str]:
    """Return what the user said in a conversation, in order."""
    return [message.content for message in turns if message.role == "user"]


def ticking(start: datetime = START) -> Callable[[], datetime]:
    """Return a clock that is a second later at every look."""
    seconds = count()
    return lambda: start + timedelta(seconds=next(seconds))


def unsynced(handle: int) -> None:
    """Stand in for ``os.fsync`` where no power is lost: far quicker, the files are the same."""


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file that could be a dossier's, with its bytes; locks and the index are no content."""
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.is_file() and path.suffix != ".lock" and not path.name.startswith("index.")
    }


def kept(name: str, folder: Path) -> Path:
    """Copy a kept file of the test data into the folder and return the copy."""
    return Path(shutil.copy(DATA / name, folder))


PIXELS = b"\x89PNG\r\n\x1a\n the bytes of some picture \0\xff"


def picturing(content: bytes = PIXELS, shows: str = "the hob", dossier_id: str = DOSSIER) -> Turn:
    """Return a turn that adds a picture, whose bytes are committed with it."""
    name = sha256_of(content)
    picture = Picture(
        id=f"picture/{name[:32]}",
        title="hob.png",
        content=shows,
        sha256=name,
        media_type="image/png",
        width=4,
        height=3,
        size=len(content),
    )
    return changing(
        DossierPatch(add_sources=(picture,), select_ids=(picture.id,)), dossier_id=dossier_id
    )


def forgetting_turn(*versions: int) -> Callable[[list[bytes]], list[bytes]]:
    """Return a change that forgets these turns as ``tess forget`` does."""
    return lambda lines: forget(lines, versions, START, "0" * 32)

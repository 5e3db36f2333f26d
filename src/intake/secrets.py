"""The gate for secrets: what a person types, names or brings is masked before it is stored, logged or sent."""

import asyncio
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from secrets import token_bytes
from typing import TypeVar

from src.disk import make_folder, new_file
from src.dossier.journal import Request
from src.dossier.models import SourceBase
from src.tools.base import Arguments

KEY_FILE = "marks.key"
"""In the data folder, made with the first secret: without it nobody can try which secret a mark stands for."""

AnySource = TypeVar("AnySource", bound=SourceBase)


@cache
def _key_of_process() -> bytes:
    return token_bytes(32)


@dataclass(frozen=True)
class SecretGate:
    """Masks secrets; in one dossier the same secret has the same mark, whichever door it comes in by."""

    key: Callable[[], bytes] = _key_of_process
    """What marks are made with; asked for with the first secret."""

    def masked(self, text: str, dossier_id: str) -> str:
        """Return a text with a mark in the place of each secret, every other character as it was."""
        from src.masking import typed  # hundreds of forms, which most commands never need

        if not typed.find(text):
            return text
        key = hmac.digest(self.key(), dossier_id.encode(), "sha256")
        return typed.mask(text, typed.KeyedMarks(key=key))

    def arguments(self, given: Arguments, dossier_id: str) -> Arguments:
        """Return what a person gives a tool, the texts in it masked."""
        texts = {name: value for name, value in given if isinstance(value, str)}
        shown = {name: self.masked(value, dossier_id) for name, value in texts.items()}
        return given.model_copy(update=shown)

    async def request(self, request: Request, dossier_id: str) -> Request:
        """Return what a user sent as it is kept."""
        message = await asyncio.to_thread(self.masked, request.message, dossier_id)
        return request.model_copy(update={"message": message})

    async def is_same(self, kept: str, given: str, dossier_id: str) -> bool:
        """Return whether a message is one that was kept: another secret has another mark, and makes another message."""
        return kept == given or kept == await asyncio.to_thread(self.masked, given, dossier_id)

    async def source(self, source: AnySource, dossier_id: str) -> AnySource:
        """Return a document or picture that a user brings as it is kept."""
        return await asyncio.to_thread(self._source, source, dossier_id)

    def _source(self, source: AnySource, dossier_id: str) -> AnySource:
        shown = {
            name: self.masked(getattr(source, name), dossier_id)
            for name in ("title", "content", "heading", "url")
        }
        # A mark's angle brackets are no signs of an address.
        shown["url"] = shown["url"].replace("‹", "%E2%80%B9").replace("›", "%E2%80%BA")
        return source.model_copy(update=shown)


def gate_in(data_dir: Path, shared: str | None) -> SecretGate:
    """Return a gate whose marks stay the same when the program restarts, and on all servers that share this."""
    if shared:
        return SecretGate(partial(hmac.digest, shared.encode(), b"marks of secrets", "sha256"))
    return SecretGate(partial(_key_in, data_dir))


@cache
def _key_in(data_dir: Path) -> bytes:
    path = data_dir / KEY_FILE
    try:
        make_folder(data_dir)
        new_file(path, token_bytes(32))
    except FileExistsError:
        pass
    except OSError:  # nothing can be written there: marks stay the same until the program ends
        return _key_of_process()
    return path.read_bytes()

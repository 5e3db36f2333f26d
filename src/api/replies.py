"""Frames that end a reply: what came of a turn, or why nothing did."""

import logging
import secrets
from collections.abc import Mapping
from dataclasses import asdict

from src.api.source_frames import source_infos
from src.api.wire import (
    ArtifactInfo,
    ErrorFrame,
    FindingInfo,
    SuccessFrame,
    pending_clarification,
    plan_infos,
)
from src.dossier.models import Language
from src.dossier.store import Committed
from src.errors import (
    BadDossierId,
    Busy,
    Internal,
    LimitReached,
    RedactableError,
    TessError,
    sentence,
)
from src.presenter import caveat

Final = SuccessFrame | ErrorFrame


class TurnRefused(Exception):
    """A turn ended in an error frame; nothing of it was stored."""

    def __init__(self, frame: ErrorFrame) -> None:
        super().__init__(frame.code)
        self.frame = frame


MOST_FINDINGS = 200
"""Of one message, that are told; the redacted text has marks for all."""

log = logging.getLogger(__name__)


def success(committed: Committed, kinds: Mapping[str, str], language: str) -> SuccessFrame:
    """Return the reply of a committed turn; ``kinds``: what kinds of sources are called in its ``language``."""
    entry, dossier = committed.entry, committed.dossier
    clarification = pending_clarification(dossier)
    late = caveat(dossier, entry.version)
    return SuccessFrame(
        response=f"{entry.reply}\n\n*{late}*" if late else entry.reply,
        dossier_id=dossier.id,
        version=entry.version,
        language=language,
        model=entry.model.id,
        as_of=dossier.as_of,
        sources=source_infos(dossier, kinds),
        outcome="request" if clarification and not entry.outcome else entry.turn_outcome,
        clarification=clarification,
        artifacts=[
            ArtifactInfo(id=made.id, kind=made.kind, title=made.title) for made in dossier.artifacts
        ]
        or None,
        plans=plan_infos(dossier) or None,
    )


def failure(error: BaseException, language: Language, dossier_id: str | None = None) -> ErrorFrame:
    """Return what a client is told of an error; one that is a bug as a reference only, which the log has, too."""
    if isinstance(error, TessError):
        log.info("refused", extra={"code": error.code})
        return worded(error, language, None if isinstance(error, BadDossierId) else dossier_id)
    error_id = secrets.token_hex(4)
    log.error("a fault of ours", exc_info=error, extra={"error_id": error_id})
    return worded(Internal(error_id=error_id), language, dossier_id)


def worded(error: TessError, language: Language, dossier_id: str | None = None) -> ErrorFrame:
    """Return the frame of an error, its sentence filled with the details."""
    seconds = error.details.get("seconds") if isinstance(error, Busy | LimitReached) else None
    found = error if isinstance(error, RedactableError) else None
    told = (
        [FindingInfo(**asdict(each)) for each in found.findings[:MOST_FINDINGS]] if found else None
    )
    return ErrorFrame(
        error=sentence(error.code, error.details, language),
        code=error.code,
        dossier_id=dossier_id,
        error_id=error.details.get("error_id"),
        retry_after=int(seconds) if seconds else None,
        findings=told,
        redacted=found.redacted[0] if found and found.redacted else None,
    )


def preferred(accept_language: str | None) -> Language:
    """Return the language for a message that says nothing itself: Dutch if the caller prefers it, else English."""
    return "nl" if (accept_language or "").lower().startswith("nl") else "en"

"""Frames that end a reply: what came of a turn, or why nothing did."""

import logging
import secrets

from src.api.wire import Code, ErrorFrame, SuccessFrame, source_infos
from src.dossier.models import Language
from src.dossier.store import Committed
from src.errors import BadDossierId, TessError
from src.presenter import caveat
from src.wording import WORDINGS

Final = SuccessFrame | ErrorFrame

log = logging.getLogger(__name__)


def success(committed: Committed) -> SuccessFrame:
    """Return the reply of a committed turn."""
    entry, dossier = committed.entry, committed.dossier
    late = caveat(dossier, entry.version)
    return SuccessFrame(
        response=f"{entry.reply}\n\n*{late}*" if late else entry.reply,
        dossier_id=dossier.id,
        version=entry.version,
        language=entry.language,
        model=entry.model.id,
        as_of=dossier.as_of,
        sources=source_infos(dossier),
    )


def failure(error: BaseException, language: Language, dossier_id: str | None = None) -> ErrorFrame:
    """Return what a client is told of an error; one that is a bug as a reference only, which the log has, too."""
    if isinstance(error, TessError):
        log.info("refused", extra={"code": error.code})
        known = None if isinstance(error, BadDossierId) else dossier_id
        return worded(Code(error.code), error.details, language, known)
    error_id = secrets.token_hex(4)
    log.error("a fault of ours", exc_info=error, extra={"error_id": error_id})
    return worded(Code.INTERNAL, {"error_id": error_id}, language, dossier_id)


def worded(
    code: Code, details: dict[str, str], language: Language, dossier_id: str | None = None
) -> ErrorFrame:
    """Return the frame of a code, its sentence filled with the details."""
    return ErrorFrame(
        error=WORDINGS[language].error(code, details),
        code=code,
        dossier_id=dossier_id,
        error_id=details.get("error_id"),
        retry_after=int(details["seconds"]) if code in (Code.BUSY, Code.LIMIT_REACHED) else None,
    )


def preferred(accept_language: str | None) -> Language:
    """Return the language for a message that says nothing itself: Dutch for who prefers it, else English."""
    return "nl" if (accept_language or "").lower().startswith("nl") else "en"

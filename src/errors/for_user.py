"""Errors that the sender can mend by sending something else."""

from src.errors.base import ForUser


class EmptyMessage(ForUser):
    code = "empty_message"


class NotJson(ForUser):
    code = "not_json"


class BadFields(ForUser):
    """Details: ``field``, and as ``problem`` one of ``missing``, ``unknown_field`` and ``wrong_value``."""

    code = "bad_fields"


class MessageTooLarge(ForUser):
    """Details: ``limit`` in bytes."""

    code = "message_too_large"


class NotText(ForUser):
    code = "not_text"


class BadDossierId(ForUser):
    code = "bad_dossier_id"


class UnknownDossier(ForUser):
    """Details: ``dossier_id``."""

    code = "unknown_dossier"
    status = 404


class UnknownDesk(ForUser):
    """Details: ``desks``, the names that exist."""

    code = "unknown_desk"


class DeskNotInstalled(ForUser):
    """A dossier is of a desk that this installation does not have; details: ``desk``."""

    code = "desk_not_installed"
    status = 409


class MessageIdReused(ForUser):
    code = "message_id_reused"


class ChangedMeanwhile(ForUser):
    """Another turn changed what this one changes; details: ``names``, the ids of what it is, with the fields."""

    code = "changed_meanwhile"
    status = 409


class UnknownVersion(ForUser):
    """Details: ``version``, as it was asked for, and ``latest``."""

    code = "unknown_version"
    status = 404


class UnknownSource(ForUser):
    """Details: ``source``, as it was asked for."""

    code = "unknown_source"
    status = 404


class UnknownAnswer(ForUser):
    """Details: ``answer``, as it was asked for."""

    code = "unknown_answer"
    status = 404


class NoAnswerYet(ForUser):
    code = "no_answer_yet"
    status = 409


class PackRefused(ForUser):
    """A file is no sound pack; details: ``problem``, and ``member``, the part of it that is meant."""

    code = "pack_refused"


class NothingToUndo(ForUser):
    """Details: ``possible``, how many turns can be undone; with none the refusal is the whole sentence."""

    code = "nothing_to_undo"
    status = 409


class NothingToRedo(ForUser):
    """Details: ``possible``, how many turns can be made again; with none the refusal is the whole sentence."""

    code = "nothing_to_redo"
    status = 409


class OnHold(ForUser):
    """Something was to be forgotten of a dossier on legal hold; details: ``dossier_id``."""

    code = "on_hold"
    status = 409


class EffectsOpen(ForUser):
    """A dossier is to be deleted while something that was confirmed in it is left to carry out; details: ``dossier_id``."""

    code = "effects_open"
    status = 409


class NoReceipt(ForUser):
    """An answer from before there were receipts, or of a turn that was forgotten; details: ``answer``."""

    code = "no_receipt"


class NotAnAnsweringDesk(ForUser):
    """A dossier of a desk that gives no answers with quotes, or is not installed; details: ``desk``."""

    code = "not_an_answering_desk"


class NoTimeline(ForUser):
    """An answer can't be asked for again of another day, as nothing at its desk changes by day; details: ``desk``."""

    code = "no_timeline"


class BadSelection(ForUser):
    """A branch would have no source, or the same ones as the answer; details: ``problem``."""

    code = "bad_selection"


class CheckFirst(ForUser):
    code = "check_first"
    status = 409


class DocumentTooLarge(ForUser):
    """Details: ``limit``, with its unit."""

    code = "document_too_large"
    status = 413


class DocumentTooLong(ForUser):
    """Too many pages or tags, too much text, or too large when unpacked; details: ``problem``, ``limit``."""

    code = "document_too_long"


class DocumentTooSlow(ForUser):
    """Reading a document took more time or memory than it may; details: ``seconds``."""

    code = "document_too_slow"


class BodyTooSlow(ForUser):
    """A file took too long to arrive; details: ``seconds`` that it was waited for."""

    code = "body_too_slow"
    status = 408


class DocumentUnreadable(ForUser):
    """A document is damaged, locked, or of a kind that is not read; details: ``problem``."""

    code = "document_unreadable"


class DocumentWithoutText(ForUser):
    code = "document_without_text"


class Unauthenticated(ForUser):
    """There is no token, or one that is not valid here; details: ``problem``."""

    code = "unauthenticated"
    status = 401


class TokenExpired(ForUser):
    code = "token_expired"
    status = 401


class TokenRevoked(ForUser):
    code = "token_revoked"
    status = 401


class LimitReached(ForUser):
    """A tenant has had what it may have; details: ``limit``, ``most``, ``seconds`` and ``time`` until it may again."""

    code = "limit_reached"
    status = 429


class UnknownTurn(ForUser):
    """The caller has no turn of this message that is remembered; details: ``message_id``."""

    code = "unknown_turn"
    status = 404


class Cancelled(ForUser):
    code = "cancelled"
    status = 409


class NotFound(ForUser):
    code = "not_found"
    status = 404

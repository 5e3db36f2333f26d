"""Errors that the sender can mend by sending something else."""

from src.errors.base import ForUser


class EmptyMessage(ForUser): ...


class NotJson(ForUser): ...


class BadFields(ForUser):
    """Details: ``field``, and as ``problem`` one of ``missing``, ``unknown_field`` and ``wrong_value``."""


class MessageTooLarge(ForUser):
    """Details: ``limit`` in bytes."""


class NotText(ForUser): ...


class BadDossierId(ForUser): ...


class UnknownDossier(ForUser, status=404):
    """Details: ``dossier_id``."""


class UnknownDesk(ForUser):
    """Details: ``desks``, the names that exist."""


class DeskNotInstalled(ForUser, status=409):
    """A dossier is of a desk that this installation does not have; details: ``desk``."""


class MessageIdReused(ForUser): ...


class ChangedMeanwhile(ForUser, status=409):
    """Another turn changed what this one changes; details: ``names``, the ids of what it is, with the fields."""


class UnknownVersion(ForUser, status=404):
    """Details: ``version``, as it was asked for, and ``latest``."""


class UnknownSource(ForUser, status=404):
    """Details: ``source``, as it was asked for."""


class UnknownAnswer(ForUser, status=404):
    """Details: ``answer``, as it was asked for."""


class NoAnswerYet(ForUser, status=409): ...


class PackRefused(ForUser):
    """A file is no sound pack; details: ``problem``, and ``member``, the part of it that is meant."""


class NothingToUndo(ForUser, status=409):
    """Details: ``possible``, how many turns can be undone; with none the refusal is the whole sentence."""


class NothingToRedo(ForUser, status=409):
    """Details: ``possible``, how many turns can be made again; with none the refusal is the whole sentence."""


class OnHold(ForUser, status=409):
    """Something was to be forgotten of a dossier on legal hold; details: ``dossier_id``."""


class EffectsOpen(ForUser, status=409):
    """A dossier is to be deleted while something that was confirmed in it is left to carry out; details: ``dossier_id``."""


class NoReceipt(ForUser):
    """An answer from before there were receipts, or of a turn that was forgotten; details: ``answer``."""


class NotAnAnsweringDesk(ForUser):
    """A dossier of a desk that gives no answers with quotes, or is not installed; details: ``desk``."""


class NoTimeline(ForUser):
    """An answer can't be asked for again of another day, as nothing at its desk changes by day; details: ``desk``."""


class BadSelection(ForUser):
    """A branch would have no source, or the same ones as the answer; details: ``problem``."""


class CheckFirst(ForUser, status=409): ...


class DocumentTooLarge(ForUser, status=413):
    """Details: ``limit``, with its unit."""


class DocumentTooLong(ForUser):
    """Too many pages or tags, too much text, or too large when unpacked; details: ``problem``, ``limit``."""


class DocumentTooSlow(ForUser):
    """Reading a document took more time or memory than it may; details: ``seconds``."""


class BodyTooSlow(ForUser, status=408):
    """A file took too long to arrive; details: ``seconds`` that it was waited for."""


class DocumentUnreadable(ForUser):
    """A document is damaged, locked, or of a kind that is not read; details: ``problem``."""


class DocumentWithoutText(ForUser): ...


class Unauthenticated(ForUser, status=401):
    """There is no token, or one that is not valid here; details: ``problem``."""


class TokenExpired(ForUser, status=401): ...


class TokenRevoked(ForUser, status=401): ...


class LimitReached(ForUser, status=429):
    """A tenant has had what it may have; details: ``limit``, ``most``, ``seconds`` and ``time`` until it may again."""


class UnknownTurn(ForUser, status=404):
    """The caller has no turn of this message that is remembered; details: ``message_id``."""


class Cancelled(ForUser, status=409): ...


class NotFound(ForUser, status=404): ...

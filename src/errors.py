"""Every error that TESS raises on purpose, sorted by who must act.

::

    TessError
    ├── ForUser                  the person (or program) that sent the message
    │   ├── EmptyMessage             empty_message
    │   ├── NotJson                  not_json
    │   ├── BadFields                bad_fields
    │   ├── MessageTooLarge          message_too_large
    │   ├── NotText                  not_text
    │   ├── BadDossierId             bad_dossier_id
    │   ├── UnknownDossier           unknown_dossier
    │   ├── UnknownDesk              unknown_desk
    │   ├── MessageIdReused          message_id_reused
    │   ├── UnknownVersion           unknown_version
    │   ├── UnknownSource            unknown_source
    │   ├── UnknownAnswer            unknown_answer
    │   ├── NoAnswerYet              no_answer_yet
    │   ├── PackRefused              pack_refused
    │   ├── NothingToUndo            nothing_to_undo
    │   ├── NothingToRedo            nothing_to_redo
    │   ├── OnHold                   on_hold
    │   ├── NoReceipt                no_receipt
    │   ├── BadSelection             bad_selection
    │   ├── CheckFirst               check_first
    │   ├── DocumentTooLarge         document_too_large
    │   ├── DocumentTooLong          document_too_long
    │   ├── DocumentTooSlow          document_too_slow
    │   ├── DocumentUnreadable       document_unreadable
    │   ├── DocumentWithoutText      document_without_text
    │   ├── Unauthenticated          unauthenticated
    │   ├── TokenExpired             token_expired
    │   ├── TokenRevoked             token_revoked
    │   └── LimitReached             limit_reached
    ├── ForModel                 the model: becomes a tool result, never ends a turn
    │   ├── UnknownTool              unknown_tool
    │   ├── BadArguments             bad_arguments
    │   ├── TooManyCalls             too_many_calls
    │   ├── SelectionNotShown        selection_not_shown
    │   └── NothingSelected          nothing_selected
    └── ForOperator              whoever runs the server
        ├── BadSettings              bad_settings
        ├── DossierUnreadable        dossier_unreadable
        ├── JournalBroken            journal_broken
        ├── SourceChanged            source_changed
        ├── StorageFailed            storage_failed
        ├── StorageUnknown           storage_unknown
        ├── CorpusUnreadable         corpus_unreadable
        ├── ServiceUnavailable       service_unavailable
        ├── ModelKeyRefused          model_key_refused
        ├── ModelUnavailable         model_unavailable
        ├── ModelGaveNoAnswer        model_gave_no_answer
        ├── TurnTimeout              turn_timeout
        ├── Busy                     busy
        └── ShuttingDown             shutting_down

An error carries a stable ``code`` and named details; the sentence that a person reads is made from both by
``src/wording`` in the person's language. Anything else that is raised is a bug: the socket logs it whole and
sends the code ``internal`` with an error id.
"""

from typing import ClassVar


class TessError(Exception):
    """An error with a stable code; ``details`` fill the sentence that a person reads."""

    code: ClassVar[str]

    def __init__(self, **details: str) -> None:
        super().__init__(self.code, details)
        self.details = details

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{self.code} ({told})" if told else self.code


class ForUser(TessError):
    """The sender can mend it by sending something else."""


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


class UnknownDesk(ForUser):
    """Details: ``desks``, the names that exist."""

    code = "unknown_desk"


class MessageIdReused(ForUser):
    code = "message_id_reused"


class UnknownVersion(ForUser):
    """Details: ``version``, as it was asked for, and ``latest``."""

    code = "unknown_version"


class UnknownSource(ForUser):
    """Details: ``source``, as it was asked for."""

    code = "unknown_source"


class UnknownAnswer(ForUser):
    """Details: ``answer``, as it was asked for."""

    code = "unknown_answer"


class NoAnswerYet(ForUser):
    """There is nothing to hand over."""

    code = "no_answer_yet"


class PackRefused(ForUser):
    """A file is no sound pack; details: ``problem``, and ``member``, the part of it that is meant."""

    code = "pack_refused"


class NothingToUndo(ForUser):
    """Details: ``possible``, how many turns can be undone."""

    code = "nothing_to_undo"


class NothingToRedo(ForUser):
    """Details: ``possible``, how many turns can be made again."""

    code = "nothing_to_redo"


class OnHold(ForUser):
    """Something was to be forgotten of a dossier on legal hold; details: ``dossier_id``."""

    code = "on_hold"


class NoReceipt(ForUser):
    """An answer from before there were receipts, or of a turn that was forgotten; details: ``answer``."""

    code = "no_receipt"


class BadSelection(ForUser):
    """A branch would have no source, or the same ones as the answer; details: ``problem``."""

    code = "bad_selection"


class CheckFirst(ForUser):
    """A client document was to be added that nobody agreed to after its check."""

    code = "check_first"


class DocumentTooLarge(ForUser):
    """Details: ``limit``, with its unit."""

    code = "document_too_large"


class DocumentTooLong(ForUser):
    """Too many pages, too much text, or too large when unpacked; details: ``problem``, ``limit``."""

    code = "document_too_long"


class DocumentTooSlow(ForUser):
    """Reading a document took more time or memory than it may; details: ``seconds``."""

    code = "document_too_slow"


class DocumentUnreadable(ForUser):
    """A document is damaged, locked, or of a kind that is not read; details: ``problem``."""

    code = "document_unreadable"


class DocumentWithoutText(ForUser):
    """A document is made of pictures, or empty."""

    code = "document_without_text"


class Unauthenticated(ForUser):
    """There is no token, or one that is not valid here; details: ``problem``."""

    code = "unauthenticated"


class TokenExpired(ForUser):
    code = "token_expired"


class TokenRevoked(ForUser):
    code = "token_revoked"


class LimitReached(ForUser):
    """A tenant has had what it may have; details: ``limit``, ``most``, ``seconds`` and ``time`` until it may again."""

    code = "limit_reached"


class ForModel(TessError):
    """The model asked for something impossible; the model and the user are told, the turn goes on."""


class UnknownTool(ForModel):
    """Details: ``tool``."""

    code = "unknown_tool"


class BadArguments(ForModel):
    """Details: ``tool``, ``problem``."""

    code = "bad_arguments"


class TooManyCalls(ForModel):
    """Details: ``limit``."""

    code = "too_many_calls"


class SelectionNotShown(ForModel):
    """An answer was asked for while the user has not seen the current selection."""

    code = "selection_not_shown"


class NothingSelected(ForModel):
    """An answer was asked for without a single selected source."""

    code = "nothing_selected"


class ForOperator(TessError):
    """Whoever runs the server must act; nothing was changed."""


class BadSettings(ForOperator):
    """Details: ``problem``, a sentence that says what to set."""

    code = "bad_settings"


class DossierUnreadable(ForOperator):
    """The file is broken, foreign or newer than this program; details: ``dossier_id``, ``problem``."""

    code = "dossier_unreadable"


class JournalBroken(ForOperator):
    """A line of a journal is not as it was written; details: ``entry``, its number from 1."""

    code = "journal_broken"


class SourceChanged(ForOperator):
    """A source of an answer is not what the answer was made from; details: ``source``, its id."""

    code = "source_changed"


class StorageFailed(ForOperator):
    """The turn could not be put on stable storage; details: ``problem``."""

    code = "storage_failed"


class StorageUnknown(ForOperator):
    """The database went away before it said whether the turn is stored, and did not come back."""

    code = "storage_unknown"


class CorpusUnreadable(ForOperator):
    """Details: ``path``, ``problem``."""

    code = "corpus_unreadable"


class ServiceUnavailable(ForOperator):
    """A service of the government is out of reach, or there is no network; details: ``service``, ``problem``."""

    code = "service_unavailable"


class ModelKeyRefused(ForOperator):
    """The provider refused the key."""

    code = "model_key_refused"


class ModelUnavailable(ForOperator):
    """The provider could not be reached, was too slow, too busy or refused the request; details: ``problem``."""

    code = "model_unavailable"


class ModelGaveNoAnswer(ForOperator):
    """An empty, cut, filtered or refused completion; details: ``reason``."""

    code = "model_gave_no_answer"

    def __init__(self, tokens: int = 0, **details: str) -> None:
        super().__init__(**details)
        self.tokens = tokens
        """What it took all the same, as far as the provider says."""


class TurnTimeout(ForOperator):
    """Details: ``seconds``."""

    code = "turn_timeout"


class Busy(ForOperator):
    """So many turns run and wait that this one was not begun; details: ``seconds`` until it makes sense again."""

    code = "busy"


class ShuttingDown(ForOperator):
    """The server is coming to its end: the turn was not begun, or was stopped."""

    code = "shutting_down"

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
    │   ├── UnknownCollection        unknown_collection
    │   ├── BadCollectionName        bad_collection_name
    │   ├── DeskNotInstalled         desk_not_installed
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
    │   ├── NotAnAnsweringDesk       not_an_answering_desk
    │   ├── NoTimeline               no_timeline
    │   ├── BadSelection             bad_selection
    │   ├── CheckFirst               check_first
    │   ├── DocumentTooLarge         document_too_large
    │   ├── DocumentTooLong          document_too_long
    │   ├── DocumentTooSlow          document_too_slow
    │   ├── BodyTooSlow              body_too_slow
    │   ├── DocumentUnreadable       document_unreadable
    │   ├── DocumentWithoutText      document_without_text
    │   ├── Unauthenticated          unauthenticated
    │   ├── TokenExpired             token_expired
    │   ├── TokenRevoked             token_revoked
    │   ├── LimitReached             limit_reached
    │   ├── UnknownTurn              unknown_turn
    │   ├── Cancelled                cancelled
    │   └── NotFound                 not_found
    ├── ForModel                 the model: becomes a tool result, never ends a turn
    │   ├── UnknownTool              unknown_tool
    │   ├── BadArguments             bad_arguments
    │   ├── TooManyCalls             too_many_calls
    │   ├── RepeatedCall             repeated_call
    │   ├── SelectionNotShown        selection_not_shown
    │   ├── NothingSelected          nothing_selected
    │   └── Failed                   failed
    └── ForOperator              whoever runs the server
        ├── BadSettings              bad_settings
        ├── DossierUnreadable        dossier_unreadable
        ├── JournalBroken            journal_broken
        ├── SourceChanged            source_changed
        ├── StorageFailed            storage_failed
        ├── NotWritten               not_written
        ├── StorageUnknown           storage_unknown
        ├── CorpusUnreadable         corpus_unreadable
        ├── ServiceUnavailable       service_unavailable
        ├── ModelKeyRefused          model_key_refused
        ├── ModelUnavailable         model_unavailable
        ├── ModelGaveNoAnswer        model_gave_no_answer
        ├── IntakeFailed             intake_failed
        ├── TurnTimeout              turn_timeout
        ├── Busy                     busy
        ├── ShuttingDown             shutting_down
        └── Internal                 internal

All that is said of an error stands with its class: the code, the status of an HTTP reply, the sentences in both languages and
the row in the table of codes; whatever lists or maps errors is derived from there. Anything else that is raised is a bug: the
socket logs it whole and sends ``internal`` with an error id.
"""

from src.errors.base import (
    CODES,
    CodeTaken,
    ForModel,
    ForOperator,
    ForUser,
    TessError,
    problem,
    refusal,
    sentence,
)
from src.errors.for_model import (
    BadArguments,
    Failed,
    NothingSelected,
    RepeatedCall,
    SelectionNotShown,
    TooManyCalls,
    UnknownTool,
)
from src.errors.for_operator import (
    BadSettings,
    Busy,
    CorpusUnreadable,
    DossierUnreadable,
    IntakeFailed,
    Internal,
    JournalBroken,
    ModelGaveNoAnswer,
    ModelKeyRefused,
    ModelUnavailable,
    NotWritten,
    ServiceUnavailable,
    ShuttingDown,
    SourceChanged,
    StorageFailed,
    StorageUnknown,
    TurnTimeout,
)
from src.errors.for_user import (
    BadCollectionName,
    BadDossierId,
    BadFields,
    BadSelection,
    BodyTooSlow,
    Cancelled,
    CheckFirst,
    DeskNotInstalled,
    DocumentTooLarge,
    DocumentTooLong,
    DocumentTooSlow,
    DocumentUnreadable,
    DocumentWithoutText,
    EmptyMessage,
    LimitReached,
    MessageIdReused,
    MessageTooLarge,
    NoAnswerYet,
    NoReceipt,
    NotAnAnsweringDesk,
    NotFound,
    NothingToRedo,
    NothingToUndo,
    NoTimeline,
    NotJson,
    NotText,
    OnHold,
    PackRefused,
    TokenExpired,
    TokenRevoked,
    Unauthenticated,
    UnknownAnswer,
    UnknownCollection,
    UnknownDesk,
    UnknownDossier,
    UnknownSource,
    UnknownTurn,
    UnknownVersion,
)

__all__ = [
    "CODES",
    "BadArguments",
    "BadCollectionName",
    "BadDossierId",
    "BadFields",
    "BadSelection",
    "BadSettings",
    "BodyTooSlow",
    "Busy",
    "Cancelled",
    "CheckFirst",
    "CodeTaken",
    "CorpusUnreadable",
    "DeskNotInstalled",
    "DocumentTooLarge",
    "DocumentTooLong",
    "DocumentTooSlow",
    "DocumentUnreadable",
    "DocumentWithoutText",
    "DossierUnreadable",
    "EmptyMessage",
    "Failed",
    "ForModel",
    "ForOperator",
    "ForUser",
    "IntakeFailed",
    "Internal",
    "JournalBroken",
    "LimitReached",
    "MessageIdReused",
    "MessageTooLarge",
    "ModelGaveNoAnswer",
    "ModelKeyRefused",
    "ModelUnavailable",
    "NoAnswerYet",
    "NoReceipt",
    "NoTimeline",
    "NotAnAnsweringDesk",
    "NotFound",
    "NotJson",
    "NotText",
    "NotWritten",
    "NothingSelected",
    "NothingToRedo",
    "NothingToUndo",
    "OnHold",
    "PackRefused",
    "RepeatedCall",
    "SelectionNotShown",
    "ServiceUnavailable",
    "ShuttingDown",
    "SourceChanged",
    "StorageFailed",
    "StorageUnknown",
    "TessError",
    "TokenExpired",
    "TokenRevoked",
    "TooManyCalls",
    "TurnTimeout",
    "Unauthenticated",
    "UnknownAnswer",
    "UnknownCollection",
    "UnknownDesk",
    "UnknownDossier",
    "UnknownSource",
    "UnknownTool",
    "UnknownTurn",
    "UnknownVersion",
    "problem",
    "refusal",
    "sentence",
]

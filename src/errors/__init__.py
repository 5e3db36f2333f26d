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
    │   ├── DeskNotInstalled         desk_not_installed
    │   ├── MessageIdReused          message_id_reused
    │   ├── ChangedMeanwhile         changed_meanwhile
    │   ├── UnknownVersion           unknown_version
    │   ├── UnknownSource            unknown_source
    │   ├── UnknownAnswer            unknown_answer
    │   ├── NoAnswerYet              no_answer_yet
    │   ├── PackRefused              pack_refused
    │   ├── NothingToUndo            nothing_to_undo
    │   ├── NothingToRedo            nothing_to_redo
    │   ├── OnHold                   on_hold
    │   ├── EffectsOpen              effects_open
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
    │   ├── NotFound                 not_found
    │   ├── PictureTooLarge          picture_too_large
    │   ├── PictureUnreadable        picture_unreadable
    │   ├── PictureTooSlow           picture_too_slow
    │   ├── TooManyPictures          too_many_pictures
    │   ├── UnknownPicture           unknown_picture
    │   ├── PictureNotChecked        picture_not_checked
    │   ├── SecretInPicture          secret_in_picture
    │   ├── PersonNeeded             person_needed
    │   ├── ConfirmationNotAllowed   confirmation_not_allowed
    │   ├── StaleDigest              stale_digest
    │   ├── RedactableError
    │   ├── UnknownCollection        unknown_collection
    │   ├── UnknownDocsVersion       unknown_docs_version
    │   ├── BadCollectionName        bad_collection_name
    │   ├── SeveralDossiers          several_dossiers
    │   ├── AddressNotAllowed        address_not_allowed
    │   ├── PageNotFetched           page_not_fetched
    │   ├── UnknownStandin           unknown_standin
    │   └── BadWorld                 bad_world
    ├── ForModel                 the model: becomes a tool result, never ends a turn
    │   ├── UnknownTool              unknown_tool
    │   ├── BadArguments             bad_arguments
    │   ├── TooManyCalls             too_many_calls
    │   ├── RepeatedCall             repeated_call
    │   ├── UnknownSourceNumber      unknown_source_number
    │   ├── NotCalculable            not_calculable
    │   ├── LeftOutByUser            left_out_by_user
    │   ├── SelectionNotShown        selection_not_shown
    │   ├── NothingSelected          nothing_selected
    │   ├── PlanGone                 plan_gone
    │   ├── PlanNotShown             plan_not_shown
    │   ├── PlanOutdated             plan_outdated
    │   ├── NotCarriedOut            not_carried_out
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
        ├── ModelKeyRefused          model_key_refused
        ├── ModelUnavailable         model_unavailable
        ├── ModelGaveNoAnswer        model_gave_no_answer
        ├── IntakeFailed             intake_failed
        ├── TurnTimeout              turn_timeout
        ├── Busy                     busy
        ├── ShuttingDown             shutting_down
        ├── Internal                 internal
        ├── PictureBroken            picture_broken
        ├── ServiceUnavailable       service_unavailable
        ├── AddressRefused           address_refused
        └── ReplyUnreadable          reply_unreadable

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
    LeftOutByUser,
    NotCalculable,
    NotCarriedOut,
    NothingSelected,
    PlanGone,
    PlanNotShown,
    PlanOutdated,
    RepeatedCall,
    SelectionNotShown,
    TooManyCalls,
    UnknownSourceNumber,
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
    ShuttingDown,
    SourceChanged,
    StorageFailed,
    StorageUnknown,
    TurnTimeout,
)
from src.errors.for_user import (
    BadDossierId,
    BadFields,
    BadSelection,
    BodyTooSlow,
    Cancelled,
    ChangedMeanwhile,
    CheckFirst,
    DeskNotInstalled,
    DocumentTooLarge,
    DocumentTooLong,
    DocumentTooSlow,
    DocumentUnreadable,
    DocumentWithoutText,
    EffectsOpen,
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
    UnknownDesk,
    UnknownDossier,
    UnknownSource,
    UnknownTurn,
    UnknownVersion,
)
from src.errors.pictures import (
    PictureBroken,
    PictureNotChecked,
    PictureTooLarge,
    PictureTooSlow,
    PictureUnreadable,
    SecretInPicture,
    TooManyPictures,
    UnknownPicture,
)
from src.errors.programs import ConfirmationNotAllowed, PersonNeeded, StaleDigest
from src.errors.redactable import MaskedFinding, RedactableError
from src.errors.searching import (
    BadCollectionName,
    SeveralDossiers,
    UnknownCollection,
    UnknownDocsVersion,
)
from src.errors.services import (
    AddressNotAllowed,
    AddressRefused,
    BadWorld,
    PageNotFetched,
    ReplyUnreadable,
    ServiceUnavailable,
    UnknownStandin,
)

__all__ = [
    "CODES",
    "AddressNotAllowed",
    "AddressRefused",
    "BadArguments",
    "BadCollectionName",
    "BadDossierId",
    "BadFields",
    "BadSelection",
    "BadSettings",
    "BadWorld",
    "BodyTooSlow",
    "Busy",
    "Cancelled",
    "ChangedMeanwhile",
    "CheckFirst",
    "CodeTaken",
    "ConfirmationNotAllowed",
    "CorpusUnreadable",
    "DeskNotInstalled",
    "DocumentTooLarge",
    "DocumentTooLong",
    "DocumentTooSlow",
    "DocumentUnreadable",
    "DocumentWithoutText",
    "DossierUnreadable",
    "EffectsOpen",
    "EmptyMessage",
    "Failed",
    "ForModel",
    "ForOperator",
    "ForUser",
    "IntakeFailed",
    "Internal",
    "JournalBroken",
    "LeftOutByUser",
    "LimitReached",
    "MaskedFinding",
    "MessageIdReused",
    "MessageTooLarge",
    "ModelGaveNoAnswer",
    "ModelKeyRefused",
    "ModelUnavailable",
    "NoAnswerYet",
    "NoReceipt",
    "NoTimeline",
    "NotAnAnsweringDesk",
    "NotCalculable",
    "NotCarriedOut",
    "NotFound",
    "NotJson",
    "NotText",
    "NotWritten",
    "NothingSelected",
    "NothingToRedo",
    "NothingToUndo",
    "OnHold",
    "PackRefused",
    "PageNotFetched",
    "PersonNeeded",
    "PictureBroken",
    "PictureNotChecked",
    "PictureTooLarge",
    "PictureTooSlow",
    "PictureUnreadable",
    "PlanGone",
    "PlanNotShown",
    "PlanOutdated",
    "RedactableError",
    "RepeatedCall",
    "ReplyUnreadable",
    "SecretInPicture",
    "SelectionNotShown",
    "ServiceUnavailable",
    "SeveralDossiers",
    "ShuttingDown",
    "SourceChanged",
    "StaleDigest",
    "StorageFailed",
    "StorageUnknown",
    "TessError",
    "TokenExpired",
    "TokenRevoked",
    "TooManyCalls",
    "TooManyPictures",
    "TurnTimeout",
    "Unauthenticated",
    "UnknownAnswer",
    "UnknownCollection",
    "UnknownDesk",
    "UnknownDocsVersion",
    "UnknownDossier",
    "UnknownPicture",
    "UnknownSource",
    "UnknownSourceNumber",
    "UnknownStandin",
    "UnknownTool",
    "UnknownTurn",
    "UnknownVersion",
    "problem",
    "refusal",
    "sentence",
]

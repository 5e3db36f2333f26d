"""What is said of foreign systems, of pictures, of what is searched, and to programs that speak for a person."""

from src.errors.base import ForOperator, ForUser


class PictureTooLarge(ForUser):
    """Too many bytes, as it was sent or as it would be kept, or too many pixels or scans; details: ``problem``, ``limit``."""

    code = "picture_too_large"
    status = 413


class PictureUnreadable(ForUser):
    """A picture is damaged, of a kind that is not taken, or named like another kind; details: ``problem``."""

    code = "picture_unreadable"


class PictureTooSlow(ForUser):
    """Reading a picture took more time or memory than it may; details: ``seconds``."""

    code = "picture_too_slow"


class TooManyPictures(ForUser):
    """A dossier has as many pictures as it may; details: ``limit``."""

    code = "too_many_pictures"
    status = 409


class UnknownPicture(ForUser):
    """A dossier has no picture of this SHA-256, or its bytes are lost; details: ``sha256``."""

    code = "unknown_picture"
    status = 404


class PictureNotChecked(ForUser):
    code = "picture_not_checked"
    status = 409


class SecretInPicture(ForUser):
    """A secret is to be read in a picture; details: ``kinds``."""

    code = "secret_in_picture"


class PictureBroken(ForOperator):
    """A picture that a dossier names is missing or changed; details: ``dossier_id``, ``sha256``."""

    code = "picture_broken"


class PersonNeeded(ForUser):
    """A model confirmed what only a person may; details: ``dossier_id``."""

    code = "person_needed"
    status = 403


class ConfirmationNotAllowed(ForUser):
    code = "confirmation_not_allowed"
    status = 403


class StaleDigest(ForUser):
    code = "stale_digest"
    status = 409


class UnknownCollection(ForUser):
    """Details: ``collection``, and ``collections``, the names that exist."""

    code = "unknown_collection"
    status = 404


class UnknownDocsVersion(ForUser):
    """Details: ``collection``, ``version``, and ``versions``, those that it has."""

    code = "unknown_docs_version"
    status = 404


class BadCollectionName(ForUser):
    code = "bad_collection_name"


class SeveralDossiers(ForUser):
    """Details: ``start``, as it was typed, and ``ids``, some of the dossiers that it is the start of."""

    code = "several_dossiers"


class AddressNotAllowed(ForUser):
    """A page was to be fetched from where nothing is; details: ``host``, ``problem``."""

    code = "address_not_allowed"


class PageNotFetched(ForUser):
    """A page could not be fetched; details: ``host``, ``problem``."""

    code = "page_not_fetched"


class ServiceUnavailable(ForOperator):
    """A service is out of reach, too slow, too busy or failing; details: ``service``, ``problem``."""

    code = "service_unavailable"


class AddressRefused(ForOperator):
    """An address was to be asked that may not be; details: ``service``, ``problem``."""

    code = "address_refused"


class ReplyUnreadable(ForOperator):
    """A service answered, and with nothing that can be read; details: ``service``, ``problem``."""

    code = "reply_unreadable"
    status = 502


class UnknownStandin(ForUser):
    """A stand-in was named that no desk has; details: ``standins``."""

    code = "unknown_standin"
    status = 404


class BadWorld(ForUser):
    """The world of a stand-in can't be read; details: ``world``, ``key``, ``problem``."""

    code = "bad_world"

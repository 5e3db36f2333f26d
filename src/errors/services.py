"""What is said of foreign systems, of pictures, of what is searched, and to programs that speak for a person."""

from src.errors.base import ForOperator, ForUser


class PictureTooLarge(ForUser, status=413):
    """Too many bytes, as it was sent or as it would be kept, or too many pixels or scans; details: ``problem``, ``limit``."""


class PictureUnreadable(ForUser):
    """A picture is damaged, of a kind that is not taken, or named like another kind; details: ``problem``."""


class PictureTooSlow(ForUser):
    """Reading a picture took more time or memory than it may; details: ``seconds``."""


class TooManyPictures(ForUser, status=409):
    """A dossier has as many pictures as it may; details: ``limit``."""


class UnknownPicture(ForUser, status=404):
    """A dossier has no picture of this SHA-256, or its bytes are lost; details: ``sha256``."""


class PictureNotChecked(ForUser, status=409): ...


class SecretInPicture(ForUser):
    """A secret is to be read in a picture; details: ``kinds``."""


class PictureBroken(ForOperator):
    """A picture that a dossier names is missing or changed; details: ``dossier_id``, ``sha256``."""


class PersonNeeded(ForUser, status=403):
    """A model confirmed what only a person may; details: ``dossier_id``."""


class ConfirmationNotAllowed(ForUser, status=403): ...


class StaleDigest(ForUser, status=409): ...


class UnknownCollection(ForUser, status=404):
    """Details: ``collection``, and ``collections``, the names that exist."""


class UnknownDocsVersion(ForUser, status=404):
    """Details: ``collection``, ``version``, and ``versions``, those that it has."""


class BadCollectionName(ForUser): ...


class SeveralDossiers(ForUser):
    """Details: ``start``, as it was typed, and ``ids``, some of the dossiers that it is the start of."""


class AddressNotAllowed(ForUser):
    """A page was to be fetched from where nothing is; details: ``host``, ``problem``."""


class PageNotFetched(ForUser):
    """A page could not be fetched; details: ``host``, ``problem``."""


class ServiceUnavailable(ForOperator):
    """A service is out of reach, too slow, too busy or failing; details: ``service``, ``problem``."""


class AddressRefused(ForOperator):
    """An address was to be asked that may not be; details: ``service``, ``problem``."""


class ReplyUnreadable(ForOperator, status=502):
    """A service answered, and with nothing that can be read; details: ``service``, ``problem``."""


class UnknownStandin(ForUser, status=404):
    """A stand-in was named that no desk has; details: ``standins``."""


class BadWorld(ForUser):
    """The world of a stand-in can't be read; details: ``world``, ``key``, ``problem``."""

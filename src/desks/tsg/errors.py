"""What is said where the personal-data gate of the desk does not let something pass."""

from src.errors.base import ForOperator, RedactableError


class PersonalDataFound(RedactableError):
    """What was sent, or was to go out, holds personal data or a secret; details: ``kinds``."""

    code = "personal_data_found"
    nl = (
        "Hier staan persoonsgegevens of geheimen in ({kinds}). Er is niets bewaard en niets verstuurd. "
        "Haal ze eruit, of neem de tekst over waarin er merktekens voor staan. "
        "Namen zonder aanduiding ervoor vind ik niet."
    )
    en = (
        "This holds personal data or secrets ({kinds}). Nothing was kept and nothing was sent. "
        "Take them out, or take the text in which marks stand for them. Names without a cue I do not find."
    )


class PersonalDataGateFailed(ForOperator):
    """The gate could not look, or not in time; details: ``problem``."""

    code = "personal_data_gate_failed"
    nl = "De controle op persoonsgegevens is niet gelukt: {problem}. Er is niets bewaard en niets verstuurd."
    en = "The check for personal data did not succeed: {problem}. Nothing was kept and nothing was sent."

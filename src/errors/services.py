"""What is said of foreign systems, of pictures, of what is searched, and to programs that speak for a person."""

from src.errors.base import ForOperator, ForUser


class PictureTooLarge(ForUser):
    """Too many bytes, as it was sent or as it would be kept, or too many pixels or scans; details: ``problem``, ``limit``."""

    code = "picture_too_large"
    status = 413
    nl = "De afbeelding {problem} (hoogstens {limit}). Er is niets toegevoegd; maak haar kleiner."
    en = "The picture {problem} (at most {limit}). Nothing was added; make it smaller."


class PictureUnreadable(ForUser):
    """A picture is damaged, of a kind that is not taken, or named like another kind; details: ``problem``."""

    code = "picture_unreadable"
    nl = "De afbeelding wordt niet aangenomen: {problem}. Er is niets toegevoegd."
    en = "The picture is not taken: {problem}. Nothing was added."


class PictureTooSlow(ForUser):
    """Reading a picture took more time or memory than it may; details: ``seconds``."""

    code = "picture_too_slow"
    nl = "De afbeelding was niet binnen {seconds} seconden en het toegestane geheugen te lezen. Er is niets toegevoegd; maak haar kleiner."
    en = "The picture could not be read within {seconds} seconds and the memory allowed. Nothing was added; make it smaller."


class TooManyPictures(ForUser):
    """A dossier has as many pictures as it may; details: ``limit``."""

    code = "too_many_pictures"
    status = 409
    nl = "Een dossier bewaart hoogstens {limit} afbeeldingen, ook die waarvan het toevoegen ongedaan is gemaakt. Er is niets toegevoegd; wis een beurt die er een bracht, of begin een ander dossier."
    en = "A dossier keeps at most {limit} pictures, those whose adding was undone too. Nothing was added; forget a turn that brought one, or begin another dossier."


class UnknownPicture(ForUser):
    """A dossier has no picture of this SHA-256, or its bytes are lost; details: ``sha256``."""

    code = "unknown_picture"
    status = 404
    nl = "Dit dossier heeft geen afbeelding {sha256}."
    en = "This dossier has no picture {sha256}."


class PictureNotChecked(ForUser):
    code = "picture_not_checked"
    status = 409
    nl = "Laat de afbeelding eerst controleren, en stuur bij het toevoegen het sha256 van die controle mee als ‘agreed’. Er is niets toegevoegd."
    en = "Have the picture checked first, and send the sha256 of that check as ‘agreed’ when you add it. Nothing was added."


class SecretInPicture(ForUser):
    """A secret is to be read in a picture; details: ``kinds``."""

    code = "secret_in_picture"
    nl = "Op de afbeelding staat een geheim ({kinds}). Er is niets toegevoegd; maak het onleesbaar en stuur haar opnieuw."
    en = "A secret is to be read in the picture ({kinds}). Nothing was added; blot it out and send the picture again."


class PictureBroken(ForOperator):
    """A picture that a dossier names is missing or changed; details: ``dossier_id``, ``sha256``."""

    code = "picture_broken"
    nl = "Afbeelding {sha256} van dossier {dossier_id} ontbreekt of is niet meer wat zij was; het journaal klopt. Zet een kopie terug."
    en = "Picture {sha256} of dossier {dossier_id} is missing or is not what it was; the journal is sound. Put a copy back."


class PersonNeeded(ForUser):
    """A model confirmed what only a person may; details: ``dossier_id``."""

    code = "person_needed"
    status = 403
    nl = "Wat buiten TESS wordt geschreven, bevestigt een mens: in het formulier van deze client, op de webpagina of in de terminal (./tess chat --dossier {dossier_id}). Er is niets geschreven."
    en = "What is written outside TESS is confirmed by a person: in this client's own form, on the web page or in the terminal (./tess chat --dossier {dossier_id}). Nothing was written."


class ConfirmationNotAllowed(ForUser):
    code = "confirmation_not_allowed"
    status = 403
    nl = "Dit token mag geen plannen bevestigen. Bevestig op de webpagina of in de terminal met een token dat het mag (tess token create ... --confirm). Er is niets geschreven."
    en = "This token may not confirm plans. Confirm on the web page or in the terminal with a token that may (tess token create ... --confirm). Nothing was written."


class StaleDigest(ForUser):
    code = "stale_digest"
    status = 409
    nl = "Dit is niet wat het laatst is getoond. Hieronder staat hoe het nu is; bevestig dat, als het klopt."
    en = "This is not what was last shown. Here is how it stands now; confirm that, if it is right."


class UnknownCollection(ForUser):
    """Details: ``collection``, and ``collections``, the names that exist."""

    code = "unknown_collection"
    status = 404
    nl = "De verzameling {collection} bestaat niet, of niet meer. Er is wel: {collections}."
    en = "The collection {collection} does not exist, or no longer. There is: {collections}."


class UnknownDocsVersion(ForUser):
    """Details: ``collection``, ``version``, and ``versions``, those that it has."""

    code = "unknown_docs_version"
    status = 404
    nl = "De verzameling {collection} heeft geen versie {version}. Er is wel: {versions}."
    en = "The collection {collection} has no version {version}. There is: {versions}."


class BadCollectionName(ForUser):
    code = "bad_collection_name"
    nl = "Een verzameling heet naar kleine letters, cijfers, - en _, hoogstens 64."
    en = "The name of a collection is lower-case letters, digits, - and _, at most 64."


class SeveralDossiers(ForUser):
    """Details: ``start``, as it was typed, and ``ids``, some of the dossiers that it is the start of."""

    code = "several_dossiers"
    nl = "Met {start} begint meer dan een dossier: {ids}. Typ er meer van."
    en = "More than one dossier begins with {start}: {ids}. Type more of it."


class AddressNotAllowed(ForUser):
    """A page was to be fetched from where nothing is; details: ``host``, ``problem``."""

    code = "address_not_allowed"
    nl = "De pagina op {host} is niet opgehaald: {problem}. Er is niets toegevoegd; sla de pagina op en voeg dat bestand toe."
    en = "The page at {host} was not fetched: {problem}. Nothing was added; save the page and add that file."


class PageNotFetched(ForUser):
    """A page could not be fetched; details: ``host``, ``problem``."""

    code = "page_not_fetched"
    nl = "De pagina op {host} is niet opgehaald: {problem}. Er is niets toegevoegd; controleer het adres, of sla de pagina op en voeg dat bestand toe."
    en = "The page at {host} was not fetched: {problem}. Nothing was added; look at the address, or save the page and add that file."


class ServiceUnavailable(ForOperator):
    """A service is out of reach, too slow, too busy or failing; details: ``service``, ``problem``."""

    code = "service_unavailable"
    nl = "De dienst {service} is niet te gebruiken: {problem}. Probeer het later opnieuw."
    en = "The service {service} can't be used: {problem}. Try again later."


class AddressRefused(ForOperator):
    """An address was to be asked that may not be; details: ``service``, ``problem``."""

    code = "address_refused"
    nl = "Het adres {service} is niet gevraagd: het {problem}."
    en = "The address {service} was not asked: it {problem}."


class ReplyUnreadable(ForOperator):
    """A service answered, and with nothing that can be read; details: ``service``, ``problem``."""

    code = "reply_unreadable"
    status = 502
    nl = "Het antwoord van de dienst {service} is niet te lezen: {problem}."
    en = "The reply of the service {service} can't be read: {problem}."


class UnknownStandin(ForUser):
    """A stand-in was named that no desk has; details: ``standins``."""

    code = "unknown_standin"
    status = 404
    nl = "Zo heet geen stand-in. Er is: {standins}."
    en = "No stand-in has this name. There is: {standins}."


class BadWorld(ForUser):
    """The world of a stand-in can't be read; details: ``world``, ``key``, ``problem``."""

    code = "bad_world"
    nl = "De wereld {world} is niet te gebruiken: {key} {problem}."
    en = "The world {world} can't be used: {key} {problem}."

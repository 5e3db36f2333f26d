"""What is said of foreign systems, of pictures, of what is searched, and to programs that speak for a person."""

from src.errors.base import ForOperator, ForUser


class PictureTooLarge(ForUser):
    """Too many bytes, as it was sent or as it would be kept, or too many pixels or scans; details: ``problem``, ``limit``."""

    code = "picture_too_large"
    status = 413
    nl = "De afbeelding {problem} (hoogstens {limit}). Er is niets toegevoegd; maak haar kleiner."
    en = "The picture {problem} (at most {limit}). Nothing was added; make it smaller."
    when = "It has more than 8 MB, as it was sent or as it would be kept, more than 40 megapixels, or more scans than any program writes; the sentence says which."
    remedy = "Make it smaller, or send a part of it."


class PictureUnreadable(ForUser):
    """A picture is damaged, of a kind that is not taken, or named like another kind; details: ``problem``."""

    code = "picture_unreadable"
    nl = "De afbeelding wordt niet aangenomen: {problem}. Er is niets toegevoegd."
    en = "The picture is not taken: {problem}. Nothing was added."
    when = "It is damaged, an animation, an SVG, a GIF or of another kind that is not taken, or has the extension of another kind; the sentence says which."
    remedy = "Send a sound png, jpeg or webp under its own extension."


class PictureTooSlow(ForUser):
    """Reading a picture took more time or memory than it may; details: ``seconds``."""

    code = "picture_too_slow"
    nl = "De afbeelding was niet binnen {seconds} seconden en het toegestane geheugen te lezen. Er is niets toegevoegd; maak haar kleiner."
    en = "The picture could not be read within {seconds} seconds and the memory allowed. Nothing was added; make it smaller."
    when = "Reading it took more time or memory than it may."
    remedy = "Make it smaller, or save it anew."


class TooManyPictures(ForUser):
    """A dossier has as many pictures as it may; details: ``limit``."""

    code = "too_many_pictures"
    status = 409
    nl = "Een dossier bewaart hoogstens {limit} afbeeldingen, ook die waarvan het toevoegen ongedaan is gemaakt. Er is niets toegevoegd; wis een beurt die er een bracht, of begin een ander dossier."
    en = "A dossier keeps at most {limit} pictures, those whose adding was undone too. Nothing was added; forget a turn that brought one, or begin another dossier."
    when = "The dossier keeps as many pictures as it may; those that were undone count, as they can be put back."
    remedy = "Forget a turn that brought one, or begin another dossier."


class UnknownPicture(ForUser):
    """A dossier has no picture of this SHA-256, or its bytes are lost; details: ``sha256``."""

    code = "unknown_picture"
    status = 404
    nl = "Dit dossier heeft geen afbeelding {sha256}."
    en = "This dossier has no picture {sha256}."
    when = "The dossier has no picture of this SHA-256: it was never added, or was forgotten."
    remedy = "Look in the dossier's sources for the pictures that there are."


class PictureNotChecked(ForUser):
    """A picture was to be added that nobody agreed to after its check."""

    code = "picture_not_checked"
    status = 409
    nl = "Laat de afbeelding eerst controleren, en stuur bij het toevoegen het sha256 van die controle mee als ‘agreed’. Er is niets toegevoegd."
    en = "Have the picture checked first, and send the sha256 of that check as ‘agreed’ when you add it. Nothing was added."
    when = "A picture was to be added that was not agreed to: `agreed` is missing, or is the SHA-256 of another file."
    remedy = "`POST /images/check`, show what it says, and send its `sha256` as `agreed`."


class SecretInPicture(ForUser):
    """A secret is to be read in a picture; details: ``kinds``."""

    code = "secret_in_picture"
    nl = "Op de afbeelding staat een geheim ({kinds}). Er is niets toegevoegd; maak het onleesbaar en stuur haar opnieuw."
    en = "A secret is to be read in the picture ({kinds}). Nothing was added; blot it out and send the picture again."
    when = "The text in a picture was read when it was to be added, and a key, token or password is in it."
    remedy = "Blot the secret out, save the picture and add that."


class PictureBroken(ForOperator):
    """A picture that a dossier names is missing or changed; details: ``dossier_id``, ``sha256``."""

    code = "picture_broken"
    nl = "Afbeelding {sha256} van dossier {dossier_id} ontbreekt of is niet meer wat zij was; het journaal klopt. Zet een kopie terug."
    en = "Picture {sha256} of dossier {dossier_id} is missing or is not what it was; the journal is sound. Put a copy back."
    when = "A picture of the dossier is missing, or is not what its journal names. Nothing was changed."
    remedy = "The operator puts a copy back; see [deployment](deploy.md#when-something-is-wrong)."


class PersonNeeded(ForUser):
    """A model confirmed what only a person may; details: ``dossier_id``."""

    code = "person_needed"
    status = 403
    nl = "Wat buiten TESS wordt geschreven, bevestigt een mens: in het formulier van deze client, op de webpagina of in de terminal (./tess chat --dossier {dossier_id}). Er is niets geschreven."
    en = "What is written outside TESS is confirmed by a person: in this client's own form, on the web page or in the terminal (./tess chat --dossier {dossier_id}). Nothing was written."
    when = "A model called `confirm`, or said yes, over MCP where a plan waits."
    remedy = "Let the user confirm it on the web page or in the terminal."


class ConfirmationNotAllowed(ForUser):
    """Who confirmed a plan has a token that may not."""

    code = "confirmation_not_allowed"
    status = 403
    nl = "Dit token mag geen plannen bevestigen. Bevestig op de webpagina of in de terminal met een token dat het mag (tess token create ... --confirm). Er is niets geschreven."
    en = "This token may not confirm plans. Confirm on the web page or in the terminal with a token that may (tess token create ... --confirm). Nothing was written."
    when = (
        "A plan was confirmed with a token that may not: one for MCP, or made with `--no-confirm`."
    )
    remedy = "Confirm it with a person's token."


class StaleDigest(ForUser):
    """What was confirmed is not what was last shown."""

    code = "stale_digest"
    status = 409
    nl = "Dit is niet wat het laatst is getoond. Hieronder staat hoe het nu is; bevestig dat, als het klopt."
    en = "This is not what was last shown. Here is how it stands now; confirm that, if it is right."
    when = "`confirm` over MCP has the digest of an earlier selection, or none where no plan waits."
    remedy = "Look at what is shown, and confirm with its digest."


class UnknownCollection(ForUser):
    """Details: ``collection``, and ``collections``, the names that exist."""

    code = "unknown_collection"
    status = 404
    nl = "De verzameling {collection} bestaat niet, of niet meer. Er is wel: {collections}."
    en = "The collection {collection} does not exist, or no longer. There is: {collections}."
    when = "A search was asked of a collection that nobody has ingested, or that has been removed since."
    remedy = "Look at `./tess collections`; `./tess ingest FOLDER --collection NAME` makes one."


class UnknownDocsVersion(ForUser):
    """Details: ``collection``, ``version``, and ``versions``, those that it has."""

    code = "unknown_docs_version"
    status = 404
    nl = "De verzameling {collection} heeft geen versie {version}. Er is wel: {versions}."
    en = "The collection {collection} has no version {version}. There is: {versions}."
    when = "A search was asked of a version of a collection that nobody has ingested."
    remedy = "Use one of the versions named; `./tess ingest FOLDER --collection NAME --docs-version V` adds one."


class BadCollectionName(ForUser):
    """A collection can't be called so."""

    code = "bad_collection_name"
    nl = "Een verzameling heet naar kleine letters, cijfers, - en _, hoogstens 64."
    en = "The name of a collection is lower-case letters, digits, - and _, at most 64."
    when = "A collection was named by something that can't be a name."
    remedy = "Choose a name like `guide-2`."


class SeveralDossiers(ForUser):
    """Details: ``start``, as it was typed, and ``ids``, some of the dossiers that it is the start of."""

    code = "several_dossiers"
    nl = "Met {start} begint meer dan een dossier: {ids}. Typ er meer van."
    en = "More than one dossier begins with {start}: {ids}. Type more of it."
    when = "A command was given the start of an id, and several dossiers begin with it."
    remedy = "Type more of the id; `./tess dossiers` lists them."


class AddressNotAllowed(ForUser):
    """A page was to be fetched from where nothing is; details: ``host``, ``problem``."""

    code = "address_not_allowed"
    nl = "De pagina op {host} is niet opgehaald: {problem}. Er is niets toegevoegd; sla de pagina op en voeg dat bestand toe."
    en = "The page at {host} was not fetched: {problem}. Nothing was added; save the page and add that file."
    when = "A page was to be fetched that the server fetches none of: fetching is off, the host is not listed, it is in a private network, or it is no web address; the sentence says which. Nothing was sent there."
    remedy = "Save the page and add the file; the operator may allow the host in `TESS_FETCH`."


class PageNotFetched(ForUser):
    """A page could not be fetched; details: ``host``, ``problem``."""

    code = "page_not_fetched"
    nl = "De pagina op {host} is niet opgehaald: {problem}. Er is niets toegevoegd; controleer het adres, of sla de pagina op en voeg dat bestand toe."
    en = "The page at {host} was not fetched: {problem}. Nothing was added; look at the address, or save the page and add that file."
    when = "A page is not there, asks who is asking, is too slow, leads in circles, is of a kind that is not read, or its server can't be reached; the sentence says which."
    remedy = "Look at the address, or save the page and add the file."


class ServiceUnavailable(ForOperator):
    """A service is out of reach, too slow, too busy or failing; details: ``service``, ``problem``."""

    code = "service_unavailable"
    nl = "De dienst {service} is niet te gebruiken: {problem}. Probeer het later opnieuw."
    en = "The service {service} can't be used: {problem}. Try again later."
    when = "A service of a desk is out of reach, too slow, too busy or failing; the sentence says which. `ingest` ends with 1."
    remedy = "Try again later, or where there is a network; for `ingest`, or give files."


class AddressRefused(ForOperator):
    """An address was to be asked that may not be; details: ``service``, ``problem``."""

    code = "address_refused"
    nl = "Het adres {service} is niet gevraagd: het {problem}."
    en = "The address {service} was not asked: it {problem}."
    when = "A desk, or what a service said, leads to an address that is not on the desk's list, that is inside a network, or that a credential is not for; nothing was sent there."
    remedy = "The operator looks whether the address that is set is the service's own; where a service leads elsewhere, nothing can be done."


class ReplyUnreadable(ForOperator):
    """A service answered, and with nothing that can be read; details: ``service``, ``problem``."""

    code = "reply_unreadable"
    status = 502
    nl = "Het antwoord van de dienst {service} is niet te lezen: {problem}."
    en = "The reply of the service {service} can't be read: {problem}."
    when = "A service of a desk answered with something else than it should: no JSON, nothing at all, or more than is read."
    remedy = (
        "Try again later; the operator looks whether the address that is set is the service's own."
    )


class UnknownStandin(ForUser):
    """A stand-in was named that no desk has; details: ``standins``."""

    code = "unknown_standin"
    status = 404
    nl = "Zo heet geen stand-in. Er is: {standins}."
    en = "No stand-in has this name. There is: {standins}."
    when = "`./tess standin` was given a name that no desk has a stand-in for."
    remedy = "Name one that is listed by `./tess standin`."


class BadWorld(ForUser):
    """The world of a stand-in can't be read; details: ``world``, ``key``, ``problem``."""

    code = "bad_world"
    nl = "De wereld {world} is niet te gebruiken: {key} {problem}."
    en = "The world {world} can't be used: {key} {problem}."
    when = "The file with the world of a stand-in is not there, no JSON, or has a key or a value that it can't have; the sentence names the key."
    remedy = "Mend the file where the sentence says."

"""What is said of pictures: those that can't be taken are the sender's to mend, those that are lost the operator's."""

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

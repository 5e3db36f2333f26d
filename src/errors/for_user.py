"""Errors that the sender can mend by sending something else."""

from src.errors.base import ForUser


class EmptyMessage(ForUser):
    code = "empty_message"
    nl = "Het bericht is leeg. Stuur uw vraag in het veld “message”."
    en = "The message is empty. Send your question in the field “message”."


class NotJson(ForUser):
    code = "not_json"
    nl = 'Dit is geen geldig JSON-object. Stuur bijvoorbeeld {{"message": "Wat wilt u weten?"}}.'
    en = 'This is not a valid JSON object. Send for example {{"message": "What do you want to know?"}}.'


class BadFields(ForUser):
    """Details: ``field``, and as ``problem`` one of ``missing``, ``unknown_field`` and ``wrong_value``."""

    code = "bad_fields"
    nl = "Het veld “{field}” {problem}. Kijk in docs/protocol.md welke velden er zijn."
    en = "The field “{field}” {problem}. See docs/protocol.md for the fields that exist."


class MessageTooLarge(ForUser):
    """Details: ``limit`` in bytes."""

    code = "message_too_large"
    nl = "Het bericht is langer dan {limit} bytes. Kort het in of verdeel het over meer berichten."
    en = "The message is longer than {limit} bytes. Shorten it or send it in parts."


class NotText(ForUser):
    code = "not_text"
    nl = "Stuur het bericht als tekst (JSON), niet als binaire gegevens."
    en = "Send the message as text (JSON), not as binary data."


class BadDossierId(ForUser):
    code = "bad_dossier_id"
    nl = "Dit is geen geldig dossiernummer: het is ‘dos-’ met 8 of 32 tekens 0-9 en a-f. Laat het veld weg voor een nieuw dossier."
    en = "This is not a valid dossier id: it is ‘dos-’ and 8 or 32 of the characters 0-9 and a-f. Leave the field out for a new dossier."


class UnknownDossier(ForUser):
    """Details: ``dossier_id``."""

    code = "unknown_dossier"
    status = 404
    nl = "Dossier {dossier_id} bestaat niet. Kijk in de lijst van dossiers."
    en = "Dossier {dossier_id} does not exist. See the list of dossiers."


class UnknownDesk(ForUser):
    """Details: ``desks``, the names that exist."""

    code = "unknown_desk"
    nl = "Deze balie bestaat niet. Er is wel: {desks}."
    en = "This desk does not exist. There is: {desks}."


class DeskNotInstalled(ForUser):
    """A dossier is of a desk that this installation does not have; details: ``desk``."""

    code = "desk_not_installed"
    status = 409
    nl = "Dit dossier hoort bij de balie ‘{desk}’, en die is hier niet geïnstalleerd. Het is te lezen, en gaat verder waar die balie er wel is."
    en = "This dossier belongs to the desk ‘{desk}’, which is not installed here. It can be read, and goes on where that desk is."


class MessageIdReused(ForUser):
    code = "message_id_reused"
    nl = "Dit message_id is al gebruikt voor een andere tekst. Kies een nieuw message_id."
    en = "This message_id was used for another text before. Choose a new message_id."


class ChangedMeanwhile(ForUser):
    """Another turn changed what this one changes; details: ``names``, the ids of what it is, with the fields."""

    code = "changed_meanwhile"
    status = 409
    nl = "Terwijl aan dit bericht werd gewerkt, is dit door een ander gewijzigd: {names}. Van dit bericht is niets bewaard; kijk wat er nu staat en stuur het opnieuw."
    en = "While this message was worked on, another one changed this: {names}. Nothing of this message was stored; look at what is there now and send it again."


class UnknownVersion(ForUser):
    """Details: ``version``, as it was asked for, and ``latest``."""

    code = "unknown_version"
    status = 404
    nl = "Versie {version} bestaat niet; de laatste is {latest}."
    en = "Version {version} does not exist; the latest is {latest}."


class UnknownSource(ForUser):
    """Details: ``source``, as it was asked for."""

    code = "unknown_source"
    status = 404
    nl = "Bron ‘{source}’ is in dit dossier nooit gevonden. Noem het id, de titel of het nummer van de bron."
    en = "Source ‘{source}’ was never found in this dossier. Name its id, its title or its number."


class UnknownAnswer(ForUser):
    """Details: ``answer``, as it was asked for."""

    code = "unknown_answer"
    status = 404
    nl = "Antwoord ‘{answer}’ bestaat niet in dit dossier. Een antwoord heet bijvoorbeeld a4; `tess log` noemt ze."
    en = "Answer ‘{answer}’ does not exist in this dossier. An answer is called a4, for example; `tess log` names them."


class NoAnswerYet(ForUser):
    code = "no_answer_yet"
    status = 409
    nl = "Dit dossier heeft nog geen antwoord. Stel eerst een vraag en bevestig de bronnen."
    en = "This dossier has no answer yet. Ask a question and confirm the sources first."


class PackRefused(ForUser):
    """A file is no sound pack; details: ``problem``, and ``member``, the part of it that is meant."""

    code = "pack_refused"
    nl = "Dit is geen gaaf pakket: {problem} ({member}). Er is niets uit overgenomen; vraag de afzender om een nieuw."
    en = "This is no sound pack: {problem} ({member}). Nothing was taken from it; ask its sender for it anew."


class NothingToUndo(ForUser):
    """Details: ``possible``, how many turns can be undone; with none the refusal is the whole sentence."""

    code = "nothing_to_undo"
    status = 409
    nl = "Zo veel valt er niet ongedaan te maken; hoogstens {possible} beurt(en). Er is niets veranderd."
    en = "That much can't be undone; at most {possible} turn(s). Nothing was changed."
    nl_refusal = "er is niets om ongedaan te maken."
    en_refusal = "there is nothing to undo."


class NothingToRedo(ForUser):
    """Details: ``possible``, how many turns can be made again; with none the refusal is the whole sentence."""

    code = "nothing_to_redo"
    status = 409
    nl = "Zo veel valt er niet opnieuw te doen; hoogstens {possible} beurt(en). Er is niets veranderd."
    en = "That much can't be made again; at most {possible} turn(s). Nothing was changed."
    nl_refusal = "er is niets om opnieuw te doen."
    en_refusal = "there is nothing to make again."


class OnHold(ForUser):
    """Something was to be forgotten of a dossier on legal hold; details: ``dossier_id``."""

    code = "on_hold"
    status = 409
    nl = "Op dossier {dossier_id} rust een bewaarplicht: er kan niets uit worden gewist. Er is niets veranderd."
    en = "Dossier {dossier_id} is on legal hold: nothing of it can be forgotten. Nothing was changed."


class EffectsOpen(ForUser):
    """A dossier is to be deleted while something that was confirmed in it is left to carry out; details: ``dossier_id``."""

    code = "effects_open"
    status = 409
    nl = "In dossier {dossier_id} is iets bevestigd dat nog niet is uitgevoerd. Er is niets verwijderd; verwijder het als dat klaar is."
    en = "Something confirmed in dossier {dossier_id} is not carried out yet. Nothing was deleted; delete it once that is done."


class NoReceipt(ForUser):
    """An answer from before there were receipts, or of a turn that was forgotten; details: ``answer``."""

    code = "no_receipt"
    nl = "Antwoord {answer} heeft geen bewijsstuk: het is van voor die er waren, of de beurt is gewist. Het kan niet opnieuw worden gemaakt."
    en = "Answer {answer} has no receipt: it is from before there were any, or its turn was forgotten. It can't be made again."


class NotAnAnsweringDesk(ForUser):
    """A dossier of a desk that gives no answers with quotes, or is not installed; details: ``desk``."""

    code = "not_an_answering_desk"
    nl = "De balie ‘{desk}’ geeft geen antwoorden met citaten, of is hier niet geïnstalleerd. Wat zij maakte geeft ‘./tess export’ als bestand; het dossier is verder te bekijken."
    en = "The desk ‘{desk}’ gives no answers with quotes, or is not installed here. ‘./tess export’ writes what it made to a file; all else of the dossier can be looked at."


class NoTimeline(ForUser):
    """An answer can't be asked for again of another day, as nothing at its desk changes by day; details: ``desk``."""

    code = "no_timeline"
    nl = "Aan de balie ‘{desk}’ gelden bronnen niet per dag; vragen wat op een andere dag gold kan hier niet."
    en = "At the desk ‘{desk}’ sources do not count by day, so an answer can't be asked for again of another one."


class BadSelection(ForUser):
    """A branch would have no source, or the same ones as the answer; details: ``problem``."""

    code = "bad_selection"
    nl = "Er is niets om opnieuw te vragen: {problem}."
    en = "There is nothing to ask again: {problem}."


class CheckFirst(ForUser):
    code = "check_first"
    status = 409
    nl = "Laat het document eerst controleren op persoonsgegevens, en stuur bij het toevoegen het sha256 van die controle mee als ‘agreed’. Er is niets toegevoegd."
    en = "Have the document checked for personal data first, and send the sha256 of that check as ‘agreed’ when you add it. Nothing was added."


class DocumentTooLarge(ForUser):
    """Details: ``limit``, with its unit."""

    code = "document_too_large"
    status = 413
    nl = "Het document is groter dan {limit}. Er is niets toegevoegd; deel het op of maak het kleiner."
    en = "The document is larger than {limit}. Nothing was added; split it or make it smaller."


class DocumentTooLong(ForUser):
    """Too many pages or tags, too much text, or too large when unpacked; details: ``problem``, ``limit``."""

    code = "document_too_long"
    nl = "Het document {problem} (hoogstens {limit}). Er is niets toegevoegd; deel het op."
    en = "The document {problem} (at most {limit}). Nothing was added; split it."


class DocumentTooSlow(ForUser):
    """Reading a document took more time or memory than it may; details: ``seconds``."""

    code = "document_too_slow"
    nl = "Het document was niet binnen {seconds} seconden en het toegestane geheugen te lezen. Er is niets toegevoegd; sla het opnieuw op als pdf, of deel het op."
    en = "The document could not be read within {seconds} seconds and the memory allowed. Nothing was added; save it anew as a PDF, or split it."


class BodyTooSlow(ForUser):
    """A file took too long to arrive; details: ``seconds`` that it was waited for."""

    code = "body_too_slow"
    status = 408
    nl = "Het bestand was na {seconds} seconden nog niet binnen. Er is niets van bewaard; probeer het met een snellere verbinding opnieuw."
    en = "The file had not arrived after {seconds} seconds. Nothing of it was kept; try again on a faster connection."


class DocumentUnreadable(ForUser):
    """A document is damaged, locked, or of a kind that is not read; details: ``problem``."""

    code = "document_unreadable"
    nl = "Het document kan niet worden gelezen: {problem}. Er is niets toegevoegd."
    en = "The document can't be read: {problem}. Nothing was added."


class DocumentWithoutText(ForUser):
    code = "document_without_text"
    nl = "In het document staat geen tekst. Is het een scan, laat er dan eerst tekst van maken (OCR). Er is niets toegevoegd."
    en = "There is no text in the document. If it is a scan, have it made into text first (OCR). Nothing was added."


class Unauthenticated(ForUser):
    """There is no token, or one that is not valid here; details: ``problem``."""

    code = "unauthenticated"
    status = 401
    nl = "Deze server laat binnen wie een token heeft, en {problem}. Vraag er een aan wie hem beheert (tess token create), en stel TESS_TOKEN in."
    en = "This server lets in who has a token, and {problem}. Ask whoever runs it for one (tess token create), and set TESS_TOKEN."


class TokenExpired(ForUser):
    code = "token_expired"
    status = 401
    nl = "Uw token is verlopen. Vraag de beheerder van de server om een nieuw, en stel TESS_TOKEN in."
    en = "Your token has expired. Ask whoever runs the server for a new one, and set TESS_TOKEN."


class TokenRevoked(ForUser):
    code = "token_revoked"
    status = 401
    nl = "Uw token is ingetrokken. Vraag de beheerder van de server om een nieuw, en stel TESS_TOKEN in."
    en = "Your token was revoked. Ask whoever runs the server for a new one, and set TESS_TOKEN."


class LimitReached(ForUser):
    """A tenant has had what it may have; details: ``limit``, ``most``, ``seconds`` and ``time`` until it may again."""

    code = "limit_reached"
    status = 429
    nl = "Uw organisatie mag {most} {limit} hebben, en heeft die gehad. Het kan weer om {time}, over {seconds} seconden; er is niets veranderd."
    en = "Your organisation may have {most} {limit}, and has had them. It is possible again at {time}, in {seconds} seconds; nothing was changed."


class UnknownTurn(ForUser):
    """The caller has no turn of this message that is remembered; details: ``message_id``."""

    code = "unknown_turn"
    status = 404
    nl = "Er is hier geen beurt met message_id {message_id} die gestopt kan worden."
    en = "There is no turn with message_id {message_id} here that could be stopped."


class Cancelled(ForUser):
    code = "cancelled"
    status = 409
    nl = "De beurt is gestopt, zoals gevraagd. Er is niets veranderd."
    en = "The turn was stopped, as was asked. Nothing was changed."


class NotFound(ForUser):
    code = "not_found"
    status = 404
    nl = "Deze pagina is er niet. Kijk in docs/protocol.md welke er zijn."
    en = "There is no such page. See docs/protocol.md for those that exist."

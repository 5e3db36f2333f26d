"""Errors that the sender can mend by sending something else."""

from src.errors.base import ForUser


class EmptyMessage(ForUser):
    code = "empty_message"
    nl = "Het bericht is leeg. Stuur uw vraag in het veld “message”."
    en = "The message is empty. Send your question in the field “message”."
    when = "`message` is missing its words: blank or only white space."
    remedy = "Send a text."


class NotJson(ForUser):
    code = "not_json"
    nl = 'Dit is geen geldig JSON-object. Stuur bijvoorbeeld {{"message": "Wat wilt u weten?"}}.'
    en = 'This is not a valid JSON object. Send for example {{"message": "What do you want to know?"}}.'
    when = "The frame or body is no JSON object. `NaN` and `Infinity` are not JSON."
    remedy = "Send one JSON object."


class BadFields(ForUser):
    """Details: ``field``, and as ``problem`` one of ``missing``, ``unknown_field`` and ``wrong_value``."""

    code = "bad_fields"
    nl = "Het veld “{field}” {problem}. Kijk in docs/protocol.md welke velden er zijn."
    en = "The field “{field}” {problem}. See docs/protocol.md for the fields that exist."
    when = "A field is missing, unknown or has a wrong value; the sentence names it."
    remedy = "Mend that field."


class MessageTooLarge(ForUser):
    """Details: ``limit`` in bytes."""

    code = "message_too_large"
    nl = "Het bericht is langer dan {limit} bytes. Kort het in of verdeel het over meer berichten."
    en = "The message is longer than {limit} bytes. Shorten it or send it in parts."
    when = "The frame is longer than 65,536 bytes."
    remedy = "Shorten the message or split it."


class NotText(ForUser):
    code = "not_text"
    nl = "Stuur het bericht als tekst (JSON), niet als binaire gegevens."
    en = "Send the message as text (JSON), not as binary data."
    when = "The frame is binary."
    remedy = "Send a text frame."


class BadDossierId(ForUser):
    code = "bad_dossier_id"
    nl = "Dit is geen geldig dossiernummer: het is ‘dos-’ met 8 of 32 tekens 0-9 en a-f. Laat het veld weg voor een nieuw dossier."
    en = "This is not a valid dossier id: it is ‘dos-’ and 8 or 32 of the characters 0-9 and a-f. Leave the field out for a new dossier."
    when = "The dossier id has not the form of one."
    remedy = "Use an id that the server gave, or leave it out."


class UnknownDossier(ForUser):
    """Details: ``dossier_id``."""

    code = "unknown_dossier"
    status = 404
    nl = "Dossier {dossier_id} bestaat niet. Kijk in de lijst van dossiers."
    en = "Dossier {dossier_id} does not exist. See the list of dossiers."
    when = "There is no such dossier, or it is another tenant's. Over the WebSocket only where tokens are asked for."
    remedy = "Look in `GET /dossiers`, or leave the id out."


class UnknownDesk(ForUser):
    """Details: ``desks``, the names that exist."""

    code = "unknown_desk"
    nl = "Deze balie bestaat niet. Er is wel: {desks}."
    en = "This desk does not exist. There is: {desks}."
    when = "A new dossier was asked for at a desk that does not exist."
    remedy = "Use one of the desks named."


class DeskNotInstalled(ForUser):
    """A dossier is of a desk that this installation does not have; details: ``desk``."""

    code = "desk_not_installed"
    status = 409
    nl = "Dit dossier hoort bij de balie ‘{desk}’, en die is hier niet geïnstalleerd. Het is te lezen, en gaat verder waar die balie er wel is."
    en = "This dossier belongs to the desk ‘{desk}’, which is not installed here. It can be read, and goes on where that desk is."
    when = "The dossier is of a desk that this installation does not have. It can be read, and takes no turn."
    remedy = "Go on with it where that desk is installed."


class MessageIdReused(ForUser):
    code = "message_id_reused"
    nl = "Dit message_id is al gebruikt voor een andere tekst. Kies een nieuw message_id."
    en = "This message_id was used for another text before. Choose a new message_id."
    when = "The dossier has this message id with another text."
    remedy = "Choose a new id for a new text."


class ChangedMeanwhile(ForUser):
    """Another turn changed what this one changes; details: ``names``, the ids of what it is, with the fields."""

    code = "changed_meanwhile"
    status = 409
    nl = "Terwijl aan dit bericht werd gewerkt, is dit door een ander gewijzigd: {names}. Van dit bericht is niets bewaard; kijk wat er nu staat en stuur het opnieuw."
    en = "While this message was worked on, another one changed this: {names}. Nothing of this message was stored; look at what is there now and send it again."
    when = "Two turns at once changed the same thing; the sentence says what. Of the second one nothing is stored."
    remedy = "Look at the dossier as it is now, then send the message again."


class UnknownVersion(ForUser):
    """Details: ``version``, as it was asked for, and ``latest``."""

    code = "unknown_version"
    status = 404
    nl = "Versie {version} bestaat niet; de laatste is {latest}."
    en = "Version {version} does not exist; the latest is {latest}."
    when = "The dossier has no such version."
    remedy = "Ask for one up to the latest, which the sentence names; `GET .../log` lists them."


class UnknownSource(ForUser):
    """Details: ``source``, as it was asked for."""

    code = "unknown_source"
    status = 404
    nl = "Bron ‘{source}’ is in dit dossier nooit gevonden. Noem het id, de titel of het nummer van de bron."
    en = "Source ‘{source}’ was never found in this dossier. Name its id, its title or its number."
    when = "No turn of the dossier ever came upon such a source."
    remedy = "Name its id, its title or its number in the dossier."


class UnknownAnswer(ForUser):
    """Details: ``answer``, as it was asked for."""

    code = "unknown_answer"
    status = 404
    nl = "Antwoord ‘{answer}’ bestaat niet in dit dossier. Een antwoord heet bijvoorbeeld a4; `tess log` noemt ze."
    en = "Answer ‘{answer}’ does not exist in this dossier. An answer is called a4, for example; `tess log` names them."
    when = "The dossier never had such an answer."
    remedy = "Name one as `GET .../log` does, such as `a4`."


class NoAnswerYet(ForUser):
    """There is nothing to hand over."""

    code = "no_answer_yet"
    status = 409
    nl = "Dit dossier heeft nog geen antwoord. Stel eerst een vraag en bevestig de bronnen."
    en = "This dossier has no answer yet. Ask a question and confirm the sources first."
    when = "The dossier has no answer to hand over."
    remedy = "Ask, and confirm the sources."


class PackRefused(ForUser):
    """A file is no sound pack; details: ``problem``, and ``member``, the part of it that is meant."""

    code = "pack_refused"
    nl = "Dit is geen gaaf pakket: {problem} ({member}). Er is niets uit overgenomen; vraag de afzender om een nieuw."
    en = "This is no sound pack: {problem} ({member}). Nothing was taken from it; ask its sender for it anew."
    when = "A file is no sound pack; the sentence says what is wrong, and with which part."
    remedy = "Ask its sender for it anew."


class NothingToUndo(ForUser):
    """Details: ``possible``, how many turns can be undone; with none the refusal is the whole sentence."""

    code = "nothing_to_undo"
    status = 409
    nl = "Zo veel valt er niet ongedaan te maken; hoogstens {possible} beurt(en). Er is niets veranderd."
    en = "That much can't be undone; at most {possible} turn(s). Nothing was changed."
    nl_refusal = "er is niets om ongedaan te maken."
    en_refusal = "there is nothing to undo."
    when = "Fewer changes can be taken back than were asked for; the sentence says how many."
    remedy = "Ask for fewer."


class NothingToRedo(ForUser):
    """Details: ``possible``, how many turns can be made again; with none the refusal is the whole sentence."""

    code = "nothing_to_redo"
    status = 409
    nl = "Zo veel valt er niet opnieuw te doen; hoogstens {possible} beurt(en). Er is niets veranderd."
    en = "That much can't be made again; at most {possible} turn(s). Nothing was changed."
    nl_refusal = "er is niets om opnieuw te doen."
    en_refusal = "there is nothing to make again."
    when = "Fewer changes can be made again than were asked for; the sentence says how many."
    remedy = "Ask for fewer."


class OnHold(ForUser):
    """Something was to be forgotten of a dossier on legal hold; details: ``dossier_id``."""

    code = "on_hold"
    status = 409
    nl = "Op dossier {dossier_id} rust een bewaarplicht: er kan niets uit worden gewist. Er is niets veranderd."
    en = "Dossier {dossier_id} is on legal hold: nothing of it can be forgotten. Nothing was changed."
    when = "Something was to be forgotten of a dossier on legal hold."
    remedy = "Lift the hold first, if you may."


class EffectsOpen(ForUser):
    """A dossier is to be deleted while something that was confirmed in it is left to carry out; details: ``dossier_id``."""

    code = "effects_open"
    status = 409
    nl = "In dossier {dossier_id} is iets bevestigd dat nog niet is uitgevoerd. Er is niets verwijderd; verwijder het als dat klaar is."
    en = "Something confirmed in dossier {dossier_id} is not carried out yet. Nothing was deleted; delete it once that is done."
    when = "A dossier was to be deleted in which something confirmed is left to carry out."
    remedy = "See `tess effects ID`, then delete it."


class NoReceipt(ForUser):
    """An answer from before there were receipts, or of a turn that was forgotten; details: ``answer``."""

    code = "no_receipt"
    nl = "Antwoord {answer} heeft geen bewijsstuk: het is van voor die er waren, of de beurt is gewist. Het kan niet opnieuw worden gemaakt."
    en = "Answer {answer} has no receipt: it is from before there were any, or its turn was forgotten. It can't be made again."
    when = "An answer can't be made again: it is from before there were receipts, or its turn was forgotten."
    remedy = "Only `check` can tell something of it."


class NotAnAnsweringDesk(ForUser):
    """A dossier of a desk that gives no answers with quotes, or is not installed; details: ``desk``."""

    code = "not_an_answering_desk"
    nl = "De balie ‘{desk}’ geeft geen antwoorden met citaten, of is hier niet geïnstalleerd. Het dossier is verder te bekijken."
    en = "The desk ‘{desk}’ gives no answers with quotes, or is not installed here. All else of the dossier can be looked at."
    when = (
        "The dossier is of a desk that gives no answers with quotes, or that is not installed here."
    )
    remedy = "`log`, `diff`, `verify` and `pack` work all the same."


class NoTimeline(ForUser):
    """An answer can't be asked for again of another day, as nothing at its desk changes by day; details: ``desk``."""

    code = "no_timeline"
    nl = "Aan de balie ‘{desk}’ gelden bronnen niet per dag; vragen wat op een andere dag gold kan hier niet."
    en = "At the desk ‘{desk}’ sources do not count by day, so an answer can't be asked for again of another one."
    when = "An answer was to be asked for again of another day, at a desk whose sources do not count by day."
    remedy = "Use `whatif`, which changes the sources."


class BadSelection(ForUser):
    """A branch would have no source, or the same ones as the answer; details: ``problem``."""

    code = "bad_selection"
    nl = "Er is niets om opnieuw te vragen: {problem}."
    en = "There is nothing to ask again: {problem}."
    when = (
        "A branch would have no source, or the very sources of the answer; the sentence says which."
    )
    remedy = "Leave out or add another source; choose another day."


class CheckFirst(ForUser):
    """A client document was to be added that nobody agreed to after its check."""

    code = "check_first"
    status = 409
    nl = "Laat het document eerst controleren op persoonsgegevens, en stuur bij het toevoegen het sha256 van die controle mee als ‘agreed’. Er is niets toegevoegd."
    en = "Have the document checked for personal data first, and send the sha256 of that check as ‘agreed’ when you add it. Nothing was added."
    when = "A document was to be added that was not agreed to: `agreed` is missing, or is the SHA-256 of another file."
    remedy = "`POST /documents/check`, show what it found, and send its `sha256` as `agreed`."


class DocumentTooLarge(ForUser):
    """Details: ``limit``, with its unit."""

    code = "document_too_large"
    status = 413
    nl = "Het document is groter dan {limit}. Er is niets toegevoegd; deel het op of maak het kleiner."
    en = "The document is larger than {limit}. Nothing was added; split it or make it smaller."
    when = "The file is larger than the operator allows (10 MB by default)."
    remedy = "Split it or make it smaller."


class DocumentTooLong(ForUser):
    """Too many pages or tags, too much text, or too large when unpacked; details: ``problem``, ``limit``."""

    code = "document_too_long"
    nl = "Het document {problem} (hoogstens {limit}). Er is niets toegevoegd; deel het op."
    en = "The document {problem} (at most {limit}). Nothing was added; split it."
    when = "It has too many pages, too much text, too many tags or attributes, or is too large when unpacked; the sentence says which, and the limit."
    remedy = "Split it."


class DocumentTooSlow(ForUser):
    """Reading a document took more time or memory than it may; details: ``seconds``."""

    code = "document_too_slow"
    nl = "Het document was niet binnen {seconds} seconden en het toegestane geheugen te lezen. Er is niets toegevoegd; sla het opnieuw op als pdf, of deel het op."
    en = "The document could not be read within {seconds} seconds and the memory allowed. Nothing was added; save it anew as a PDF, or split it."
    when = "Reading it took more time or memory than it may."
    remedy = "Save it anew, or split it."


class BodyTooSlow(ForUser):
    """A file took too long to arrive; details: ``seconds`` that it was waited for."""

    code = "body_too_slow"
    status = 408
    nl = "Het bestand was na {seconds} seconden nog niet binnen. Er is niets van bewaard; probeer het met een snellere verbinding opnieuw."
    en = "The file had not arrived after {seconds} seconds. Nothing of it was kept; try again on a faster connection."
    when = "A document or a pack took longer to arrive than it may, or came more slowly than 64 KiB a second for 10 seconds."
    remedy = "Send it again, on a faster connection."


class DocumentUnreadable(ForUser):
    """A document is damaged, locked, or of a kind that is not read; details: ``problem``."""

    code = "document_unreadable"
    nl = "Het document kan niet worden gelezen: {problem}. Er is niets toegevoegd."
    en = "The document can't be read: {problem}. Nothing was added."
    when = "It is damaged, locked, no text, or of a kind that is not read; the sentence says which."
    remedy = "Send a sound pdf, docx, html, txt, md, vtt or srt."


class DocumentWithoutText(ForUser):
    """A document is made of pictures, or empty."""

    code = "document_without_text"
    nl = "In het document staat geen tekst. Is het een scan, laat er dan eerst tekst van maken (OCR). Er is niets toegevoegd."
    en = "There is no text in the document. If it is a scan, have it made into text first (OCR). Nothing was added."
    when = "It holds no text: a scan, as a rule."
    remedy = "Have it made into text first (OCR)."


class Unauthenticated(ForUser):
    """There is no token, or one that is not valid here; details: ``problem``."""

    code = "unauthenticated"
    status = 401
    nl = "Deze server laat binnen wie een token heeft, en {problem}. Vraag er een aan wie hem beheert (tess token create), en stel TESS_TOKEN in."
    en = "This server lets in who has a token, and {problem}. Ask whoever runs it for one (tess token create), and set TESS_TOKEN."
    when = "There is no token, or one that is not valid here; the sentence says which."
    remedy = "Get one from the operator, and [show it](#who-is-calling)."


class TokenExpired(ForUser):
    code = "token_expired"
    status = 401
    nl = "Uw token is verlopen. Vraag de beheerder van de server om een nieuw, en stel TESS_TOKEN in."
    en = "Your token has expired. Ask whoever runs the server for a new one, and set TESS_TOKEN."
    when = "The token's time is over."
    remedy = "Get a new one from the operator."


class TokenRevoked(ForUser):
    code = "token_revoked"
    status = 401
    nl = "Uw token is ingetrokken. Vraag de beheerder van de server om een nieuw, en stel TESS_TOKEN in."
    en = "Your token was revoked. Ask whoever runs the server for a new one, and set TESS_TOKEN."
    when = "The operator revoked the token."
    remedy = "Get a new one from the operator."


class LimitReached(ForUser):
    """A tenant has had what it may have; details: ``limit``, ``most``, ``seconds`` and ``time`` until it may again."""

    code = "limit_reached"
    status = 429
    nl = "Uw organisatie mag {most} {limit} hebben, en heeft die gehad. Het kan weer om {time}, over {seconds} seconden; er is niets veranderd."
    en = "Your organisation may have {most} {limit}, and has had them. It is possible again at {time}, in {seconds} seconds; nothing was changed."
    when = "The tenant has had the turns or tokens that it may have; the sentence says which, and when it is possible again."
    remedy = "Send it again after `retry_after` seconds."


class UnknownTurn(ForUser):
    """The caller has no turn of this message that is remembered; details: ``message_id``."""

    code = "unknown_turn"
    status = 404
    nl = "Er is hier geen beurt met message_id {message_id} die gestopt kan worden."
    en = "There is no turn with message_id {message_id} here that could be stopped."
    when = (
        "A turn was to be stopped that the server does not remember, or that is another tenant's."
    )
    remedy = "Send the `message_id` of a message of yours, to the server that runs its turn."


class Cancelled(ForUser):
    """The turn was stopped because its user asked for that."""

    code = "cancelled"
    status = 409
    nl = "De beurt is gestopt, zoals gevraagd. Er is niets veranderd."
    en = "The turn was stopped, as was asked. Nothing was changed."
    when = "The turn was [stopped](#stopping-a-turn) by who asked for it."
    remedy = "Send the message again if it is wanted after all."


class NotFound(ForUser):
    """An address that leads nowhere, or to nothing that this caller may see."""

    code = "not_found"
    status = 404
    nl = "Deze pagina is er niet. Kijk in docs/protocol.md welke er zijn."
    en = "There is no such page. See docs/protocol.md for those that exist."
    when = "There is no such page (REST only)."
    remedy = "Look at the pages below."

"""Errors that whoever runs the server must mend; nothing was changed."""

from src.errors.base import ForOperator


class BadSettings(ForOperator):
    """Details: ``problem``, a sentence that says what to set."""

    code = "bad_settings"
    nl = "Een instelling klopt niet: {problem}."
    en = "A setting is wrong: {problem}."


class DossierUnreadable(ForOperator):
    """The file is broken, foreign or newer than this program; details: ``dossier_id``, ``problem``."""

    code = "dossier_unreadable"
    nl = "Dossier {dossier_id} kan niet worden gelezen ({problem}); er is niets aan veranderd. Zet een kopie terug of begin een nieuw dossier."
    en = "Dossier {dossier_id} can't be read ({problem}); nothing in it was changed. Put a copy back or start a new dossier."


class JournalBroken(ForOperator):
    """A line of a journal is not as it was written; details: ``entry``, its number from 1."""

    code = "journal_broken"
    nl = "Het journaal klopt niet: regel {entry} is niet zoals die is geschreven. Er is niets veranderd; zet een kopie terug."
    en = "The journal is not sound: entry {entry} is not as it was written. Nothing was changed; put a copy back."


class SourceChanged(ForOperator):
    """A source of an answer is not what the answer was made from; details: ``source``, its id."""

    code = "source_changed"
    nl = "Bron {source} is niet die waaruit het antwoord is gemaakt: de tekst in het dossier is veranderd. Zet een kopie terug."
    en = "Source {source} is not what the answer was made from: its text in the dossier was changed. Put a copy back."


class StorageFailed(ForOperator):
    """The turn could not be put on stable storage; details: ``problem``."""

    code = "storage_failed"
    nl = "De beurt kon niet worden opgeslagen ({problem}); er is niets veranderd. Maak ruimte of herstel de schrijfrechten en stuur het bericht opnieuw."
    en = "The turn could not be stored ({problem}); nothing was changed. Make room or mend the permissions, then send the message again."


class NotWritten(ForOperator):
    """A disk took no more of a file, an index or a copy; details: ``path``, ``problem``."""

    code = "not_written"
    nl = "{path} kon niet worden geschreven: {problem}. Wat half af was is weggehaald, en wat er was is er nog. Maak ruimte of herstel de schrijfrechten en doe het opnieuw."
    en = "{path} could not be written: {problem}. What was half made is removed, and what was there is there still. Make room or mend the permissions, then do it again."


class StorageUnknown(ForOperator):
    code = "storage_unknown"
    nl = "De database viel weg voordat zij zei of de beurt is opgeslagen, en kwam niet terug. Kijk in het dossier zodra zij er weer is, of stuur het bericht opnieuw met dezelfde message_id: het wordt één keer opgeslagen."
    en = "The database went away before it said whether the turn is stored, and did not come back. Look at the dossier when it is there again, or send the message again with the same message_id: it is stored once."


class CorpusUnreadable(ForOperator):
    """Details: ``path``, ``problem``."""

    code = "corpus_unreadable"
    nl = "Het pad {path} kan niet worden gelezen: {problem}."
    en = "The path {path} can't be read: {problem}."
    nl_refusal = "de bibliotheek kon niet worden doorzocht."
    en_refusal = "the library could not be searched."


class ModelKeyRefused(ForOperator):
    code = "model_key_refused"
    nl = "De aanbieder van het model weigert de sleutel. Controleer OPENAI_API_KEY, of maak die leeg om met het offline-model te werken. Er is niets veranderd."
    en = "The model's provider refuses the key. Check OPENAI_API_KEY, or leave it empty to work with the offline model. Nothing was changed."
    nl_refusal = "de aanbieder van het model weigert de sleutel."
    en_refusal = "the model's provider refuses the key."


class ModelUnavailable(ForOperator):
    """The provider could not be reached, was too slow, too busy or refused the request; details: ``problem``."""

    code = "model_unavailable"
    nl = "Het model kon niet worden gebruikt: {problem}. Er is niets veranderd. Wat geen model nodig heeft, werkt gewoon door: ./tess search, ./tess log en ./tess export."
    en = "The model could not be used: {problem}. Nothing was changed. What needs no model goes on working: ./tess search, ./tess log and ./tess export."
    nl_refusal = "het model kon niet worden gebruikt: {problem}."
    en_refusal = "the model could not be used: {problem}."


class ModelGaveNoAnswer(ForOperator):
    """An empty, cut, filtered or refused completion; details: ``reason``."""

    code = "model_gave_no_answer"
    nl = "Het model gaf geen bruikbaar antwoord ({reason}). Er is niets veranderd; probeer het opnieuw of stel de vraag anders."
    en = "The model gave no usable answer ({reason}). Nothing was changed; try again or put the question differently."
    nl_refusal = "het model gaf geen bruikbaar antwoord: {reason}."
    en_refusal = "the model gave no usable answer: {reason}."

    def __init__(self, tokens: int = 0, **details: str) -> None:
        super().__init__(**details)
        self.tokens = tokens
        """What it took all the same, as far as the provider says."""


class IntakeFailed(ForOperator):
    """A step of the intake broke or took too long, so the message was not let in; details: ``step``."""

    code = "intake_failed"
    nl = "Het bericht kon niet worden gecontroleerd ({step}) en is daarom niet toegelaten: er is niets van opgeslagen of verstuurd. Probeer het zo dadelijk opnieuw."
    en = "The message could not be checked ({step}), so it was not let in: nothing of it was stored or sent. Try again in a moment."


class TurnTimeout(ForOperator):
    """Details: ``seconds``."""

    code = "turn_timeout"
    nl = "De beurt duurde langer dan {seconds} seconden en is gestopt. Er is niets veranderd."
    en = "The turn took longer than {seconds} seconds and was stopped. Nothing was changed."


class Busy(ForOperator):
    """So many turns run and wait that this one was not begun; details: ``seconds`` until it makes sense again."""

    code = "busy"
    nl = "De server is druk met andere berichten; aan dat van u is niet begonnen. Stuur het over {seconds} seconden opnieuw."
    en = "The server is busy with other messages; yours was not begun. Send it again in {seconds} seconds."


class ShuttingDown(ForOperator):
    code = "shutting_down"
    nl = "De server sluit af; deze beurt is gestopt of niet begonnen. Stuur het bericht zo dadelijk opnieuw; met hetzelfde message_id wordt het één keer uitgevoerd, ook als het toch is opgeslagen."
    en = "The server is shutting down and has stopped or not begun this turn. Send the message again in a moment; with the same message_id it runs only once, even if it was stored after all."


class Internal(ForOperator):
    """A fault of ours; details: ``error_id``, under which the log has the rest."""

    code = "internal"
    status = 500
    nl = "Er ging iets mis aan onze kant. Er is niets veranderd; noem kenmerk {error_id} als u het meldt."
    en = "Something went wrong on our side. Nothing was changed; name reference {error_id} if you report it."

"""Errors that whoever runs the server must mend; nothing was changed."""

from src.errors.base import ForOperator


class BadSettings(ForOperator):
    """Details: ``problem``, a sentence that says what to set."""


class DossierUnreadable(ForOperator):
    """The file is broken, foreign or newer than this program; details: ``dossier_id``, ``problem``."""


class JournalBroken(ForOperator):
    """A line of a journal is not as it was written; details: ``entry``, its number from 1."""


class SourceChanged(ForOperator):
    """A source of an answer is not what the answer was made from; details: ``source``, its id."""


class StorageFailed(ForOperator):
    """The turn could not be put on stable storage; details: ``problem``."""


class NotWritten(ForOperator):
    """A disk took no more of a file, an index or a copy; details: ``path``, ``problem``."""


class StorageUnknown(ForOperator): ...


class CorpusUnreadable(ForOperator):
    """Details: ``path``, ``problem``."""


class ModelKeyRefused(ForOperator): ...


class ModelUnavailable(ForOperator):
    """The provider could not be reached, was too slow, too busy or refused the request; details: ``problem``."""


class ModelGaveNoAnswer(ForOperator):
    """An empty, cut, filtered or refused completion; details: ``reason``."""

    def __init__(self, tokens: int = 0, **details: str) -> None:
        super().__init__(**details)
        self.tokens = tokens
        """What it took all the same, as far as the provider says."""


class IntakeFailed(ForOperator):
    """A step of the intake broke or took too long, so the message was not let in; details: ``step``."""


class TurnTimeout(ForOperator):
    """Details: ``seconds``."""


class Busy(ForOperator):
    """So many turns run and wait that this one was not begun; details: ``seconds`` until it makes sense again."""


class ShuttingDown(ForOperator): ...


class Internal(ForOperator, status=500):
    """A fault of ours; details: ``error_id``, under which the log has the rest."""

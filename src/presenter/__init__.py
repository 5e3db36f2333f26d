"""Turns what happened in a turn into words, for any desk. Pure: the same turn always reads the same.

A desk hands in its wordings, its kinds of source, tellers of its own reports, and what its model may say itself.
"""

from src.presenter.plans import (
    FieldChange,
    InWords,
    OperationInWords,
    in_no_words,
    lines_of,
    told_in_words,
)
from src.presenter.reply import PLAIN, PresentedReply, Presenter, PresenterOf, caveat, plainly
from src.presenter.telling import SourceKind, Teller, Telling, says_anything

__all__ = [
    "PLAIN",
    "FieldChange",
    "InWords",
    "OperationInWords",
    "PresentedReply",
    "Presenter",
    "PresenterOf",
    "SourceKind",
    "Teller",
    "Telling",
    "caveat",
    "in_no_words",
    "lines_of",
    "plainly",
    "says_anything",
    "told_in_words",
]

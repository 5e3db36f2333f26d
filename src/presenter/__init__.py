"""Turns what happened in a turn into words, for any desk. Pure: the same turn always reads the same.

A desk hands in its wordings, its kinds of source, tellers of its own reports, and what its model may say itself.
"""

from src.presenter.plans import FieldChange as FieldChange
from src.presenter.plans import OperationInWords as OperationInWords
from src.presenter.plans import in_no_words as in_no_words
from src.presenter.plans import lines_of as lines_of
from src.presenter.plans import told_in_words as told_in_words
from src.presenter.reply import PLAIN as PLAIN
from src.presenter.reply import PresentedReply as PresentedReply
from src.presenter.reply import Presenter as Presenter
from src.presenter.reply import PresenterOf as PresenterOf
from src.presenter.reply import caveat as caveat
from src.presenter.reply import plainly as plainly
from src.presenter.telling import SourceKind as SourceKind
from src.presenter.telling import Teller as Teller
from src.presenter.telling import Telling as Telling
from src.presenter.telling import says_anything as says_anything

"""The desk for documentation. ``PLUG`` is all that the engine knows of it before it is made."""

from pathlib import Path
from typing import TYPE_CHECKING

from src.desks.docs.demo import hold
from src.desks.plug import Plug

if TYPE_CHECKING:
    from src.answering.rules import AnswerRules
    from src.desks.desk import Desk, Engine
    from src.presenter import Presenter
    from src.settings import DeskSettings


def _make(engine: "Engine") -> "Desk":
    from src.desks.docs.desk import make

    return make(engine)


def _settings() -> "type[DeskSettings]":
    from src.desks.docs.settings import DocsSettings

    return DocsSettings


def _presenter() -> "Presenter":
    from src.desks.docs.presenter import PRESENTER

    return PRESENTER


def _answer_rules() -> "AnswerRules":
    from src.desks.docs.answering import RULES

    return RULES


EXAMPLES = Path(__file__).parent / "examples.json"

PLUG = Plug(
    "docs",
    _make,
    settings=_settings,
    demo=hold,
    examples=EXAMPLES,
    presenter=_presenter,
    answer_rules=_answer_rules,
    vocabulary=("guardrails", "canonical question", "docs desk"),
)

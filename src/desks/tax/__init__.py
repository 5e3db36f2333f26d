"""TESS: Dutch tax law. ``PLUG`` is all that the engine knows of it before it is made."""

from typing import TYPE_CHECKING

from src.desks.plug import Plug

if TYPE_CHECKING:
    from src.answering.rules import AnswerRules
    from src.desks.plug import Commands
    from src.presenter import Presenter


def _add_commands(commands: "Commands") -> None:
    from src.desks.tax.commands.ingest import add_ingest_command
    from src.desks.tax.commands.lint import add_lint_command
    from src.desks.tax.commands.search import add_search_command

    add_ingest_command(commands)
    add_lint_command(commands)
    add_search_command(commands)


def _answer_rules() -> "AnswerRules":
    from src.desks.tax.answering import RULES

    return RULES


def _presenter() -> "Presenter":
    from src.desks.tax.presenter import PRESENTER

    return PRESENTER


VOCABULARY = (
    *(
        "tax",
        "taxes",
        "law",
        "laws",
        "case law",
        "legislation",
        "legislator",
        "statute",
        "statutes",
    ),
    *(
        "ruling",
        "rulings",
        "court",
        "courts",
        "judiciary",
        "provision",
        "provisions",
        "ecli",
        "bwb",
        "bwbr",
        "jci",
    ),
    *(
        "lawyer",
        "vat",
        "btw",
        "adviser",
        "advisor",
        "regelrecht",
        "rechtspraak",
        "wetgeving",
        "wet",
        "artikel",
    ),
    *(
        "artikelen",
        "uitspraak",
        "uitspraken",
        "belasting",
        "belastingrecht",
        "recht van",
        "peildatum",
        "hoge raad",
    ),
    *("rechtbank", "lid", "article", "articles"),
)

PLUG = Plug(
    "tax",
    add_commands=_add_commands,
    answer_rules=_answer_rules,
    presenter=_presenter,
    vocabulary=VOCABULARY,
)

"""TESS: Dutch tax law. ``PLUG`` is all that the engine knows of it before it is made."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from src.desks.plug import Plug
from src.desks.tax.demo import hold

if TYPE_CHECKING:
    from src.answering.rules import AnswerRules
    from src.desks.desk import Desk, Engine
    from src.desks.plug import Commands
    from src.dossier.models import Dossier
    from src.presenter import Presenter
    from src.settings import DeskSettings


def _make(engine: "Engine") -> "Desk":
    from src.desks.tax.desk import make

    return make(engine)


def _add_commands(commands: "Commands") -> None:
    from src.desks.tax.commands.ingest import add_ingest_options
    from src.desks.tax.commands.lint import add_lint_command
    from src.desks.tax.commands.search import add_search_options

    add_ingest_options(commands)
    add_lint_command(commands)
    add_search_options(commands)


def _answer_rules() -> "AnswerRules":
    from src.desks.tax.answering import RULES

    return RULES


def _presenter() -> "Presenter":
    from src.desks.tax.presenter import PRESENTER

    return PRESENTER


EXAMPLES = Path(__file__).parent / "examples.json"

VOCABULARY = tuple(
    (
        "tax, taxes, law, laws, case law, legislation, legislator, statute, statutes, ruling, "
        "rulings, court, courts, judiciary, provision, provisions, ecli, bwb, bwbr, jci, lawyer, "
        "vat, btw, adviser, advisor, regelrecht, rechtspraak, wetgeving, wet, artikel, "
        "artikelen, uitspraak, uitspraken, belasting, belastingrecht, recht van, peildatum, "
        "hoge raad, rechtbank, lid, article, articles"
    ).split(", ")
)


def _settings() -> "type[DeskSettings]":
    from src.desks.tax.settings import TaxSettings

    return TaxSettings


def _read_original(data: bytes, created_at: datetime) -> "Dossier | None":
    from src.desks.tax.seed_format import read

    return read(data, created_at)


PLUG = Plug(
    "tax",
    _make,
    _add_commands,
    _settings,
    hold,
    _presenter,
    _answer_rules,
    VOCABULARY,
    "src.desks.tax.sources",
    _read_original,
    {"tax": "en", "vat": "en"},
    EXAMPLES,
)

"""TESS: Dutch tax law. ``PLUG`` is all that the engine knows of it before it is made."""

from pathlib import Path

from src.cli_types import Commands
from src.desks.plug import Plug, call_of, value_of
from src.desks.tax.demo import hold
from src.texts import beside


def _add_commands(commands: Commands) -> None:
    from src.desks.tax.commands.ingest import add_ingest_options
    from src.desks.tax.commands.lint import add_lint_command
    from src.desks.tax.commands.search import add_search_options

    add_ingest_options(commands)
    add_lint_command(commands)
    add_search_options(commands)


EXAMPLES = Path(__file__).parent / "examples.json"

VOCABULARY = tuple(beside(__file__, "vocabulary")["words"].split(", "))

PLUG = Plug(
    "tax",
    call_of("src.desks.tax.desk:make"),
    _add_commands,
    value_of("src.desks.tax.settings:TaxSettings"),
    hold,
    value_of("src.desks.tax.presenter:PRESENTER"),
    value_of("src.desks.tax.answering:RULES"),
    VOCABULARY,
    "src.desks.tax.sources",
    call_of("src.desks.tax.seed_format:read"),
    {"tax": "en", "vat": "en"},
    EXAMPLES,
)

"""The desk for documentation. ``PLUG`` is all that the engine knows of it before it is made."""

from pathlib import Path

from src.desks.docs.demo import hold
from src.desks.plug import Plug, call_of, value_of

EXAMPLES = Path(__file__).parent / "examples.json"

PLUG = Plug(
    "docs",
    call_of("src.desks.docs.desk:make"),
    settings=value_of("src.desks.docs.settings:DocsSettings"),
    demo=hold,
    examples=EXAMPLES,
    presenter=value_of("src.desks.docs.presenter:PRESENTER"),
    answer_rules=value_of("src.desks.docs.answering:RULES"),
    vocabulary=("guardrails", "canonical question", "docs desk"),
)

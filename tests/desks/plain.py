"""Desks that know nothing: enough to be installed, with what a test gives them."""

from string import Template
from typing import Any

from src.desks.desk import Budget, Desk, DeskWords, Engine
from src.desks.manager import Decision, Deliberation
from src.desks.plug import Plug
from src.llm.protocol import Llm


class Polite:
    """A manager that calls no tool and says the same to everybody."""

    def __init__(self, llm: Llm) -> None:
        self.llm = llm

    async def decide(self, so_far: Deliberation) -> Decision:
        return Decision(f"Good day, from {so_far.prompt}.")


def plain_desk(engine: Engine, name: str, **fields: Any) -> Desk:
    words = DeskWords(
        about={"nl": "Niets.", "en": "Nothing."},
        opening={"nl": "Dag.", "en": "Good day."},
        examples={"nl": (), "en": ()},
    )
    return Desk(
        name=name,
        template=Template(name),
        tools=(),
        budget=Budget(rounds=1, calls=1, seconds=10),
        words=words,
        manager=Polite(engine.models(None).main),
        title={"nl": name, "en": name},
        **fields,
    )


def plain(name: str, **fields: Any) -> Plug:
    """Return a desk to install: no tools, no sources, and these fields."""
    return Plug(name, lambda engine: plain_desk(engine, name, **fields))

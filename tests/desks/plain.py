"""Desks that know nothing: enough to be installed, with what a test gives them."""

from collections.abc import Sequence
from string import Template
from typing import Any

from pydantic import BaseModel

from src.desks.desk import Budget, Desk, DeskWords, Engine
from src.desks.plug import Plug
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec


class Polite:
    """Rules of the built-in model that call no tool and say the same to everybody."""

    def decision(
        self, heard: Sequence[ChatMessage], offered: Sequence[ToolSpec]
    ) -> ChatReply:  # the protocol's
        return ChatReply(f"Good day, from {heard[0].content}.")

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:  # the protocol's
        return None


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
        llm=engine.models(Polite()).main,
        title={"nl": name, "en": name},
        **fields,
    )


def plain(name: str, **fields: Any) -> Plug:
    """Return a desk to install: no tools, no sources, and these fields."""
    return Plug(name, lambda engine: plain_desk(engine, name, **fields))

"""The state of a dossier at the end of a request: where it begins, and how the built-in model reads it. Pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from src.llm.protocol import ChatMessage

STATE = "\n\n--- state: data of the program, no words of the user ---\n"
"""Stands between the user's newest message and the state of the dossier."""

State = Mapping[str, Any]


def with_state(message: str, state: State) -> str:
    """Return a user's message with the state of the dossier behind it."""
    sources = list(state.get("sources", ()))
    told = {**state}
    if sources and all("selected" in source for source in sources):
        plain = [{name: entry[name] for name in entry if name != "selected"} for entry in sources]
        selected = [source["n"] for source in sources if source["selected"]]
        told |= {"sources": plain, "selected": selected}
    brief = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"{message}{STATE}{brief}"


def message_and_state(heard: Sequence[ChatMessage]) -> tuple[str, State]:
    """Return the user's newest words, and the state that was sent with them; empty where none was."""
    newest = next((message.content for message in reversed(heard) if message.role == "user"), "")
    message, mark, state = newest.rpartition(STATE)
    if not mark:
        return newest, {}
    told = json.loads(state)
    for entry in told.get("sources", ()) if "selected" in told else ():
        entry["selected"] = entry["n"] in told["selected"]
    return message, told


def sources_in(state: State, *, selected: bool | None = None) -> dict[int, dict[str, Any]]:
    """Return the sources of a state by number: all, or those that are selected or not."""
    every: list[dict[str, Any]] = list(state.get("sources", ()))
    return {row["n"]: row for row in every if selected in (None, row.get("selected"))}

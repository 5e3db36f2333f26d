"""The state of a dossier at the end of a request: where it begins, and how the built-in model reads it. Pure."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from src.llm.protocol import ChatMessage

STATE = "\n\n--- state: data of the program, no words of the user ---\n"
"""Stands between the user's newest message and the state of the dossier."""

State = Mapping[str, Any]


def with_state(message: str, state: State) -> str:
    """Return a user's message with the state of the dossier behind it."""
    told = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    return f"{message}{STATE}{told}"


def message_and_state(heard: Sequence[ChatMessage]) -> tuple[str, State]:
    """Return the user's newest words, and the state that was sent with them; empty where none was."""
    newest = next((one.content for one in reversed(heard) if one.role == "user"), "")
    message, mark, state = newest.rpartition(STATE)
    return (message, json.loads(state)) if mark else (newest, {})


def sources_in(state: State, *, selected: bool | None = None) -> dict[int, dict[str, Any]]:
    """Return the sources of a state by number: all, or those that are selected or not."""
    every: list[dict[str, Any]] = list(state.get("sources", ()))
    return {one["n"]: one for one in every if selected in (None, one.get("selected"))}


def labels(sources: Mapping[int, Mapping[str, Any]]) -> dict[str, int]:
    """Return numbers of sources by a title of their own: two versions of one text are told apart by their dates."""
    titles = Counter(one["title"] for one in sources.values())
    return {
        one["title"] if titles[one["title"]] == 1 else f"{one['title']} ({_version(one)})": n
        for n, one in sources.items()
    }


def _version(source: Mapping[str, Any]) -> str:
    return f"{'eigen samenvatting, ' if source.get('digest') else ''}stand {source.get('date')}"

"""What every peer is given alike: instructions, the sources that its search finds, a file per dossier."""

import asyncio
import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

PROMPT = (
    "You are an assistant for Dutch tax law. Call legislation_search for every question of law. "
    * 8
)
SOURCES = [
    {
        "id": f"BWBR0002320/{number}",
        "title": f"Wet, artikel {number}",
        "text": "De inspecteur kan navorderen. " * 66,
    }
    for number in range(3)
]
"""Three sources of 2 kB, as each search finds them; that peers need not really search is to their good."""

FOUND = json.dumps(SOURCES)
DESCRIPTION = "Search Dutch tax legislation for a question of law."
SCHEMA: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "legislation_search",
        "description": DESCRIPTION,
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "What to look for."}},
            "required": ["query"],
        },
    },
}

locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file in one step, on stable storage."""
    temporary = path.with_suffix(".tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def role(number: int) -> str:
    """Return who says message ``number`` of a conversation."""
    return "assistant" if number % 2 else "user"

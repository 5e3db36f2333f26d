"""Writes the golden files: ``python -m tests.recorded.record [NAME ...]``.

Only after a change that is meant: the difference of the files is what the change does to those who rely on them.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.recorded.conversations import CONVERSATIONS
from tests.recorded.form import written
from tests.recorded.play import recorded

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> Path:
    """Return where the recording of a conversation is kept."""
    return GOLDEN / f"{name.replace(' ', '_')}.json"


async def record(names: Sequence[str] = ()) -> None:
    """Record these conversations, or all, and remove what is of none."""
    for conversation in CONVERSATIONS:
        if not names or conversation.name in names:
            text = written(await recorded(conversation))
            golden(conversation.name).write_text(text, "utf-8")
    known = {golden(one.name) for one in CONVERSATIONS}
    for path in GOLDEN.glob("*.json"):
        if path not in known:
            path.unlink()


if __name__ == "__main__":
    asyncio.run(record(sys.argv[1:]))

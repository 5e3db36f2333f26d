"""Edits of what a desk made, in the numbers that the state shows: the shape that desks share.

A desk has one tool of edits. It says what its lines or items have beside their words by a subclass of ``Edit``, and
applies the edits one after the other; every number is one of the state that the model was sent, whatever was edited
before it in the same call.
"""

from typing import Literal

from pydantic import Field

from src.tools.base import Arguments

EditOp = Literal["add", "change", "move", "merge", "split", "remove", "restore"]


class Edit(Arguments):
    """One edit that the user asks for."""

    op: EditOp
    numbers: tuple[int, ...] = Field((), max_length=200)
    """What is edited, as the state numbers it; none with add."""
    texts: tuple[str, ...] = Field((), max_length=20)
    """The new words: one with add, change and merge, one for each part with split."""
    before: int | None = None
    """With move and add: in front of this number."""
    after: int | None = None
    """With move and add: behind this number."""

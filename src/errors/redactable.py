"""Errors whose message may be sent once more with marks in the place of what was found in it."""

from dataclasses import dataclass

from src.errors.base import ForUser


@dataclass(frozen=True)
class MaskedFinding:
    """What was found, without its value; ``start`` and ``end`` are characters of the text of that number, from 0."""

    kind: str
    masked: str
    start: int
    end: int
    text: int = 0


class RedactableError(ForUser):
    """Something was found in texts that may not be there; neither is in ``details``, which are told in logs."""

    findings: tuple[MaskedFinding, ...] = ()
    redacted: tuple[str, ...] = ()
    """The texts with marks in the place of what was found; the first is the message."""

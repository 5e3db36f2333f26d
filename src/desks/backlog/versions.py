"""What made a segment or an item: the model, and of a real one which prompt. Pure."""

import hashlib

from src.llm.protocol import OFFLINE, Llm

RULES = "rules-1"
"""Changes with the rules of the built-in model."""


def version_of(llm: Llm, prompt: str) -> str:
    """Return by which version of prompt or rules this model works."""
    if llm.id == OFFLINE:
        return RULES
    return f"{llm.id}/{hashlib.sha256(prompt.encode()).hexdigest()[:8]}"

"""A model without tools that fills in forms of the desk, and by what name its work is known."""

import hashlib
from dataclasses import dataclass
from typing import Literal

from src.llm.forms import Form
from src.llm.protocol import OFFLINE, ChatMessage, Llm, Usage

RULES = "rules-1"
"""Changes with the rules of the built-in model."""


@dataclass(frozen=True)
class FormFiller:
    """Fills in forms, by a model and a prompt."""

    llm: Llm
    prompt: str

    @property
    def version(self) -> str:
        """What fills in: the model, and which prompt."""
        if self.llm.id == OFFLINE:
            return RULES
        return f"{self.llm.id}/{hashlib.sha256(self.prompt.encode()).hexdigest()[:8]}"

    def asked(self, task: Form) -> list[ChatMessage]:
        """Return what the model is sent of a task, without what is empty."""
        told = task.model_dump_json(exclude_defaults=True)
        return [ChatMessage("system", self.prompt), ChatMessage("user", told)]


def made_by(model: str) -> Literal["rules", "model"]:
    """Return what a model of this id is to readers."""
    return "rules" if model == OFFLINE else "model"


def spent(usage: Usage) -> dict[str, int]:
    """Return what a model took, as spans tell it."""
    return {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens}

"""What every model has that stands in front of another."""

from collections.abc import Mapping
from typing import Any

from src.llm.protocol import Llm


class Around:
    """Goes by the name and the parameters of the model behind it."""

    def __init__(self, llm: Llm) -> None:
        self._llm = llm

    @property
    def id(self) -> str:
        """Name of the model behind it."""
        return self._llm.id

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Those of the model behind it."""
        return self._llm.parameters

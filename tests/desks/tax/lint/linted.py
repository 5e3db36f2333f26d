"""What came of ``tess lint``, and the laws of the small library that it was run on."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LAW = "Wet op de kabouterbelasting 1990"
TWO_VERSIONS = "Kabouterregeling"
RULING = "ECLI:NL:HR:2017:1234"


@dataclass(frozen=True)
class Linted:
    """How the command ended, what it printed, and the findings of its first file as data."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        return [(one["words"], one["verdict"]) for one in self.data["files"][0]["citations"]]


Lint = Callable[..., Linted]


def write(folder: Path, *lines: str) -> Path:
    path = folder / "memo.md"
    path.write_text("\n".join(lines), "utf-8")
    return path

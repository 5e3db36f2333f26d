"""What was found of one part of an installation. Pure."""

from dataclasses import asdict, dataclass
from typing import Literal

State = Literal["ok", "note", "ACT"]


@dataclass(frozen=True)
class Finding:
    """A part, how it is (``note``: it works, and could be better), what there is to say and what to do about it."""

    part: str
    state: State
    told: str
    to_do: str = ""

    @property
    def must_act(self) -> bool:
        """Whether the installation does not work as it is."""
        return self.state == "ACT"

    def as_dict(self) -> dict[str, str]:
        """Return the finding as plain data."""
        return asdict(self)


def well(part: str, told: str) -> Finding:
    """Return that nothing is to be done."""
    return Finding(part, "ok", told)


def note(part: str, told: str, to_do: str) -> Finding:
    """Return that something could be done."""
    return Finding(part, "note", told, to_do)


def ill(part: str, told: str, to_do: str) -> Finding:
    """Return that something must be done."""
    return Finding(part, "ACT", told, to_do)

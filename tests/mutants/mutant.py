"""What a mutant is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """One defence, and what the code is without it."""

    name: str
    file: str
    old: str
    """Stands in the file once."""
    new: str
    tests: tuple[str, ...]
    """At least one fails without the defence."""

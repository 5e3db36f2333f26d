"""Whether a text states a number or a day. Pure."""

from src.grounding.numbers import Quantity, counted, is_same_day, quantities


def states(text: str, wanted: Quantity) -> bool:
    """Return whether a text has a number or a day, however it writes it; a rate only where it is one there too."""
    found = quantities(counted(text))
    if wanted.kind == "date":
        return any(one.kind == "date" and is_same_day(one.value, wanted.value) for one in found)
    return any(
        one.value == wanted.value and (one.kind == "rate") == (wanted.kind == "rate")
        for one in found
    )

"""A message of the fields of an error report, as every door but the conversation itself gives them. Pure."""

from collections.abc import Iterable

from src.masking.typed import mask


def message(
    description: str,
    subscription: str = "",
    group: str = "",
    technologies: Iterable[str] = (),
    attached: Iterable[str] = (),
) -> str:
    """Return the words that are sent and kept: masked, with a line for each field that is there."""
    fields = {
        "Subscription": subscription,
        "Resource group": group,
        "Technologies": ", ".join(technologies),
    }
    lines = [
        f"{name}: {' '.join(value.split())}" for name, value in fields.items() if value.strip()
    ]
    return "\n\n".join(
        filter(None, [mask(description).strip(), mask("\n".join(lines)), "\n".join(attached)])
    )

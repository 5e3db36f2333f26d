"""Addresses in the words of a model: only sources have links."""

import re

_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+")


def without_addresses(text: str) -> str:
    """Return a model's text without addresses, each replaced by a mark."""
    return _ADDRESS.sub("[…]", text)

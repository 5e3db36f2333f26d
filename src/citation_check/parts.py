"""What every reader of documents gives, and how it says that it can't."""

LONGEST_TEXT = 20_000_000
"""Characters; some 8,000 pages."""

Part = tuple[str, str]
"""A place (``line 3``, ``page 2``, ``footnote 5``) and the text that stands there."""


class Unreadable(Exception):
    """The document could not be read; the message says why, in words for a person."""

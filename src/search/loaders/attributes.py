"""How many attributes the tags of a page may have: the time to read them grows with the square. Pure."""

import re

from src.search.loaders.loaded import NotLoaded

MOST_ATTRIBUTES = 2_000
"""Of one tag."""

_MOST_READ = 8
"""Times that each character is read at most, on average: tags in the values of others are read on their own."""

_NAME = r"""[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"""
_VALUE = r"""(?:"[^"]*+"?+|'[^']*+'?+|[^ \t\n\f\r>"'][^ \t\n\f\r>]*+)"""
_ATTRIBUTE = rf"(?:{_NAME}(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+{_VALUE}?+)?+[ \t\n\f\r/]*+)"
_OPENING = re.compile("<[a-zA-Z]")
_TAG = re.compile(
    rf"<[a-zA-Z][^ \t\n\f\r/>]*+[ \t\n\f\r/]*+{_ATTRIBUTE}{{0,{MOST_ATTRIBUTES}}}+(?P<more>{_ATTRIBUTE})?"
)
"""As HTML says that a tag is read, with an attribute too many at its end."""


def require_few_attributes(text: str) -> None:
    """Raise NotLoaded for a page with more attributes in a tag than may be, before it is parsed.

    Whatever could be the beginning of a tag is taken for one, wherever it stands, so that none is hidden.
    """
    left = _MOST_READ * len(text)
    for opening in _OPENING.finditer(text):
        tag = _TAG.match(text, opening.start())
        assert tag is not None  # it begins with what was found
        left -= tag.end() - tag.start()
        if tag["more"] or left < 0:
            raise NotLoaded(f"a tag has more than {MOST_ATTRIBUTES:,} attributes", "attributes")

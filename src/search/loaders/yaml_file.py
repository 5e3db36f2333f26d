"""Reads one YAML file that may be broken, foreign or hostile."""

import yaml

from src.search.loaders.loaded import NotLoaded, require_content

DEEPEST = 100
"""Levels from which on a file is left out: the parser in C overruns its stack before it refuses any depth."""

_OPENING = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_CLOSING = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


def parse(content: bytes) -> object:
    """Return what a file holds, every scalar as the text that stands there; NotLoaded where it can't be trusted.

    Aliases are refused: a few lines of them can stand for more than any memory holds.
    """
    require_content(content)
    try:
        _require_plain(content)
        return yaml.load(content, yaml.CBaseLoader)  # noqa: S506  # makes texts, lists and mappings of texts alone
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        problem = getattr(error, "problem", None) or "it is no text"
        raise NotLoaded(f"the YAML is broken: {problem}") from error


def _require_plain(content: bytes) -> None:
    depth = 0
    for event in yaml.parse(content, yaml.CBaseLoader):
        if isinstance(event, _OPENING):
            depth += 1
        elif isinstance(event, _CLOSING):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise NotLoaded("the YAML has aliases, and may stand for more than it holds")
        if depth > DEEPEST:
            raise NotLoaded(f"the YAML is nested more than {DEEPEST} deep")

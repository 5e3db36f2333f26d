"""The schema of a tool as a model is sent it. Pure."""

from collections.abc import Mapping
from typing import Any

_FOR_CODE = frozenset(
    "additionalProperties default maximum maxItems maxLength minimum minItems minLength pattern".split()
)
"""Words of a schema that code checks, and of which a refused call is told."""


def in_brief(schema: Any, kinds: Mapping[str, Any] | None = None) -> Any:
    """Return a schema without what repeats its names, what is empty and what only code checks: requests have it again.

    What ``$defs`` names stands in its place, and what may be null is left out instead.
    """
    if isinstance(schema, list):
        return [in_brief(one, kinds) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kinds = schema.get("$defs", kinds or {})
    if "$ref" in schema:
        named = schema["$ref"].rpartition("/")[2]
        rest = {name: one for name, one in kinds.items() if name != named}  # a kind may hold itself
        return in_brief(kinds.get(named, {}), rest)
    given = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    if len(given) == 1:
        rest = {name: value for name, value in schema.items() if name != "anyOf"}
        return in_brief({**given[0], **rest}, kinds)
    told = {name: value for name, value in schema.items() if value != "" and name not in _FOR_CODE}
    return {
        name: {key: in_brief(one, kinds) for key, one in value.items()}
        if name == "properties"
        else in_brief(value, kinds)
        for name, value in told.items()
        if name != "$defs" and not (name == "title" and isinstance(value, str))
    }

"""The schema of a tool or a form as a model is sent it. Pure."""

from collections.abc import Mapping
from typing import Any

_FOR_CODE = frozenset(
    "default exclusiveMaximum exclusiveMinimum maxItems maxLength maximum minItems minLength minimum multipleOf"
    " pattern".split()
)
"""Words of a schema that code checks, and of which a refused call is told; some servers refuse them in strict ones."""


def in_brief(schema: Mapping[str, Any], *, strict: bool = False) -> dict[str, Any]:
    """Return a schema without what repeats its names, what is empty and what only code checks: requests have it again.

    What ``$defs`` names stands in its place, without the words that its class has for readers of the code. Unless it
    is ``strict``, what may be null is left out instead.
    """
    left_out = _FOR_CODE | {"format" if strict else "additionalProperties"}
    brief: dict[str, Any] = _brief(
        {**schema, "description": ""}, schema.get("$defs", {}), left_out, strict=strict
    )
    return brief


def _brief(schema: Any, kinds: Mapping[str, Any], left_out: frozenset[str], *, strict: bool) -> Any:
    if isinstance(schema, list):
        return [_brief(entry, kinds, left_out, strict=strict) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        named = schema["$ref"].rpartition("/")[2]
        own = {name: value for name, value in schema.items() if name != "$ref"}
        rest = {name: one for name, one in kinds.items() if name != named}  # a kind may hold itself
        return _brief(
            {**kinds.get(named, {}), "description": "", **own}, rest, left_out, strict=strict
        )
    given = [entry for entry in schema.get("anyOf", ()) if entry != {"type": "null"}]
    if len(given) == 1 and not strict:
        own = {name: value for name, value in schema.items() if name != "anyOf"}
        return _brief({**given[0], **own}, kinds, left_out, strict=strict)
    return {
        name: {key: _brief(entry, kinds, left_out, strict=strict) for key, entry in value.items()}
        if name == "properties"
        else _brief(value, kinds, left_out, strict=strict)
        for name, value in schema.items()
        if name != "$defs"
        and value != ""
        and name not in left_out
        and not (name == "title" and isinstance(value, str))
    }

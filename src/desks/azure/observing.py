"""Makes a source of what ARM said: masked, one line per value, so that a line is a quote. Pure."""

import hashlib
import json
from collections.abc import Iterator
from urllib.parse import urlencode

from pydantic import JsonValue

from src.desks.azure.arm_calls import ArmReply, ArmRequest
from src.dossier.models import Observation
from src.masking.masking import Marks
from src.masking.secrets import SECRETS, kind_by_name

SYSTEM = "Azure Resource Manager"

MOST_LINES = 2_000
LONGEST_LINE = 2_000
"""Characters of one value."""

DEEPEST = 40

CUT = "(there was more than was read)"
"""The last line of what was cut."""


def observation(reply: ArmReply, request: ArmRequest) -> Observation:
    """Return the source: status first, then lines such as ``properties.networkAcls.defaultAction: Deny``, masked.

    The same call with the same reply has the same id. ``heading`` is the path that was asked.
    """
    content = _content(reply, request.wanted)
    asked = _asked(request)
    identity = hashlib.sha256(f"{asked}\n{content}".encode()).hexdigest()
    return Observation(
        id=f"observation/{identity[:32]}",
        title=f"{request.method} {_short(request.path)} ({reply.status})",
        content=content,
        heading=SECRETS.mask(request.path),
        system=SYSTEM,
        request=asked,
        taken_at=reply.taken_at,
        revision=reply.etag,
        sha256=hashlib.sha256(content.encode()).hexdigest(),
    )


def lines_of(body: JsonValue) -> list[str]:
    """Return one line per value of a body, by its path, masked; a text has a line for each of its own."""
    marks = Marks()
    lines = [_line(path, value) for path, value in _values("", body, "", marks, 0)]
    return SECRETS.mask("\n".join(lines), marks).split("\n") if lines else []


def _content(reply: ArmReply, wanted: str) -> str:
    body, others = _of_name(reply.body, wanted)
    lines = lines_of(body)
    if others:
        lines.append(f"({others} items are left out here: they are not {_line('', wanted)})")
    if len(lines) > MOST_LINES:  # what a log says last is what it was read for
        half = MOST_LINES // 2
        left = len(lines) - 2 * half
        lines = [*lines[:half], f"({left} lines are left out here)", *lines[-half:]]
    return "\n".join([f"status: {reply.status}", *lines, *([CUT] if reply.is_cut else [])])


def _of_name(body: JsonValue, wanted: str) -> tuple[JsonValue, int]:
    """Return a list with the items of a name alone, and how many others it has."""
    items = body.get("value") if isinstance(body, dict) else None
    if not wanted or not isinstance(body, dict) or not isinstance(items, list):
        return body, 0
    kept = [one for one in items if wanted.casefold() in _names(one)]
    return {**body, "value": kept}, len(items) - len(kept)


def _names(item: JsonValue) -> set[str]:
    """Return what an item of a list is called: its name, in whichever form it is written, its size and family."""
    if not isinstance(item, dict):
        return set()
    name = item.get("name")
    forms = name.values() if isinstance(name, dict) else (name,)
    called = (*forms, item.get("size"), item.get("family"))
    return {one.casefold() for one in called if isinstance(one, str)}


def _values(
    path: str, value: JsonValue, name: str, marks: Marks, depth: int
) -> Iterator[tuple[str, str]]:
    """Yield the path of each value, and how it is written; ``name`` is what it is called where it may be secret."""
    if depth > DEEPEST:
        yield path, "(deeper than is read)"
    elif isinstance(value, dict) and value:
        called = _called(value)
        for key, one in value.items():
            known = called if key in ("value", "secureValue") and called else key
            yield from _values(f"{path}.{key}" if path else key, one, known, marks, depth + 1)
    elif isinstance(value, list) and value:
        for n, one in enumerate(value):
            yield from _values(f"{path}[{n}]", one, name, marks, depth + 1)
    elif isinstance(value, str):
        several = _masked(name, value, marks).replace("\r\n", "\n").rstrip("\n").split("\n")
        for n, one in enumerate(several):
            yield (f"{path}[{n}]" if len(several) > 1 else path), one
    else:
        yield path, json.dumps(value)


def _called(pair: dict[str, JsonValue]) -> str:
    """Return the name of a pair of name and value, as environment variables and settings are; empty for others."""
    name = pair.get("name")
    return name if isinstance(name, str) else ""


def _masked(name: str, value: str, marks: Marks) -> str:
    kind = kind_by_name(name, value)
    if kind is None:
        return SECRETS.mask(value, marks)
    return f"‹secret:{kind}:{marks.number(kind, value)}›"


def _line(path: str, text: str) -> str:
    written = "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in text)
    short = written if len(written) <= LONGEST_LINE else f"{written[:LONGEST_LINE]} (cut)"
    return f"{path}: {short}" if path else short


def _asked(request: ArmRequest) -> str:
    query = urlencode({**request.query, "api-version": request.api_version}, safe="$'/ ,:")
    body = f" {json.dumps(request.body, sort_keys=True)}" if request.body is not None else ""
    return SECRETS.mask(f"{request.method} {request.path}?{query}{body}")


def _short(path: str) -> str:
    """Return a path from the last provider on, or its last three parts: enough for a title."""
    _, found, rest = path.rpartition("/providers/")
    return SECRETS.mask(rest if found else "/".join(path.strip("/").split("/")[-3:]))

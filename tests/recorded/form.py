"""How a recording is written down: readable, to the byte, each long text once; and how two of them differ."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

LONG = 100
"""Characters above which a value that stands in a recording more than once is written once, under its hash."""

WIDTH = 120

Json = Any


def exact(data: bytes) -> Json:
    """Return bytes as JSON from which they can be made again: as JSON where they are, as lines, or as their hash."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
    try:
        value = json.loads(text)
    except ValueError:
        return {"text": text.split("\n")} if "\n" in text else text
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if text in (compact, f"{compact}\n"):
        return {"json" if text == compact else "json line": value}
    if json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1) + "\n" == text:
        return {"json, indented": value}
    return {"text": text.split("\n")}


def written(recording: Json) -> str:
    """Return the text of a golden file: what stands in it more than once, and is long, stands under its hash."""
    seen: Counter[str] = Counter()
    _count(recording, seen)
    shared: dict[str, Json] = {}
    short = _shortened(recording, seen, shared)
    return _laid_out({"recorded": short, "shared": dict(sorted(shared.items()))}) + "\n"


def read(text: str) -> Json:
    """Return the recording that a golden file holds."""
    whole = json.loads(text)
    return _restored(whole["recorded"], whole["shared"])


def _count(value: Json, seen: Counter[str]) -> None:
    key = _key(value)
    if key:
        seen[key] += 1
    if seen[key] < 2:  # what is in a value that is shared is written with it
        for one in _parts(value):
            _count(one, seen)


def _key(value: Json) -> str:
    """Return the name of a value that is worth sharing; none for others."""
    if not isinstance(value, str | dict | list):
        return ""
    text = json.dumps(value, ensure_ascii=False)
    return f"shared {hashlib.sha256(text.encode()).hexdigest()[:10]}" if len(text) > LONG else ""


def _parts(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _shortened(value: Json, seen: Counter[str], shared: dict[str, Json]) -> Json:
    key = _key(value)
    if key and seen[key] > 1:
        if key not in shared:
            shared[key] = None  # it is being written
            shared[key] = _inside(value, seen, shared)
        return key
    return _inside(value, seen, shared)


def _inside(value: Json, seen: Counter[str], shared: dict[str, Json]) -> Json:
    if isinstance(value, dict):
        return {name: _shortened(one, seen, shared) for name, one in value.items()}
    if isinstance(value, list):
        return [_shortened(one, seen, shared) for one in value]
    return value


def _restored(value: Json, shared: dict[str, Json]) -> Json:
    if isinstance(value, dict):
        return {name: _restored(one, shared) for name, one in value.items()}
    if isinstance(value, list):
        return [_restored(one, shared) for one in value]
    if isinstance(value, str) and value in shared:
        return _restored(shared[value], shared)
    return value


def _laid_out(value: Json, before: int = 0) -> str:
    """Return JSON in which what is short stands on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + before <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    margin = " " * (before + 1)
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {_laid_out(one, before + 1)}"
            for name, one in value.items()
        ]
    else:
        parts = [_laid_out(one, before + 1) for one in value]
    inside = f",\n{margin}".join(parts)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{margin}{inside}\n{margin[1:]}{closing}"


def differences(before: Json, now: Json) -> list[str]:
    """Return what differs, each with where it is: hashes last, as they differ wherever anything does."""
    found = list(_differing("", before, now))
    return [told for _, told in sorted(found, key=lambda one: _is_hash(one[0]))]


def _is_hash(where: str) -> bool:
    return any(word in where.rpartition(".")[2] for word in ("hash", "sha256", "seal", "salt"))


def _differing(where: str, before: Json, now: Json) -> Iterator[tuple[str, str]]:
    if type(before) is not type(now):
        yield where, f"{where}: {_brief(before)} became {_brief(now)}"
    elif isinstance(before, dict):
        if list(before) != list(now):
            yield where, f"{where}: fields {list(before)} became {list(now)}"
        for name in [name for name in before if name in now]:
            yield from _differing(f"{where}.{name}", before[name], now[name])
    elif isinstance(before, list):
        if len(before) != len(now):
            yield where, f"{where}: {len(before)} items became {len(now)}"
        for number, (one, other) in enumerate(zip(before, now, strict=False)):
            yield from _differing(f"{where}[{number}]", one, other)
    elif before != now:
        yield where, f"{where}: {_apart(before, now)}"


def _apart(before: Json, now: Json) -> str:
    if not isinstance(before, str):
        return f"{before!r} became {now!r}"
    pairs = enumerate(zip(before, now, strict=False))
    at = next((n for n, (one, other) in pairs if one != other), min(len(before), len(now)))
    begin = max(0, at - 30)
    return f"at {at}: {before[begin : at + 50]!r} became {now[begin : at + 50]!r}"


def _brief(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:76]} ..."

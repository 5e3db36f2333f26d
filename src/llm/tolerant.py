"""Reads what weak and odd models write: JSON in a fence, thoughts before it, a call written as text. Pure.

Only what is meant is read, nothing is made up: JSON that does not end is cut, and a call names a tool that was offered.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate
from typing import Any, NoReturn

from src.llm.protocol import ToolCall

LONGEST_REPAIRED = 20_000
"""Characters of a text whose JSON is mended, or in which calls are looked for; a longer one takes too long."""

DEEPEST = 40
"""Brackets within each other that are looked into."""

_THOUGHTS = re.compile(r"\s*<(think|thinking|thought|reasoning)>")
_ANSWER = "<|channel|>final<|message|>"
_FENCE = re.compile(r"```[A-Za-z_]*+[ \t]*+\n?+(.*?)```", re.DOTALL)
_MARKS = re.compile(
    r"</?(?:tool_call|tool_calls|function_call|functioncall|tools)>|\[/?TOOL_CALLS\]|<\|python_tag\|>"
    r"|<\|(?:eom_id|eot_id|im_end|end|call)\|>"
)
_NAMED = (
    re.compile(r"<function=([\w.-]+)>\s*(\{.*?\})\s*</function>", re.DOTALL),
    re.compile(r"\[TOOL_CALLS\]\s*([\w.-]+)\s*(?:\[ARGS\])?\s*(\{.*\})", re.DOTALL),
    re.compile(r"<tool_call>\s*([\w.-]+)\s*\n\s*(\{.*?\})\s*</tool_call>", re.DOTALL),
)
"""Calls whose name stands before their arguments."""
_TAGGED = re.compile(r"<function=([\w.-]+)>(.*?)</function>", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([\w.-]+)>\n?(.*?)\n?</parameter>", re.DOTALL)
_NAMES = ("name", "tool", "tool_name", "function", "function_name", "action")
_ARGUMENTS = ("arguments", "parameters", "args", "input", "action_input", "tool_input")


def without_thoughts(text: str) -> str:
    """Return a reply without what the model thought before it; nothing where it only thought."""
    text = text.rpartition(_ANSWER)[2]
    begin = 0
    while match := _THOUGHTS.match(text, begin):
        end = text.find(f"</{match[1]}>", match.end())
        begin = len(text) if end < 0 else end + len(f"</{match[1]}>")
    before, end_of_thoughts, after = text[begin:].rpartition("</think>")
    # Templates that begin a reply with the tag themselves leave only its end, on a line of its own.
    if end_of_thoughts and not before.rpartition("\n")[2].strip():
        return after.lstrip()
    return text[begin:].lstrip() if begin else text


def object_in(text: str) -> str | None:
    """Return the first JSON object in a reply as plain JSON; None where there is none, or where it does not end."""
    return next(map(_dumped, _objects(text)), None)


def arguments_in(text: str, parameters: Mapping[str, Any]) -> str | None:
    """Return the arguments of a call, which were written a little off, as JSON of these parameters (JSON schema).

    None where they hold no object.
    """
    if not text.strip():
        return "{}"
    given = next(_objects(text), None)
    if given is None:
        inner = _value(text)  # the text within a JSON string
        if isinstance(inner, str) and inner not in ("", text):
            return arguments_in(inner, parameters)
        return None
    fields = parameters.get("properties", {})
    for name in _ARGUMENTS:  # wrapped once too often
        if len(given) == 1 and name not in fields and isinstance(given.get(name), dict):
            given = given[name]
    return _dumped({name: _fitted(value, fields.get(name, {})) for name, value in given.items()})


def readings(text: str, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a model wrote as an object: as it is, and then, where that does not do, without its slips."""
    yield text
    mended = arguments_in(text, parameters)
    if mended is not None:
        yield mended


def calls_in(text: str, offered: Collection[str]) -> tuple[str, tuple[ToolCall, ...]]:
    """Return the words of a reply, and the calls of offered tools that the model wrote as text among them."""
    if len(text) > LONGEST_REPAIRED:
        return text, ()
    found: list[tuple[str, str]] = []
    rest = text
    for pattern in _NAMED:
        for match in pattern.finditer(rest):
            if match[1] in offered and (arguments := object_in(match[2])):
                found.append((match[1], arguments))
                rest = rest.replace(match[0], "")
    for match in _TAGGED.finditer(rest):
        if match[1] in offered:
            given = {name: _value(value) for name, value in _PARAMETER.findall(match[2])}
            found.append((match[1], _dumped(given)))
            rest = rest.replace(match[0], "")
    if not found and "{" in rest:
        calls = [call for row in _objects(rest) for call in _written(row, offered)]
        if calls:
            found, rest = calls, rest[: rest.index("{")].rstrip("[ \n")
            rest = re.sub(r"```\w*\s*\Z", "", rest)
    if not found:
        return text, ()
    numbered = enumerate(found, start=1)
    made = tuple(ToolCall(f"written_{n}", name, given) for n, (name, given) in numbered)
    return _MARKS.sub("", rest).strip(), made


def _written(given: Mapping[str, Any], offered: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the calls of offered tools that an object is, by the names that servers and models give to their parts."""
    for several in ("tool_calls", "calls"):
        for inner in given[several] if isinstance(given.get(several), list) else ():
            yield from _written(inner, offered) if isinstance(inner, dict) else ()
    if isinstance(given.get("function"), dict):
        yield from _written(given["function"], offered)
        return
    name = next((given[key] for key in _NAMES if isinstance(given.get(key), str)), None)
    arguments = next((given[key] for key in _ARGUMENTS if key in given), None)
    if isinstance(arguments, str):
        arguments = json.loads(object_in(arguments) or "null")
    if name in offered and isinstance(arguments, dict):
        assert name is not None
        yield name, _dumped(arguments)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a text, in their order; also those in a list."""
    steps = (1 if sign[0] in "[{" else -1 for sign in re.finditer(r"[\[{}\]]", text))
    if any(depth > DEEPEST for depth in accumulate(steps)):
        return
    found = list(_well_formed(text))
    if not found and len(text) <= LONGEST_REPAIRED:
        found = [row for part in _FENCE.findall(text) for row in _well_formed(part)]
    if found:
        yield from found
        return
    mended = _mended(text)
    if mended is not None:
        yield mended


def _well_formed(text: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder(parse_constant=_no_number)
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        yield value
        at = text.find("{", end)


def _mended(text: str) -> dict[str, Any] | None:
    """Return an object that has mistakes but ends: single quotes, a comma too many, a comment, a bare name."""
    begin, end = text.find("{"), text.rfind("}")
    part = text[begin : end + 1]
    if not 0 <= begin < end or len(part) > LONGEST_REPAIRED:
        return None
    if part.count("{") != part.count("}") or part.count("[") != part.count("]"):  # it may be cut
        return None
    if re.search(r"[\[:,]\s*-?(?:NaN|Infinity)\b", part):
        return None
    from json_repair import loads  # a twelfth of a second, which only mistakes are to cost

    try:
        value = loads(part)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value else None


def _dumped(value: Mapping[str, Any]) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, which whoever reads the JSON refuses
        return json.dumps(value)
    return text


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _value(text: str) -> object:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return text


def _fitted(value: object, schema: Mapping[str, Any]) -> object:
    """Return a value as its schema has it, where it is that but for its wrapping: a list of one, a number as text."""
    kinds = {schema.get("type"), *(entry.get("type") for entry in schema.get("anyOf", ()))}
    if "array" in kinds and not isinstance(value, list) and value is not None:
        return [_fitted(value, schema.get("items", {}))]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and "string" in kinds and not kinds & {"integer", "number"}:
        return str(value)
    if value is None and "null" not in kinds and "default" in schema:
        return schema["default"]
    return value

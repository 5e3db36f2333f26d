"""What weak and odd models write, as their servers pass it on."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.llm.protocol import ToolCall
from src.llm.tolerant import arguments_in, calls_in, object_in, without_thoughts

FIND = "find"
OFFERED = (FIND, "show")
QUERY = {"query": "termijn bezwaar"}
CALL = {"name": FIND, "arguments": QUERY}
PARAMETERS = {
    "properties": {
        "query": {"type": "string"},
        "titles": {"type": "array", "items": {"type": "string"}},
        "most": {"type": "integer", "default": 6},
    }
}

WRITTEN = {
    "Hermes, Qwen": f"<tool_call>\n{json.dumps(CALL)}\n</tool_call>",
    "Qwen coder": (
        f"<tool_call>\n<function={FIND}>\n<parameter=query>\ntermijn bezwaar\n</parameter>\n</function>\n</tool_call>"
    ),
    "Mistral, old": f"[TOOL_CALLS] [{json.dumps(CALL)}]",
    "Mistral, new": f"[TOOL_CALLS]{FIND}[ARGS]{json.dumps(QUERY)}",
    "Llama 3": f'<|python_tag|>{{"name": "{FIND}", "parameters": {json.dumps(QUERY)}}}<|eom_id|>',
    "Llama 3, functions": f"<function={FIND}>{json.dumps(QUERY)}</function>",
    "GLM": f"<tool_call>{FIND}\n{json.dumps(QUERY)}\n</tool_call>",
    "bare": json.dumps(CALL),
    "fenced": f"```json\n{json.dumps(CALL, indent=2)}\n```",
    "the provider's own form": json.dumps(
        {"tool_calls": [{"function": {"name": FIND, "arguments": json.dumps(QUERY)}}]}
    ),
    "an action": json.dumps({"action": FIND, "action_input": QUERY}),
    "single quotes": f"{{'name': '{FIND}', 'arguments': {{'query': 'termijn bezwaar',}}}}",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
@pytest.mark.parametrize("before", ["", "Ik zoek het op.\n"])
def test_a_call_written_as_text_is_a_call(text: str, before: str) -> None:
    words, calls = calls_in(before + text, OFFERED)
    assert [(one.name, json.loads(one.arguments)) for one in calls] == [(FIND, QUERY)]
    assert words == before.strip()


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_what_was_not_offered_is_not_called(text: str) -> None:
    assert calls_in(text, ("show",)) == (text, ())


def test_several_calls_keep_their_order() -> None:
    text = "".join(
        f"<tool_call>{json.dumps({'name': name, 'arguments': {}})}</tool_call>" for name in OFFERED
    )
    assert calls_in(text, OFFERED) == (
        "",
        (ToolCall("written_1", FIND, "{}"), ToolCall("written_2", "show", "{}")),
    )


def test_an_answer_that_shows_json_calls_nothing() -> None:
    text = 'Zet `{"name": "web", "port": 80}` in het bestand.'
    assert calls_in(text, OFFERED) == (text, ())


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>Hm.\n{</think>\n\nDag.", "Dag."),
        ("<think>Hm.</think><think>Nog iets.</think>Dag.", "Dag."),
        ("Hm, een vraag.\n</think>\n\nDag.", "Dag."),
        ("<think>Dat houdt nooit op", ""),
        ("<|channel|>analysis<|message|>Hm.<|end|><|channel|>final<|message|>Dag.", "Dag."),
        ("Het element <think> bestaat niet in HTML.", "Het element <think> bestaat niet in HTML."),
    ],
)
def test_thoughts_are_no_reply(text: str, left: str) -> None:
    assert without_thoughts(text) == left


@pytest.mark.parametrize(
    "text",
    [
        '{"titles": ["Artikel 13"]}',
        '```json\n{"titles": ["Artikel 13"]}\n```',
        'Hier is het: {"titles": ["Artikel 13"]} Succes!',
        '{"titles": ["Artikel 13",],}',
        "{'titles': ['Artikel 13']}",
        '{titles: ["Artikel 13"]} // gekozen',
        '[{"titles": ["Artikel 13"]}]',
    ],
)
def test_an_object_is_found_in_its_wrapping(text: str) -> None:
    assert json.loads(object_in(text) or "null") == {"titles": ["Artikel 13"]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Artikel 13",
        '{"titles": ["Artikel 13"',
        '{"titles": ["Artikel 13"}',
        '{"a": {"b": 1}',
        '{"a": NaN}',
        '{"a": ' + "[" * 9_000 + "]" * 9_000 + "}",
        '{"a": ' + "[" * 9_000,
        "{" * 9_000 + "}" * 9_000,
        "{'a': 1}" + " {'b': " * 9_000,
    ],
)
def test_what_is_cut_or_none_is_not_made_up(text: str) -> None:
    assert object_in(text) is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", {}),
        (" \n", {}),
        ('{"query": "x"}', {"query": "x"}),
        ('```json\n{"query": "x"}\n```', {"query": "x"}),
        ('"{\\"query\\": \\"x\\"}"', {"query": "x"}),
        ('{"arguments": {"query": "x"}}', {"query": "x"}),
        ("{'query': 'x'}", {"query": "x"}),
        ('{"query": 36}', {"query": "36"}),
        ('{"titles": "Artikel 13"}', {"titles": ["Artikel 13"]}),
        ('{"most": null}', {"most": 6}),
        ('{"query": {"$ne": null}}', {"query": {"$ne": None}}),
        ('{"query": "x", "path": "/etc"}', {"query": "x", "path": "/etc"}),
    ],
)
def test_arguments_that_are_a_little_off_are_read(text: str, read: dict[str, Any]) -> None:
    assert json.loads(arguments_in(text, PARAMETERS) or "null") == read


@pytest.mark.parametrize("text", ["[]", "null", "query=termijn", '{"query": "half', '"x"', "7"])
def test_arguments_that_hold_no_object_are_none(text: str) -> None:
    assert arguments_in(text, PARAMETERS) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=8), VALUES, max_size=4)


@given(OBJECTS)
def test_what_is_well_formed_is_read_as_it_is(value: dict[str, Any]) -> None:
    assert json.loads(object_in(json.dumps(value)) or "null") == value


@given(OBJECTS)
def test_a_written_call_keeps_its_arguments(value: dict[str, Any]) -> None:
    text = f"<tool_call>{json.dumps({'name': FIND, 'arguments': value})}</tool_call>"
    _, (call,) = calls_in(text, OFFERED)
    assert json.loads(call.arguments) == value


@given(st.text(alphabet="{}[]\"':,<>/= \nfind_callto`|TOLCAS1\\"))
def test_no_text_is_too_odd_to_be_read(text: str) -> None:
    words, calls = calls_in(without_thoughts(text), OFFERED)
    assert all(one.name in OFFERED and json.loads(one.arguments) is not None for one in calls)
    assert isinstance(words, str)
    assert (
        arguments_in(text, PARAMETERS) is None
        or json.loads(arguments_in(text, {}) or "{}") is not None
    )


@pytest.mark.parametrize(
    "piece", ["\n", "<think></think>", "```a", "<function=find>{", "{'a':", " </think>"]
)
def test_a_long_reply_takes_no_long_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    words, calls = calls_in(without_thoughts(text), OFFERED)
    assert (object_in(words), calls) == (None, ())

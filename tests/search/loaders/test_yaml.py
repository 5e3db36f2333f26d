"""YAML that others wrote is read as texts, or left out with a reason; never does it take the process with it."""

import pytest

from src.search.loaders.loaded import LARGEST_FILE, NotLoaded
from src.search.loaders.yaml_file import DEEPEST, parse


def test_every_scalar_is_the_text_that_stands_there() -> None:
    read = parse(b"number: 3.10\nday: 2024-01-01\nyes: no\nlist: [1, ~]\nnone:\n")
    assert read == {
        "number": "3.10",
        "day": "2024-01-01",
        "yes": "no",
        "list": ["1", "~"],
        "none": "",
    }


def test_tags_make_nothing() -> None:
    assert parse(b"run: !!python/object/apply:os.system ['true']") == {"run": ["true"]}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b" \n", "empty"),
        (b"a: [", "the YAML is broken"),
        (b"a: \xff\xfe", "the YAML is broken"),
        (b"a: 1\n---\nb: 2\n", "the YAML is broken"),
        (b"a: &a [x]\nb: *a\n", "aliases"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "nested more than"),
        (b"[" * 200_000, "nested more than"),  # the parser itself would end the process
        (b"".join(b" " * level + b"a:\n" for level in range(400)), "nested more than"),
        (b"a" * LARGEST_FILE, "64 MiB"),
    ],
    ids=["empty", "broken", "no text", "two", "alias", "deep", "very deep", "blocks", "large"],
)
def test_what_can_not_be_trusted_is_left_out(content: bytes, reason: str) -> None:
    with pytest.raises(NotLoaded, match=reason):
        parse(content)


def test_what_is_just_as_deep_as_may_be_is_read() -> None:
    assert parse(b"[" * DEEPEST + b"]" * DEEPEST)

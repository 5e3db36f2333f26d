"""What a program that reads ``--json`` may rely on: the fields of the version that the memo says it has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from src.desks.tax.memo import TaxMemoSource
from src.export.memo import SCHEMA, Memo
from tests.shared_data import PROJECT

PROMISED = Path(__file__).parent / "data" / f"memo_{SCHEMA}.txt"
"""The fields of this version when it was settled; lines may be added, and none may go or change."""


def fields(shape: dict[str, Any], known: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yield each field with its kind, ``claims[].footnote.number integer``."""
    optional = [one for one in shape.get("anyOf", ()) if "$ref" in one]
    shape = optional[0] if optional else shape
    if "$ref" in shape:
        shape = known[shape["$ref"].rpartition("/")[2]]
    if "properties" in shape:
        for name, inner in shape["properties"].items():
            yield from fields(inner, known, f"{path}.{name}".lstrip("."))
    elif shape.get("type") == "array":
        yield from fields(shape["items"], known, f"{path}[]")
    else:
        kinds = shape.get("anyOf", [shape])
        yield f"{path} {' or '.join(one.get('format', one['type']) for one in kinds)}"


def shape_of_now() -> set[str]:
    """Return the fields of a memo whose sources are those of the tax desk, for which this version was settled."""
    schema = Memo.model_json_schema(mode="serialization")
    known = {**schema["$defs"], "MemoSource": TaxMemoSource.model_json_schema(mode="serialization")}
    return set(fields(schema, known))


def test_no_field_of_this_version_is_gone_or_of_another_kind() -> None:
    assert set(PROMISED.read_text().splitlines()) - shape_of_now() == set()


def test_every_field_of_a_memo_is_named_in_the_documentation() -> None:
    text = (PROJECT / "docs" / "settings.md").read_text()
    shown = [name for name, field in Memo.model_fields.items() if not field.exclude]
    promise = text[text.index("`--json` prints") : text.index("`./tess pack ID` writes")]
    assert [name for name in shown if f"`{name}`" not in promise] == []

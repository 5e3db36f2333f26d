"""The description of REST: what FastAPI finds in the code, and what stands around every route."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from src.api.authenticated import OPEN, OWN_RULE
from src.api.limits import JSON
from src.api.wire import ErrorFrame
from src.desks.catalogue import examples
from src.dossier.models import DOSSIER_ID
from src.texts import beside


def add_examples(document: dict[str, Any], files: Sequence[Path]) -> None:
    """Put an example of a desk into every route of a description that one of these files has one for."""
    examples = [item for file in files for item in json.loads(file.read_text("utf-8")).items()]
    for route, example in examples:
        method, _, path = route.partition(" ")
        operation = document["paths"].get(path, {}).get(method)
        if not operation:
            continue
        if "request" in example:
            operation["requestBody"]["content"][JSON]["example"] = example["request"]
        operation["responses"]["200"]["content"][JSON]["example"] = example["response"]


Schema = dict[str, Any]

ID = f"^{DOSSIER_ID.pattern}$"
NAMED = f"^{DOSSIER_ID.pattern}(@[0-9]{{1,9}})?$"
PATTERNS = {"dossier_id": ID, "a": NAMED, "b": NAMED}
"""Of parameters that our own code checks, as it has its own sentences for them."""


SCHEMA = "#/components/schemas/{model}"

_TOLD = beside(__file__, "openapi")
"""What stands around every route: ways in, and by path the refusals that no code tells of."""


def described(app: FastAPI, *, guarded: bool) -> Callable[[], Schema]:
    """Return what makes the whole description, for the application to serve; ``guarded``: callers need a token."""
    plain = app.openapi

    @cache
    def describe() -> Schema:
        document = plain()
        refused = ErrorFrame.model_json_schema(ref_template=SCHEMA)
        parts = refused.pop("$defs", {})
        document["components"]["schemas"] |= {**parts, "ErrorFrame": refused}
        document["components"]["securitySchemes"] = _TOLD["ways_in"]
        every = document["paths"].items()
        for path, operation in ((path, way) for path, ways in every for way in ways.values()):
            _add_refusals(path, operation["responses"])
            _add_security(path, operation, guarded=guarded)
            for parameter in operation.get("parameters", []):
                if parameter["name"] in PATTERNS:
                    parameter["schema"]["pattern"] = PATTERNS[parameter["name"]]
        add_examples(document, examples())
        return document

    return describe


def _add_refusals(path: str, responses: Schema) -> None:
    responses.pop("422", None)  # FastAPI's own for a wrong field, which we tell with 400
    for rule in _TOLD["refusals"]:
        if re.fullmatch(rule["paths"], path):
            for status, description in rule["by_status"].items():
                responses.setdefault(status, _refusal(description))


def _add_security(path: str, operation: Schema, *, guarded: bool) -> None:
    if path == OWN_RULE:
        operation["security"] = [{}, {"metrics": []}]
    elif guarded:
        operation["security"] = [*([{}] if path in OPEN else []), {"token": []}]
        operation["responses"]["401"] = _refusal(_TOLD["unknown_caller"])


def _refusal(description: str) -> Schema:
    schema = {"$ref": SCHEMA.format(model="ErrorFrame")}
    return {"description": description, "content": {JSON: {"schema": schema}}}

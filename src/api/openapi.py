"""The description of REST: what FastAPI finds in the code, and what stands around every route."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from src.api.authenticated import OPEN, OWN_RULE
from src.api.wire import ErrorFrame
from src.desks.catalogue import examples
from src.dossier.models import DOSSIER_ID

JSON = "application/json"


def add_examples(document: dict[str, Any], files: Sequence[Path]) -> None:
    """Put an example of a desk into every route of a description that one of these files has one for."""
    examples = [item for file in files for item in json.loads(file.read_text("utf-8")).items()]
    for route, example in examples:
        method, _, path = route.partition(" ")
        operation = document["paths"].get(path, {}).get(method)
        if operation:
            _add(operation, example)


def _add(operation: dict[str, Any], example: dict[str, Any]) -> None:
    if "request" in example:
        operation["requestBody"]["content"][JSON]["example"] = example["request"]
    operation["responses"]["200"]["content"][JSON]["example"] = example["response"]


Schema = dict[str, Any]

ANYWHERE = {
    "400": "The request is wrong.",
    "413": "The body is too long.",
    "500": "A fault of ours.",
    "503": "The operator must act.",
}
OF_A_DOSSIER = {
    "404": "There is no such dossier, or no such part of it.",
    "409": "The dossier does not allow it as it stands.",
}
OF_A_TURN = {"404": "There is no such turn of the caller's."}
OF_A_SCOPE = {"404": "There is no such desk, collection or version."}
OF_A_FILE = {"409": "Nobody agreed to this very file."}
OF_A_MODEL = {"429": "The caller's limit is reached, for now."}
ASKING = ("/live", "/retime", "/stale", "/whatif")
"""How the paths end that ask the model."""
OF_NUMBERS = {"404": "The numbers are not for this caller."}

ID = f"^{DOSSIER_ID.pattern}$"
NAMED = f"^{DOSSIER_ID.pattern}(@[0-9]{{1,9}})?$"
PATTERNS = {"dossier_id": ID, "a": NAMED, "b": NAMED}
"""Of parameters that our own code checks, as it has its own sentences for them."""


SCHEMA = "#/components/schemas/{model}"

UNKNOWN_CALLER = "There is no token, or none that is valid."

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "Made by tess token create; needed where the server has TESS_TOKEN_SECRET.",
}
METRICS_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "TESS_METRICS_TOKEN of the server; where there is none only its own machine may ask.",
}
SCHEMES = {"token": TOKEN, "metrics": METRICS_TOKEN}


def described(app: FastAPI, *, guarded: bool) -> Callable[[], Schema]:
    """Return what makes the whole description, for the application to serve; ``guarded``: callers need a token."""
    plain = app.openapi

    @cache
    def describe() -> Schema:
        document = plain()
        document["components"]["schemas"] |= _schemas_of_refusals()
        document["components"]["securitySchemes"] = SCHEMES
        for path, operation in _operations(document):
            _add_refusals(path, operation["responses"])
            _add_security(path, operation, guarded=guarded)
            for parameter in operation.get("parameters", []):
                if parameter["name"] in PATTERNS:
                    parameter["schema"]["pattern"] = PATTERNS[parameter["name"]]
        add_examples(document, examples())
        return document

    return describe


def _operations(document: Schema) -> Iterator[tuple[str, Schema]]:
    for path, methods in document["paths"].items():
        for operation in methods.values():
            yield path, operation


def _add_refusals(path: str, responses: Schema) -> None:
    responses.pop("422", None)  # FastAPI's own for a wrong field, which we tell with 400
    told = dict(ANYWHERE)
    if "{dossier_id}" in path or path == "/diff":
        told |= OF_A_DOSSIER
    if "{message_id}" in path:
        told |= OF_A_TURN
    if path.endswith(ASKING):
        told |= OF_A_MODEL
    if path == "/scope":
        told |= OF_A_SCOPE
    if path in ("/documents", "/images"):
        told |= OF_A_FILE
    if path == OWN_RULE:
        told |= OF_NUMBERS
    for status, description in told.items():
        responses.setdefault(status, _refusal(description))


def _add_security(path: str, operation: Schema, *, guarded: bool) -> None:
    if path == OWN_RULE:
        operation["security"] = [{}, {"metrics": []}]
    elif guarded:
        operation["security"] = [*([{}] if path in OPEN else []), {"token": []}]
        operation["responses"]["401"] = _refusal(UNKNOWN_CALLER)


def _schemas_of_refusals() -> Schema:
    schema = ErrorFrame.model_json_schema(ref_template=SCHEMA)
    return {**schema.pop("$defs", {}), "ErrorFrame": schema}


def _refusal(description: str) -> Schema:
    schema = {"$ref": SCHEMA.format(model="ErrorFrame")}
    return {"description": description, "content": {"application/json": {"schema": schema}}}

"""Examples in the OpenAPI description: for every route that speaks JSON a real request and a real reply.

``examples.json`` was written by ``python -m tests.generated_examples``, from a conversation with the server itself.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI

FILE = Path(__file__).parent / "examples.json"

JSON = "application/json"


def add_examples(app: FastAPI) -> None:
    """Let the application describe itself with examples; nothing is read before somebody asks."""
    describe = app.openapi

    @cache
    def described() -> dict[str, Any]:
        document = describe()
        for route, example in json.loads(FILE.read_text("utf-8")).items():
            method, _, path = route.partition(" ")
            operation = document["paths"].get(path, {}).get(method)
            if operation:
                _add(operation, example)
        return document

    app.openapi = described  # type: ignore[method-assign]  # the way that FastAPI's documentation names


def _add(operation: dict[str, Any], example: dict[str, Any]) -> None:
    if "request" in example:
        operation["requestBody"]["content"][JSON]["example"] = example["request"]
    operation["responses"]["200"]["content"][JSON]["example"] = example["response"]

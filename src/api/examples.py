"""Examples in the OpenAPI description: for every route that speaks JSON a real request and a real reply.

``examples.json`` was written by ``python -m tests.generated_examples``, from a conversation with the server itself.
"""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "examples.json"

JSON = "application/json"


def add_examples(document: dict[str, Any]) -> None:
    """Put an example into every route of a description that has one."""
    for route, example in json.loads(FILE.read_text("utf-8")).items():
        method, _, path = route.partition(" ")
        operation = document["paths"].get(path, {}).get(method)
        if operation:
            _add(operation, example)


def _add(operation: dict[str, Any], example: dict[str, Any]) -> None:
    if "request" in example:
        operation["requestBody"]["content"][JSON]["example"] = example["request"]
    operation["responses"]["200"]["content"][JSON]["example"] = example["response"]

"""Examples in the OpenAPI description: for every route that speaks JSON a real request and a real reply.

A desk's ``examples.json`` is written by ``python -m tests.generated_examples``, from a conversation with the server.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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

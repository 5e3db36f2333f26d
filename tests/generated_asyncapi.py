"""The WebSocket's description as AsyncAPI 3.0, of the frames; ``python -m tests.generated_asyncapi`` prints it."""

import sys
from importlib.metadata import version
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from src.api.wire import ErrorFrame, MessageRequest, ProgressFrame, SuccessFrame

Schema = dict[str, Any]

REPLIES: tuple[type[BaseModel], ...] = (ProgressFrame, SuccessFrame, ErrorFrame)
FRAMES: tuple[type[BaseModel], ...] = (MessageRequest, *REPLIES)

DESCRIPTION = (
    "One message per connection: the client sends one request, the server sends one final frame, SuccessFrame or "
    "ErrorFrame, and then the close frame. Progress frames come first where the request says stream. What the codes "
    "mean is told in docs/protocol.md. Where the server asks for a token the handshake carries it, as Authorization: "
    "Bearer TOKEN, or in a browser as the subprotocols tess and bearer.TOKEN."
)

TOKEN: Schema = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "Made by tess token create. A browser sends it as the subprotocol bearer.TOKEN, beside tess.",
}


def document() -> Schema:
    """Return the AsyncAPI document as plain data."""
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "TESS", "version": version("tess"), "description": DESCRIPTION},
        "defaultContentType": "application/json",
        "servers": {
            "local": {"host": "127.0.0.1:8000", "protocol": "ws"},
            "guarded": {
                "host": "tess.example.nl",
                "protocol": "wss",
                "description": "One that asks for tokens, behind whatever does TLS.",
                "security": [{"$ref": "#/components/securitySchemes/token"}],
            },
        },
        "channels": {"conversation": _channel()},
        "operations": {"converse": _operation()},
        "components": {
            "messages": _messages(),
            "schemas": _schemas(),
            "securitySchemes": {"token": TOKEN},
        },
    }


def _channel() -> Schema:
    messages = {model.__name__: _to_message(model) for model in FRAMES}
    return {"address": "/ws", "messages": messages}


def _operation() -> Schema:
    return {
        "action": "receive",
        "summary": "Take one message of a user and answer it.",
        "channel": {"$ref": "#/channels/conversation"},
        "messages": [_in_channel(MessageRequest)],
        "reply": {
            "channel": {"$ref": "#/channels/conversation"},
            "messages": [_in_channel(model) for model in REPLIES],
        },
    }


def _to_message(model: type[BaseModel]) -> Schema:
    return {"$ref": f"#/components/messages/{model.__name__}"}


def _in_channel(model: type[BaseModel]) -> Schema:
    return {"$ref": f"#/channels/conversation/messages/{model.__name__}"}


def _messages() -> Schema:
    return {
        model.__name__: {
            "summary": model.__doc__,
            "payload": {"$ref": f"#/components/schemas/{model.__name__}"},
        }
        for model in FRAMES
    }


def _schemas() -> Schema:
    _, schemas = models_json_schema(
        [(MessageRequest, "validation"), *((model, "serialization") for model in REPLIES)],
        ref_template="#/components/schemas/{model}",
    )
    found: Schema = schemas["$defs"]
    return {
        name: schema if name == MessageRequest.__name__ else _as_sent(schema)
        for name, schema in found.items()
    }


def _as_sent(schema: Schema) -> Schema:
    """Return the schema of what the server sends: a field without a value is left out, every other one is there."""
    fields: Schema = schema.get("properties", {})
    if not fields:
        return schema
    sent = {name: _without_null(field) for name, field in fields.items()}
    return {
        **schema,
        "properties": sent,
        "required": [name for name in fields if sent[name] is fields[name]],
    }


def _without_null(field: Schema) -> Schema:
    options = [option for option in field.get("anyOf", []) if option.get("type") != "null"]
    if not options or len(options) == len(field["anyOf"]):
        return field
    kept = {name: value for name, value in field.items() if name not in {"anyOf", "default"}}
    return {**kept, **options[0]} if len(options) == 1 else {**kept, "anyOf": options}


def as_yaml(described: Schema) -> str:
    """Return the document as the text of ``docs/asyncapi.yaml``."""
    import yaml  # only who writes the file needs it

    said = "# Generated from src/api/wire.py: python -m tests.generated_asyncapi > docs/asyncapi.yaml\n"
    return said + yaml.safe_dump(described, sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    sys.stdout.write(as_yaml(document()))

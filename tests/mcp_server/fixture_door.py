"""The door with what the conformance suite expects of a server beside: tools, resources and prompts of its own.

All of it comes through the same border, sessions and transport as what the door offers itself.
"""

import base64
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolRequestParams,
    CallToolResult,
    EmbeddedResource,
    EmptyResult,
    GetPromptRequestParams,
    GetPromptResult,
    ImageContent,
    ListPromptsResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    Tool,
    UnsubscribeRequestParams,
)
from pydantic import BaseModel

from src.api.inside import Inside
from src.mcp_server.call import Context
from src.mcp_server.http import McpDoor

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SOUND = base64.b64encode(b"RIFF$\0\0\0WAVEfmt \x10\0\0\0").decode()
IMAGE = ImageContent(data=PIXEL, mime_type="image/png")


def text_at(uri: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(
        resource=TextResourceContents(uri=uri, mime_type="text/plain", text=text)
    )


FIXED: Mapping[str, CallToolResult] = {
    "test_simple_text": CallToolResult(
        content=[TextContent(text="This is a simple text response for testing.")]
    ),
    "test_image_content": CallToolResult(content=[IMAGE]),
    "test_audio_content": CallToolResult(content=[AudioContent(data=SOUND, mime_type="audio/wav")]),
    "test_embedded_resource": CallToolResult(
        content=[text_at("test://embedded-resource", "This is an embedded resource content.")]
    ),
    "test_multiple_content_types": CallToolResult(
        content=[
            TextContent(text="Multiple content types test:"),
            IMAGE,
            text_at("test://mixed-content-resource", '{"test": "data", "value": 123}'),
        ]
    ),
    "test_error_handling": CallToolResult(
        content=[TextContent(text="This tool intentionally returns an error for testing")],
        is_error=True,
    ),
}
DEFAULTS = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {
        "type": "string",
        "enum": ["active", "inactive", "pending"],
        "default": "active",
    },
    "verified": {"type": "boolean", "default": True},
}
NAMED = [{"const": f"value{n}", "title": f"{n}. Option"} for n in (1, 2, 3)]
ENUMS = {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "oneOf": NAMED},
    "legacyEnum": {
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2"]}},
    "titledMulti": {"type": "array", "items": {"anyOf": NAMED}},
}
FORMS: Mapping[str, dict[str, Any]] = {
    "test_elicitation": {"username": {"type": "string"}, "email": {"type": "string"}},
    "test_elicitation_sep1034_defaults": DEFAULTS,
    "test_elicitation_sep1330_enums": ENUMS,
}
NESTED = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}
PROMPTS: Mapping[str, tuple[str, ...]] = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
}
Handler = Callable[[Context, Any], Awaitable[Any]]


class FixtureDoor(McpDoor):
    """The door, with fixtures."""

    def __init__(self, behind: Inside) -> None:
        super().__init__(behind)
        self._over("tools/list", PaginatedRequestParams, self._tools)
        self._over("tools/call", CallToolRequestParams, self._call)
        self._over("resources/list", PaginatedRequestParams, self._resources)
        self._over("resources/read", ReadResourceRequestParams, self._read)
        self._over("resources/subscribe", SubscribeRequestParams, self._subscribe)
        self._over("resources/unsubscribe", UnsubscribeRequestParams, self._subscribe)
        self._over("prompts/list", PaginatedRequestParams, self._prompts)
        self._over("prompts/get", GetPromptRequestParams, self._prompt)

    def _over(
        self,
        method: str,
        params: type[BaseModel],
        handler: Callable[[Context, Any, Handler], Awaitable[Any]],
    ) -> None:
        entry = self.server.get_request_handler(method)
        assert entry is not None
        own = entry.handler

        async def handled(context: Context, given: Any) -> Any:
            return await handler(context, given, own)

        self.server.add_request_handler(method, params, handled)

    async def _tools(self, context: Context, given: Any, own: Handler) -> ListToolsResult:
        listed: ListToolsResult = await own(context, given)
        names = [*FIXED, *FORMS, "test_tool_with_progress"]
        plain = {"type": "object", "properties": {}}
        added = [Tool(name=name, description="A fixture.", input_schema=plain) for name in names]
        nested = Tool(name="json_schema_2020_12_tool", description="Nested.", input_schema=NESTED)
        return ListToolsResult(tools=[*listed.tools, *added, nested])

    async def _call(self, context: Context, given: CallToolRequestParams, own: Handler) -> Any:
        if given.name in FIXED:
            return FIXED[given.name]
        if given.name in FORMS:
            form = {"type": "object", "properties": FORMS[given.name], "required": []}
            message = str((given.arguments or {}).get("message", "Fill this in"))
            filled = await context.session.elicit_form(message, form, context.request_id)
            told = f"Elicitation completed: action={filled.action}, content={filled.content}"
            return CallToolResult(content=[TextContent(text=told)])
        if given.name == "test_tool_with_progress":
            for done in (0, 50, 100):
                await context.session.report_progress(done, 100, f"{done} of 100")
            return CallToolResult(content=[TextContent(text="Done.")])
        return await own(context, given)

    async def _resources(self, context: Context, given: Any, own: Handler) -> ListResourcesResult:
        listed: ListResourcesResult = await own(context, given)
        uris = ("test://static-text", "test://static-binary", "test://watched-resource")
        added = [Resource(uri=uri, name=uri) for uri in uris]
        return ListResourcesResult(resources=[*listed.resources, *added])

    async def _read(self, context: Context, given: ReadResourceRequestParams, own: Handler) -> Any:
        uri = str(given.uri)
        if not uri.startswith("test://"):
            return await own(context, given)
        if uri == "test://static-binary":
            blob = BlobResourceContents(uri=uri, mime_type="image/png", blob=PIXEL)
            return ReadResourceResult(contents=[blob])
        text = '{"id": "123", "templateTest": true, "data": "Data for ID: 123"}'
        told = text if "template" in uri else "This is the content of the static text resource."
        content = TextResourceContents(uri=uri, mime_type="text/plain", text=told)
        return ReadResourceResult(contents=[content])

    async def _subscribe(self, context: Context, given: Any, own: Handler) -> Any:
        return EmptyResult() if str(given.uri).startswith("test://") else await own(context, given)

    async def _prompts(self, context: Context, given: Any, own: Handler) -> ListPromptsResult:
        listed: ListPromptsResult = await own(context, given)
        added = [
            Prompt(
                name=name,
                description="A fixture.",
                arguments=[PromptArgument(name=one, required=True) for one in arguments],
            )
            for name, arguments in PROMPTS.items()
        ]
        return ListPromptsResult(prompts=[*listed.prompts, *added])

    async def _prompt(self, context: Context, given: GetPromptRequestParams, own: Handler) -> Any:
        if given.name not in PROMPTS:
            return await own(context, given)
        said = given.arguments or {}
        values = ", ".join(f"{name}='{value}'" for name, value in said.items())
        contents: list[Any] = [TextContent(text=f"This is a prompt for testing: {values}")]
        if given.name == "test_prompt_with_embedded_resource":
            contents.insert(
                0, text_at(said["resourceUri"], "Embedded resource content for testing.")
            )
        if given.name == "test_prompt_with_image":
            contents.insert(0, IMAGE)
        return GetPromptResult(
            messages=[PromptMessage(role="user", content=content) for content in contents]
        )

"""The MCP server of an engine: what it offers, for both protocols that clients speak, over whatever transport."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.subscriptions import ListenHandler
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    EmptyResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    SubscribeRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
    UnsubscribeRequestParams,
)
from pydantic import ValidationError

from src.api import replies
from src.api.inside import Inside
from src.api.wire import ErrorFrame, bad_fields
from src.dossier.models import Language
from src.errors import BadFields, LimitReached
from src.identity.caller import current
from src.llm.tool_schema import in_brief
from src.mcp_server import prompts, resources
from src.mcp_server.arguments import DoorTool, Ended, ReadArguments, ToolReply, looking, told
from src.mcp_server.border import Border, DoorError, safe
from src.mcp_server.bringing import BRINGING
from src.mcp_server.call import Call, Context, Desktop, Pace
from src.mcp_server.conversation import last_reply
from src.mcp_server.prompts import DESK_TOOLS, line_of, tools_of
from src.mcp_server.questions import WORDS
from src.mcp_server.resources import (
    BASE,
    MARKDOWN,
    MOST_SUBSCRIPTIONS,
    Notices,
    address_of,
    text_at,
)
from src.mcp_server.results import LONGEST_REPLY, SCHEMA, DoorResult, plain, refused
from src.mcp_server.tools import TOOLS, file


async def read(call: Call, given: ReadArguments) -> Ended:
    """Read what a dossier holds: a guide, items, candidates, a plan, a source, an answer, or the rest of a reply.

    A long text comes in parts; `as_file` returns it whole.
    """
    async with call.place("GET /dossiers/-"):
        dossier = await call.dossier(given.dossier)
    if not given.what:
        lines = [f"- artifacts/{each.id} ({each.kind}): {each.label}" for each in dossier.artifacts]
        lines += [f"- answers/{answer.id}: {answer.question}" for answer in dossier.answers]
        lines.append(f"- sources/1 … sources/{len(dossier.sources)}")
        text = "\n".join(" ".join(line.split()) for line in lines)
    elif given.what == "reply":
        text = last_reply(dossier)
    else:
        what = given.what if "/" in given.what else f"artifacts/{given.what}"
        kind, _, name = what.partition("/")
        text = text_at(
            call.behind, dossier, address_of(f"{BASE}{dossier.id}/{kind}/{quote(name, safe='')}")
        )
    if given.as_file:
        name = f"{given.what.replace('/', '-') or dossier.id}.md"
        content = file(name, text.encode(), MARKDOWN)
        return ToolReply(DoorResult(outcome="done", dossier=dossier.id), (content,))
    part = text[given.offset : given.offset + LONGEST_REPLY]
    end = given.offset + len(part)
    result = DoorResult(
        outcome="done", dossier=dossier.id, reply=part, next=end if end < len(text) else None
    )
    more = call.words.more.format(cursor=f"offset {end}") if result.next else ""
    return told(result, "\n\n".join(filter(None, [part, more])) or call.words.nothing)


READ = looking(read)


NAME = "tess"

ALL = (*TOOLS[:1], BRINGING, *TOOLS[1:], READ, *DESK_TOOLS)
"""The tools of all desks, in the order in which clients list them."""

BEGINNING = (
    "TESS keeps dossiers: what was asked, which sources were found, and answers whose every claim stands on a quote. "
    "Put the user's own words to `ask`, show its reply unchanged, and let the user decide which sources are right "
    "before you call `confirm`. Go on with the dossier that the result names. Quotes are never to be reworded."
)

Paged = PaginatedRequestParams | None


class DossierServer(Server[Any]):
    """A server that tells of changed resources, in the protocol of 2025 as well, and of the desks of the caller."""

    def __init__(self, behind: Inside, *given: Any, **named: Any) -> None:
        self._behind = behind
        super().__init__(*given, **named)

    @property
    def instructions(self) -> str:
        """What a model is told of the server."""
        theirs = self._behind.parts.agent.desks.values()
        return "\n".join([BEGINNING, *(line_of(desk, "en") for desk in theirs)])

    @instructions.setter
    def instructions(self, _: str | None) -> None:
        """Leave what the SDK would set."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """Return what a client is told at the start."""
        return super().create_initialization_options(
            notification_options or NotificationOptions(resources_changed=True),
            experimental_capabilities,
            extensions,
        )


def make_server(
    behind: Inside,
    notices: Notices,
    border: Border,
    *,
    secret: str | None = None,
    language: Language | None = None,
    pace: Pace = Pace(),  # noqa: B008  # one value for all calls: it is frozen
) -> DossierServer:
    """Return the server.

    ``secret`` seals what clients bring back; ``language`` is that of all clients where there is one.
    """
    handlers = Handlers(behind, notices, border, language, pace)
    server = DossierServer(
        behind,
        NAME,
        title="TESS",
        version=version("tess"),
        get_tool_input_schema=handlers.input_schema,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_subscribe_resource=handlers.subscribe,
        on_unsubscribe_resource=handlers.unsubscribe,
        on_subscriptions_listen=ListenHandler(notices),
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )
    security = (
        RequestStateSecurity(keys=[secret], bind_principal=lambda _: current().principal)
        if secret
        else RequestStateSecurity.ephemeral()
    )
    # Without the SDK's own spans: a turn has ours.
    server.middleware[:] = [RequestStateBoundary(security, default_audience=NAME), border]
    return server


def listed_tool(tool: DoorTool, language: Language) -> Tool:
    """Return a tool as clients list it."""
    title = tool.title[language]
    return Tool(
        name=tool.name,
        title=title,
        description=tool.description,
        input_schema={
            **in_brief(tool.arguments.model_json_schema()),
            "additionalProperties": False,
        },
        output_schema=in_brief(tool.result.model_json_schema(mode="serialization"))
        if tool.result
        else SCHEMA,
        annotations=ToolAnnotations(
            title=title,
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent,
            open_world_hint=tool.open_world,
        ),
    )


@dataclass(eq=False)
class Handlers:
    """One method for each method of the protocol that is served."""

    behind: Inside
    notices: Notices
    border: Border
    fixed: Language | None
    """Of all clients, where there is one."""
    pace: Pace

    def __post_init__(self) -> None:
        self._desktop = Desktop(self.behind)
        self._listed: dict[tuple[str, Language], Tool] = {}
        self._of_desks = {name: tools_of(desk) for name, desk in self.behind.parts.desks.items()}

    def _tools(self) -> dict[str, DoorTool]:
        theirs = (self._of_desks[name] for name in self.behind.parts.agent.desks)
        return {tool.name: tool for tools in (ALL, *theirs) for tool in tools}

    def _language(self, context: Context) -> Language:
        headers: Mapping[str, str] = getattr(context.request, "headers", {})
        return self.fixed or replies.preferred(headers.get("accept-language"))

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        """Return the schema of a tool's arguments, whoever may call it."""
        every = (tool for tools in (ALL, *self._of_desks.values()) for tool in tools)
        found = next((door_tool for door_tool in every if door_tool.name == name), None)
        return self._as_listed(found, "en").input_schema if found else None

    def _as_listed(self, tool: DoorTool, language: Language) -> Tool:
        key = tool.name, language
        if key not in self._listed:
            self._listed[key] = listed_tool(tool, language)
        return self._listed[key]

    async def list_tools(self, context: Context, _: Paged) -> ListToolsResult:
        language = self._language(context)
        listed = [self._as_listed(tool, language) for tool in self._tools().values()]
        names = list(self.behind.parts.agent.desks)
        return ListToolsResult(tools=[_naming(tool, names) for tool in listed])

    async def call_tool(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        tool = self._tools().get(params.name)
        if tool is None:
            raise DoorError(INVALID_PARAMS, "Unknown tool")
        language = self._language(context)
        call = Call(self.behind, context, params, language, self.pace, self._desktop)
        self.border.begin(context, call)
        task = await call.within_time(_run(tool, call))
        self.border.end(context)
        if task is None:
            return _unfinished(call)
        error = task.exception()
        if error is None:
            ended = task.result()
            if isinstance(ended, InputRequiredResult):
                return ended
            content, told = list(ended.content), plain(ended.result)
            return CallToolResult(content=content, structured_content=told, is_error=ended.is_error)
        if isinstance(error, replies.TurnRefused):
            return _refused(error.frame, call)
        frame = replies.failure(error, call.language, call.dossier_id)
        if isinstance(
            error, BadFields
        ):  # a model has the schema, and not the page that is named next
            frame = frame.model_copy(update={"error": f"{frame.error.partition('. ')[0]}."})
        return _refused(frame, call)

    async def list_resources(self, _: Context, params: Paged) -> ListResourcesResult:
        return await resources.listed(self.behind, (params.cursor if params else None) or "")

    async def list_templates(self, context: Context, _: Paged) -> ListResourceTemplatesResult:
        return resources.templates(self._language(context))

    async def read_resource(
        self, _: Context, params: ReadResourceRequestParams
    ) -> ReadResourceResult:
        return await resources.read(self.behind, str(params.uri))

    async def subscribe(self, context: Context, params: SubscribeRequestParams) -> EmptyResult:
        uri = str(params.uri)
        await resources.read(self.behind, uri)  # as refused as reading it
        subscriber = self.notices.met(context.session._connection)
        if len(subscriber.uris) >= MOST_SUBSCRIPTIONS and uri not in subscriber.uris:
            most = str(MOST_SUBSCRIPTIONS)
            reached = LimitReached(limit="subscriptions", most=most, seconds="1", time="")
            raise safe(reached, self._language(context))
        subscriber.uris.add(uri)
        return EmptyResult()

    async def unsubscribe(self, context: Context, params: UnsubscribeRequestParams) -> EmptyResult:
        self.notices.met(context.session._connection).uris.discard(str(params.uri))
        return EmptyResult()

    async def list_prompts(self, context: Context, _: Paged) -> ListPromptsResult:
        return prompts.listed(self.behind.parts.agent.desks, self._language(context))

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        desks, given = self.behind.parts.agent.desks, params.arguments or {}
        return prompts.prompt(desks, params.name, given, self._language(context))


def _naming(tool: Tool, desks: Sequence[str]) -> Tool:
    """Return a tool whose argument ``desk``, where it has one, names the desks of the caller."""
    properties = tool.input_schema["properties"]
    if "desk" not in properties:
        return tool
    named = {**properties, "desk": {**properties["desk"], "enum": list(desks)}}
    return tool.model_copy(update={"input_schema": {**tool.input_schema, "properties": named}})


async def _run(tool: DoorTool, call: Call) -> Ended:
    try:
        given = tool.arguments.model_validate(call.params.arguments or {})
    except ValidationError as error:
        raise replies.TurnRefused(_not_taken(tool, call, error)) from None
    return await tool.run(call, given)


def _not_taken(tool: DoorTool, call: Call, error: ValidationError) -> ErrorFrame:
    """Return what is wrong with an argument and which there are; pydantic's words repeat nothing that was given."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    refused = replies.failure(bad_fields(first), call.language)
    told = call.words.bad_argument.format(
        field=".".join(str(part)[:40] for part in first["loc"][:4]) or "arguments",
        tool=tool.name,
        problem=first["msg"],
        names=", ".join(_names(tool)),
    )
    return refused.model_copy(update={"error": told})


def _names(tool: DoorTool) -> list[str]:
    schema = tool.arguments.model_json_schema()
    needed = schema.get("required", ())
    return [f"{name}*" if name in needed else name for name in schema["properties"]]


def _refused(frame: ErrorFrame, call: Call) -> CallToolResult:
    """Return why nothing was done, and what a model may do about it, which has neither pages nor commands."""
    hint = call.words.hints.get(frame.code, "")
    is_whole = frame.code in ("not_found", "not_an_answering_desk")
    sentence = hint if is_whole else f"{frame.error} {hint}".strip()
    frame = frame.model_copy(update={"error": sentence})
    told = {name: value for name, value in refused(frame).items() if value is not None}
    said = [f"{frame.error} [{frame.code}]", *([frame.redacted] if frame.redacted else [])]
    text = TextContent(text="\n\n".join(said))
    return CallToolResult(content=[text], structured_content=told, is_error=True)


def _unfinished(call: Call) -> CallToolResult:
    words, told = WORDS[call.language], {"outcome": "continue"}
    text = words.again
    if call.message_id and call.dossier_id:
        told |= {"dossier": call.dossier_id, "message_id": call.message_id}
        text = words.unfinished.format(message_id=call.message_id, dossier=call.dossier_id)
    return CallToolResult(content=[TextContent(text=text)], structured_content=told)

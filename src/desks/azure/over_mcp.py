"""The Azure desk for MCP clients: logging in and out, and an error looked into, with the fields of the seed."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, SecretStr

from src.desks.azure.attached import LONGEST_DESCRIPTION, Attachments, SourceFile, message
from src.desks.azure.diagnosis import newest
from src.desks.azure.errors import AzureLoginNeeded, DescriptionBlank, DescriptionTooLong
from src.desks.azure.lines import observations
from src.desks.azure.routes import LoggedIn, LoggedOut, log_in
from src.desks.azure.sessions import DESK, Sessions
from src.desks.azure.trace import progress
from src.dossier.models import DOSSIER_ID, Dossier, Language
from src.dossier.store import DossierStore
from src.errors import UnknownDossier
from src.texts import beside
from src.tools.over_mcp import McpCall, McpTool

Status = Literal["done", "request", "continue", "fail"]

_TEXTS = beside(__file__, "over_mcp")

ARGUMENT_SHOWN = (
    "As login returned it. Leave it out where the connection shows who calls: by its bearer."
)


class _Given(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class LoginGiven(_Given):
    azure_access_token: SecretStr = Field(
        validation_alias=AliasChoices("azure_access_token", "token"),
        description="The accessToken of az account get-access-token.",
    )


class LogoutGiven(_Given):
    azebal_token: SecretStr = Field(SecretStr(""), description=ARGUMENT_SHOWN)


class EnvironmentInfo(_Given):
    azure_subscription: str = Field(
        "", max_length=200, description="Id or name of the subscription."
    )
    resource_group: str = Field("", max_length=200)
    technologies: tuple[str, ...] = Field((), max_length=20)


class GivenFile(SourceFile):
    """A source file as the seed has it."""

    size_bytes: int | None = Field(None, description="Not looked at: the content is counted.")


class DebugContext(_Given):
    source_files: tuple[GivenFile, ...] = Field((), description="At most 50, text alone.")
    environment_info: EnvironmentInfo = Field(default_factory=EnvironmentInfo)


class DebugGiven(LogoutGiven):
    error_description: str = Field(description="The error, with its code; at most 50 KiB.")
    context: DebugContext = Field(default_factory=DebugContext)


class ContinueGiven(DebugGiven):
    trace_id: str = Field(
        validation_alias=AliasChoices("trace_id", "session_id"), description="Of the trace."
    )
    error_description: str = Field(
        "", description="What was asked for, or what happened since: the fix did not work."
    )


class FindingLine(BaseModel):
    """A finding with its line."""

    role: str
    text: str
    quote: str
    source_id: str


class EvidenceSeen(BaseModel):
    """A reply of Azure that the trace has."""

    source_id: str
    request: str
    taken_at: str


class DebugResult(BaseModel):
    """How a call ended."""

    status: Status
    trace_id: str
    message: str
    progress: int
    findings: list[FindingLine]
    evidence: list[EvidenceSeen]


class AzureOverMcp:
    """What MCP clients may call of the desk."""

    def __init__(self, sessions: Sessions, attachments: Attachments, store: DossierStore) -> None:
        self._sessions = sessions
        self._attachments = attachments
        self._store = store

    async def login(self, _: McpCall, given: LoginGiven) -> LoggedIn:
        """Log in."""
        return await log_in(self._sessions, given.azure_access_token)

    async def logout(self, _: McpCall, given: LogoutGiven) -> LoggedOut:
        """Log out."""
        if given.azebal_token.get_secret_value():
            await self._check(given.azebal_token)
        return LoggedOut(was_logged_in=await self._sessions.end())

    async def debug(self, call: McpCall, given: DebugGiven) -> DebugResult:
        """Look into an error."""
        return await self._said(call, given.error_description, given, None)

    async def go_on(self, call: McpCall, given: ContinueGiven) -> DebugResult:
        """Go on with a trace."""
        words = given.error_description.strip() or "Go on."
        return await self._said(call, words, given, given.trace_id)

    async def _said(
        self, call: McpCall, words: str, given: DebugGiven, trace_id: str | None
    ) -> DebugResult:
        await self._check(given.azebal_token)
        if not words.strip():
            raise DescriptionBlank
        if len(words.encode(errors="replace")) > LONGEST_DESCRIPTION:
            raise DescriptionTooLong(most="50 KiB")
        where = given.context.environment_info
        lines = self._attachments.keep(given.context.source_files)
        told = message(
            words, where.azure_subscription, where.resource_group, where.technologies, lines
        )
        if trace_id is not None:
            await self._known(trace_id)
        reply = await call.say(told, trace_id)
        dossier = await self._store.load(str(reply["dossier"]))
        if dossier is None:  # forgotten as a whole meanwhile
            raise UnknownDossier(dossier_id=str(reply["dossier"]))
        status: Any = reply["outcome"]
        return debug_result(status, str(reply["reply"]), dossier)

    async def _known(self, trace_id: str) -> None:
        """Raise ``UnknownDossier`` unless there is such a trace: for a malformed id in the same words."""
        if not DOSSIER_ID.fullmatch(trace_id):
            raise UnknownDossier(dossier_id="dos-…")
        found = await self._store.load(trace_id)
        if found is None or found.desk != DESK:
            raise UnknownDossier(dossier_id=trace_id)

    async def _check(self, token: SecretStr) -> None:
        """Where a token is shown it has to be that of the login; where none is, the bearer is who calls."""
        if token.get_secret_value():
            await self._sessions.check(token.get_secret_value())
        elif await self._sessions.look() is None:
            raise AzureLoginNeeded


def debug_result(status: Status, message: str, dossier: Dossier) -> DebugResult:
    """Return how a call ended, of which this is the message and the trace."""
    found = newest(dossier) if status == "done" else None
    return DebugResult(
        status=status,
        trace_id=dossier.id,
        message=message,
        progress=100 if status == "done" else progress(dossier),
        findings=[
            FindingLine(**finding.model_dump(include=set(FindingLine.model_fields)))
            for finding in (found.findings if found else ())
        ],
        evidence=[
            EvidenceSeen(source_id=one.id, request=one.request, taken_at=one.taken_at.isoformat())
            for one in observations(dossier)
        ],
    )


def _tell_login(result: LoggedIn, language: Language) -> str:
    told: str = _TEXTS["login"]["told"][language]
    return told.format(expires=result.expires, subscriptions=", ".join(result.subscriptions))


def _tell_logout(result: LoggedOut, language: Language) -> str:
    return str(_TEXTS["logout"]["told" if result.was_logged_in else "nobody"][language])


def _tell_result(result: DebugResult, language: Language) -> str:  # noqa: ARG001  # the shape of tell
    return f"{result.status} ({result.progress}%), trace {result.trace_id}\n\n{result.message}"


def mcp_tools(
    sessions: Sessions, attachments: Attachments, store: DossierStore
) -> tuple[McpTool, ...]:
    """Return the tools that the desk offers MCP clients."""
    azure = AzureOverMcp(sessions, attachments, store)
    going_on = _named("debug_error_continue")
    return (
        McpTool(*_named("login"), LoginGiven, LoggedIn, azure.login, _tell_login),
        McpTool(
            *_named("logout"), LogoutGiven, LoggedOut, azure.logout, _tell_logout, idempotent=True
        ),
        McpTool(*_named("debug_error"), DebugGiven, DebugResult, azure.debug, _tell_result),
        McpTool(*going_on, ContinueGiven, DebugResult, azure.go_on, _tell_result),
    )


def _named(tool: str) -> tuple[str, Mapping[Language, str], str]:
    return tool, _TEXTS[tool]["title"], _TEXTS[tool]["description"]

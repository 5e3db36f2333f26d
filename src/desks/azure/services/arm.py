"""Asks Azure Resource Manager (ARM): by the calls of a closed table alone, which only read.

Whatever leaves goes through ``Arm._send``: pages and operations that ARM leads to have to be in the table as well, at
ARM's own address, for they would get the token.
"""

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from math import ceil
from urllib.parse import quote, unquote, urlencode, urljoin, urlsplit

from pydantic import JsonValue

from src.desks.azure.arm_calls import FOLLOWED, ArmReply, ArmRequest, HeldToken, allowed
from src.desks.azure.errors import (
    ArmRequestRefused,
    ArmRequestsSpent,
    AzureTokenExpired,
    AzureTokenRefused,
    AzureTokenRevoked,
)
from src.errors import AddressRefused, ReplyUnreadable, ServiceUnavailable
from src.identity.caller import current
from src.identity.quotas import MINUTE, for_each_tenant
from src.services.addresses import AddressGuard, origin
from src.services.client import LARGEST, MOST_PAGES, Credential, ServiceClient, ServiceReply
from src.services.retry import asked_pause

PUBLIC_URL = "https://management.azure.com"

SECONDS = 10.0
"""For a whole reading; its calls have the client's 8 each. What lasts longer is told as it stands."""

POLL_SECONDS = 0.5
"""Between two looks at an operation, at least."""

MOST_QUERY = 4_000
"""Characters of one value of a query."""

_GRAPH_KEYS = frozenset({"query", "subscriptions", "options"})
_ITEMS = re.compile(r'\s*\{\s*"value"\s*:\s*\[')
_SETTINGS = "/config/appsettings/list"


class Arm:
    """ARM at one address; it implements ``ReadsArm``."""

    def __init__(
        self,
        url: str = PUBLIC_URL,
        client: ServiceClient | None = None,
        *,
        per_minute: int = 30,
        seconds: float = SECONDS,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Ask at ``url``, with a client of its own unless one is given; 0 requests a minute: as many as there are.

        ``seconds`` are for a whole reading, pages and operations inside.
        """
        self._url = url.rstrip("/")
        self._client = client or ServiceClient(_guard(url), redirects=0)
        self._per_minute = per_minute
        self._seconds = seconds
        self._sent = for_each_tenant(deque[float])
        self._sleep = sleep
        self._clock = clock
        self.on_refused: Callable[[HeldToken], Awaitable[None]] | None = None
        """Told of a token that ARM refused with 401: ``Login`` throws it away then."""

    async def close(self) -> None:
        await self._client.close()

    async def read(self, token: HeldToken, request: ArmRequest) -> ArmReply:
        url = self._checked(request)
        if token.expires <= datetime.now(UTC):
            raise AzureTokenExpired
        return await _ArmReading(self, token, request, url).reply()

    def _checked(self, request: ArmRequest) -> str:
        """Return the address of a call, or raise ``ArmRequestRefused``: before anything is sent."""
        call = allowed(request.method, request.path)
        if (
            call is None
            or request.api_version != call.api_version
            or not set(request.query) <= set(call.query)
            or any(len(value) > MOST_QUERY for value in request.query.values())
            or not _is_body_allowed(request)
        ):
            raise ArmRequestRefused(request=f"{request.method} {request.path[:200]}")
        query = {**request.query, "api-version": request.api_version}
        return f"{self._url}{quote(request.path)}?{urlencode(query, quote_via=quote)}"

    async def _send(
        self, token: HeldToken, method: str, url: str, body: JsonValue = None
    ) -> ServiceReply:
        """Send a request that is in the table, with the token; the only place that does."""
        self._check_way(method, url)
        self._count(token)
        headers = {"authorization": f"Bearer {token.secret.get_secret_value()}"}
        return await self._client.send(
            method,
            url,
            json=body,
            headers={"accept": "application/json"},
            credential=Credential(self._url, headers),
            repeats=True,  # the POSTs of the table only read
        )

    def _check_way(self, method: str, url: str) -> None:
        if origin(url) != origin(self._url):
            raise AddressRefused(service=origin(url)[1] or url[:80], problem="address_elsewhere")
        path = unquote(urlsplit(url).path).removeprefix(urlsplit(self._url).path)
        if allowed(method, path) is None and allowed(method, path, FOLLOWED) is None:
            raise ArmRequestRefused(request=f"{method} {path[:200]}")

    def _count(self, token: HeldToken) -> None:
        """Count a request, or raise ``ArmRequestsSpent``."""
        sent = self._sent(f"{current().tenant} {token.tid}")
        now = self._clock()
        while sent and sent[0] <= now - MINUTE:
            sent.popleft()
        if self._per_minute and len(sent) >= self._per_minute:
            seconds = max(1, ceil(sent[0] + MINUTE - now))
            raise ArmRequestsSpent(most=str(self._per_minute), seconds=str(seconds))
        sent.append(now)


class _ArmReading:
    """One call, with the pages or the operation that it leads to."""

    def __init__(self, arm: Arm, token: HeldToken, request: ArmRequest, url: str) -> None:
        self._arm = arm
        self._token = token
        self._request = request
        self._url = url
        self._began = arm._clock()
        self._bytes = 0
        self._is_cut = False

    async def reply(self) -> ArmReply:
        """Return the reply; raises what ``ReadsArm`` says."""
        first = await self._sent(self._request.method, self._url, self._request.body)
        last = await self._ended(first) if first.status == 202 else first
        body = self._body(last)
        if self._request.method == "GET" and isinstance(body, dict):
            body = await self._with_pages(last.url, body)
        elif isinstance(body, dict) and body.get("$skipToken"):
            self._is_cut = True
        reply = self._made(last, _without_private(self._request.path, body))
        if last.status == 401:
            await self._refuse(reply)
        return reply

    async def _sent(self, method: str, url: str, body: JsonValue = None) -> ServiceReply:
        reply = await self._arm._send(self._token, method, url, body)
        self._bytes += len(reply.content)
        return reply

    @property
    def _left(self) -> float:
        return self._arm._seconds - (self._arm._clock() - self._began)

    async def _sent_in_time(self, url: str) -> ServiceReply:
        """Return what is there, or raise TimeoutError where the reading as a whole takes too long."""
        async with asyncio.timeout(self._left):
            return await self._sent("GET", url)

    async def _ended(self, reply: ServiceReply) -> ServiceReply:
        """Return what an operation brought; as it stands, and told as cut, once it lasts too long."""
        while reply.status == 202 or _state(reply) in ("inprogress", "running", "accepted"):
            place = reply.headers.get("location") or reply.headers.get("azure-asyncoperation")
            there = urljoin(reply.url, place or reply.url)
            pause = max(POLL_SECONDS, asked_pause(reply.headers.get("retry-after", "")))
            if pause >= self._left:
                break
            await self._arm._sleep(pause)
            try:
                reply = await self._sent_in_time(there)
            except TimeoutError:
                break
        else:
            return reply
        self._is_cut = True
        return reply

    async def _with_pages(self, url: str, body: dict[str, JsonValue]) -> JsonValue:
        """Return a body with the items of the pages after it; five pages and ``LARGEST`` bytes in all."""
        items = body.get("value")
        following = body.pop("nextLink", None)
        pages = 1
        while isinstance(following, str) and following and isinstance(items, list):
            if pages == MOST_PAGES or self._bytes >= LARGEST:
                break
            try:
                reply = await self._sent_in_time(urljoin(url, following))
            except (ArmRequestsSpent, ServiceUnavailable, TimeoutError):
                break
            page = self._body(reply)
            if reply.status != 200 or not isinstance(page, dict):
                break
            more = page.get("value")
            items += more if isinstance(more, list) else []
            following, url, pages = page.get("nextLink"), reply.url, pages + 1
        else:
            return body
        self._is_cut = True
        return body

    def _body(self, reply: ServiceReply) -> JsonValue:
        """Return a body as JSON; of one that was cut its items so far, else a text."""
        text = reply.content.decode("utf-8", "replace").removeprefix("\N{BYTE ORDER MARK}")
        if reply.is_cut:
            self._is_cut = True
            return _items_of(text)
        if not text.strip():
            return None
        try:
            found: JsonValue = reply.json()
        except ReplyUnreadable:
            if reply.status < 400:
                raise
            return text
        return found

    def _made(self, reply: ServiceReply, body: JsonValue) -> ArmReply:
        etag = body.get("etag") if isinstance(body, dict) else None
        return ArmReply(
            status=reply.status,
            body=body,
            etag=reply.headers.get("etag") or (etag if isinstance(etag, str) else ""),
            is_cut=self._is_cut,
            taken_at=datetime.now(UTC),
            bytes=self._bytes,
            seconds=round(self._arm._clock() - self._began, 3),
        )

    async def _refuse(self, reply: ArmReply) -> None:
        """Have the token thrown away and raise why, unless it is only of another tenant than the subscription's."""
        code = reply.error_code
        if code == "InvalidAuthenticationTokenTenant":
            return
        if self._arm.on_refused:
            await self._arm.on_refused(self._token)
        error: AzureTokenRefused = (
            AzureTokenExpired() if code == "ExpiredAuthenticationToken" else AzureTokenRevoked()
        )
        error.reply = reply
        raise error


def _guard(url: str) -> AddressGuard:
    """Return what lets ARM's address through: the public one as any public host, another as the operator's own."""
    listed = [urlsplit(PUBLIC_URL).hostname or ""]
    return AddressGuard(listed, [] if origin(url) == origin(PUBLIC_URL) else [url])


def _is_body_allowed(request: ArmRequest) -> bool:
    """Tell whether a body may be sent: to Resource Graph alone, and no more than a query over subscriptions."""
    body = request.body
    if not request.path.casefold().endswith("/microsoft.resourcegraph/resources"):
        return body is None
    if not isinstance(body, dict) or not set(body) <= _GRAPH_KEYS:
        return False
    query, options = body.get("query"), body.get("options", {})
    return isinstance(query, str) and len(query) <= MOST_QUERY and isinstance(options, dict)


def _state(reply: ServiceReply) -> str:
    """Return the state of an operation that is told by its body; empty where it is told otherwise."""
    try:
        body = json.loads(reply.content or b"null")
    except ValueError:
        return ""
    state = body.get("status") if isinstance(body, dict) else None
    return state.lower() if isinstance(state, str) else ""


def _items_of(text: str) -> JsonValue:
    """Return the items that a list holds before it was cut, else the text as far as it was read."""
    begins = _ITEMS.match(text)
    if not begins:
        return text
    items: list[JsonValue] = []
    at, decoder = begins.end(), json.JSONDecoder()
    try:
        while True:
            item, at = decoder.raw_decode(text, at)
            items.append(item)
            at = text.index(",", at) + 1
            at += len(text[at : at + 1_000]) - len(text[at : at + 1_000].lstrip())
    except ValueError:
        return {"value": items}


def _without_private(path: str, body: JsonValue) -> JsonValue:
    """Return a body without what nobody needs to know: claims about the actor, values of settings."""
    if path.casefold().endswith("/eventtypes/management/values") and isinstance(body, dict):
        events = body.get("value")
        kept = [_without_claims(event) for event in events] if isinstance(events, list) else events
        return {**body, "value": kept}
    if path.casefold().endswith(_SETTINGS) and isinstance(body, dict):
        return {**body, "properties": _masked_settings(body.get("properties"))}
    return body


def _without_claims(event: JsonValue) -> JsonValue:
    if not isinstance(event, dict):
        return event
    return {name: value for name, value in event.items() if name.lower() != "claims"}


_OF_PLATFORM = re.compile(r"(?:WEBSITES?|FUNCTIONS|SCM|DOCKER)_|PORT$")
_PLAIN = re.compile(r"\d{1,5}|true|false", re.IGNORECASE)


def _masked_settings(settings: JsonValue) -> JsonValue:
    """Return settings with a mark for each value, the same for the same.

    An empty one stays, and so do a port and a switch by a name of the platform's own: these are no secrets.
    """
    if not isinstance(settings, dict):
        return settings
    numbers: dict[str, int] = {}
    return {
        name: f"‹secret:app-setting:{numbers.setdefault(str(value), len(numbers) + 1)}›"
        if value and not (_OF_PLATFORM.match(name) and _PLAIN.fullmatch(str(value)))
        else value
        for name, value in settings.items()
    }

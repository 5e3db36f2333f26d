"""The wire as both clients speak it: one message per WebSocket, and the pages of what is kept.

Nothing here or in the clients knows the server's code or its files, only its address.
"""

import atexit
import errno
import json
import os
import re
import secrets
import time
import unicodedata
import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote, urlsplit

import httpx2
from websockets.exceptions import (
    ConnectionClosed,
    ConnectionClosedError,
    InvalidHandshake,
    InvalidStatus,
)
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection, connect

DEFAULT_URL = "ws://127.0.0.1:8000/ws"
DOSSIER_ID = re.compile(r"dos-(?:[0-9a-f]{8}|[0-9a-f]{32})")
A_TOKEN = re.compile(r"[!-~]+")
LARGEST_PAGE = 100
LONGEST_REPLY = 8 * 2**20
LONGEST_FILE = 96 * 2**20
LONGEST_SHOWN = 200_000
CUT = " […]"
PING_SECONDS = 20.0
"""A server that answers no ping for so long is gone; one that does is waited for, however long its turn takes."""
PAGE_SECONDS = 10.0
FILE_SECONDS = 60.0
CLOSE_SECONDS = 2.0
IDLE_SECONDS = 2.0  # less than any server waits
PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Seconds before each new try of a lost connection: together about the time in which a server starts anew."""

COMMAND = os.environ.get("TESS_COMMAND", "")
"""The command that started this client, where one did; TESS_OWN_SERVER is the server it started too, if any."""

Language = Literal["nl", "en"]
Frame: TypeAlias = dict[str, Any]
OnProgress: TypeAlias = Callable[[Frame], None]
OnLost: TypeAlias = Callable[[], None]

FAILURES: Mapping[str, Mapping[Language, str]] = {
    "unreachable": {
        "nl": "Er antwoordt geen TESS-server op {url}; start hem met ./tess serve.",
        "en": "No TESS server answers at {url}; start it with ./tess serve.",
    },
    "own_server_gone": {
        "nl": "De server die {command} had gestart, antwoordt niet meer; sluit af en start {command} opnieuw.",
        "en": "The server that {command} had started no longer answers; leave and start {command} anew.",
    },
    "connection_lost": {
        "nl": "De verbinding viel weg voor het antwoord er was; stuur het bericht gerust nog eens.",
        "en": "The connection was lost before the reply came; it is safe to send it again.",
    },
    "not_tess": {
        "nl": "Op {url} is geen WebSocket van TESS; het adres eindigt gewoonlijk op /ws.",
        "en": "There is no WebSocket of TESS at {url}; its address usually ends in /ws.",
    },
    "unauthenticated": {
        "nl": "De server op {url} laat u niet toe: het token ontbreekt, klopt niet of is verlopen. "
        "Vraag de beheerder om een nieuw en geef het in TESS_TOKEN.",
        "en": "The server at {url} does not let you in: the token is missing, wrong or has expired. "
        "Ask the operator for a new one and give it in TESS_TOKEN.",
    },
    "older_server": {
        "nl": "De server op {url} kan dit nog niet: hij is ouder dan dit programma. Laat de beheerder hem bijwerken.",
        "en": "The server at {url} can't do this yet: it is older than this program. Let the operator update it.",
    },
    "unreadable_reply": {
        "nl": "Het antwoord van {url} is onleesbaar of veel te lang; is dat een TESS-server?",
        "en": "The reply of {url} is unreadable or far too long; is that a TESS server?",
    },
}
"""Failures that only a client can notice; all others come from the server, in its own words."""


class WireError(Exception):
    """No usable reply came; ``code`` says why, and ``frame`` says it to a person."""

    def __init__(self, code: str, url: str, said: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.url = url
        self.said = said

    def frame(self, language: Language) -> Frame:
        """Return the failure as an error frame, like one of the server's."""
        sentence = self.said or FAILURES[self.code][language].format(
            url=self.url, command=COMMAND or "./tess"
        )
        return {"status": "error", "error": sentence, "code": self.code}


@dataclass
class Asked:
    """A message as it is sent, and how far its reply has come: enough to fetch the rest later."""

    message: str
    dossier_id: str = ""
    message_id: str = field(default_factory=lambda: new_message_id())
    as_of: str = ""
    desk: str = ""
    """The desk to make a new dossier at; empty: the server's first."""
    confirm: str = ""  # digest of a plan
    seq: int = 0
    """Number of the last progress frame that came; what follows it is still to come."""

    def request(self) -> Frame:
        """Return the request: the first one, or the same again for what is still to come."""
        given = {name: value for name, value in vars(self).items() if value and name != "seq"}
        request: Frame = {**given, "message": self.message, "stream": True}
        return request | ({"after": self.seq} if self.seq and self.dossier_id else {})

    def notice(self, frame: Frame) -> None:
        """Take note of a progress frame."""
        self.dossier_id = dossier_id_in(frame) or self.dossier_id
        seq = frame.get("seq")
        self.seq = max(self.seq, seq) if type(seq) is int else self.seq


@cache
def _client(scheme: str) -> httpx2.Client:
    """Return the client for all pages: making one takes longer than a page does. It keeps no cookie of anybody."""
    client = httpx2.Client(
        verify=scheme == "https" and httpx2.create_ssl_context(trust_env=False),
        trust_env=False,
        limits=httpx2.Limits(keepalive_expiry=IDLE_SECONDS),
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
    )
    atexit.register(client.close)
    return client


class Server:
    """A TESS server, known by the address of its WebSocket; ``ValueError`` for any other.

    ``language`` is the one to speak where a message does not show its own. ``token`` is what is shown to it, and to
    nobody else; left out: that of ``TESS_TOKEN``, or of the file that ``TESS_TOKEN_FILE`` names.
    """

    def __init__(self, url: str = DEFAULT_URL, token: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("ws", "wss") or not parts.hostname or parts.port == 0:
            raise ValueError(f"not a WebSocket address: {url!r}")
        self.url = url
        self.language: Language = "nl"
        self.pauses: tuple[float, ...] = PAUSES
        self.ping_seconds = PING_SECONDS
        self._token = _token_of_environment() if token is None else token
        scheme = "https" if parts.scheme == "wss" else "http"
        self.pages = f"{scheme}://{parts.netloc}{parts.path.removesuffix('/').removesuffix('/ws')}"

    def new_dossier_id(self) -> str:
        """Return an id for a dossier that a first message makes; empty where only the server may choose it.

        With an id of its own even the first message of a dossier can be sent again without being asked twice.
        """
        return "" if self._token else f"dos-{secrets.token_hex(16)}"

    def ask(self, message: str, dossier_id: str, message_id: str, on_progress: OnProgress) -> Frame:
        """Send one message and return the final frame, a success or an error; see ``follow``."""
        return self.follow(Asked(message, dossier_id, message_id), on_progress)

    def follow(
        self, asked: Asked, on_progress: OnProgress, on_lost: OnLost = lambda: None
    ) -> Frame:
        """Send a message, or go on with one that was sent, and return the final frame: a success or an error.

        A lost connection is tried again under the same message id, so that the message runs once and none of its
        progress is told twice; ``on_lost`` is called each time. Raises ``WireError`` where no reply came.
        """

        def noticed(frame: Frame) -> None:
            asked.notice(frame)
            on_progress(frame)

        lost: ConnectionClosed | None = None
        for pause in (0.0, *self.pauses):
            if lost:
                on_lost()
                time.sleep(pause)
            try:
                return self._turn(asked.request(), noticed)
            except ConnectionClosed as error:
                self._refuse_if_too_long(error)
                lost = error
            except OSError as error:
                # A server that was there a moment ago may be starting anew.
                if lost is None:
                    raise self._gone() from error
        raise WireError("connection_lost", self.url) from lost

    def page(self, path: str, *names: str, **query: str) -> Frame:
        """Return the JSON object at ``path`` and the names behind it; an error page is raised."""
        return self._object(self._fetched("GET", path, names, params=query))

    def rows(self, name: str, most: int, path: str, **query: str) -> list[Frame]:
        """Return at most so many rows of the list there; an older server sends them all at once."""
        found: list[Frame] = []
        while True:
            query["limit"] = str(min(most - len(found), LARGEST_PAGE))
            found += rows_in(page := self.page(path, **query), name)
            query["cursor"] = str(page.get("next", ""))
            if not query["cursor"] or not rows_in(page, name) or len(found) >= most:
                return found[:most]

    def listing(self, path: str, *names: str, **query: str) -> list[Frame]:
        """Return the objects in the JSON list there."""
        found = self._json(self._fetched("GET", path, names, params=query))
        if not isinstance(found, list):
            raise WireError("unreadable_reply", self.url)
        return [row for row in found if isinstance(row, dict)]

    def change(self, body: Frame, path: str, *names: str) -> Frame:
        """Send a JSON object there, and return the one that comes back."""
        return self._object(self._fetched("POST", path, names, json=body))

    def send_file(self, data: bytes | str, path: str, *names: str, **query: str) -> Frame:
        """Send a file there, or the address of a page, and return the JSON object that comes back."""
        body: Frame = {"json": {"address": data}} if isinstance(data, str) else {"content": data}
        kind = {} if "json" in body else {"Content-Type": "application/octet-stream"}
        sent = {**body, "headers": {**self._headers(), **kind}, "timeout": FILE_SECONDS}
        return self._object(self._fetched("POST", path, names, params=query, **sent))

    def file(self, path: str, *names: str, **query: str) -> bytes:
        """Return the file there."""
        return self._fetched("GET", path, names, LONGEST_FILE, params=query, timeout=FILE_SECONDS)

    def _fetched(
        self,
        method: str,
        path: str,
        names: tuple[str, ...],
        longest: int = LONGEST_REPLY,
        **options: Any,
    ) -> bytes:
        address = "/".join([self.pages + path, *(quote(name, safe="") for name in names)])
        options = {"headers": self._headers(), "timeout": PAGE_SECONDS, **options}
        data = bytearray()
        try:
            with _client(urlsplit(address).scheme).stream(method, address, **options) as response:
                for piece in response.iter_bytes():
                    data += piece
                    if len(data) > longest:
                        raise WireError("unreadable_reply", self.url)
        except httpx2.RequestError as error:
            raise self._gone() from error
        if response.is_error:
            raise self._refusal(response.status_code, bytes(data))
        return bytes(data)

    def _refusal(self, status: int, data: bytes) -> WireError:
        """Return what an HTTP status and its page mean: the server's own sentence where it has one."""
        try:
            told = self._object(data)
        except WireError:
            told = {}
        code, said = str(told.get("code", "")), harmless(told.get("error"))
        if status in (404, 405) and code in ("", "not_found"):
            return WireError("older_server", self.url)
        if said:
            return WireError(code, self.url, said)
        code = "unauthenticated" if status in (401, 403) else "unreadable_reply"
        return WireError(code, self.url)

    def _refused_handshake(self, error: InvalidStatus) -> WireError:
        refusal = self._refusal(error.response.status_code, bytes(error.response.body or b""))
        if refusal.code == "unauthenticated":
            # A path without a WebSocket is refused like a caller without a token. Who is let in here has a wrong path.
            try:
                self.page("/dossiers")
            except WireError as error:
                refusal = error
            else:
                return WireError("not_tess", self.url)
        wrong = refusal.code in ("older_server", "unreadable_reply")
        return WireError("not_tess", self.url) if wrong else refusal

    def _turn(self, request: Frame, on_progress: OnProgress) -> Frame:
        try:
            with self._connected() as connection:
                connection.send(json.dumps(request))
                while (frame := self._object(connection.recv())).get("status") == "progress":
                    on_progress(frame)
                return frame
        except InvalidStatus as error:
            raise self._refused_handshake(error) from error
        except InvalidHandshake as error:
            if isinstance(error.__cause__, EOFError):
                # It went away before it replied, as a server does that is starting anew.
                raise ConnectionClosedError(None, None) from error
            raise WireError("unreadable_reply", self.url) from error

    def _gone(self) -> WireError:
        ours = os.environ.get("TESS_OWN_SERVER") == self.url
        return WireError("own_server_gone" if ours else "unreachable", self.url)

    def _headers(self) -> dict[str, str]:
        known = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        return {"Accept-Language": self.language, **known}

    def _connected(self) -> AbstractContextManager[ClientConnection]:
        # No proxy: the variables that name one are meant for the world outside.
        return connect(
            self.url,
            proxy=None,
            additional_headers=self._headers(),
            compression=None,
            max_size=LONGEST_REPLY,
            open_timeout=PAGE_SECONDS,
            ping_interval=self.ping_seconds,
            ping_timeout=self.ping_seconds,
            close_timeout=CLOSE_SECONDS,
        )

    def _refuse_if_too_long(self, error: ConnectionClosed) -> None:
        if error.sent is not None and error.sent.code == CloseCode.MESSAGE_TOO_BIG:
            raise WireError("unreadable_reply", self.url) from error

    def _object(self, text: str | bytes) -> Frame:
        if isinstance(found := self._json(text), dict):
            return found
        raise WireError("unreadable_reply", self.url)

    def _json(self, text: str | bytes) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise WireError("unreadable_reply", self.url) from error


def _token_of_environment() -> str:
    """Return the token that the environment gives, or names a file with; ``OSError`` where that can't be read."""
    given, path = os.environ.get("TESS_TOKEN"), os.environ.get("TESS_TOKEN_FILE")
    if given or not path:
        return given or ""
    token = Path(path).read_bytes().decode("ascii", "replace").strip()
    if not A_TOKEN.fullmatch(token):
        raise OSError(errno.EINVAL, "it holds no token")
    return token


def new_message_id() -> str:
    """Return a fresh id for one message; the same message sent again keeps its id."""
    return uuid.uuid4().hex


def dossier_id_in(frame: Frame) -> str:
    """Return the frame's dossier id, or nothing where it has none of the proper form."""
    told = frame.get("dossier_id")
    return told if isinstance(told, str) and DOSSIER_ID.fullmatch(told) else ""


def rows_in(page: Frame, name: str) -> list[Frame]:
    """Return the page's list of objects under ``name``; empty where there is none."""
    rows = page.get(name)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def harmless(text: object) -> str:
    """Return text that can't steer a screen; nothing at all for what is not text.

    No control or invisible characters but line feed and tab, and no more than a person can read.
    """
    if not isinstance(text, str):
        return ""
    kept = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + CUT
    return "".join(char for char in kept.replace("\r\n", "\n") if _is_shown(char))


def _is_shown(char: str) -> bool:
    # Cf holds the bidi overrides and the invisible tags, Cs the halves that no terminal can encode.
    return char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")

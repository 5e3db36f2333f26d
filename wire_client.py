"""The wire as both clients speak it: one message per WebSocket, and the pages of what is kept.

Nothing here or in the clients knows the server's code or its files, only its address.
"""

import json
import os
import re
import unicodedata
import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote, urlsplit

import httpx2
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.frames import CloseCode
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect

DEFAULT_URL = "ws://127.0.0.1:8000/ws"
DOSSIER_ID = re.compile(r"dos-(?:[0-9a-f]{8}|[0-9a-f]{32})")
LONGEST_REPLY = 8 * 2**20
LONGEST_SHOWN = 200_000
TURN_SECONDS = 300.0
PAGE_SECONDS = 10.0

COMMAND = os.environ.get("TESS_COMMAND", "")
"""The command that started this client, where one did; TESS_OWN_SERVER is the server it started too, if any."""

Language = Literal["nl", "en"]
Frame: TypeAlias = dict[str, Any]
OnProgress: TypeAlias = Callable[[Frame], None]

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
    "unauthenticated": {
        "nl": "De server op {url} laat binnen wie een token heeft; stel TESS_TOKEN in.",
        "en": "The server at {url} lets in who has a token; set TESS_TOKEN.",
    },
    "unreadable_reply": {
        "nl": "Het antwoord van {url} is onleesbaar of veel te lang; is dat een TESS-server?",
        "en": "The reply of {url} is unreadable or far too long; is that a TESS server?",
    },
}
"""Failures that only a client can notice; all others come from the server, in its own words."""

PROGRESS: Mapping[str, Mapping[Language, str]] = {
    "get_legislation": {"nl": "TESS zoekt wetgeving", "en": "TESS is looking for legislation"},
    "get_case_law": {"nl": "TESS zoekt rechtspraak", "en": "TESS is looking for case law"},
    "generate_tax_answer": {"nl": "TESS schrijft het antwoord", "en": "TESS is writing the answer"},
    "": {"nl": "TESS denkt na", "en": "TESS is thinking"},
}
"""What a tool is doing, for people; under the empty name what is said of anything else."""


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


class Server:
    """A TESS server, known by the address of its WebSocket; ``ValueError`` for any other.

    ``language`` is the one to speak where a message does not show its own. ``token`` is what is shown to it; left out:
    that of ``TESS_TOKEN``, or of the file that ``TESS_TOKEN_FILE`` names.
    """

    def __init__(self, url: str = DEFAULT_URL, token: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("ws", "wss") or not parts.hostname or parts.port == 0:
            raise ValueError(f"not a WebSocket address: {url!r}")
        self.url = url
        self.language: Language = "nl"
        self._token = _token_of_environment() if token is None else token
        scheme = "https" if parts.scheme == "wss" else "http"
        self.pages = f"{scheme}://{parts.netloc}{parts.path.removesuffix('/').removesuffix('/ws')}"

    def ask(self, message: str, dossier_id: str, message_id: str, on_progress: OnProgress) -> Frame:
        """Send one message and return the final frame, a success or an error.

        A connection that breaks half-way is tried once more under the same message id, so that
        the message runs once.
        """
        request = {"message": message, "message_id": message_id, "stream": True}
        if dossier_id:
            request["dossier_id"] = dossier_id

        def noticed(frame: Frame) -> None:
            if told := dossier_id_in(frame):
                request["dossier_id"] = told
            on_progress(frame)

        try:
            return self._turn(request, noticed)
        except ConnectionClosed as error:
            self._refuse_if_too_long(error)
        try:
            return self._turn(request, noticed)
        except ConnectionClosed as error:
            self._refuse_if_too_long(error)
            raise WireError("connection_lost", self.url) from error

    def page(self, path: str, *names: str) -> Frame:
        """Return the JSON object at ``path`` and the names behind it; an error page is raised."""
        address = "/".join([self.pages + path, *(quote(name, safe="") for name in names)])
        try:
            response = httpx2.get(
                address, headers=self._headers(), timeout=PAGE_SECONDS, trust_env=False
            )
        except httpx2.RequestError as error:
            raise self._gone() from error
        found = self._object(response.text)
        if found.get("status") == "error" and "error" in found:
            raise WireError(str(found.get("code", "")), self.url, harmless(found["error"]))
        if response.is_error:
            raise WireError("unreadable_reply", self.url)
        return found

    def _turn(self, request: Frame, on_progress: OnProgress) -> Frame:
        try:
            with self._connected() as connection:
                connection.send(json.dumps(request))
                frame = self._received(connection)
                while frame.get("status") == "progress":
                    on_progress(frame)
                    frame = self._received(connection)
                return frame
        except InvalidStatus as error:
            raise self._refusal(error.response) from error
        except InvalidHandshake as error:
            raise WireError("unreadable_reply", self.url) from error
        except OSError as error:
            raise self._gone() from error

    def _gone(self) -> WireError:
        ours = os.environ.get("TESS_OWN_SERVER") == self.url
        return WireError("own_server_gone" if ours else "unreachable", self.url)

    def _headers(self) -> dict[str, str]:
        known = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        return {"Accept-Language": self.language, **known}

    def _refusal(self, response: Response) -> WireError:
        """Return why a handshake was refused, in the server's own words where it gave any."""
        try:
            found = self._object(bytes(response.body or b""))
        except WireError as unreadable:
            is_ours = response.status_code == HTTPStatus.UNAUTHORIZED
            return WireError("unauthenticated", self.url) if is_ours else unreadable
        return WireError(str(found.get("code", "")), self.url, harmless(found.get("error")))

    def _connected(self) -> AbstractContextManager[ClientConnection]:
        # No proxy: the variables that name one are meant for the world outside.
        return connect(
            self.url,
            proxy=None,
            additional_headers=self._headers(),
            compression=None,
            max_size=LONGEST_REPLY,
            open_timeout=PAGE_SECONDS,
        )

    def _received(self, connection: ClientConnection) -> Frame:
        try:
            return self._object(connection.recv(timeout=TURN_SECONDS))
        except TimeoutError as error:
            raise WireError("connection_lost", self.url) from error

    def _refuse_if_too_long(self, error: ConnectionClosed) -> None:
        if error.sent is not None and error.sent.code == CloseCode.MESSAGE_TOO_BIG:
            raise WireError("unreadable_reply", self.url) from error

    def _object(self, text: str | bytes) -> Frame:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise WireError("unreadable_reply", self.url) from error
        if not isinstance(found, dict):
            raise WireError("unreadable_reply", self.url)
        return found


def _token_of_environment() -> str:
    """Return the token that the environment gives, or names a file with; ``OSError`` where that can't be read."""
    path = os.environ.get("TESS_TOKEN_FILE")
    return os.environ.get("TESS_TOKEN") or (Path(path).read_text("utf-8").strip() if path else "")


def new_message_id() -> str:
    """Return a fresh id for one message; the same message sent again keeps its id."""
    return uuid.uuid4().hex


def dossier_id_in(frame: Frame) -> str:
    """Return the frame's dossier id, or nothing where it has none of the proper form."""
    told = frame.get("dossier_id")
    return told if isinstance(told, str) and DOSSIER_ID.fullmatch(told) else ""


def language_in(frame: Frame, otherwise: Language) -> Language:
    """Return the language that the frame or dossier is in."""
    told = frame.get("language")
    return "en" if told == "en" else "nl" if told == "nl" else otherwise


def progress_in(frame: Frame, language: Language) -> str:
    """Return in words what a progress frame tells; a frame of nothing at all says that TESS thinks."""
    return PROGRESS.get(str(frame.get("tool")), PROGRESS[""])[language] + " …"


def rows_in(page: Frame, name: str) -> list[Frame]:
    """Return the page's list of objects under ``name``; empty where there is none."""
    rows = page.get(name)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def numbered_sources(dossier: Frame, selected: bool) -> list[tuple[int, Frame]]:
    """Return the sources that are selected, or those that are not, each with the number that replies give it."""
    chosen = dossier.get("selected_ids") or []
    rows = enumerate(rows_in(dossier, "sources"), start=1)
    return [(number, row) for number, row in rows if (row.get("id") in chosen) is selected]


def harmless(text: object) -> str:
    """Return text that can't steer a screen; nothing at all for what is not text.

    No control or invisible characters but line feed and tab, and no more than a person can read.
    """
    if not isinstance(text, str):
        return ""
    kept = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + " […]"
    return "".join(char for char in kept.replace("\r\n", "\n") if _is_shown(char))


def _is_shown(char: str) -> bool:
    # Cf holds the bidi overrides and the invisible tags, Cs the halves that no terminal can encode.
    return char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")

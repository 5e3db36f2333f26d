"""Conversations as data: what is sent to the server, step by step, and which model and library are behind it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

JSON, OCTETS = "application/json", "application/octet-stream"

Library = Literal["terms", "gnomes", "starter"]


@dataclass(frozen=True)
class Say:
    """One frame over the WebSocket; ``{id}`` and ``{other}`` in it stand for the dossiers of the conversation."""

    frame: str | bytes
    language: str = ""


@dataclass(frozen=True)
class Ask:
    """One request over REST; ``{id}`` and ``{other}`` stand for dossiers, ``{file}`` in a body for the last file."""

    method: Literal["GET", "POST"]
    path: str
    body: bytes | Literal["the last file"] = b""
    type: str = ""
    language: str = ""
    keeps_file: bool = False
    """Whether what comes back is a file that a later step sends."""


Step = Say | Ask


@dataclass(frozen=True)
class Calls:
    """A decision of a scripted model: tools by name, each with its arguments as JSON text."""

    picked: tuple[tuple[str, str], ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Fails:
    """A scripted model that gives an error in place of a reply."""

    error: Literal[
        "ModelUnavailable", "ModelGaveNoAnswer", "ModelKeyRefused", "LimitReached", "Bug"
    ]
    details: tuple[tuple[str, str], ...] = ()


Form = str | Fails


@dataclass(frozen=True)
class Script:
    """All that a scripted model says: its decisions, and the forms that it fills in."""

    chats: tuple[Calls | Fails, ...]
    forms: tuple[Form, ...] = ()


@dataclass(frozen=True)
class Conversation:
    """One recording: ``script`` is None for the offline model."""

    name: str
    steps: tuple[Step, ...]
    script: Script | None = None
    library: Library = "terms"
    keeps_prompts: bool = False
    """Whether every word that the model is sent is recorded, and not its hash only."""
    has_minted: bool = False
    """Whether the journal holds something drawn by lot: then it is not recorded."""

    @property
    def id(self) -> str:
        """The dossier of the conversation."""
        return dossier_id(self.name)

    @property
    def other(self) -> str:
        """A second dossier, where the conversation has one."""
        return dossier_id(f"{self.name}, the other")


def dossier_id(name: str) -> str:
    return f"dos-{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def say(message: str, language: str = "", **fields: Any) -> Say:
    """Return a message with progress, in the dossier of the conversation unless the fields name another."""
    asked = {"message": message, "dossier_id": "{id}", "stream": True, **fields}
    given = {name: value for name, value in asked.items() if value is not None}
    return Say(json.dumps(given, ensure_ascii=False, separators=(",", ":")), language)


def get(path: str, language: str = "", **query: str) -> Ask:
    asked = "&".join(f"{name}={quote(value, safe='{}@:/ ')}" for name, value in query.items())
    return Ask("GET", f"{path}?{asked}" if asked else path, language=language)


def here(page: str, language: str = "", **query: str) -> Ask:
    """Return a question about the dossier of the conversation."""
    return get(f"/dossiers/{{id}}/{page}", language, **query)


def post(page: str, **body: Any) -> Ask:
    """Return a change of the dossier of the conversation."""
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    return Ask("POST", f"/dossiers/{{id}}/{page}", content, JSON)


def sent(path: str, content: bytes, kind: str = OCTETS, language: str = "") -> Ask:
    return Ask("POST", path, content, kind, language)


def what_if(*added: str, without: Sequence[str] = ()) -> Ask:
    """Return an answer asked for again from other sources."""
    return post("whatif", **{"without": list(without), "with": list(added)})


def upload(name: str, content: bytes) -> tuple[Ask, Ask]:
    """Return a document of the client, checked and added."""
    agreed, label = hashlib.sha256(content).hexdigest(), quote(name)
    add = f"/dossiers/{{id}}/documents?name={label}&agreed={agreed}"
    return sent(f"/documents/check?name={label}", content), sent(add, content)


def pack() -> tuple[Ask, Ask]:
    """Return a dossier that is packed, and the pack that is opened."""
    packed = Ask("GET", "/dossiers/{id}/pack", keeps_file=True)
    return packed, Ask("POST", "/packs/open", "the last file", OCTETS)


def exported(*formats: str, **query: str) -> tuple[Ask, ...]:
    return tuple(here("export", format=one, **query) for one in formats or ("md", "json", "html"))


def call(name: str, **arguments: Any) -> tuple[str, str]:
    return name, json.dumps(arguments, ensure_ascii=False)


def calls(*picked: tuple[str, str]) -> Calls:
    return Calls(picked)


def draft(
    *claims: tuple[str, str, str],
    conclusion: str,
    open_points: Sequence[str] = (),
    missing_facts: Sequence[str] = (),
) -> str:
    """Return a filled-in answer; a claim is its text, its quote and the id of its source."""
    form = {
        "claims": [
            {"text": text, "quote": words, "source_id": source} for text, words, source in claims
        ],
        "conclusion": conclusion,
        "open_points": list(open_points),
        "missing_facts": list(missing_facts),
    }
    return json.dumps(form, ensure_ascii=False, indent=1)


def reworked(*sentences: tuple[str, int]) -> str:
    """Return an answer said in another way; a sentence is its text and the number of its claim."""
    form = [{"text": text, "claim": claim} for text, claim in sentences]
    return json.dumps({"sentences": form}, ensure_ascii=False)

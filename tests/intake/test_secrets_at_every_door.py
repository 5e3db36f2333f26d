"""Secrets that come in by any door of any desk: they are in nothing that is stored, logged, sent or handed over."""

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
import pytest_asyncio

from src.desks.catalogue import DESKS, plugs
from src.dossier.journal import ModelRecord, Turn
from src.dossier.models import Answer, Message
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from standins.server import standing_in
from standins.tsg.server import MCP_PATH, LearnStandin, LearnWorld
from tests.api.test_what_is_not_told import told_by_the_server
from tests.desks.azure.doubles import Doorman, ToldArm
from tests.desks.azure.doubles import plug as told_azure
from tests.desks.test_a_stranger import house
from tests.identity.callers import Client
from tests.lending import with_starter_index
from tests.llm.provider import KEY, says
from tests.llm.provider import serving as provided
from tests.mcp_server.clients import calling, opened
from tests.serving import Served
from tests.uploads import images
from tests.uploads.site import Served as Page
from tests.uploads.site import Site
from tests.uploads.site import serving as sited

pytestmark = pytest.mark.asyncio(loop_scope="module")

RANDOM = "1b2C3d4E5f6G7h8I9j0K"

KINDS: Mapping[str, tuple[str, str]] = {
    "client secret": ("client_secret={}", f"abc8Q~{RANDOM}abcdefghijklmn"),
    "sas": ("https://a.blob.core.windows.net/c?sv=2022&sig={}", f"{RANDOM}{RANDOM[::-1]}"),
    "pem": (
        "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----",
        f"MIIEvQIBADANBgkqhkiG{RANDOM}",
    ),
    "jwt": ("{}", f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx{RANDOM}.dozjgNryP4J3jVmNHl0w5N"),
    "github": ("{}", f"ghp_{RANDOM}abcdefghijklmnop"),
    "github fine-grained": ("{}", f"github_pat_11ABCDEFG0_{RANDOM}abcdefghijklmnop"),
    "openai": ("{}", f"sk-proj-{RANDOM}{RANDOM}"),
    "slack": ("{}", "xoxb-123456789012-abcdefABCDEF123456"),
    "google": ("{}", "AIzaSyA1234567890abcdefghijklmnopqrstuv"),
    "wachtwoord": ("het wachtwoord is {}", "Zomer!2024"),
    "in free words": ("I have a client secret, want it? it's {}", "Xy7~abcQ"),
    "net use": ("net use Z: \\\\server\\share /u:DOMEIN\\beheer {}", "W1nter#2023"),
    "connection string": (
        "Server=tcp:db.example.nl;Database=klanten;User Id=app;Password={};",
        "H4rdt0guess!",
    ),
    "address": ("postgresql://app:{}@db.example.nl/klanten", "s3cr3tpw99"),
}
TEXT = "\n\n".join(written.format(value) for written, value in KINDS.values())
IN_SHORT = KINDS["github"][1]
QUESTION = "Wat betekent dit, en wat moet ik ermee doen?"
OCTETS = {"content-type": "application/octet-stream", "accept-language": "nl"}

REFUSES = {
    "azure": ("message", "message over MCP"),
    "tsg": (
        "message",
        "message over MCP",
        "document",
        "transcript",
        "page",
        "picture",
    ),
}
"""Doors that a desk does not let a secret in by, masked or not."""


@dataclass
class House:
    """A server with all desks and a provider, and all that came out of it."""

    server: Served
    store: DossierStore
    site: Site
    learn: LearnStandin
    folder: Path
    sent: list[bytes]
    dossier: str = ""
    heard: list[str] = field(default_factory=list)

    @property
    def client(self) -> Client:
        return Client(self.server.port)

    async def call(self, tool: str, **given: Any) -> None:
        async with calling(self.server) as caller:
            told = await caller.call(tool, **given)
        self.heard.append(told.model_dump_json())

    async def ask(self, method: str, path: str, **options: Any) -> Any:
        reply = await self.client.ask(method, path, **options)
        self.heard.append(reply.content.decode(errors="replace"))
        return reply

    async def begin(self, desk: str) -> None:
        """Have a dossier in which something harmless was said and answered."""
        self.heard.clear()
        self.sent.clear()
        self.dossier = f"dos-{token_hex(16)}"
        answer = Answer(
            question=QUESTION,
            language="nl",
            claims=(),
            conclusion="Niets.",
            source_ids=(),
            model="none",
            based_on_version=0,
        )
        said = DossierPatch(
            add_messages=(Message(role="user", content=QUESTION),),
            add_answers=(answer,),
            language="nl",
        )
        turn = Turn(
            dossier_id=self.dossier,
            desk=desk,
            request=None,
            patch=said,
            reply="",
            language="nl",
            model=ModelRecord(id="none"),
        )
        await self.store.commit(turn)

    async def add(self, to: str, name: str, content: bytes, **query: str) -> None:
        given = {"name": name, "agreed": sha256(content).hexdigest(), **query}
        path = f"/dossiers/{self.dossier}/{to}"
        await self.ask(
            "POST", f"/{to}/check", params={"name": name}, content=content, headers=OCTETS
        )
        await self.ask("POST", path, params=given, content=content, headers=OCTETS)

    async def came_in(self, door: Callable[["House"], Awaitable[None]]) -> bool:
        """Let something in by a door, and return whether the mark of a secret is kept since."""
        before = len(await self.store.journal(self.dossier))
        await door(self)
        kept = (await self.store.journal(self.dossier))[before:]
        return any("‹secret:" in entry.model_dump_json() for entry in kept)

    def leaked(self, logged: str) -> set[tuple[str, str]]:
        """Return where a secret stands, and of which kind it is."""
        places = {
            "kept": self.kept.decode(errors="replace"),
            "sent": b"".join(self.sent).decode(),
            "asked outside": repr(self.learn.called),
            "told": "\n".join(self.heard),
            "logged": logged,
        }
        return {
            (place, kind)
            for place, text in places.items()
            for kind, (_, value) in KINDS.items()
            if value in text or json.dumps(value)[1:-1] in text or value[:16] in text
        }

    async def post(self, path: str, **body: Any) -> None:
        await self.ask("POST", f"/dossiers/{self.dossier}/{path}", json=body)

    async def say(self, message: str, **fields: object) -> None:
        told = await self.client.frames(message, dossier_id=self.dossier, stream=True, **fields)
        self.heard.append(json.dumps(told, ensure_ascii=False))

    async def hand_over(self) -> None:
        """Hear everything that tells of the dossier."""
        here = f"/dossiers/{self.dossier}"
        for path in (here, f"{here}/log", f"{here}/trace", "/dossiers", "/find?text=geheim"):
            await self.ask("GET", path)
        for named in ("md", "html"):
            await self.ask("GET", f"{here}/export", params={"format": named})
        await self.call("sources", dossier=self.dossier)
        pack = await self.client.ask("GET", f"{here}/pack")
        assert pack.status_code == 200

    @property
    def kept(self) -> bytes:
        files = [one for one in self.folder.glob("dossiers/**/*") if one.is_file()]
        return b"".join(str(one).encode() + one.read_bytes() for one in files)


async def by_message(here: House) -> None:
    await here.say(f"{QUESTION}\n\n{TEXT}", message_id="m-1")
    await here.say(f"{QUESTION}\n\n{TEXT}", message_id="m-1")


async def by_mcp(here: House) -> None:
    await here.call("ask", dossier=here.dossier, message=f"{QUESTION}\n\n{TEXT}")


async def by_document(here: House) -> None:
    await here.add("documents", "notities.txt", f"Geheim overleg.\n\n{TEXT}".encode())


async def by_transcript(here: House) -> None:
    lines = [line for line in TEXT.split("\n") if line]
    cues = [f"00:00:{n:02}.000 --> 00:00:{n:02}.900\n{line}" for n, line in enumerate(lines, 1)]
    await here.add("documents", "overleg.vtt", "\n\n".join(["WEBVTT", *cues]).encode())


async def by_page(here: House) -> None:
    path = f"/pagina?sig={KINDS['sas'][1]}"
    rows = "".join(f"<p>{line}</p>" for line in TEXT.split("\n\n"))
    page = f"<html><title>{IN_SHORT}</title><main><h1>Uitleg</h1>{rows}</main></html>".encode()
    here.site.pages["/pagina"] = here.site.pages[path] = Page(page)
    body = {"address": f"{here.site.url}{path}"}
    given = {"agreed": sha256(page).hexdigest()}
    await here.ask("POST", "/documents/check", json=body)
    await here.ask("POST", f"/dossiers/{here.dossier}/documents", params=given, json=body)


async def by_file_name(here: House) -> None:
    await here.add("documents", f"{IN_SHORT}.txt", b"Een onschuldige regel.")
    cut = f"{'x' * 85} {IN_SHORT}"  # where a long name is cut
    await here.add("documents", f"{cut}.txt", b"Nog een onschuldige regel.")


async def by_picture(here: House) -> None:
    await here.add("images", f"{IN_SHORT}.png", images.image("PNG"), shows=TEXT)


async def by_title(here: House) -> None:
    await here.post("title", title=f"Zaak {IN_SHORT}, {TEXT[:60]}")


async def by_label(here: House) -> None:
    await here.post("labels", add=[IN_SHORT])


async def by_rating(here: House) -> None:
    await here.post("feedback", up=False, why=f"Niet goed.\n{TEXT}")


async def by_run(here: House) -> None:
    content = f"Jan: Wij maken een lijst.\n\n{TEXT}".encode()
    given = {"agreed": sha256(content).hexdigest(), "run_id": here.dossier}
    for query in ({}, given):
        path, name = "/backlog/upload", {"name": f"{IN_SHORT} verslag.txt"}
        told = await here.ask("POST", path, params=name | query, content=content, headers=OCTETS)
        assert told.status_code == 200
        assert told.json()["secrets"]


async def by_file_of_azure(here: House) -> None:
    file = {"path": f"src/{IN_SHORT}.py", "content": TEXT}
    told = await here.ask("POST", "/desks/azure/files", json=file)
    (line,) = told.json()["lines"]
    await here.say(f"{QUESTION}\n\n{line}")


async def by_debugging(here: House) -> None:
    files = [{"path": f"src/{IN_SHORT}.py", "content": TEXT}]
    given = {"error_description": TEXT, "context": {"source_files": files}}
    await here.call("azure_debug_error_continue", trace_id=here.dossier, **given)


DOORS: Mapping[str, Callable[[House], Awaitable[None]]] = {
    "message": by_message,
    "message over MCP": by_mcp,
    "document": by_document,
    "transcript": by_transcript,
    "page": by_page,
    "file name": by_file_name,
    "picture": by_picture,
    "title": by_title,
    "label": by_label,
    "rating": by_rating,
    "upload of a run": by_run,
    "file beside a message": by_file_of_azure,
    "debug over MCP": by_debugging,
}
ONLY_AT: Mapping[str, tuple[str, ...]] = {
    "rating": ("docs", "azure"),
    "upload of a run": ("backlog",),
    "file beside a message": ("azure",),
    "debug over MCP": ("azure",),
}
"""Desks that have a door; any other door all have."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with sited() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def everywhere(tmp_path_factory: pytest.TempPathFactory, site: Site) -> AsyncIterator[House]:
    folder = with_starter_index(tmp_path_factory.mktemp("house"))
    sent: list[bytes] = []
    learn = LearnStandin(LearnWorld())

    async def answer(body: bytes) -> bytes:
        sent.append(body)
        return json.dumps(says("Goed.")).encode()

    async with AsyncExitStack() as stack:
        outside = stack.enter_context(standing_in(learn))
        settings = {
            "openai_api_key": KEY,
            "openai_base_url": await stack.enter_async_context(provided(answer)),
            "tess_model": "gpt-test",
            "tess_fetch": site.url,
            "tess_tsg_learn_url": f"{outside.url}{MCP_PATH}",
            "tess_tsg_github_url": outside.url,
        }
        desks = [
            told_azure(ToldArm(), Doorman()) if one.name == "azure" else one for one in plugs(DESKS)
        ]
        parts = house(desks, tess_data_dir=folder, **settings)
        stack.push_async_callback(parts.close)
        server = await stack.enter_async_context(opened(parts))
        here = House(server, parts.store, site, learn, folder, sent)
        await here.ask("POST", "/desks/azure/login", json={"token": "t"})
        yield here


@pytest.mark.parametrize("desk", ["tax", "docs", "tsg", "azure", "backlog"])
async def test_a_secret_is_nowhere(
    everywhere: House, desk: str, caplog: pytest.LogCaptureFixture
) -> None:
    here = everywhere
    doors = [name for name in DOORS if desk in ONLY_AT.get(name, (desk,))]
    with caplog.at_level(logging.INFO):
        await here.begin(desk)
        for name in doors:
            is_kept = await here.came_in(DOORS[name])
            assert is_kept == (name not in REFUSES.get(desk, ())), name
            assert not here.leaked(told_by_the_server(caplog)), name
        await here.say("Ga verder.")
        await here.hand_over()
    assert not here.leaked(told_by_the_server(caplog))

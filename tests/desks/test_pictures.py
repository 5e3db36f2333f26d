"""A picture from its upload to its forgetting, through the real server, on both stores, and before a model's eyes."""

import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from src.desks.plug import Plug
from src.dossier.blobs import sha256_of
from src.export.pack import opened
from src.llm.protocol import ChatReply
from tests.desks import recipes
from tests.desks.test_a_stranger import house, with_model
from tests.dossier.turns import snapshot
from tests.fakes import ScriptedRounds
from tests.identity.callers import Client
from tests.llm.provider import KEY, calls, says, serving
from tests.serving import TEST_ID, Served, served
from tests.uploads import images

pytestmark = pytest.mark.usefixtures("without_readers")

HERE = f"/dossiers/{TEST_ID}"
HOB = images.told_metadata("PNG")
SHOWS = "The hob with its four knobs"
OCTETS = {"content-type": "application/octet-stream", "accept-language": "en"}

Store = dict[str, object]


class Kitchen:
    """A server with the desk about recipes and one dossier, asked over REST."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.client = Client(server.port)

    async def ask(self, method: str, path: str, **options: Any) -> Any:
        reply = await self.client.ask(method, f"{HERE}{path}", **options)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def add(
        self,
        content: bytes = HOB,
        name: str = "hob.png",
        shows: str = SHOWS,
        *,
        unread: bool = True,
    ) -> Any:
        """Check a picture, agree, add it; ``unread``: say yes to sending it, too."""
        checked = await self.client.ask(
            "POST", "/images/check", params={"name": name}, content=content, headers=OCTETS
        )
        assert checked.status_code == 200, checked.text
        given = {"name": name, "agreed": checked.json()["sha256"], "shows": shows, "unread": unread}
        return await self.ask("POST", "/images", params=given, content=content, headers=OCTETS)

    async def pictures(self) -> list[dict[str, Any]]:
        return [one for one in (await self.ask("GET", ""))["sources"] if one["kind"] == "picture"]

    async def shown(self, sha256: str) -> tuple[int, bytes, str]:
        reply = await self.client.ask("GET", f"{HERE}/images/{sha256}")
        return reply.status_code, reply.content, reply.headers["content-type"]


@asynccontextmanager
async def kitchen(plug: Plug, store: Store, **settings: object) -> AsyncIterator[Kitchen]:
    async with served(house([plug], **store, **settings)) as server:
        await server.say("Find a pea soup in the book for me, please", dossier_id=TEST_ID)
        yield Kitchen(server)


def quiet() -> Plug:
    return with_model(ScriptedRounds(*[ChatReply("Very well.")] * 9))


def kept_in(store: Store) -> bytes:
    """Return all that a store has on disk, or would put into a dump."""
    if "database_url" not in store:
        folder = Path(str(store["tess_data_dir"]))
        return b"".join(
            str(one).encode() + (one.read_bytes() if one.is_file() else b"")
            for one in sorted(folder.rglob("*"))
        )
    kept = []
    with psycopg.connect(str(store["database_url"]), autocommit=True) as database:
        tables = database.execute(
            "select table_name from information_schema.tables where table_schema = current_schema"
        ).fetchall()
        for (table,) in tables:
            with database.cursor().copy(f"copy {table} to stdout (format binary)") as copied:
                kept += [bytes(piece) for piece in copied]
    return b"".join(kept)


async def test_a_picture_is_a_source_of_its_dossier(store: Store) -> None:
    async with kitchen(quiet(), store) as here:
        added = await here.add()
        assert "**Added:**" in added["response"]
        assert "hob.png *(your picture)*" in added["response"]
        (picture,) = await here.pictures()
        assert (picture["title"], picture["content"]) == ("hob.png", SHOWS)
        assert (picture["width"], picture["height"]) == (40, 30)
        status, content, media_type = await here.shown(picture["sha256"])
        assert (status, media_type, sha256_of(content)) == (200, "image/png", picture["sha256"])
        assert images.SECRET.encode() not in content
        assert len(content) == picture["size"]
        frames, _ = await here.server.exchange(
            json.dumps({"message": "Thank you", "dossier_id": TEST_ID})
        )
        info = next(one for one in frames[-1]["sources"] if one["kind"] == "picture")
        assert (info["kind_label"], info["client"], info["selected"]) == ("Pictures", True, True)
        assert info["picture"] == {
            "sha256": picture["sha256"],
            "media_type": "image/png",
            "width": 40,
            "height": 30,
            "size": len(content),
            "alternative": SHOWS,
        }
        assert all("picture" not in one for one in frames[-1]["sources"] if one != info)


async def test_adding_a_picture_is_a_change_like_others(store: Store) -> None:
    async with kitchen(quiet(), store) as here:
        await here.add()
        (picture,) = await here.pictures()
        line = (await here.ask("GET", "/log"))[-1]
        assert line["changes"][0] == {"kind": "added", "names": ["hob.png"]}
        await here.ask("POST", "/undo", json={"turns": 1})
        assert await here.pictures() == []
        assert (await here.shown(picture["sha256"]))[0] == 404
        await here.ask("POST", "/redo", json={"turns": 1})
        assert await here.pictures() == [picture]
        assert (await here.shown(picture["sha256"]))[0] == 200
        why = await here.client.ask("GET", f"{HERE}/why", params={"source": "hob.png"})
        assert {"added", "undone", "redone"} <= {one["kind"] for one in why.json()}
        states = {"a": f"{TEST_ID}@1", "b": TEST_ID}
        differs = await here.client.ask("GET", "/diff", params=states)
        assert "hob.png" in differs.text


async def test_bytes_of_a_forgotten_picture_are_nowhere(store: Store) -> None:
    async with kitchen(quiet(), store) as here:
        version = (await here.add())["version"]
        await here.add(images.image("JPEG"), "stove.jpg", "another")
        (picture, other) = await here.pictures()
        (_, content, _), (_, staying, _) = [
            await here.shown(one["sha256"]) for one in (picture, other)
        ]
        before = kept_in(store)
        for told in (content, SHOWS.encode(), picture["sha256"].encode()):
            assert told in before
        await here.ask("POST", "/forget", json={"turns": [version]})
        after = kept_in(store)
        for told in (content, content[40:90], SHOWS.encode(), picture["sha256"].encode()):
            assert told not in after
        assert sha256_of(HOB).encode() not in after
        assert staying in after
        assert (await here.ask("GET", "/verify"))["ok"]
        assert (await here.shown(picture["sha256"]))[0] == 404
        await here.add()
        assert kept_in(store).count(content) == 1


async def test_a_picture_travels_in_the_pack(store: Store) -> None:
    async with kitchen(quiet(), store) as here:
        await here.add()
        (picture,) = await here.pictures()
        pack = (await here.client.ask("GET", f"{HERE}/pack")).content
        found = opened(pack)
        assert list(found.blobs) == [picture["sha256"]]
        assert sha256_of(found.blobs[picture["sha256"]]) == picture["sha256"]


async def test_pictures_are_kept_where_nothing_looks_at_them(store: Store) -> None:
    async with kitchen(recipes.PLUG, store) as here:
        added = await here.add()
        assert "pictures are kept here and not looked at" in added["response"]


@asynccontextmanager
async def seeing(store: Store, asked: list[dict[str, Any]]) -> AsyncIterator[Kitchen]:
    """Give a kitchen with a model that looks at pictures by one that sees; ``asked`` is what both were sent."""

    async def answer(body: bytes) -> bytes:
        request = json.loads(body)
        asked.append(request)
        if request["model"] == "sharp":
            return json.dumps(says("Four knobs; the second says 180.")).encode()
        offered = {tool["function"]["name"] for tool in request.get("tools", ())}
        is_looked = "Four knobs" in json.dumps(request["messages"])
        if "look_at_pictures" in offered and not is_looked:
            look = ("c1", "look_at_pictures", json.dumps({"question": "What do the knobs say?"}))
            return json.dumps(calls(look)).encode()
        return json.dumps(says("The second knob is at 180." if is_looked else "Soup.")).encode()

    async with serving(answer) as url:
        settings = {
            "openai_api_key": KEY,
            "openai_base_url": url,
            "tess_model": "chef",
            "tess_model_vision": "sharp",
        }
        async with kitchen(recipes.PLUG, store, **settings) as here:
            yield here


async def test_a_picture_that_nobody_read_waits_for_a_yes(store: Store) -> None:
    asked: list[dict[str, Any]] = []

    def shown() -> list[str]:
        return [one["model"] for one in asked if "image_url" in json.dumps(one)]

    async with seeing(store, asked) as here:
        added = await here.add(unread=False)
        assert "kept and sent to no model" in added["response"]
        reply = await here.server.say("What do the knobs say?", dossier_id=TEST_ID)
        assert reply["outcome"] == "request"
        assert "May the model see this unread?" in reply["response"]
        assert shown() == []
        reply = await here.server.say("No, send nothing", dossier_id=TEST_ID)
        assert shown() == []
        yes, _ = reply["clarification"]["choices"]
        reply = await here.server.say(yes, dossier_id=TEST_ID)
        assert "The second knob is at 180." in reply["response"]
        assert shown() == ["sharp"]
        waits, goes = await here.pictures()
        assert (waits.get("may_leave"), goes["may_leave"]) == (None, "unread")
        assert b'"may_leave":"unread"' in kept_in(store)


async def test_the_check_says_whether_a_yes_is_to_be_asked_for(store: Store) -> None:
    async def asks(here: Kitchen) -> bool:
        told = await here.client.ask(
            "POST", "/images/check", content=HOB, headers=OCTETS, params={"name": "hob.png"}
        )
        return bool(told.json().get("asks_unread", False))

    async with seeing(store, []) as here:
        assert await asks(here)
    async with kitchen(recipes.PLUG, store) as here:
        assert not await asks(here)


async def test_a_picture_that_is_added_once_more_with_a_yes_goes(store: Store) -> None:
    async with seeing(store, []) as here:
        await here.add(unread=False)
        assert "sent to no model" not in (await here.add())["response"]
        await here.add()
        await here.add(unread=False)
        dossier = await here.ask("GET", "")
        waits, goes = await here.pictures()
        assert goes["id"] == f"{waits['id']}-2"
        assert goes["id"] in dossier["selected_ids"]
        assert waits["id"] not in dossier["selected_ids"]


async def test_a_model_is_given_the_picture_and_the_journal_says_which(store: Store) -> None:
    asked: list[dict[str, Any]] = []
    async with seeing(store, asked) as here:
        assert "not looked at" not in (await here.add())["response"]
        (picture,) = await here.pictures()
        _, content, _ = await here.shown(picture["sha256"])
        reply = await here.server.say("What do the knobs say?", dossier_id=TEST_ID)
        assert "Looked at: \\[1\\] hob.png" in reply["response"]
        assert "The second knob is at 180." in reply["response"]
        (sent,) = [one for one in asked if one["model"] == "sharp"]
        _, message = sent["messages"]
        text, name, shown = message["content"]
        assert (text, name) == (
            {"type": "text", "text": "What do the knobs say?"},
            {"type": "text", "text": "hob.png"},
        )
        head, _, encoded = shown["image_url"]["url"].partition(",")
        assert (shown["type"], head) == ("image_url", "data:image/png;base64")
        assert base64.b64decode(encoded, validate=True) == content
        assert "Four knobs" in json.dumps(asked[-1]["messages"])
        why = await here.ask("GET", "/why", params={"source": "hob.png"})
        (looked,) = [one for one in why if one["kind"] == "looked_at"]
        assert (looked["version"], looked["tool"]) == (3, "look_at_pictures")
        assert looked["query"] == "What do the knobs say?"
        line = kept_in(store)
        assert b'"pictures":["%b"]' % picture["sha256"].encode() in line
        forgotten = await here.ask("POST", "/forget", json={"turns": [2]})
        assert forgotten["version"] == 4
        after = kept_in(store)
        for told in (content, b"Four knobs", b"knob is at", picture["sha256"].encode()):
            assert told not in after


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.svg", "picture_unreadable"),
        (images.moving("GIF"), "a.gif", "picture_unreadable"),
        (images.image("JPEG"), "a.png", "picture_unreadable"),
        (images.bomb(50_000, 50_000), "a.png", "picture_too_large"),
    ],
)
async def test_what_is_refused_says_so_and_leaves_nothing(
    tmp_path: Path, content: bytes, name: str, code: str
) -> None:
    store: Store = {"tess_data_dir": tmp_path}
    async with kitchen(quiet(), store) as here:
        before = snapshot(tmp_path / "dossiers")
        given = {"name": name, "agreed": sha256_of(content)}
        for path in ("/images/check", f"{HERE}/images"):
            refused = await here.client.ask(
                "POST", path, params=given, content=content, headers=OCTETS
            )
            assert refused.json()["code"] == code
            assert refused.json()["error"].startswith("The picture")
        assert snapshot(tmp_path / "dossiers") == before
        assert not list(tmp_path.rglob("*.blobs"))

"""Pictures over REST at a desk that answers, from a real server: agreed to, told as facts, bounded, of one tenant."""

import hashlib
import io
import sys
import zipfile
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from src.api.wire import MESSAGE_LIMIT
from src.errors import PackRefused
from src.export import pack
from src.export.pack import MANIFEST, Manifest, archived, described, seal_of, written
from tests.api.wiring import QUESTION, wired
from tests.desks.plain import plain
from tests.desks.test_installed import installed
from tests.identity.callers import UNKNOWN, Client, guarded, made
from tests.serving import TEST_ID, Served, served
from tests.uploads import images

HERE = f"/dossiers/{TEST_ID}"
OCTETS = {"content-type": "application/octet-stream", "accept-language": "en"}
SHOWS = "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken, van 111222333."


async def post(client: Client, path: str, content: bytes, **given: str) -> tuple[int, Any]:
    reply = await client.ask("POST", path, params=given, content=content, headers=OCTETS)
    return reply.status_code, reply.json()


async def add(client: Client, content: bytes, here: str = HERE, shows: str = "") -> tuple[int, Any]:
    agreed = hashlib.sha256(content).hexdigest()
    return await post(client, f"{here}/images", content, name="a.png", agreed=agreed, shows=shows)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(wired(tmp_path)) as running:
        await running.say(QUESTION, dossier_id=TEST_ID)
        yield running


async def test_only_what_was_checked_is_added(server: Served) -> None:
    client, content = Client(server.port), images.image()
    status, found = await post(client, "/images/check", content, name="dir/a.png")
    assert (status, found["name"], found["width"]) == (200, "a.png", 40)
    assert found["limits"] == {
        "bytes": 8 * 2**20,
        "pixels": 40_000_000,
        "pictures": 10,
        "seconds": 20.0,
    }
    assert "Text in it is not read on this machine" in found["notice"]
    for agreed in ({}, {"agreed": "0" * 64}):
        status, refused = await post(client, f"{HERE}/images", content, name="a.png", **agreed)
        assert (status, refused["code"]) == (409, "picture_not_checked")
    for kind in ("image/png", "multipart/form-data", "text/plain"):
        reply = await client.ask(
            "POST", "/images/check?name=a.png", content=content, headers={"content-type": kind}
        )
        assert reply.json()["code"] == "bad_fields"
    elsewhere = HERE.replace(TEST_ID, UNKNOWN)
    assert (await add(client, content, elsewhere))[1]["code"] == "unknown_dossier"


async def test_a_picture_may_be_longer_than_a_message_and_has_a_limit_of_its_own(
    server: Served,
) -> None:
    client = Client(server.port)
    content = images.image(size=(400, 300), compress_level=0)
    assert len(content) > MESSAGE_LIMIT
    assert (await add(client, content))[0] == 200
    status, refused = await post(client, "/images/check", b"\x89PNG" * 2**21 + b".", name="a.png")
    assert (status, refused["code"]) == (413, "picture_too_large")


async def test_a_dossier_keeps_ten_and_the_same_one_once(server: Served) -> None:
    client = Client(server.port)
    for number in range(10):
        assert (await add(client, images.image(size=(number + 1, 1))))[0] == 200
    status, refused = await add(client, images.image())
    assert (status, refused["code"]) == (409, "too_many_pictures")
    await client.ask("POST", f"{HERE}/undo", json={"turns": 1})
    assert (await add(client, images.image()))[1]["code"] == "too_many_pictures"
    assert (await add(client, images.image(size=(1, 1))))[0] == 200
    await client.ask("POST", f"{HERE}/forget", json={"turns": [2]})
    assert (await add(client, images.image()))[0] == 200


async def test_what_is_no_picture_of_the_dossier_is_not_there(server: Served) -> None:
    client = Client(server.port)
    for named in ("0" * 64, "..%2f..%2fa", "x"):
        assert (await client.ask("GET", f"{HERE}/images/{named}")).status_code == 404


async def test_what_a_picture_shows_is_a_fact_and_it_stands_in_the_memo(
    server: Served, tmp_path: Path
) -> None:
    client = Client(server.port)
    await add(client, images.image(), shows=SHOWS)
    reply = await server.say("ja", dossier_id=TEST_ID)
    assert "111222333" not in reply["response"]
    memo = (await client.ask("GET", f"{HERE}/export?format=json")).json()
    (picture,) = memo["pictures"]
    dossier = (await client.ask("GET", HERE)).json()
    (source,) = [one for one in dossier["sources"] if one["kind"] == "picture"]
    assert picture == {
        "number": dossier["sources"].index(source) + 1,
        "name": "a.png",
        "alternative": SHOWS.replace("111222333", "<bsn-1>"),
        "width": 40,
        "height": 30,
        "size": source["size"],
        "sha256": source["sha256"],
        "media_type": "image/png",
    }
    cited = {claim["footnote"]["source"]["id"] for claim in memo["claims"]}
    assert source["id"] not in cited
    page = (await client.ask("GET", f"{HERE}/export?format=html")).text
    assert f"SHA-256 {source['sha256']}" in page
    (kept,) = tmp_path.rglob(source["sha256"])
    shown = f"data:image/png;base64,{b64encode(kept.read_bytes()).decode()}"
    assert shown in page
    for kind in ("pdf", "docx", "md"):
        assert (await client.ask("GET", f"{HERE}/export?format={kind}")).status_code == 200
    kept.write_bytes(b"another")
    page = (await client.ask("GET", f"{HERE}/export?format=html")).text
    assert (f"SHA-256 {source['sha256']}" in page, "base64" in page) == (True, False)


async def test_a_pack_holds_its_pictures_and_no_others(server: Served) -> None:
    client = Client(server.port)
    await add(client, images.image())
    found = pack.opened((await client.ask("GET", f"{HERE}/pack")).content)
    (name,) = found.blobs
    members = _members((await client.ask("GET", f"{HERE}/pack")).content)
    member = f"blobs/{name}"
    changed = {**members, member: b"another"}
    without = {one: data for one, data in members.items() if one != member}
    more = {**members, f"blobs/{'0' * 64}": b"more"}
    for wrong in (changed, without, more):
        with pytest.raises(PackRefused) as refused:
            pack.opened(_sealed(wrong))
        assert refused.value.details["problem"] == "does_not_fit"


def _members(pack: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(pack)) as archive:
        return {one: archive.read(one) for one in archive.namelist()}


def _sealed(members: dict[str, bytes]) -> bytes:
    """Return a pack of these members, sealed as who means to deceive would."""
    old = Manifest.model_validate_json(members[MANIFEST])
    rest = {name: data for name, data in members.items() if name != MANIFEST}
    told = old.model_copy(update={"members": {one: described(data) for one, data in rest.items()}})
    manifest = told.model_copy(update={"seal": seal_of(told)})
    return archived({MANIFEST: written(manifest), **rest}, compressed=False)


async def test_a_picture_is_its_tenants(tmp_path: Path) -> None:
    parts = guarded(tmp_path)
    async with served(parts) as running:
        anna = Client(running.port, await made(parts, "anna", "acme"))
        bert = Client(running.port, await made(parts, "bert", "other"))
        frames = await anna.say(QUESTION)
        here = f"/dossiers/{frames['dossier_id']}"
        content = images.image()
        assert (await add(anna, content, here))[0] == 200
        dossier = (await anna.ask("GET", here)).json()
        sha256 = dossier["sources"][-1]["sha256"]
        assert (await anna.ask("GET", f"{here}/images/{sha256}")).status_code == 200
        for refused in (
            await bert.ask("GET", f"{here}/images/{sha256}"),
            await bert.ask("GET", f"{here.replace(here[-8:], '0' * 8)}/images/{sha256}"),
        ):
            assert refused.json()["code"] == "unknown_dossier"
        assert (await add(bert, content, here))[1]["code"] == "unknown_dossier"
        nobody = Client(running.port)
        assert (await nobody.ask("GET", f"{here}/images/{sha256}")).status_code == 401
        assert (await post(nobody, "/images/check", content, name="a.png"))[0] == 401


async def test_the_first_picture_makes_a_dossier(server: Served) -> None:
    client, content = Client(server.port), images.image()
    agreed = hashlib.sha256(content).hexdigest()
    for wrong, said in (
        ({}, (409, "picture_not_checked")),
        ({"agreed": agreed, "desk": "nosuch"}, (400, "unknown_desk")),
    ):
        status, refused = await post(client, "/images", content, name="a.png", **wrong)
        assert (status, refused["code"]) == said
    status, refused = await post(client, "/images/check", content, name="a.png", desk="nosuch")
    assert (status, refused["code"]) == (400, "unknown_desk")
    _, made = await post(client, "/images", content, name="a.png", agreed=agreed, shows="A hob.")
    kept = (await client.ask("GET", f"/dossiers/{made['dossier_id']}")).json()
    (picture,) = kept["sources"]
    assert (picture["kind"], picture["content"], kept["version"]) == ("picture", "A hob.", 1)
    shown = f"/dossiers/{made['dossier_id']}/images/{picture['sha256']}"
    assert (await client.ask("GET", shown)).status_code == 200


async def test_the_check_says_whether_the_text_in_a_picture_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without_readers: None
) -> None:
    desks = plain("soup"), plain("reader", reads_pictures=True)
    async with served(installed(tmp_path, *desks)) as running:
        client = Client(running.port)

        async def notice(**desk: str) -> str:
            told = await post(client, "/images/check", images.image(), name="a.png", **desk)
            return str(told[1]["notice"])

        unread, read = (
            "Text in it is not read on this machine",
            "the text in it is read on this machine",
        )
        assert unread in await notice(desk="reader")
        (tmp_path / "extra" / "rapidocr_onnxruntime").mkdir(parents=True)
        (tmp_path / "extra" / "rapidocr_onnxruntime" / "__init__.py").touch()
        monkeypatch.delitem(sys.modules, "rapidocr_onnxruntime")
        monkeypatch.syspath_prepend(tmp_path / "extra")  # what the extra images installs
        assert read in await notice(desk="reader")
        assert unread in await notice()

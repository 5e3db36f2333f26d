"""A page becomes a document of the dossier, by its address: from a real site, through a real server."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest

from src.api.limits import Limits
from src.dossier.erasing import ERASED
from src.services.addresses import Lookups, PageGuard
from src.uploads.limits import UploadLimits
from tests.api.wiring import QUESTION, wired
from tests.serving import TEST_ID, Served, rest_client, served
from tests.uploads.site import NUMBER, PAGE_TEXT, SENTENCE, Site, leading_to, serving
from tests.uploads.site import Served as Reply

HERE = f"/dossiers/{TEST_ID}"
ADD = f"{HERE}/documents"
CHECK = "/documents/check"

ANY_TIME = Limits(uploads=UploadLimits(fetch_seconds=600))
IMPATIENT = Limits(uploads=UploadLimits(fetch_seconds=0.5))


async def post(server: Served, path: str, language: str = "en", **body: Any) -> httpx2.Response:
    async with rest_client() as client:
        url = f"http://127.0.0.1:{server.port}{path}"
        return await client.post(url, json=body, headers={"accept-language": language})


async def add(server: Served, address: str, mask: str = "quotes") -> dict[str, Any]:
    """Check a page, agree, add it."""
    checked = (await post(server, CHECK, address=address)).json()
    path = f"{ADD}?agreed={checked['sha256']}&mask={mask}"
    added: dict[str, Any] = (await post(server, path, address=address)).json()
    return added


def code(response: httpx2.Response) -> tuple[int, Any]:
    return response.status_code, response.json()["code"]


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


@pytest.fixture
async def server(tmp_path: Path, site: Site) -> AsyncIterator[Served]:
    """A server that may fetch from the site and from the world, with one dossier in which something was asked."""
    parts = replace(wired(tmp_path), page_guard=PageGuard([site.url, "public"]))
    async with served(parts) as running:
        await running.say(QUESTION, dossier_id=TEST_ID)
        yield running


async def test_the_check_shows_the_page_and_keeps_nothing(
    server: Served, site: Site, tmp_path: Path
) -> None:
    before = datetime.now(UTC).date()
    found = (await post(server, CHECK, address=f"{site.url}/bezwaar#contact")).json()
    assert (found["name"], found["kind"], found["pages"]) == ("Bezwaar maken", "html", None)
    assert found["beginning"] == PAGE_TEXT
    assert found["characters"] == len(PAGE_TEXT)
    assert found["address"] == f"{site.url}/bezwaar"
    assert before <= date.fromisoformat(found["fetched"]) <= datetime.now(UTC).date()
    assert found["personal"] == [{"kind": "bsn", "count": 1, "examples": ["1******33"]}]
    assert not [path for path in tmp_path.rglob("*") if NUMBER.encode() in path.read_bytes()]


async def test_a_page_becomes_a_source_with_its_address_and_its_day(
    server: Served, site: Site
) -> None:
    added = await add(server, f"{site.url}/bezwaar")
    assert (added["dossier_id"], added["version"]) == (TEST_ID, 2)
    today = datetime.now(UTC)
    link = f"[Bezwaar maken]({site.url}/bezwaar)"
    assert f"{link} *(document van de cliënt, opgehaald op {today:%d-%m-%Y})*" in added["response"]
    dossier = (await server.get(HERE)).json()
    source = dossier["sources"][-1]
    assert (source["content"], source["client"]) == (PAGE_TEXT, True)
    assert (source["url"], source["as_of"]) == (f"{site.url}/bezwaar", f"{today:%Y-%m-%d}")
    assert dossier["selected_ids"][-1] == source["id"]
    agreement = (await server.get(f"{HERE}/journal")).json()[-1]["agreement"]
    assert (agreement["name"], agreement["personal"]) == ("Bezwaar maken", {"bsn": 1})


async def test_what_is_added_is_what_was_shown_whatever_the_page_says_by_then(
    server: Served, site: Site
) -> None:
    said = iter(["Eerst dit.", "Nu wat anders.", "En nog wat anders."])
    site.pages["/nieuws"] = lambda: Reply(next(said).encode(), "text/plain")
    await add(server, f"{site.url}/nieuws")
    assert (await server.get(HERE)).json()["sources"][-1]["content"] == "Eerst dit."
    assert site.asked == ["/nieuws"]


async def test_a_page_that_was_shown_long_ago_is_fetched_anew_and_added_if_it_is_the_same(
    server: Served, site: Site, tmp_path: Path
) -> None:
    """Another server may have made the check."""
    address = f"{site.url}/akte.txt"
    async with served(
        replace(wired(tmp_path / "other"), page_guard=PageGuard([site.url]))
    ) as other:
        checked = (await post(other, CHECK, address=address)).json()
    path = f"{ADD}?agreed={checked['sha256']}"
    site.pages["/akte.txt"] = Reply(b"Heel iets anders.", "text/plain")
    assert code(await post(server, path, address=address)) == (409, "check_first")
    site.pages["/akte.txt"] = Reply(SENTENCE.encode(), "text/plain")
    assert (await post(server, path, address=address)).status_code == 200


async def test_what_is_not_agreed_to_changes_nothing(server: Served, site: Site) -> None:
    address = f"{site.url}/bezwaar"
    assert code(await post(server, ADD, address=address)) == (409, "check_first")
    assert not site.asked
    assert code(await post(server, f"{ADD}?agreed={'0' * 64}", address=address)) == (
        *(409, "check_first"),
    )
    assert (await server.get(HERE)).json()["version"] == 1


async def test_a_dossier_may_begin_with_a_page(server: Served, site: Site) -> None:
    checked = (await post(server, CHECK, address=f"{site.url}/akte.pdf")).json()
    assert (checked["kind"], checked["pages"]) == ("pdf", 1)
    begun = await post(
        server, f"/documents?agreed={checked['sha256']}", address=f"{site.url}/akte.pdf"
    )
    dossier = (await server.get(f"/dossiers/{begun.json()['dossier_id']}")).json()
    assert dossier["sources"][0]["content"] == SENTENCE
    assert dossier["sources"][0]["url"] == f"{site.url}/akte.pdf"


async def test_a_page_twice_is_one_source_and_a_file_like_it_another(
    server: Served, site: Site
) -> None:
    for _ in range(2):
        await add(server, f"{site.url}/akte.txt")
    headers = {"content-type": "application/octet-stream"}
    async with rest_client() as client:
        base = f"http://127.0.0.1:{server.port}"
        given: dict[str, Any] = {"content": SENTENCE.encode(), "headers": headers}
        checked = (await client.post(f"{base}{CHECK}?name=a.txt", **given)).json()
        assert "address" not in checked, "of a file nothing is told that only a page has"
        await client.post(f"{base}{ADD}?name=a.txt&agreed={checked['sha256']}", **given)
    sources = (await server.get(HERE)).json()["sources"]
    assert [one["title"] for one in sources if one.get("client")] == [
        *(f"{site.url.removeprefix('http://')}/akte.txt", "a.txt"),
    ]


@pytest.mark.parametrize(
    ("path", "status", "refusal", "said"),
    [
        ("/weg", 400, "page_not_fetched", "there is no page there"),
        ("/dicht", 400, "page_not_fetched", "not open to everybody"),
        ("/beeld", 400, "page_not_fetched", "no text, HTML, PDF or Word"),
        ("/groot", 413, "document_too_large", "larger than 10 MB"),
        ("/leeg", 400, "document_without_text", "no text"),
    ],
)
async def test_what_is_no_page_is_refused_in_a_sentence(
    server: Served, site: Site, path: str, status: int, refusal: str, said: str
) -> None:
    refused = await post(server, CHECK, address=f"{site.url}{path}")
    assert code(refused) == (status, refusal)
    assert said in refused.json()["error"]
    assert "Nothing was added" in refused.json()["error"]


async def test_a_page_that_comes_too_slowly_is_refused(site: Site, tmp_path: Path) -> None:
    parts = replace(wired(tmp_path), page_guard=PageGuard([site.url]))
    async with served(parts, IMPATIENT) as server:
        refused = await post(server, CHECK, address=f"{site.url}/traag")
    assert code(refused) == (400, "page_not_fetched")
    assert "did not come in time" in refused.json()["error"]


async def test_nothing_inside_is_asked_wherever_a_page_leads(server: Served, site: Site) -> None:
    site.pages["/naar"] = leading_to("http://127.0.0.1/dossiers")
    own = f"http://127.0.0.1:{server.port}/healthz"
    for address in ("http://127.0.0.1/", "http://localhost/", f"{site.url}/naar", own):
        refused = await post(server, CHECK, "nl", address=address)
        assert code(refused) == (400, "address_not_allowed")
        assert "sla de pagina op en voeg dat bestand toe" in refused.json()["error"]


async def test_where_the_operator_allows_none_no_page_is_fetched(
    site: Site, tmp_path: Path
) -> None:
    async with served(wired(tmp_path)) as server:
        refused = await post(server, CHECK, address=f"{site.url}/bezwaar")
    assert code(refused) == (400, "address_not_allowed")
    assert "TESS_FETCH" in refused.json()["error"]
    assert not site.asked


@pytest.mark.parametrize("body", [{}, {"address": ""}, {"address": 1}, {"adres": "https://x.nl"}])
async def test_a_body_that_names_no_address_is_refused(
    server: Served, body: dict[str, Any]
) -> None:
    assert code(await post(server, CHECK, **body)) == (400, "bad_fields")


async def test_a_body_of_any_other_type_is_refused(server: Served) -> None:
    """A form of another site sends ``text/plain`` without asking."""
    url = f"http://127.0.0.1:{server.port}{CHECK}"
    async with rest_client() as client:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            given = {"content-type": kind}
            refused = await client.post(url, content=b'{"address": "https://x.nl"}', headers=given)
            assert code(refused) == (400, "bad_fields")
        octets = {"content-type": "application/octet-stream"}
        nameless = await client.post(url, content=b"x", headers=octets)
        assert (
            nameless.json()["error"]
            == "The field “name” is missing. See docs/protocol.md for the fields that exist."
        )


async def test_the_query_of_an_address_is_in_no_log_and_in_no_refusal(
    server: Served, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "src"):
        await add(server, f"{site.url}/bezwaar?sleutel=geheim")
        refused = await post(server, CHECK, address=f"{site.url}/weg?sleutel=geheim")
    told = [str(vars(one)) for one in caplog.records if one.name.startswith("src.")]
    assert "a page was fetched" in "".join(told)
    assert "geheim" not in "".join([*told, refused.text])
    assert "bezwaar" not in "".join(told)


async def test_personal_data_in_an_address_is_masked_like_that_in_a_title(
    server: Served, site: Site
) -> None:
    await add(server, f"{site.url}/bezwaar?bsn={NUMBER}")
    source = (await server.get(HERE)).json()["sources"][-1]
    assert source["url"] == f"{site.url}/bezwaar?bsn=%3Cbsn-1%3E"
    await add(server, f"{site.url}/akte.txt?bsn={NUMBER}", mask="none")
    source = (await server.get(HERE)).json()["sources"][-1]
    assert source["url"] == f"{site.url}/akte.txt?bsn={NUMBER}"


async def test_with_the_turn_its_address_is_forgotten_everywhere(
    server: Served, site: Site, tmp_path: Path
) -> None:
    await add(server, f"{site.url}/bezwaar?dossier=jansen")
    await add(server, f"{site.url}/akte.txt")
    brought = (await server.get(HERE)).json()["selected_ids"][-2]
    left_out = await post(server, f"{HERE}/selection", unselect=[brought])
    assert "jansen" in left_out.json()["response"]
    forgot = await post(server, f"{HERE}/forget", turns=[2])
    assert forgot.status_code == 200
    source = next(
        one for one in (await server.get(HERE)).json()["sources"] if one["content"] == ERASED
    )
    assert (source["url"], source["as_of"]) == ("", None)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"jansen" not in kept
    assert b"akte.txt" in kept


async def test_the_memo_tells_where_and_when_a_page_was_fetched(server: Served, site: Site) -> None:
    words = "De termijn voor bezwaar is volgens mij tien weken."
    site.pages["/brief"] = Reply(words.encode(), "text/plain")
    await add(server, f"{site.url}/brief")
    await server.say("Is de termijn voor bezwaar tien weken?", dossier_id=TEST_ID)
    await server.say("ja", dossier_id=TEST_ID)
    memo = (await server.get(f"{HERE}/export?format=md")).text
    assert f"opgehaald van {site.url}/brief op" in memo.replace("\\", "")


async def test_pages_of_silent_name_servers_leave_others_their_places(tmp_path: Path) -> None:
    gate = threading.Event()

    def silent(_: str) -> tuple[str, ...]:
        gate.wait()
        return ()

    guard = PageGuard(["public"], silent, Lookups(seconds=600))
    async with served(replace(wired(tmp_path), page_guard=guard), ANY_TIME) as server:
        await server.say(QUESTION, dossier_id=TEST_ID)
        try:
            asking = [
                asyncio.create_task(post(server, CHECK, address=f"https://{number}.example/"))
                for number in range(9)
            ]
            (refused,), waiting = await asyncio.wait(asking, return_when="FIRST_COMPLETED")
            assert code(refused.result()) == (503, "busy")
            for path in ("/dossiers", f"{HERE}/log"):
                assert (await server.get(path)).status_code == 200
            async with rest_client() as client:
                url = f"http://127.0.0.1:{server.port}{CHECK}?name=akte.txt"
                kind = {"content-type": "application/octet-stream"}
                file = await client.post(url, content=SENTENCE.encode(), headers=kind)
            assert file.status_code == 200
            assert len(waiting) == sum(not page.done() for page in asking) == 8
        finally:
            gate.set()
        told = [code(await page) for page in waiting]
    assert {name for _, name in told} == {"page_not_fetched"}

"""GitHub asked on a real socket: threads and discussions are read, and nothing takes more than it may."""

import pytest
from pydantic import JsonValue

from src.desks.tsg.outside import CallFailed
from src.desks.tsg.services.community import Community, text_of
from standins.server import standing_in
from standins.tsg.server import LearnStandin
from tests.desks.tsg.services.endless import endless
from tests.desks.tsg.talking import world

ISSUE = "https://github.com/acme/store/issues/7"
DISCUSSION = "https://github.com/acme/store/discussions/12"
ROW: JsonValue = {
    "html_url": ISSUE,
    "title": "storage_failed after an update",
    "body": "The data disk was full.",
    "state": "closed",
    "number": 7,
}
HTML = """<html><head><title>x</title><script>var secret = "<p>";</script></head>
<body><h1>Full disk</h1><p>The error <code>storage_failed</code> means &lt;no room&gt;.</p></body>"""
TEN_MB = 10 * 1024 * 1024


def at(path: str, **reply: JsonValue) -> JsonValue:
    """Return what is replied at a path."""
    return {"method": "GET", "path": path, **reply}


async def fetched(url: str, *responses: JsonValue) -> tuple[str, str]:
    """Return title and text of a thread, or ``failed`` and why."""
    with standing_in(LearnStandin(world(responses=[*responses]))) as server:
        github = Community(server.url, 20)
        try:
            page = await github.fetch(url)
        except CallFailed as failed:
            return "failed", failed.problem
        finally:
            await github.close()
    assert page.url == url
    return page.title, page.text


async def test_a_search_finds_issues_in_the_form_of_the_vendor() -> None:
    elsewhere: JsonValue = {"html_url": "https://example.org/acme/store/issues/7", "title": "x"}
    with standing_in(LearnStandin(world(issues=[ROW, elsewhere]))) as server:
        github = Community(server.url, 20)
        found = await github.search("storage_failed")
        await github.close()
    assert found == [ISSUE]


async def test_an_issue_is_read_as_its_title_and_text() -> None:
    title, text = await fetched(ISSUE, at("/repos/acme/store/issues/7", body=ROW))
    assert title == "storage_failed after an update"
    assert text == "# storage_failed after an update\n\nThe data disk was full."


async def test_a_discussion_is_read_as_the_words_of_its_page() -> None:
    title, text = await fetched(DISCUSSION, at("/acme/store/discussions/12", body=HTML))
    assert title == "acme/store #12"
    assert text.endswith("Full disk\nThe error storage_failed means <no room>.")
    assert "secret" not in text


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ({"body": {**dict(ROW), "body": "a" * TEN_MB}}, "unreadable"),  # type: ignore[arg-type]  # an object
        ({"body": "no JSON"}, "unreadable"),
        ({"body": []}, "unreadable"),
        ({"status": 410}, "gone"),
        ({"status": 403, "headers": {"retry-after": "60"}}, "busy"),
        ({"status": 403}, "refused"),
        ({"status": 301, "headers": {"location": "http://169.254.169.254/x"}}, "not_asked"),
    ],
    ids=["10 MB", "no JSON", "a list", "gone", "busy", "refused", "led inside"],
)
async def test_what_goes_wrong_is_a_word(reply: dict[str, JsonValue], problem: str) -> None:
    said = await fetched(ISSUE, at("/repos/acme/store/issues/7", **reply))
    assert said == ("failed", problem)


async def test_of_a_discussion_of_ten_megabytes_the_beginning_is_read() -> None:
    page = HTML + "<p>more words</p>" * (TEN_MB // 17)
    _, text = await fetched(DISCUSSION, at("/acme/store/discussions/12", body=page))
    assert "storage_failed" in text
    assert len(text) < 2 * 1024 * 1024


async def test_an_answer_that_never_ends_is_given_up() -> None:
    async with endless() as url:
        github = Community(url, 0.3)
        with pytest.raises(CallFailed) as failed:
            await github.search("storage_failed")
        await github.close()
    assert failed.value.problem == "slow"


@pytest.mark.parametrize("piece", ["<script>", "<p ", "<", "<svg><style>", "&#"])
def test_pages_that_never_close_what_they_open_are_read_in_one_pass(piece: str) -> None:
    page = f"<p>Full disk</p>{piece * (1_000_000 // len(piece))}"
    assert text_of(page).startswith("Full disk")

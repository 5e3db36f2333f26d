"""How much of what is outside comes into a dossier: long pages are cut, threads that notes name are read."""

from pathlib import Path

from pydantic import JsonValue

from src.desks.tsg.research import LONGEST_PAGE
from tests.desks.tsg.talking import NOTES, Talk, talking, world

THREAD = "https://github.com/acme/store/issues/7"
DISCUSSION = "https://github.com/acme/store/discussions/12"
GONE = "https://github.com/acme/store/issues/8"
LONG = "https://learn.microsoft.com/en-us/tess/long"
SAYS = "The error storage_failed means that the data disk of the server is full."
RESPONSES: list[JsonValue] = [
    {
        "method": "GET",
        "path": "/repos/acme/store/issues/7",
        "body": {"html_url": THREAD, "title": "Full disk", "body": SAYS},
    },
    {"method": "GET", "path": "/acme/store/discussions/12", "body": f"<h1>Disk</h1><p>{SAYS}</p>"},
    {"method": "GET", "path": "/repos/acme/store/issues/8", "status": 410},
]


def test_threads_that_notes_name_are_read_and_long_pages_are_cut(tmp_path: Path) -> None:
    page = f"# Long\n\n{SAYS}\n" + "More words follow here.\n" * 4_000

    async def hold(talk: Talk) -> None:
        reply = await talk.say(f"{NOTES}\n\nSee {THREAD}, {DISCUSSION}, {GONE} and {LONG}.")
        assert reply["outcome"] == "request"
        kept = {one["url"]: one for one in (await talk.dossier())["sources"]}
        assert {THREAD, DISCUSSION, LONG} <= set(kept)
        assert SAYS in kept[THREAD]["content"]
        assert kept[DISCUSSION]["content"] == f"Disk\n{SAYS}"
        assert kept[LONG]["content"] == page[:LONGEST_PAGE]
        (research,) = await talk.made("research")
        assert (GONE, "gone") in [(one["asked"], one["reason"]) for one in research["failed"]]

    learn = world(responses=RESPONSES, says={"microsoft_docs_fetch": page})
    talking(tmp_path, hold, learn=learn)


def test_for_notes_with_code_samples_of_it_are_looked_for(tmp_path: Path) -> None:
    sample = "https://learn.microsoft.com/en-us/tess/sample"
    says: dict[str, JsonValue] = {
        "microsoft_code_sample_search": f'[{{"description": "Room", "codeSnippet": "df", "link": "{sample}"}}]',
        "microsoft_docs_search": '{"results": []}',
        "microsoft_docs_fetch": f"# Room\n\n{SAYS}",
    }

    async def hold(talk: Talk) -> None:
        await talk.say(NOTES.replace("df -h /var/lib/tess", "").replace("```", ""))
        assert "microsoft_code_sample_search" not in dict(talk.called)
        talk.dossier_id = ""
        await talk.say(NOTES)
        assert [one["url"] for one in (await talk.dossier())["sources"]] == [sample]

    talking(tmp_path, hold, learn=world(says=says))

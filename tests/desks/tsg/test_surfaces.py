"""The desk for guides at a terminal: a picture, notes from a file, what was found in them, the guide, its questions."""

import asyncio
from pathlib import Path

from tests.clients.person import Person
from tests.desks.tsg.talking import NOTES, Talk, talking
from tests.uploads import images


def test_a_person_at_a_terminal(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text(f"{NOTES}\n\nWrite it at once.")
    private = tmp_path / "private.txt"
    private.write_text("Turns fail with storage_failed, says jan@acme-bouw.nl about it.")

    picture = tmp_path / "disk.png"
    picture.write_bytes(images.image())

    def sit(url: str) -> None:
        with Person("--url", url, "--desk", "tsg", lines=110, LANG="en_US.UTF-8") as person:
            person.sees("new dossier")
            person.types(f"/image {picture}")
            person.sees("What does it show?")
            person.types("")
            person.sees("Add it to this dossier?")
            person.asks("yes")
            person.sees("version 1 · 1 of 1")
            person.asks(f"/notes {private}")
            person.sees("personal data", "email: j**@", "says <email-1> about it")
            person.asks(f"/notes {notes}")
            person.sees("Questions to you")
            person.asks("/questions")
            person.sees("What is missing")
            person.asks("/guide")
            person.sees("Mitigation or Resolution")

    async def hold(talk: Talk) -> None:
        await asyncio.to_thread(sit, f"ws://127.0.0.1:{talk.server.port}/ws")
        (line,) = (await talk.server.get("/dossiers")).json()["dossiers"]
        talk.dossier_id = line["id"]
        (taken,) = await talk.made("notes")
        assert [one["read_by"] for one in taken["pictures"]] == [""]

    talking(tmp_path / "data", hold)

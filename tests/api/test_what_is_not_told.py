"""What stands in no log and no name of a file: the words of users, and keys. And ids that nobody can guess."""

import json
import logging
import re
from pathlib import Path

import pytest

from tests.api.wiring import QUESTION, wired
from tests.serving import served

WORDS = "vertrouwelijke-kabouter"


def told_by_the_server(caplog: pytest.LogCaptureFixture) -> str:
    """Return every line that was logged, but for those of the clients, who run in this process too."""
    clients = ("websockets.client", "httpx2", "httpcore2")
    records = (one for one in caplog.records if not one.name.startswith(clients))
    return "\n".join(logging.Formatter().format(one) for one in records)


async def test_words_of_users_are_in_no_log_and_no_name_of_a_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with served(wired(tmp_path)) as server:
            first = await server.say(f"{QUESTION} {WORDS}", message_id=WORDS)
            dossier_id = first["dossier_id"]
            for message in (
                f"Haal {WORDS} weg",
                "Ja",
                f"{WORDS}\x1b[2J\r\nERROR root: all is lost",
            ):
                await server.say(message, dossier_id=dossier_id)
            await server.exchange(json.dumps({"message": WORDS, WORDS: 1}))
            await server.exchange(f'{{"message": "{WORDS}"')
            await server.get(f"/dossiers/{WORDS}?{WORDS}={WORDS}")
            await server.get(f"/dossiers/{dossier_id}/why?source={WORDS}")
    log = told_by_the_server(caplog)
    assert "refused" in log  # something was logged
    assert WORDS not in log
    assert "\x1b" not in log
    assert not any(WORDS in str(path) for path in tmp_path.rglob("*"))


async def test_new_ids_are_minted_from_128_bits(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        ids = {(await server.say("Hallo"))["dossier_id"] for _ in range(8)}
    assert len(ids) == 8
    assert all(re.fullmatch(r"dos-[0-9a-f]{32}", one) for one in ids)
    bits = "".join(one.removeprefix("dos-") for one in ids)
    assert len(set(bits)) == 16  # every digit occurs: nothing of it is fixed or counts

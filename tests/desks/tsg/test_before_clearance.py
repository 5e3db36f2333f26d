"""Nothing of a message is stored, logged or sent before the personal-data gate has let it pass."""

import asyncio
import logging
from hashlib import sha256
from pathlib import Path

import pytest

from src.desks.tsg.clearing import Gate
from src.masking.masking import SensitiveSpan
from tests.desks.tsg.talking import NOTES, Talk, talking

SECRET = "jan.pietersen@acme-bouw.nl"
WORDS = b"since Tuesday"
"""That stand in the notes and nowhere else."""

HALF = "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq"
REST = "/K1SZFPTOtr/KBHBeksoGMGw=="


class Slow:
    """A service that never replies."""

    name = "slow"

    async def find(self, text: str) -> tuple[SensitiveSpan, ...]:  # the shape of one
        await asyncio.Event().wait()
        return ()

    async def close(self) -> None:
        """Let go of nothing."""


def stored(folder: Path) -> bytes:
    """Return every byte of every file that is kept."""
    return b"".join(one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file())


def test_no_byte_leaves_before_clearance(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def hold(talk: Talk) -> None:
        refused = await talk.say(f"{NOTES}\nReported by {SECRET}")
        assert refused["code"] == "personal_data_found"
        assert SECRET not in str(refused)
        assert refused["redacted"].endswith("<email-1>")
        assert not talk.learn.requests
        assert WORDS not in stored(tmp_path)
        taken = await talk.say(refused["redacted"])
        assert taken["outcome"] == "request"
        sent = b"".join(one.body + one.query_text.encode() for one in talk.learn.requests)
        assert sent
        assert SECRET.encode() not in sent + stored(tmp_path)

    talking(tmp_path, hold)
    ours = [one.getMessage() for one in caplog.records if not one.name.startswith("websockets")]
    assert not [one for one in ours if SECRET in one or "since Tuesday" in one]


def test_a_refused_message_is_not_kept_for_a_resend(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        for _ in range(2):
            frame = await talk.server.say(f"Mail {SECRET} for it", message_id="m-1", desk="tsg")
            assert frame["code"] == "personal_data_found"
        taken = await talk.server.say(NOTES, message_id="m-1", desk="tsg")
        assert taken["status"] == "success"
        assert SECRET.encode() not in stored(tmp_path)

    talking(tmp_path, hold)


def test_an_answer_and_a_document_pass_the_same_gate(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        version = (await talk.dossier())["version"]
        answer = await talk.say("1: Ask the customer at +31 6 12345678, he knows.")
        assert answer["code"] == "personal_data_found"
        content = f"More notes: reported by {SECRET}, with the same error.".encode()
        added = await talk.add(
            "documents", content, name="more.txt", agreed=sha256(content).hexdigest()
        )
        assert added.json()["code"] == "personal_data_found"
        assert (await talk.dossier())["version"] == version
        assert SECRET.encode() not in stored(tmp_path)

    talking(tmp_path, hold)


def test_a_key_over_two_messages_is_found(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        taken = await talk.say(f"{NOTES}\nUsed Default{HALF}\n{REST}")
        assert taken["code"] == "personal_data_found"

    talking(tmp_path, hold)


def test_a_gate_that_is_slow_refuses(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        frame = await talk.say(NOTES)
        assert frame["code"] == "personal_data_gate_failed"
        assert not talk.learn.requests
        assert WORDS not in stored(tmp_path)

    talking(tmp_path, hold, gate=Gate(Slow(), seconds=0.2))

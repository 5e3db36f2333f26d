"""The text in a picture is read on this machine before the picture is kept, and passes the personal-data gate."""

import io
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.desks.tsg.talking import NOTES, Talk, talking

pytest.importorskip("rapidocr_onnxruntime", reason="the extra images is large; who has it tests it")


def picture(*lines: str) -> bytes:
    """Return a picture with these lines in it."""
    drawn = Image.new("RGB", (900, 60 + 70 * len(lines)), "white")
    for number, line in enumerate(lines):
        ImageDraw.Draw(drawn).text(
            (20, 20 + 70 * number), line, font=ImageFont.load_default(size=30), fill="black"
        )
    file = io.BytesIO()
    drawn.save(file, "PNG")
    return file.getvalue()


def test_text_in_pictures_passes_the_gate_and_is_kept(tmp_path: Path) -> None:
    private = picture("Error 0x80070005 on node", "mail jan@acme-bouw.nl")
    sound = picture("HTTP 507 Insufficient Storage")

    async def hold(talk: Talk) -> None:
        await talk.say("The notes follow as a document.")
        given = {"name": "a.png", "agreed": sha256(private).hexdigest()}
        refused = await talk.add("images", private, **given)
        assert refused.json()["code"] == "personal_data_found"
        assert not (await talk.dossier())["sources"]
        given = {"name": "b.png", "agreed": sha256(sound).hexdigest()}
        assert (await talk.add("images", sound, **given)).status_code == 200
        (kept,) = (await talk.dossier())["sources"]
        assert "Insufficient" in kept["content"]
        await talk.say(NOTES)
        (notes,) = await talk.made("notes")
        assert notes["pictures"] == [{"id": kept["id"], "read_by": "ocr"}]

    talking(tmp_path, hold)

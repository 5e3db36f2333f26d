"""``tess ingest`` and ``tess search`` with an encoder of a real provider, over a real socket."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from tests.in_process import tess
from tests.llm.provider import KEY, serving
from tests.search.encoding import WordEncoder

SAME = {"holiday": "vacation"}


async def answer(body: bytes) -> bytes:
    """Return the vectors of the texts as the provider writes them."""
    request = json.loads(body)
    rows = await WordEncoder(request["dimensions"], SAME).encode(request["input"])
    data = [{"index": at, "embedding": row} for at, row in enumerate(rows.tolist())]
    return json.dumps({"object": "list", "data": data, "model": request["model"]}).encode()


async def test_a_collection_is_searched_by_meaning_where_an_encoder_is_set(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "leave.md").write_text("# Vacation\n\nEverybody has twenty days a year.\n")
    (pages / "pay.md").write_text("# Salary\n\nIt is paid on the last day of the month.\n")

    async with serving(answer) as base_url:

        async def run(
            *arguments: str, encoder: str = "text-embedding-3-small"
        ) -> tuple[int, str, str]:
            environment = {
                **os.environ,
                "OPENAI_BASE_URL": base_url,
                "OPENAI_API_KEY": KEY,
                "TESS_DATA_DIR": str(tmp_path / "data"),
                "TESS_ENCODER": encoder,
                "TESS_ENCODER_DIMENSION": "64",
                "NO_PROXY": "127.0.0.1",
            }
            command = (sys.executable, "-m", "src.cli", *arguments)
            process = await asyncio.create_subprocess_exec(
                *command, env=environment, stdout=PIPE, stderr=PIPE
            )
            out, err = await process.communicate()
            return process.returncode or 0, out.decode(), err.decode()

        ingested = await run("ingest", str(pages), "--collection", "office")
        assert (ingested[0], ingested[2]) == (0, "")
        found = await run("search", "holiday", "--collection", "office")
        without = await run("search", "holiday", "--collection", "office", encoder="off")
    assert (found[0], found[2]) == (0, "")
    assert "Vacation (office/leave.md#vacation)" in found[1]
    assert "Nothing was found." in without[1]
    kept = [one for one in (tmp_path / "data").rglob("*") if one.is_file()]
    assert all(KEY.encode() not in one.read_bytes() for one in kept)


def test_without_a_setting_the_word_vectors_of_the_project_are_the_encoder(tmp_path: Path) -> None:
    (tmp_path / "leave.md").write_text("# Vakantie\n\nIeder heeft twintig dagen in het jaar.\n")
    (tmp_path / "pay.md").write_text("# Salaris\n\nHet komt op de laatste dag van de maand.\n")
    pages = (str(tmp_path / "leave.md"), str(tmp_path / "pay.md"))
    assert tess("ingest", *pages, "--collection", "office", data_dir=tmp_path).returncode == 0
    search = ("search", "holidays", "--collection", "office", "--explain")
    found = tess(*search, data_dir=tmp_path)
    assert "Vakantie (office/leave.md#vakantie)" in found.stdout.splitlines()[0]
    assert "meaning: 0.6 x " in found.stdout
    without = tess(*search, data_dir=tmp_path, TESS_ENCODER="off")
    assert "Nothing was found." in without.stdout


def test_a_provider_that_is_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# Vacation\n\nEverybody has twenty days a year.\n")
    refused = tess(
        "ingest",
        str(tmp_path / "page.md"),
        "--collection",
        "office",
        data_dir=tmp_path / "data",
        OPENAI_BASE_URL="http://127.0.0.1:9/v1",
        OPENAI_API_KEY=KEY,
        TESS_ENCODER="text-embedding-3-small",
        NO_PROXY="127.0.0.1",
    )
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert not list((tmp_path / "data").rglob("sections*"))

"""``tess guide`` is a whole conversation as one command: notes and pictures in, the guide out, its status says how."""

import asyncio
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Event

import pytest

from src import cli
from src.commands.local_server import read
from src.desks.tsg.validator import problems
from tests.desks.tsg.talking import NOTES, Talk, talking
from tests.in_process import tess
from tests.uploads import images


@contextmanager
def beside(folder: Path) -> Iterator[int]:
    """Serve the desk in a thread, as commands want the first one for themselves; the port is yielded."""
    ports: Queue[int] = Queue()
    ended = Event()

    async def hold(talk: Talk) -> None:
        ports.put(talk.server.port)
        await asyncio.to_thread(ended.wait)

    nowhere = {"tess_tsg_research": "none"}
    with ThreadPoolExecutor(1) as threads:
        serving = threads.submit(talking, folder, hold, settings=nowhere)
        try:
            yield ports.get(timeout=100)
        finally:
            ended.set()
        serving.result()


def test_notes_and_pictures_become_a_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    notes, picture, guide = (tmp_path / name for name in ("notes.txt", "disk.png", "guide.md"))
    notes.write_text(NOTES, "utf-8")
    picture.write_bytes(images.image())

    def tess_guide(*arguments: object) -> tuple[int, str, str]:
        status = cli.main(["guide", *map(str, arguments)])
        return status, *capsys.readouterr()

    with beside(tmp_path / "data") as port:
        monkeypatch.setenv("API_PORT", str(port))
        status, out, told = tess_guide(notes, "--straight")
        assert (status, problems(out)) == (0, [])
        assert "Topic Summary" not in told

        more = ("--image", picture, "-o", guide, "--form", "plain", "--with-support")
        status, out, told = tess_guide(notes, *more)
        assert (status, out.startswith(f"{guide}: ")) == (0, True)
        assert "pictures are kept here and not looked at" in told
        assert "Topic Summary" in told
        assert problems(guide.read_text("utf-8")) == []
        assert "SUPPORT_BEGIN" in guide.read_text("utf-8")
        made = read(f"ws://127.0.0.1:{port}/ws", f"/dossiers/{told.split('dossier ')[-1].strip()}")
        (kept,) = [one["data"] for one in made["artifacts"] if one["kind"] == "notes"]
        assert (kept["text"], len(kept["pictures"])) == (NOTES, 1)
        said = [one["content"] for one in made["conversation"] if one["role"] == "user"]
        assert said == [NOTES, "write it"]  # a picture needs no word before it

        monkeypatch.setenv("TESS_DATA_DIR", str(tmp_path / "data"))
        asked = ("export", made["id"], "--guide", "md", "--form", "plain", "--force", "-o", guide)
        assert cli.main([*map(str, asked)]) == 0
        exported = guide.read_text("utf-8")
        assert (problems(exported), "[[_TOC_]]" in exported, "SUPPORT_" in exported) == (
            [],
            False,
            False,
        )
        as_md = ("export", made["id"], "--md", "--form", "plain", "--force", "-o", guide)
        assert (cli.main([*map(str, as_md)]), guide.read_text("utf-8")) == (0, exported)
        capsys.readouterr()
        assert cli.main(["export", made["id"], "--pdf"]) == 1
        assert f"./tess export {made['id']} --guide md" in capsys.readouterr().err

        notes.write_text(
            "Restart the pod, then it works.", "utf-8"
        )  # few words, and notes all the same
        status, out, _ = tess_guide(notes)
        assert (status, "Restart the pod" in out) == (0, True)

        monkeypatch.setattr("sys.stdin", io.StringIO("mail info@acme.nl"))
        status, out, told = tess_guide("-")
        assert (status, out) == (1, "")
        assert "mail <email-1>" in told
        assert "acme.nl" not in told
        assert tess_guide(tmp_path / "none.txt")[0] == 2


@pytest.mark.parametrize("more", [(), ("--image", "gone.png")])
def test_a_file_that_can_not_be_read_ends_with_2(more: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Restart the pod.", "utf-8")
    notes = tmp_path / ("notes.txt" if more else "gone.txt")
    ended = tess("guide", str(notes), *more, data_dir=tmp_path)
    assert ended.returncode == 2
    assert "can't be read: No such file" in ended.stderr

"""The transcript in ``docs/demo.md`` and the READMEs' pictures; ``python -m tests.generated_demo`` writes them."""

import io
import re
import tempfile
from pathlib import Path

from rich.console import Console

from src.commands.demo import DemoSession
from src.commands.local_server import own_server
from src.desks.tax import PLUG
from tests.demo_picture import picture, scenes
from tests.generated_docs import ROOT, with_block

PAGE = ROOT / "docs" / "demo.md"
PICTURES = {"en": ROOT / "docs/images/answer-en.svg", "nl": ROOT / "docs/images/answer-nl.svg"}
TITLES = {
    "en": "A question to TESS: the sources that it found, two of them left out, and an answer on a quote.",
    "nl": "Een vraag aan TESS: de bronnen die het vond, twee weggelaten, en een antwoord op citaten.",
}
SHOWN_OF_DEMO = (0, 1, 3)
"""The steps of the demo that are drawn: the question, what is left out, the answer."""
ENGLISH = (
    "Within how many weeks must I object to a tax assessment?",
    "Leave out 5 and 6.",
    "Yes, these are the right sources.",
)
WIDTH = 98
ID = "dos-a5d08df91b316bd2de80fe92f936ead1"


def as_printed(printed: str) -> str:
    """Return what a demo printed as a page shows it: without blanks at the ends, with one id and the usual folder."""
    text = "\n".join(line.rstrip() for line in printed.splitlines()).strip("\n")
    text = re.sub(r"dos-[0-9a-f]{32}", ID, text)
    return re.sub(rf"\S+/dossiers/{ID}", f"data/dossiers/{ID}", text)


def drawn(transcript: str, language: str) -> str:
    """Return the picture of a conversation in this language."""
    steps = scenes(transcript)
    shown = steps if language == "en" else [steps[one] for one in SHOWN_OF_DEMO]
    return picture(shown, TITLES[language])


def in_english() -> str:
    """Return a conversation in English as a terminal prints it."""
    console = Console(file=io.StringIO(), width=WIDTH, highlight=False)
    with (
        tempfile.TemporaryDirectory() as folder,
        own_server({"TESS_MODEL": "offline", "TESS_DATA_DIR": folder, "DATABASE_URL": ""}) as url,
    ):
        conversation = DemoSession(url, console, desk=PLUG.name)
        for message in ENGLISH:
            conversation.say(message, "")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def main() -> None:
    """Hold both conversations, and write page and pictures."""
    from tests.in_process import tess

    with tempfile.TemporaryDirectory() as folder:
        held = tess("demo", "--desk", PLUG.name, data_dir=Path(folder), COLUMNS=str(WIDTH))
    assert held.returncode == 0, held.stdout
    transcript = as_printed(held.stdout)
    block = f"```text\n{transcript}\n```"
    PAGE.write_text(with_block(PAGE.read_text("utf-8"), "demo", block), "utf-8")
    PICTURES["nl"].write_text(drawn(transcript, "nl"), "utf-8")
    PICTURES["en"].write_text(drawn(in_english(), "en"), "utf-8")


if __name__ == "__main__":
    main()

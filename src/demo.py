"""A whole conversation over the wire, checked step by step and shown as a person would read it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule

from src.local_server import own_server, read, send

QUESTION = "Binnen welke termijn moet ik bezwaar maken tegen een belastingaanslag?"
FOLLOW_UP = "En hoe lang kan de inspecteur navorderen?"


class StepFailed(Exception):
    """A step of the demo did not do what it shows; the text says which."""


@dataclass
class Conversation:
    """One dossier, spoken to over the wire."""

    url: str
    console: Console
    dossier_id: str = ""
    sources: list[dict[str, Any]] = field(default_factory=list)

    def say(self, message: str) -> str:
        """Send a message, print both sides, and return the reply."""
        self.console.print(Rule(style="dim"))
        self.console.print(f"\n[bold]U:[/bold] {message}\n")
        known = {"dossier_id": self.dossier_id} if self.dossier_id else {}
        frame = send(self.url, {"message": message, **known})
        _must(frame.get("status") == "success", f"the server replied {frame.get('error')}")
        self.dossier_id, self.sources = frame["dossier_id"], frame["sources"]
        self.console.print("[bold]TESS:[/bold]")
        self.console.print(Markdown(frame["response"]))
        return str(frame["response"])

    def dossier(self) -> dict[str, Any]:
        """Return the whole dossier as the server holds it."""
        return read(self.url, f"/dossiers/{self.dossier_id}")

    @property
    def selected(self) -> list[str]:
        """Titles of the sources that an answer would use."""
        return [source["title"] for source in self.sources if source["selected"]]


def run_demo(data_dir: Path, say: Callable[[str], None] = print) -> int:
    """Hold the demo conversation; return 0 only if each step really happened."""
    console = Console(highlight=False)
    # The demo shows what everybody has: no key, no network.
    with own_server({"TESS_MODEL": "offline", "DATABASE_URL": ""}) as url:
        conversation = Conversation(url, console)
        try:
            hold(conversation)
        except StepFailed as failure:
            say(f"\nThe demo failed: {failure}.")
            return 1
        path = data_dir / "dossiers" / f"{conversation.dossier_id}.json"
    console.print(Rule(style="dim"))
    console.print(
        f"\nThe dossier: {path}\nIts journal, one line per turn: {path.with_suffix('.jsonl')}",
        soft_wrap=True,
    )
    console.print(
        f"\nTry next:\n  ./tess chat --dossier {conversation.dossier_id}   go on with this dossier"
        "\n  ./tess ui                   the same in the browser"
        '\n  ./tess ask "Wat is het btw-tarief voor boeken?"'
        "\n  ./tess ingest PATH          read official law and ruling XML, to quote the law itself",
        soft_wrap=True,
        markup=False,
    )
    return 0


def hold(conversation: Conversation) -> None:
    """Ask, leave a source out, put it back, confirm, ask on; raises ``StepFailed`` at the first that did not happen."""
    reply = conversation.say(QUESTION)
    found = conversation.selected
    _must(len(found) >= 2, "fewer than two sources were found")
    _must(all(title in reply for title in found), "a source was selected that was not shown")

    last = len(conversation.sources)
    conversation.say(f"Haal bron {last} weg, die past hier niet.")
    _must(conversation.selected == found[:-1], "the source was not left out")

    conversation.say(f"Zet bron {last} toch maar terug.")
    _must(conversation.selected == found, "the source was not put back")

    answer = conversation.say("Ja, dit zijn de juiste bronnen.")
    _must("## ANALYSE" in answer and "## ANTWOORD" in answer, "no answer came")
    _check_quotes(conversation)

    conversation.say(FOLLOW_UP)
    _must(len(conversation.sources) > len(found), "the follow-up found nothing new")


def _check_quotes(conversation: Conversation) -> None:
    """Compare each quote with the text of its source, as a careful reader would."""
    dossier = conversation.dossier()
    texts = {source["id"]: " ".join(source["content"].split()) for source in dossier["sources"]}
    claims = dossier["answers"][-1]["claims"]
    _must(bool(claims), "the answer has no quotes")
    for claim in claims:
        _must(claim["quote"] in texts[claim["source_id"]], "a quote does not stand in its source")


def _must(happened: bool, otherwise: str) -> None:
    if not happened:
        raise StepFailed(otherwise)

"""A whole conversation over the wire, checked step by step and shown as a person would read it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule

from src.commands.local_server import own_server, read, send

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
FOLLOW_UP = "En hoe lang na het ontstaan van de belastingschuld mag de inspecteur navorderen?"
TWO, ONE_LEFT = 2, 1


class StepFailed(Exception):
    """A step of the demo did not do what it shows; the text says which."""


@dataclass
class Conversation:
    """One dossier, spoken to over the wire."""

    url: str
    console: Console
    token: str = ""
    dossier_id: str = ""
    sources: list[dict[str, Any]] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)

    def say(self, message: str, gloss: str) -> str:
        """Send a message, print both sides under a line that says what happens, and return the reply."""
        self.console.print(Rule(style="dim"))
        self.console.print(f"\n({gloss})", style="dim", markup=False)
        self.console.print(f"[bold]U:[/bold] {message}\n")
        known = {"dossier_id": self.dossier_id} if self.dossier_id else {}
        frame = send(self.url, {"message": message, **known}, self.token)
        _must(frame.get("status") == "success", f"the server replied {frame.get('error')}")
        self.dossier_id, self.sources = frame["dossier_id"], frame["sources"]
        self.console.print("[bold]TESS:[/bold]")
        self.console.print(Markdown(self.news(frame["response"])))
        return str(frame["response"])

    def news(self, reply: str) -> str:
        """Return the reply without the closing paragraphs that stood in an earlier one, a ``…`` in their place."""
        paragraphs = reply.split("\n\n")
        repeated = 0
        # Below the rule stand the remarks on an answer; the answer itself is always shown whole.
        while paragraphs[-repeated - 1] in self.shown - {"---"} and repeated < len(paragraphs) - 1:
            repeated += 1
        self.shown.update(paragraphs)
        kept = paragraphs[: len(paragraphs) - repeated]
        return "\n\n".join([*kept, "…"] if repeated else kept)

    def dossier(self) -> dict[str, Any]:
        """Return the whole dossier as the server holds it."""
        return read(self.url, f"/dossiers/{self.dossier_id}", self.token)

    @property
    def selected(self) -> list[str]:
        """Titles of the sources that an answer would use."""
        return [source["title"] for source in self.sources if source["selected"]]


def run_demo(data_dir: Path, token: str = "", say: Callable[[str], None] = print) -> int:
    """Hold the demo conversation; return 0 only if each step really happened."""
    console = Console(highlight=False)
    # The demo shows what everybody has: no key, no network.
    with own_server({"TESS_MODEL": "offline", "DATABASE_URL": ""}) as url:
        conversation = Conversation(url, console, token)
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
        "\n  ./tess ingest tax           fetch the law itself, to quote it",
        soft_wrap=True,
        markup=False,
    )
    return 0


def hold(conversation: Conversation) -> None:
    """Ask, leave two sources out, put one back, confirm, ask on, confirm.

    Raises ``StepFailed`` at the first step that did not happen.
    """
    reply = conversation.say(QUESTION, "the user asks; TESS shows what it found")
    found = conversation.selected
    _must(len(found) > TWO, "fewer than three sources were found")
    _must(all(title in reply for title in found), "a source was selected that was not shown")

    last = len(conversation.sources)
    kept = found[:-TWO]
    conversation.say(
        f"Haal bron {last - 1} en {last} weg, die lijken hier niet te passen.",
        "the user leaves two sources out",
    )
    _must(conversation.selected == kept, "the two sources were not left out")

    conversation.say(
        f"Zet bron {last - 1} toch terug, die kan nog van pas komen.",
        "on second thoughts, one of the two comes back",
    )
    kept = found[:-ONE_LEFT]
    _must(conversation.selected == kept, "just the one source was not put back")

    answer = conversation.say(
        "Ja, dit zijn de juiste bronnen.",
        "the user confirms; TESS answers, with quotes from these sources",
    )
    _must(conversation.selected == kept, "the confirmation changed the selection")
    _check_answer(conversation, answer, 1)

    conversation.say(FOLLOW_UP, "the user asks on; TESS looks for more")
    asked_on = {source["id"] for source in conversation.sources[last:]}
    _must(bool(asked_on), "the follow-up found nothing new")
    answer = conversation.say("Ja.", "the user confirms; TESS answers once more")
    quoted = _check_answer(conversation, answer, 2)
    _must(bool(quoted & asked_on), "the answer quotes nothing of what the follow-up found")


def _check_answer(conversation: Conversation, reply: str, number: int) -> set[str]:
    """Compare each quote of the newest answer with its source, as a careful reader would; return the sources' ids."""
    _must("## ANALYSE" in reply and "## ANTWOORD" in reply, "no answer came")
    dossier = conversation.dossier()
    _must(len(dossier["answers"]) == number, "the dossier does not hold the answer")
    texts = {source["id"]: " ".join(source["content"].split()) for source in dossier["sources"]}
    claims = dossier["answers"][-1]["claims"]
    _must(bool(claims), "the answer has no quotes")
    for claim in claims:
        _must(claim["source_id"] in dossier["selected_ids"], "a source that was left out is quoted")
        _must(claim["quote"] in texts[claim["source_id"]], "a quote does not stand in its source")
    return {claim["source_id"] for claim in claims}


def _must(happened: bool, otherwise: str) -> None:
    if not happened:
        raise StepFailed(otherwise)

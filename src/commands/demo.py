"""A whole conversation over the wire, checked step by step and shown as a person would read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule

from src.commands.local_server import own_server, read, send

if TYPE_CHECKING:
    from src.desks.plug import Plug


class StepFailed(Exception):
    """A step of the demo did not do what it shows; the text says which."""


@dataclass
class DemoSession:
    """One dossier, spoken to over the wire."""

    url: str
    console: Console
    token: str = ""
    dossier_id: str = ""
    desk: str = ""
    sources: list[dict[str, Any]] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)

    def say(self, message: str, gloss: str) -> str:
        """Send a message, print both sides under a line that says what happens, and return the reply."""
        self.console.print(Rule(style="dim"))
        self.console.print(f"\n({gloss})", style="dim", markup=False)
        self.console.print(f"[bold]U:[/bold] {message}\n")
        frame = send(self.url, {"message": message, **self._known()}, self.token)
        self.must(frame.get("status") == "success", f"the server replied {frame.get('error')}")
        self.dossier_id, self.sources = frame["dossier_id"], frame["sources"]
        self.console.print("[bold]TESS:[/bold]")
        self.console.print(Markdown(self.news(frame["response"])))
        return str(frame["response"])

    def _known(self) -> Mapping[str, str]:
        known = {"dossier_id": self.dossier_id, "desk": "" if self.dossier_id else self.desk}
        return {name: value for name, value in known.items() if value}

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

    def must(self, happened: bool, otherwise: str) -> None:
        """Raise ``StepFailed`` for this reason, unless something happened."""
        if not happened:
            raise StepFailed(otherwise)

    @property
    def selected(self) -> list[str]:
        """Titles of the sources that an answer would use."""
        return [source["title"] for source in self.sources if source["selected"]]


def run_demo(
    plug: "Plug", data_dir: Path, token: str = "", say: Callable[[str], None] = print
) -> int:
    """Hold the conversation of a desk; return 0 only if each step really happened, 2 where the desk has none."""
    if plug.demo is None:
        say(f"The desk {plug.name} has no demo.")
        return 2
    console = Console(highlight=False)
    # The demo shows what everybody has: no key, no network.
    with own_server({"TESS_MODEL": "offline", "DATABASE_URL": ""}) as url:
        conversation = DemoSession(url, console, token, desk=plug.name)
        try:
            hints = plug.demo(conversation)
        except StepFailed as failure:
            say(f"\nThe demo failed: {failure}.")
            return 1
        path = data_dir / "dossiers" / f"{conversation.dossier_id}.json"
    console.print(Rule(style="dim"))
    console.print(
        f"\nThe dossier: {path}\nIts journal, one line per turn: {path.with_suffix('.jsonl')}",
        soft_wrap=True,
    )
    going_on = (
        f"./tess chat --dossier {conversation.dossier_id}   go on with this dossier",
        "./tess ui                   the same in the browser",
    )
    told = "\n  ".join(["\nTry next:", *going_on, *hints])
    console.print(told, soft_wrap=True, markup=False)
    return 0

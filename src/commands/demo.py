"""A whole conversation over the wire, checked step by step and shown as a person would read it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule

from src.commands.asking import desk_of
from src.commands.local_server import own_server, post, read, send, send_file
from src.desks.catalogue import plugs
from src.places import CALLED
from src.spoken import said, spoken

if TYPE_CHECKING:
    import argparse

    from src.desks.plug import Plug
    from src.settings import Settings


NOTHING: Mapping[str, str] = {}
GO_ON = "./tess chat --dossier {dossier}   go on with this dossier"
BROWSE = "./tess ui                   the same in the browser"


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
    environment: Mapping[str, str] = field(default_factory=dict)
    """Settings that the server was given for this demo."""
    outcome: str = ""
    """How the last turn ended."""
    tells_outcome: bool = False
    """Whether that is printed."""
    plan: str = ""
    """Digest of the last plan that was shown."""

    def say(self, message: str, gloss: str) -> str:
        return self._told(self._sent(message, gloss))

    def bring(self, name: str, text: str, gloss: str) -> str:
        self._head(gloss)
        content = text.encode()
        asked = {"name": name, "agreed": hashlib.sha256(content).hexdigest()}
        path = f"/dossiers/{self.dossier_id}/documents"
        frame = send_file(self.url, path, asked, content, self.token)
        self.must(
            frame.get("status") != "error",
            said("the server replied {error}", error=frame.get("error")),
        )
        self.console.print(f"[bold]U:[/bold] /add {name}\n")
        self.console.print(Markdown(self.news(frame["response"])))
        return str(frame["response"])

    def confirm(self, digest: str, gloss: str) -> str:
        self._head(gloss)
        self.console.print(f"[bold]U:[/bold] /confirm {digest[:12]}\n")
        asked = {"dossier_id": self.dossier_id, "confirm": digest}
        return self._told(send(self.url, asked, self.token))

    def _told(self, frame: Mapping[str, Any]) -> str:
        self.must(
            frame.get("status") == "success",
            said("the server replied {error}", error=frame.get("error")),
        )
        self.dossier_id, self.sources = frame["dossier_id"], frame["sources"]
        self.outcome = frame["outcome"]
        plans = frame.get("plans") or [{"digest": ""}]
        self.plan = str(plans[-1]["digest"])
        told = f" [dim]{self.outcome}[/dim]" if self.tells_outcome else ""
        self.console.print(f"[bold]TESS:[/bold]{told}")
        self.console.print(Markdown(self.news(frame["response"])))
        return str(frame["response"])

    def refused(self, message: str, gloss: str, shown: str = "") -> str:
        """Send a message that is to be refused, print both sides, and return the code of the refusal.

        ``shown`` is printed in the place of a message that nobody should read.
        """
        frame = self._sent(message, gloss, shown)
        self.must(frame.get("status") == "error", "what should be refused was answered")
        self.console.print(f"[bold]TESS:[/bold] {frame['error']}")
        return str(frame["code"])

    def post(self, path: str, body: Mapping[str, object], gloss: str) -> dict[str, Any]:
        self._head(gloss)
        reply = post(self.url, f"/desks/{self.desk}/{path}", body, self.token)
        self.console.print(f"[bold]TESS:[/bold] {reply.get('error') or reply.get('status')}")
        return reply

    def begin(self) -> None:
        self.dossier_id = ""

    def _head(self, gloss: str) -> None:
        self.console.print(Rule(style="dim"))
        self.console.print(f"\n({said(gloss)})", style="dim", markup=False)

    def _sent(self, message: str, gloss: str, shown: str = "") -> dict[str, Any]:
        self._head(gloss)
        self.console.print(f"[bold]U:[/bold] {shown or message}\n")
        return send(self.url, {"message": message, **self._known()}, self.token)

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
        return read(self.url, f"/dossiers/{self.dossier_id}", self.token)

    def must(self, happened: bool, otherwise: str) -> None:
        if not happened:
            raise StepFailed(said(otherwise))

    @property
    def selected(self) -> list[str]:
        return [source["title"] for source in self.sources if source["selected"]]


def demo(options: "argparse.Namespace", _: list[str]) -> int:
    """Run the demo of the desk that is named, of that of the settings where none is, or with ``--all`` every one."""
    settings: Settings = options.read_settings()
    known, named = plugs(options.desks), desk_of(options)

    def run(plug: "Plug") -> int:
        alone = not options.all
        opened = options.environments.get(plug.name, nullcontext)
        with opened() as own:
            where = settings.tess_data_dir, settings.token
            return run_demo(plug, *where, environment=own or {}, tells_others=alone)

    name = named or settings.tess_desk
    one = next((plug for plug in known if plug.name == name), known[0])
    return run_demos(known, run) if options.all else run(one)


def run_demo(
    plug: "Plug",
    data_dir: Path,
    token: str = "",
    say: Callable[[str], None] = print,
    *,
    environment: Mapping[str, str] = NOTHING,
    tells_others: bool = True,
) -> int:
    """Hold the conversation of a desk; return 0 only if each step really happened, 2 where the desk has none.

    Its server gets the settings of ``environment``. At its end stands how to see the other desks, unless
    ``tells_others`` says not.
    """
    if plug.demo is None:
        say(said("The desk {desk} has no demo.", desk=plug.name))
        return 2
    console = Console(highlight=False)
    # The demo shows what everybody has: no key, no network.
    with own_server({"TESS_MODEL": "offline", "DATABASE_URL": "", **environment}) as url:
        conversation = DemoSession(url, console, token, desk=plug.name, environment=environment)
        try:
            hints = plug.demo(conversation)
        except StepFailed as failure:
            say(said("\nThe demo failed: {reason}.", reason=failure))
            return 1
        others = other_desks(read(url, "/desks", token)["desks"], plug.name)
        path = data_dir / "dossiers" / f"{conversation.dossier_id}.json"
    console.print(Rule(style="dim"))
    where = "\nThe dossier: {path}\nIts journal, one line per turn: {journal}"
    console.print(said(where, path=path, journal=path.with_suffix(".jsonl")), soft_wrap=True)
    going_on = said(GO_ON, dossier=conversation.dossier_id)
    told = "\n  ".join([said("\nTry next:"), going_on, said(BROWSE), *map(said, hints)])
    console.print(told, soft_wrap=True, markup=False)
    if others and tells_others:
        told = "\n  ".join([said("\nThe other desks:"), *others])
        console.print(told, soft_wrap=True, markup=False)
    return 0


def other_desks(desks: Sequence[Mapping[str, Any]], name: str) -> list[str]:
    """Return a line for each desk but one, as ``GET /desks`` tells them: its demo, and what it is for."""
    code = spoken()
    there = {desk["name"]: desk["tagline"].get(code) or desk["title"][code] for desk in desks}
    lines = [f"--desk {entry:<10}{told}" for entry, told in there.items() if entry != name]
    every = f"--all{'':<12}{said('every desk, one after the other')}"
    return [f"{CALLED} demo {line}" for line in [*lines, every]] if lines else []


def run_demos(
    plugs: "Sequence[Plug]", run: "Callable[[Plug], int]", say: Callable[[str], None] = print
) -> int:
    """Run the demo of every desk that has one, say at last how each ended, and return 0 only if all ended well."""
    ended: list[tuple[str, int, float]] = []
    for plug in [plug for plug in plugs if plug.demo]:
        begun = monotonic()
        say(f"\n=== {plug.name} ===")
        ended.append((plug.name, run(plug), monotonic() - begun))
    say(said("\nThe desks:"))
    for name, status, seconds in ended:
        say(f"  {name:<10}{said('failed') if status else said('as shown')}, {seconds:.0f} s")
    return max((status for _, status, _ in ended), default=2)

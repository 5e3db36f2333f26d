"""Talk to TESS in a terminal or through a pipe; ``--help`` shows the options."""

import argparse
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from prompt_toolkit import PromptSession
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markdown import Markdown
from rich.segment import Segment
from rich.text import Text
from rich.theme import Theme

from wire_client import (
    COMMAND,
    DEFAULT_URL,
    DOSSIER_ID,
    Frame,
    Language,
    Server,
    WireError,
    dossier_id_in,
    harmless,
    language_in,
    new_message_id,
    numbered_sources,
    progress_in,
    rows_in,
)

if sys.platform != "win32":
    import termios

EXIT_WORDS = ("quit", "exit", "stop", "bye")
WIDEST = 100
HEADINGS = Theme({f"markdown.h{level}": "bold" for level in range(1, 7)})
DONE, REFUSED, BROKEN, INTERRUPTED = 0, 1, 2, 130
TERMINATED = 143

WORDS: Mapping[str, tuple[str, str]] = {
    "banner": ("TESS · vragen over Nederlands belastingrecht", "TESS · questions on Dutch tax law"),
    "offline": (
        "offline (ingebouwd: antwoordt met citaten uit de bronnen)",
        "offline (built in: answers by quoting the sources)",
    ),
    "unknown": ("onbekend", "unknown"),
    "new": ("nieuw, ontstaat bij uw eerste bericht", "new, made with your first message"),
    "try": (
        "Probeer: Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
        "Try: Within how many weeks must I object to a tax assessment?",
    ),
    "hint": (
        "/help toont de opdrachten; stop of Ctrl-D sluit af.",
        "/help lists the commands; stop or Ctrl-D leaves.",
    ),
    "/sources": ("de bronnen van dit dossier", "the sources of this dossier"),
    "/dossiers": ("alle dossiers", "all dossiers"),
    "/switch ID": (
        "verder in een ander dossier; het begin van de id is genoeg",
        "continue in another dossier; the beginning of its id will do",
    ),
    "/new": ("een nieuw dossier", "a new dossier"),
    "/help": ("dit overzicht", "this overview"),
    "quit, exit, stop, bye": ("afsluiten", "leave"),
    "no_sources": ("Dit dossier heeft nog geen bronnen.", "This dossier has no sources yet."),
    "no_dossiers": ("Er zijn nog geen dossiers.", "There are no dossiers yet."),
    "selected": ("Geselecteerd", "Selected"),
    "left_out": ("Weggelaten", "Left out"),
    "digest": ("eigen samenvatting", "our own digest"),
    "switched": ("Verder in dossier {id}.", "Continuing in dossier {id}."),
    "bad_switch": (
        "Er is geen dossier waarvan de id zo begint; /dossiers toont ze.",
        "There is no dossier whose id begins like that; /dossiers lists them.",
    ),
    "many": (
        "Er zijn {count} dossiers waarvan de id zo begint; geef meer tekens.",
        "There are {count} dossiers whose id begins like that; give more of it.",
    ),
    "fresh": ("Uw volgende bericht begint een dossier.", "Your next message starts a dossier."),
    "no_such": (
        "Die opdracht is er niet; /help toont wat er wel is.",
        "There is no such command; /help lists them.",
    ),
    "empty": ("(De server stuurde een leeg antwoord.)", "(The server sent an empty reply.)"),
    "stopped": (
        "U wacht niet langer; de server maakt de beurt wel af.",
        "No longer waiting; the server still finishes the turn.",
    ),
    "left": ("Dossier {id} blijft bewaard. Verder gaan:", "Dossier {id} is kept. To continue:"),
}
"""The client's own few words, Dutch and English; everything else is the server's."""

COMMANDS = ("/sources", "/dossiers", "/switch ID", "/new", "/help", "quit, exit, stop, bye")


class Harmless:
    """Renders another renderable without control characters, entities in Markdown included."""

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self.inner, options):
            yield Segment(harmless(segment.text), segment.style)


class Chat:
    """A conversation with one server, shown on the console or as lines of JSON."""

    def __init__(self, server: Server, dossier_id: str, as_json: bool) -> None:
        self.server = server
        self.dossier_id = dossier_id
        self.as_json = as_json
        self.console = Console(highlight=False, theme=HEADINGS)
        self.errors = Console(highlight=False, stderr=True)
        self.language = server.language = language_of_this_screen()
        self.unanswered = ("", "")
        self.status = DONE

    def say(self, text: str, style: str = "", console: Console | None = None) -> None:
        """Print plain text: on a terminal wrapped at words, into a pipe as it is."""
        console = console or self.console
        console.print(Text(harmless(text), style=style), soft_wrap=not console.is_terminal)

    def word(self, name: str) -> str:
        """Return one of the client's own phrases, in the language of the last reply."""
        dutch, english = WORDS[name]
        return english if self.language == "en" else dutch

    def banner(self) -> None:
        """Show what one talks to; raises ``WireError`` where no server answers."""
        model = harmless(self.server.page("/healthz").get("model"))
        told = self.word("offline") if model == "offline" else model or self.word("unknown")
        self.say(self.word("banner"), "bold")
        self.say(f"server   {self.server.url}\nmodel    {told}", "dim")
        self.say(f"dossier  {self.dossier_id or self.word('new')}", "dim")
        self.say(f"\n{self.word('try')}\n{self.word('hint')}\n")

    def obey(self, line: str) -> None:
        """Run a command, or send the line as a message; failures are told, never raised."""
        name, _, argument = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "/sources": self.show_sources,
            "/dossiers": self.show_dossiers,
            "/switch": self.switch,
            "/new": self.begin_anew,
            "/help": self.show_help,
        }
        try:
            if self.as_json or not line.startswith("/"):
                self.send(line)
            elif name in commands:
                commands[name](argument.strip())
            else:
                self.say(self.word("no_such"))
        except WireError as error:
            self.status = max(self.status, BROKEN)
            self.show(error.frame(self.language))
        except KeyboardInterrupt:
            self.say(self.word("stopped"))

    def send(self, message: str) -> None:
        """Send one message and show the reply; a failed text sent again keeps its message id."""
        before, message_id = self.unanswered
        self.unanswered = (message, message_id if before == message else new_message_id())
        with self.errors.status(Text(progress_in({}, self.language))) as spinner:

            def moved(frame: Frame) -> None:
                spinner.update(Text(progress_in(frame, self.language)))

            frame = self.server.ask(message, self.dossier_id, self.unanswered[1], moved)
        self.dossier_id = dossier_id_in(frame) or self.dossier_id
        self.language = self.server.language = language_in(frame, self.language)
        succeeded = frame.get("status") == "success"
        self.unanswered = ("", "") if succeeded else self.unanswered
        self.status = self.status if succeeded else max(self.status, REFUSED)
        self.show(frame)

    def show(self, frame: Frame) -> None:
        """Print a final frame: as JSON, as an error sentence, or as a reply."""
        if self.as_json:
            # Printable ASCII only: JSON escapes all else, so nothing in it can steer a screen.
            print(json.dumps(frame), flush=True)
        elif frame.get("status") == "success":
            self.show_reply(harmless(frame.get("response")).strip() or self.word("empty"))
        else:
            told = harmless(frame.get("error")) or self.word("empty")
            reference = harmless(frame.get("error_id"))
            told += f" [{reference}]" if reference else ""
            self.say(f"! {told}\n", "red", self.errors)

    def show_reply(self, reply: str) -> None:
        """Print a reply's Markdown: laid out for a terminal, as it is for a pipe."""
        if self.console.is_terminal:
            width = min(self.console.width, WIDEST)
            self.console.print(Harmless(Markdown(reply)), width=width)
        else:
            self.say(reply)
        self.say("")

    def show_help(self, _: str) -> None:
        """Print the commands."""
        for command in COMMANDS:
            self.say(f"{command:23}{self.word(command)}")

    def show_sources(self, _: str) -> None:
        """Print the dossier's sources: first the selected ones, then those left out."""
        dossier = self.server.page("/dossiers", self.dossier_id) if self.dossier_id else {}
        if not rows_in(dossier, "sources"):
            self.say(self.word("no_sources"))
        for heading, mark, wanted in (("selected", "●", True), ("left_out", "○", False)):
            group = numbered_sources(dossier, wanted)
            if group:
                self.say(self.word(heading), "bold")
            for number, source in group:
                self.say(f"  {mark} [{number}] {self.source_line(source)}")

    def source_line(self, source: Frame) -> str:
        """Return a source's title, subject, date and whether it is a digest, as far as known."""
        named = filter(None, map(harmless, (source.get("title"), source.get("heading"))))
        digest = self.word("digest") if source.get("digest") else ""
        return " · ".join(filter(None, (" — ".join(named), harmless(source.get("as_of")), digest)))

    def show_dossiers(self, _: str) -> None:
        """Print every dossier, the current one marked."""
        dossiers = rows_in(self.server.page("/dossiers"), "dossiers")
        for dossier in dossiers:
            mark = "→" if dossier.get("id") == self.dossier_id else " "
            self.say(f"{mark} {harmless(dossier.get('id'))}  {harmless(dossier.get('title'))}")
        if not dossiers:
            self.say(self.word("no_dossiers"))

    def switch(self, beginning: str) -> None:
        """Continue in the one dossier whose id begins like this, if it can be read."""
        listed = rows_in(self.server.page("/dossiers"), "dossiers")
        found = [one for one in map(dossier_id_of, listed) if begins(one, beginning)]
        if beginning in found or (not found and DOSSIER_ID.fullmatch(beginning)):
            found = [beginning]
        if len(found) == 1:
            self.server.page("/dossiers", found[0])
            self.dossier_id = found[0]
            self.say(self.word("switched").format(id=found[0]))
        else:
            self.say(self.word("many" if found else "bad_switch").format(count=len(found)))

    def begin_anew(self, _: str) -> None:
        """Let the next message make a dossier."""
        self.dossier_id = ""
        self.say(self.word("fresh"))

    def farewell(self) -> None:
        """Show how to continue."""
        if self.dossier_id:
            # The command finds or starts the server that it named to us; any other it must be told.
            known = os.environ.get("TAX_WS_URL") if COMMAND else DEFAULT_URL
            url = "" if self.server.url == known else f" --url {self.server.url}"
            command = COMMAND or "python terminal_chat.py"
            self.say("\n" + self.word("left").format(id=self.dossier_id))
            # Never wrapped, so that it can be copied.
            line = Text(f"  {command} --dossier {self.dossier_id}{url}")
            self.console.print(line, soft_wrap=True)


def dossier_id_of(row: Frame) -> str:
    """Return the id in a line of the list of dossiers."""
    return dossier_id_in({"dossier_id": row.get("id")})


def begins(dossier_id: str, beginning: str) -> bool:
    """Return whether the id begins like this, its ``dos-`` given or not."""
    return bool(dossier_id and beginning) and dossier_id.startswith((beginning, f"dos-{beginning}"))


def typed_lines(interactive: bool) -> Iterator[str]:
    """Yield what is typed or piped in, until an exit word or the end of it."""
    session: PromptSession[str] | None = PromptSession() if interactive else None
    while True:
        try:
            line = session.prompt("› ").strip() if session else next(sys.stdin).strip()
        except KeyboardInterrupt:
            continue
        except (EOFError, StopIteration):
            return
        if line.lower() in EXIT_WORDS:
            return
        if line:
            yield line


def language_of_this_screen() -> Language:
    """Return English where the environment asks for it, else Dutch."""
    settings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "en" if next(filter(None, settings), "").startswith("en") else "nl"


def dossier_id_given(text: str) -> str:
    """Return a well-formed dossier id; argparse tells the rest."""
    if not DOSSIER_ID.fullmatch(text):
        raise argparse.ArgumentTypeError("a dossier id is dos- and 32 (or 8) hexadecimal digits")
    return text


def arguments_given() -> argparse.Namespace:
    """Return the command line; wrong use ends the program with status 2."""
    parser = argparse.ArgumentParser(
        prog=COMMAND.removeprefix("./") or None,
        description="Talk to TESS in a terminal or through a pipe.",
    )
    parser.add_argument(
        "--dossier", type=dossier_id_given, metavar="ID", help="continue this dossier"
    )
    parser.add_argument(
        "--url",
        type=Server,
        default=os.environ.get("TAX_WS_URL") or DEFAULT_URL,
        dest="server",
        metavar="URL",
        help=f"WebSocket of the server (TAX_WS_URL, else {DEFAULT_URL})",
    )
    parser.add_argument("--json", action="store_true", help="print each reply as one line of JSON")
    return parser.parse_args()


def main() -> int:
    """Hold the conversation; return 0 done, 1 a message was refused, 2 something broke."""
    given = arguments_given()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    # As an exception, so that the conversation is left in order.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    chat = Chat(given.server, given.dossier or "", given.json)
    try:
        if interactive and not given.json:
            chat.banner()
    except WireError as error:
        chat.show(error.frame(chat.language))
        return BROKEN
    for line in typed_lines(interactive):
        chat.obey(line)
    if not given.json:
        chat.farewell()
    return DONE if interactive else chat.status


@contextmanager
def keyboard_as_it_was() -> Iterator[None]:
    """Give the terminal its settings back, also where a signal comes while a prompt is still being set up."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
    else:
        settings = termios.tcgetattr(sys.stdin)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings)


if __name__ == "__main__":
    try:
        with keyboard_as_it_was():
            sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)

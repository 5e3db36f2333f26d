"""The commands: their names, what they take and what they do. Help, completion and the docs go by this list."""

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from clients.desk import plans_in, told
from clients.terminal import artifact_commands as artifacts
from clients.terminal import credential_command as credential
from clients.terminal import desk_command
from clients.terminal import document_command as document
from clients.terminal import documentation_commands as documentation
from clients.terminal import dossier_commands as dossiers
from clients.terminal import history_commands as history
from clients.terminal import image_command as image
from clients.terminal import plan_commands as plans
from clients.terminal import source_commands as sources
from clients.terminal.chat import Chat, Unusable
from tess_client.wire import Frame, harmless, rows_in

EXIT_WORDS = ("quit", "exit", "stop", "bye")
COLUMN = 25

NAME = re.compile(r"/?([a-z][a-z0-9-]{0,19})")
"""What a command of a desk may be called."""

Takes = Literal["nothing", "source", "sources", "dossier", "desk", "format", "file", "text"]


@dataclass(frozen=True)
class Command:
    """One command; ``takes`` says how its argument is completed."""

    name: str
    run: Callable[[Chat, str], None]
    usage: str = ""
    takes: Takes = "nothing"
    needs: Literal["", "day", "artifacts", "plans", "scope", "feedback"] = ""
    """What a desk or the dossier must have for it to be one of its commands."""
    also: str = ""
    """Another name for it, which the help does not tell."""
    beside: str = ""
    """Name of the command that the help tells in the line of this one."""
    frame: Frame = field(default_factory=dict)
    """What the desk says of it, where it is the desk's own."""

    @property
    def needs_argument(self) -> bool:
        """Whether it means nothing without one."""
        return bool(self.usage) and not self.usage.startswith("[")

    @property
    def names(self) -> tuple[str, ...]:
        """What it may be called by."""
        return (self.name, *filter(None, (self.also,)))

    @property
    def form(self) -> str:
        """How it is typed."""
        return f"{self.name} {self.usage}".rstrip()


def show_help(chat: Chat, _: str) -> None:
    """Print the commands, but for this one, which is known by now; how to ask, only where all fits the screen."""
    by_name = {command.name: command for command in commands_of(chat)[:-1]}
    rows: list[tuple[str, str]] = []
    for command in commands_of(chat)[:-1]:
        if command.name not in by_name:
            continue
        form, told = command.form, help_of(command, chat)
        if other := by_name.pop(command.beside, None):
            form = f"{command.name if command.usage == other.usage else form}, {other.form}"
            told = chat.words(f"{command.name}, {other.name}", document=_document(chat))
        rows.append((form, told))
    rows.append((", ".join(EXIT_WORDS), chat.words("help_keys")))
    if len(rows) < chat.screen.rows:
        chat.say("help_ask")
    for form, told in rows:
        chat.screen.entry(f"{form:{COLUMN}}", told)


COMMANDS = (
    Command("/sources", sources.show_sources),
    Command("/source", sources.show_source, "N [all]", "source", beside="/why"),
    Command("/select", sources.select, "N...", "sources", beside="/unselect"),
    Command("/unselect", sources.unselect, "N...", "sources"),
    Command("/add", document.add, "FILE", "file", beside="/image"),
    Command("/image", image.add, "FILE", "file"),
    Command("/why", history.show_why, "N", "source"),
    Command("/undo", history.undo, "[N]", beside="/redo"),
    Command("/redo", history.redo, "[N]"),
    Command("/log", history.show_log, beside="/last"),
    Command("/last", history.show_last, "[N]"),
    Command("/fetch", history.fetch, beside="/cancel"),
    Command("/cancel", history.cancel),
    Command("/asof", history.set_day, "[DATE]", "text", "day"),
    Command("/artifacts", artifacts.show_artifacts, needs="artifacts", beside="/artifact"),
    Command("/artifact", artifacts.show_artifact, "N", needs="artifacts"),
    Command("/confirm", plans.confirm, "[N]", needs="plans", beside="/trace"),
    Command("/collections", documentation.show_collections, needs="scope"),
    Command("/scope", documentation.choose_scope, "NAME [VERSION]", "text", "scope"),
    Command("/up", documentation.up, needs="feedback", beside="/down"),
    Command("/down", documentation.down, "[WHY]", "text", "feedback"),
    Command("/trace", documentation.show_trace, "[N]", needs="artifacts"),
    Command("/export", dossiers.export, "FORMAT [FILE]", "format"),
    Command("/dossiers", dossiers.show_dossiers, "[LABEL]", "text", beside="/more"),
    Command("/open", dossiers.open_dossier, "N", "dossier", also="/switch"),
    Command("/desk", desk_command.choose, "[NAME]", "desk", beside="/new"),
    Command("/new", dossiers.begin_anew),
    Command("/title", dossiers.rename, "TEXT", "text", beside="/find"),
    Command("/find", dossiers.find, "TEXT", "text"),
    Command("/more", dossiers.more),
    Command("/help", show_help),
)


_WITHOUT_PLAN = {one.name: one for one in COMMANDS if one.needs == "plans"}
"""What says itself that there is no plan, to who confirms one twice."""


def commands_of(chat: Chat) -> tuple[Command, ...]:
    """Return the commands that make sense here: those that the desk has use for, and its own before the last."""
    desk = chat.desk
    made = desk.makes_artifacts or bool(rows_in(chat.known, "artifacts"))
    has = {"": True, "day": desk.has_day, "artifacts": made}
    has["plans"] = bool(plans_in(chat.known))
    has |= {what: desk.takes(what) for what in ("scope", "feedback")}
    every = [command for command in COMMANDS if has[command.needs]]
    taken = {name for command in COMMANDS for name in command.names}
    own = [command for command in map(_of_the_desk, desk.commands) if command]
    return (*every[:-1], *(one for one in own if one.name not in taken), every[-1])


def _of_the_desk(frame: Frame) -> Command | None:
    named = NAME.fullmatch(harmless(frame.get("name")))
    if named is None:
        return None
    name = f"/{named[1]}"
    if frame.get("sends"):
        return Command(name, partial(credential.send, frame), "FILE", "file", frame=frame)
    if frame.get("shows"):
        return Command(name, partial(artifacts.show_kind, str(frame["shows"])), frame=frame)
    if "{}" not in told(frame.get("message"), "en"):
        return Command(name, partial(_send, frame), frame=frame)
    if frame.get("takes") == "file":
        return Command(name, partial(_send_file, frame), "FILE", "file", frame=frame)
    return Command(name, partial(_send, frame), "TEXT", "text", frame=frame)


def _send(frame: Frame, chat: Chat, argument: str) -> None:
    """Send what a command of the desk says."""
    chat.send(told(frame.get("message"), chat.words.language).replace("{}", argument))


def _send_file(frame: Frame, chat: Chat, argument: str) -> None:
    """Send what a command of the desk says, with the text of a file in it."""
    file = document.named_file(argument)
    try:
        text = document.content_of(chat, file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable(chat.words("file_no_text", file=str(file))) from None
    _send(frame, chat, text)


def help_of(command: Command, chat: Chat) -> str:
    """Return what a command does."""
    language = chat.words.language
    if command.frame:
        return told(command.frame.get("help"), language)
    if command.needs == "day":
        return chat.desk.day("command", language)
    formats = ", ".join(dossiers.FORMATS)
    return chat.words(command.name, formats=formats, document=_document(chat))


def _document(chat: Chat) -> str:
    """Return what the desk calls a document that a user adds."""
    return chat.desk.says("document", chat.words.language)


def obey(chat: Chat, line: str) -> None:
    """Run the command in this line; raises ``Unusable`` where it can't be done as it was typed."""
    name, _, argument = line.partition(" ")
    if chat.dossier_id and not chat.known:
        chat.learn()  # its desk has commands of its own
    by_name = {name: command for command in commands_of(chat) for name in command.names}
    command = by_name.get(name.lower(), _WITHOUT_PLAN.get(name.lower()))
    if command is None:
        meant = difflib.get_close_matches(name.lower(), by_name, 1)
        if meant:
            raise Unusable(chat.words("did_you_mean", name=name, meant=meant[0]))
        raise Unusable(chat.words("no_such", name=name))
    if command.needs_argument and not argument.strip():
        usage = chat.words("usage", usage=command.form)
        raise Unusable(f"{usage} · {help_of(command, chat)}")
    command.run(chat, argument.strip())

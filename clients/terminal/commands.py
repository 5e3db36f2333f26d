"""The commands: their names, what they take and what they do. Help, completion and the docs go by this list."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from clients.terminal import document_command as document
from clients.terminal import dossier_commands as dossiers
from clients.terminal import history_commands as history
from clients.terminal import source_commands as sources
from clients.terminal.chat import Chat, Unusable

EXIT_WORDS = ("quit", "exit", "stop", "bye")
COLUMN = 23

Takes = Literal["nothing", "source", "sources", "dossier", "format", "file", "text"]


@dataclass(frozen=True)
class Command:
    """One command; ``takes`` says how its argument is completed."""

    name: str
    run: Callable[[Chat, str], None]
    usage: str = ""
    takes: Takes = "nothing"

    @property
    def needs_argument(self) -> bool:
        """Whether it means nothing without one."""
        return bool(self.usage) and not self.usage.startswith("[")

    @property
    def form(self) -> str:
        """How it is typed."""
        return f"{self.name} {self.usage}".rstrip()


def show_help(chat: Chat, _: str) -> None:
    """Print the commands, but for this one, which is known by now: the rest fits a screen of 24 lines."""
    chat.say("help_ask")
    for command in COMMANDS[:-1]:
        told = chat.words(command.name, formats=", ".join(dossiers.FORMATS))
        chat.screen.entry(f"{command.form:{COLUMN}}", told)
    chat.screen.entry(f"{', '.join(EXIT_WORDS):{COLUMN}}", chat.words("exit_words"))
    chat.say("help_keys", "dim")


COMMANDS = (
    Command("/sources", sources.show_sources),
    Command("/source", sources.show_source, "N [all]", "source"),
    Command("/select", sources.select, "N...", "sources"),
    Command("/unselect", sources.unselect, "N...", "sources"),
    Command("/add", document.add, "FILE", "file"),
    Command("/why", history.show_why, "N", "source"),
    Command("/undo", history.undo, "[N]"),
    Command("/redo", history.redo, "[N]"),
    Command("/log", history.show_log),
    Command("/last", history.show_last, "[N]"),
    Command("/fetch", history.fetch),
    Command("/asof", history.set_day, "[DATE]", "text"),
    Command("/export", dossiers.export, "FORMAT [FILE]", "format"),
    Command("/dossiers", dossiers.show_dossiers),
    Command("/new", dossiers.begin_anew),
    Command("/switch", dossiers.switch, "ID", "dossier"),
    Command("/title", dossiers.rename, "TEXT", "text"),
    Command("/find", dossiers.find, "TEXT", "text"),
    Command("/help", show_help),
)
BY_NAME = {command.name: command for command in COMMANDS}


def obey(chat: Chat, line: str) -> None:
    """Run the command in this line; raises ``Unusable`` where it can't be done as it was typed."""
    name, _, argument = line.partition(" ")
    command = BY_NAME.get(name.lower())
    if command is None:
        meant = difflib.get_close_matches(name.lower(), BY_NAME, 1)
        if meant:
            raise Unusable(chat.words("did_you_mean", name=name, meant=meant[0]))
        raise Unusable(chat.words("no_such", name=name))
    if command.needs_argument and not argument.strip():
        raise Unusable(chat.words("usage", usage=command.form))
    command.run(chat, argument.strip())

"""What reads a command line and says in its user's language what was wrong; and commands of packages beside ``src``."""

import argparse
import difflib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, NoReturn, TypeAlias

from src.spoken import said, spoken
from src.texts import beside

AddCommand: TypeAlias = "Callable[[argparse._SubParsersAction[argparse.ArgumentParser]], None]"
"""Registers a command with the parser of ``tess``; what takes long to import is imported when it runs."""


def commands_beside() -> Sequence[AddCommand]:
    """Return what registers the commands that ``pyproject.toml`` lists as entry points and whose package is there."""
    points = entry_points(group="tess.commands")
    return [point.load() for point in points if find_spec(point.module.partition(".")[0])]


BROKEN = 2

_OWN_HELP = "show this help message and exit"


class SpeakingFormatter(argparse.HelpFormatter):
    """Writes the help of a command in the language of its user."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: "Iterable[argparse._MutuallyExclusiveGroup]",
        prefix: str | None = None,
    ) -> None:
        """Begin with how the command is used."""
        dutch = "gebruik: " if prefix is None and spoken() == "nl" else prefix
        super().add_usage(usage, actions, groups, dutch)

    def start_section(self, heading: str | None) -> None:
        """Begin a list of what can be typed."""
        known = beside(__file__, "parser")["headings"] if spoken() == "nl" else {}
        super().start_section(known.get(heading or "", heading))

    def add_text(self, text: str | None) -> None:
        """Add a paragraph."""
        if text and text != argparse.SUPPRESS:
            text = said(text)
            text = f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.:' else '.'}"
        super().add_text(text)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return said(action.help) if action.help else action.help


class SpeakingRawFormatter(SpeakingFormatter, argparse.RawDescriptionHelpFormatter):
    """Leaves the lines of a description as they are."""


class SpeakingParser(argparse.ArgumentParser):
    """An argument parser that speaks the language of its user, as do those of its commands."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{"formatter_class": SpeakingFormatter, **given})
        self.example = ""
        """A line to type, which its help ends with."""
        self.otherwise = ""
        """Its command where what was typed begins with none: what else is a text that the command is for."""

    def format_help(self) -> str:
        """Return the help, with the example at its end."""
        example = f"\n{said('Example:')} {self.example}\n" if self.example else ""
        return super().format_help() + example

    def parse_known_args(  # type: ignore[override]  # as it is called here
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read a command line; the command that is meant may be left out where there is one."""
        if self.otherwise and args and args[0][:1] != "-" and " " in args[0]:
            args = [self.otherwise, *args]
        return super().parse_known_args(args, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        commands = action.choices if isinstance(action, argparse._SubParsersAction) else None
        if commands is not None and value not in commands:
            near = difflib.get_close_matches(value, commands, 1)
            told = f"do you mean {near[0]}?" if near else "see tess --help"
            raise argparse.ArgumentError(None, f"invalid choice: {value!r}; {told}")
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with what was typed, and end with 2."""
        self.print_usage(sys.stderr)
        told = _in_dutch(message) if spoken() == "nl" else message
        self.exit(BROKEN, f"{self.prog}: {said('error')}: {told}\n")


def texts_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield every text of a parser's help and of the commands below it."""
    yield from (text for text in (parser.description, parser.epilog) if text)
    for action in parser._actions:
        if action.help and action.help not in (argparse.SUPPRESS, _OWN_HELP):
            yield action.help
        if isinstance(action, argparse._SubParsersAction):
            yield from (entry.help for entry in action._choices_actions if entry.help)
            for below in {id(choice): choice for choice in action.choices.values()}.values():
                yield from texts_of(below)


def _in_dutch(message: str) -> str:
    for pattern, dutch in beside(__file__, "parser")["wrong"].items():
        if found := re.fullmatch(pattern, message):
            return str(dutch.format(*found.groups()))
    return message

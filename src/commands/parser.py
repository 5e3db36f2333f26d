"""What reads a command line and says in its user's language what was wrong; and commands of packages beside ``src``.

What ``tess --help`` shows: the commands by what somebody wants, each with one line to type.
"""

import argparse
import difflib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, NoReturn, TypeAlias

from src.cli_types import Commands
from src.spoken import said, spoken
from src.texts import beside

AddCommand: TypeAlias = Callable[[Commands], None]
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


class OverviewParser(SpeakingParser):
    """The parser of ``tess`` itself, whose help has the commands in groups."""

    def format_help(self) -> str:
        """Return the help: the commands in groups, those without a group last."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for title, commands in _grouped(commands_of(self)):
            formatter.start_section(title)
            formatter.add_arguments(commands)
            formatter.end_section()
        formatter.start_section("options")
        formatter.add_arguments(action for action in self._actions if action.option_strings)
        formatter.end_section()
        return formatter.format_help()


def commands_of(parser: argparse.ArgumentParser) -> Commands:
    """Return what a parser has its commands in."""
    actions = parser._actions
    return next(each for each in actions if isinstance(each, argparse._SubParsersAction))


def complete(parser: argparse.ArgumentParser) -> None:
    """Give each command a sentence on what it does, an example, and the names that it had before."""
    commands, overview = commands_of(parser), beside(__file__, "overview")
    examples = dict(line for group in overview["group"] for line in group["commands"].items())
    for told in commands._choices_actions:
        command = commands.choices[told.dest]
        command.description = command.description or told.help
        if isinstance(command, SpeakingParser):
            command.example = examples.get(told.dest, "")
            command.otherwise = overview["otherwise"].get(told.dest, "")
    for older, name in overview["older"].items():
        if name in commands.choices:
            commands._name_parser_map[older] = commands._name_parser_map[name]


def _grouped(commands: Commands) -> Iterator[tuple[str, list[argparse.Action]]]:
    left = {command.dest: command for command in commands._choices_actions}
    for group in beside(__file__, "overview")["group"]:
        if found := [left.pop(name) for name in group["commands"] if name in left]:
            yield group["title"][spoken()], found
    if left:
        yield {"nl": "meer", "en": "more"}[spoken()], list(left.values())


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

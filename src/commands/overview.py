"""What ``tess --help`` shows: the commands by what somebody wants, each with one line to type."""

import argparse
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from src.cli_types import Commands
from src.commands.parser import SpeakingParser
from src.spoken import spoken


@cache
def _overview() -> Any:
    return tomllib.loads(Path(__file__).with_name("overview.toml").read_text("utf-8"))


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
    commands = commands_of(parser)
    examples = {
        name: line for group in _overview()["group"] for name, line in group["commands"].items()
    }
    for told in commands._choices_actions:
        command = commands.choices[told.dest]
        command.description = command.description or told.help
        if isinstance(command, SpeakingParser):
            command.example = examples.get(told.dest, "")
            command.otherwise = _overview()["otherwise"].get(told.dest, "")
    for older, name in _overview()["older"].items():
        if name in commands.choices:
            commands._name_parser_map[older] = commands._name_parser_map[name]


def _grouped(commands: Commands) -> Iterator[tuple[str, list[argparse.Action]]]:
    left = {command.dest: command for command in commands._choices_actions}
    for group in _overview()["group"]:
        if found := [left.pop(name) for name in group["commands"] if name in left]:
            yield group["title"][spoken()], found
    if left:
        yield {"nl": "meer", "en": "more"}[spoken()], list(left.values())

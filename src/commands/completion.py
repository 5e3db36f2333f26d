"""``tess completion``: prints what bash or zsh completes a command line by, made of the same table as the help.

No library does it: no lock has argcomplete or shtab, which would be in every install and offer the older names, too.
"""

import argparse
import shlex
from collections.abc import Iterator
from pathlib import Path

from src.desks.catalogue import plugs
from src.spoken import said

Words = dict[str, str]
"""What can be typed at a place, and what each does."""


def completion(parser: argparse.ArgumentParser, options: argparse.Namespace, _: list[str]) -> int:
    """Print the script of a shell."""
    desks = {plug.name: "" for plug in plugs(options.desks)}
    table = {place: words for place, words in _table(parser, desks) if words}
    cases = (f"{shlex.quote(place)}) printf '%s\\n' {_lines(table[place])} ;;" for place in table)
    script = Path(__file__).with_name(f"completion.{options.shell}").read_text("utf-8")
    print(script.replace("@words@", "\n".join(cases)))
    return 0


def _lines(words: Words) -> str:
    return " ".join(shlex.quote(f"{word}:{said(does)}") for word, does in words.items())


def _table(
    parser: argparse.ArgumentParser, desks: Words, place: str = ""
) -> Iterator[tuple[str, Words]]:
    """Yield every place on a command line, named by the words before it, with what can be typed there."""
    words: Words = {}
    for action in parser._actions:
        choices = {**dict.fromkeys(action.choices or (), ""), **_known(action.dest, desks)}
        if isinstance(action, argparse._SubParsersAction):
            choices = {each.dest: each.help or "" for each in action._choices_actions}
            for name in choices:
                yield from _table(action.choices[name], desks, f"{place} {name}".strip())
        if not action.option_strings:
            words |= choices
        elif action.help != argparse.SUPPRESS:
            words |= dict.fromkeys(action.option_strings, action.help or "")
            yield from ((f"{place} {name}", choices) for name in action.option_strings)
    yield place, words


def _known(name: str, desks: Words) -> Words:
    """Return what a dossier or a desk can be called, which no parser knows."""
    return {"dossier": {"last": ""}, "desk": desks}.get(name, {})

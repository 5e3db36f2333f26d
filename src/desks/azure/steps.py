"""The closed table of commands that a diagnosis may name, and what strikes all else that looks like one. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from pydantic import BaseModel

from src.desks.azure.knowledge import table
from src.desks.azure.words import TEXTS
from src.dossier.models import Language
from src.grounding.evidence import has_name

_FORMS = table("commands")
COMMAND = re.compile("|".join(_FORMS["forms"]).replace("{rest}", _FORMS["rest"]), re.DOTALL)
"""What looks like a command."""

_GAP = re.compile(r"<(\w+)>")
_FENCE = re.compile(r"\A```\w*|`|\\\n")
_PLACEHOLDER = re.compile(r"<([^<>\n]{1,80})>")
_ANNOUNCED = r"[*_]*\b[^.!?,;:\n`\[\]]+:[*_]*\s*"
"""What ends in a colon before something: the last part of its sentence."""

_PART = re.compile(rf"{_PLACEHOLDER.pattern}|([^\s=]+)")


GapValues = Callable[[str], Mapping[str, Sequence[str]]]
"""What could fill the gaps of a command, by gap."""


class Action(BaseModel):
    """A step of a diagnosis: a command of the table with its gaps filled, and what it does."""

    name: str
    command: str
    """Empty where something is missing that only a reply could tell."""
    what: str


def fill(command: str, values: Mapping[str, str]) -> str:
    """Return a command with its gaps filled by these values; empty where one of them is none, others stay gaps."""
    known = {gap: argument(value) for gap, value in values.items()}
    if not all(known.get(gap.lower(), gap) for gap in _GAP.findall(command)):
        return ""
    return _GAP.sub(lambda gap: known.get(gap[1].lower(), gap[0]), command)


def shown_by() -> dict[str, str]:
    """Return the commands of the table that only show something, by name: what a user learns by them."""
    # Not by way of ``causes``, which a server that diagnoses nothing never reads.
    return {name: row["shows"] for name, row in table("steps").items() if "shows" in row}


def without_commands(
    text: str,
    language: Language,
    cards: str = "",
    said: str = "",
    values: GapValues = lambda _: {},
) -> str:
    """Return a text with everything struck that looks like a command: only the table's are told.

    One that a card has is told as well, and one whose parts cards have, or what the user ``said``, its placeholders
    filled by ``values`` or to be filled in. What announces one that is struck goes with it.
    """

    def told(found: re.Match[str]) -> str:
        command = " ".join(_FENCE.sub("", found.group()).split())
        shown = _told_again(command, f"{said}\n{cards}" if said else "")
        again, behind = (command, "") if shown else _of_card(command, cards)
        told = to_fill_in(again, language, values(again)) if again else TEXTS[language].no_command
        return f"{told} {behind}".rstrip()

    struck = re.escape(TEXTS[language].no_command)
    return re.sub(rf"{_ANNOUNCED}(?={struck})", "", COMMAND.sub(told, text))


def _of_card(command: str, cards: str) -> tuple[str, str]:
    """Return a command that stands in a card, and a word behind its last option; empty for any other."""
    words, _, behind = command.rpartition(" ")
    if has_name(cards, command):
        return command, ""
    is_prose = behind.isalpha() and words.rpartition(" ")[2].startswith("-")
    return (words, behind) if is_prose and has_name(cards, words) else ("", "")


def _told_again(command: str, known: str) -> bool:
    """Return whether each part of a command of Azure's own client is known, or a placeholder."""
    parts = [part.group() for part in _PART.finditer(command)]
    names = list(takewhile(lambda part: not part.startswith(("-", "<")), parts))
    rest = [part for part in parts[len(names) :] if not part.startswith("<")]
    whole = names[:1] == ["az"] and all(map(argument, names)) and has_name(known, " ".join(names))
    return whole and all(argument(part.strip("-\"'")) and has_name(known, part) for part in rest)


def to_fill_in(command: str, language: Language, values: Mapping[str, Sequence[str]]) -> str:
    """Return a command within a text, each placeholder filled by its only value, or left for the user to fill in."""
    # In capitals, as a shell takes "<" for the name of a file.
    blanks = {
        _in_capitals(blank): " / ".join(values.get(blank[1], ()))
        for blank in _PLACEHOLDER.finditer(command)
        if len(values.get(blank[1], ())) != 1
    }
    named = ", ".join(f"{gap} ({some})" if some else gap for gap, some in blanks.items())

    def told(blank: re.Match[str]) -> str:
        only = values.get(blank[1], ())
        return only[0] if len(only) == 1 else _in_capitals(blank)

    command = _PLACEHOLDER.sub(told, command)
    return TEXTS[language].fill_in.format(command=command, gaps=named) if blanks else f"`{command}`"


def _in_capitals(placeholder: re.Match[str]) -> str:
    return re.sub(r"\W+", "_", placeholder[1].strip()).upper()


def argument(value: str) -> str:
    """Return a value that may stand in a command: an id, a name, and nothing that a shell would read."""
    return (
        value if re.fullmatch(r"[A-Za-z0-9][\w./():@-]{0,999}|/[\w./():@-]{1,999}", value) else ""
    )

"""The closed table of commands that a diagnosis may name, and what strikes all else that looks like one. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from src.desks.azure.knowledge.causes import causes
from src.dossier.models import Language

STRUCK: Mapping[Language, str] = {
    "nl": "[opdracht weggelaten: zij staat niet in mijn tabel]",
    "en": "[command struck: it is none of my table]",
}

_REST = r"(?:[^\n.;,]|[.,](?=\S))*"
"""Of a command: to the end of its sentence, part or line; advice behind a comma stays."""

_COMMAND = re.compile(
    r"(?:```.*?(?:```|\Z))"
    r"|`[^`\n]*(?:\s--?\w|\b(?:az|sudo|curl|wget|rm|kubectl|terraform|pwsh|powershell|bash|sh|Invoke-\w+)\s)[^`\n]*`"
    r"|(?m:^\s*(?:[$>#]\s+\S.*|(?:PS [^>\n]*>).*)$)"
    r"|\b(?:az|sudo|curl|wget|kubectl|helm|docker|terraform|azd|ssh|chmod|chown|psql|pip|npm|git|bash|sh|pwsh|powershell)"
    rf"\s+(?:-{{1,2}}\w|[a-z][\w-]*\s+(?:[a-z][\w-]*\s+)*-{{1,2}}\w|https?://|\./|/)\S*{_REST}"
    rf"|\baz\s+(?:[a-z][\w-]+\s+)*(?:create|delete|set|update|remove|add|purge|start|stop|restart|list|show|invoke|run)\b{_REST}"
    rf"|\bsudo\s+\S{_REST}"
    rf"|\b(?:terraform|kubectl|helm|docker|azd)\s+(?:apply|destroy|delete|run|exec|up|down|import|taint)\b{_REST}"
    r"|\brm\s+-\w+[^\n;]*"
    rf"|\b(?:New|Set|Remove|Add|Start|Stop|Restart|Update|Get|Connect|Invoke)-Az[A-Za-z]*{_REST}"
    r"|\b(?:Invoke-(?:WebRequest|Expression|RestMethod)|iex|iwr)\b[^\n;]*"
    r"|\b(?:DELETE|PUT|PATCH|POST)\s+https?://\S+",
    re.DOTALL,
)


@dataclass(frozen=True)
class FilledStep:
    """A step of a diagnosis: a command of the table with its gaps filled, and what it does."""

    name: str
    command: str
    """Empty where something is missing that only a reply could tell."""
    what: str


def step(name: str, known: Mapping[str, str], language: Language) -> FilledStep | None:
    """Return a step with what Azure said of its resource; None where the table has no such name."""
    found = causes().step.get(name)
    if found is None:
        return None
    gaps = {gap for _, gap, _, _ in Formatter().parse(found.command) if gap}
    filled = {gap: argument(known.get(gap, "")) for gap in gaps}
    command = found.command.format(**filled) if all(filled.values()) else ""
    return FilledStep(name, command, found.what.in_(language))


def blank(name: str) -> str:
    """Return a command of the table with its gaps left for the user; empty where the table has no such name."""
    found = causes().step.get(name)
    return re.sub(r"\{(\w+)\}", lambda gap: f"<{gap[1].upper()}>", found.command) if found else ""


def gaps() -> set[str]:
    """Return the gaps of the table's commands that only the user knows."""
    return {gap for one in causes().step.values() for gap in re.findall(r"<(\w+)>", one.command)}


def shown_by() -> dict[str, str]:
    """Return the commands of the table that only show something, by name: what a user learns by them."""
    return {name: one.shows for name, one in causes().step.items() if one.shows}


def without_commands(text: str, language: Language) -> str:
    """Return a text with everything struck that looks like a command: only the table's are told."""
    return _COMMAND.sub(STRUCK[language], text)


def argument(value: str) -> str:
    """Return a value that may stand in a command: an id, a name, and nothing that a shell would read."""
    return (
        value if re.fullmatch(r"[A-Za-z0-9][\w./():@-]{0,999}|/[\w./():@-]{1,999}", value) else ""
    )

"""What the commands about artifacts do: list what was made, and draw it in the way that the desk says."""

from rich.table import Table as Grid
from rich.text import Text as Line

from clients.desk import made_in, told
from clients.terminal.chat import Chat, Unusable
from clients.terminal.screen import QUOTED
from clients.terminal.words import one_line
from clients.views import (
    Difference,
    Drawing,
    Field,
    Moment,
    More,
    Quote,
    Table,
    Text,
    drawings,
    waits,
)
from tess_client.wire import Frame, rows_in

SIGNS = {" ": "", "-": "red", "+": "green"}
"""How the lines of a difference look, beside their signs."""


def show_artifacts(chat: Chat, _: str) -> None:
    """Print a line about everything that was made in the dossier."""
    artifacts = made_in(chat.dossier())
    if not artifacts:
        chat.say("no_artifacts")
    for place, artifact in artifacts:
        chat.screen.entry(f"  [{place + 1}] ", _headed(chat, artifact))


def show_artifact(chat: Chat, argument: str) -> None:
    """Print one of them."""
    dossier = chat.dossier()
    artifacts = rows_in(dossier, "artifacts")
    number = int(argument) if argument.isdecimal() and len(argument) < 7 else 0
    if not 1 <= number <= len(artifacts):
        raise Unusable(chat.words("no_artifact", number=argument))
    artifact = artifacts[number - 1]
    chat.screen.say(f"[{number}] {_headed(chat, artifact)}", "bold")
    draw_artifact(chat, artifact, dossier)


def show_kind(name: str, chat: Chat, _: str) -> None:
    """Print everything of a kind that was made in the dossier; of what can be replied to, what still waits."""
    dossier = chat.dossier()
    made = [one for one in rows_in(dossier, "artifacts") if one.get("kind") == name]
    waiting = [one for one in made if waits(one, chat.desk.artifact_kind(one))]
    if not waiting:
        chat.say("no_artifacts")
    for number, artifact in enumerate(waiting, start=1):
        if len(waiting) > 1:
            chat.screen.say(f"[{number}] {_headed(chat, artifact)}", "bold")
        draw_artifact(chat, artifact, dossier)


def draw_artifact(chat: Chat, artifact: Frame, dossier: Frame) -> None:
    """Print what is in an artifact."""
    kind = chat.desk.artifact_kind(artifact)
    for drawing in drawings(artifact, kind, chat.words.language):
        _draw(chat, drawing, dossier)


def _headed(chat: Chat, artifact: Frame) -> str:
    """Return the title of an artifact and what it is."""
    kind = told(chat.desk.artifact_kind(artifact).get("label"), chat.words.language)
    named = (artifact.get("title") or artifact.get("id"), kind or artifact.get("kind"))
    return " · ".join(filter(None, map(one_line, named)))


def _draw(chat: Chat, drawing: Drawing, dossier: Frame) -> None:
    match drawing:
        case Text(heading, text):
            chat.screen.say()
            chat.screen.say(heading, "bold") if heading else None
            chat.screen.markdown(text)
        case Field(label, value):
            chat.screen.entry(f"  {one_line(label)}: ", value)
        case Moment(when, what):
            chat.screen.entry(f"  {one_line(when)}  ", what)
        case Quote(text, quote, source_id):
            _draw_quote(chat, text, quote, _named(chat, dossier, source_id))
        case Difference(heading, lines):
            chat.screen.say(heading, "bold") if heading else None
            for sign, line in lines:
                chat.screen.say(f"{sign} {line}", SIGNS[sign])
        case Table(headings, rows):
            _draw_table(chat, headings, rows)
        case More(count):
            chat.say("more_rows", "dim", count=count)


def _draw_quote(chat: Chat, text: str, quote: str, named: str) -> None:
    chat.screen.say()
    if text:
        chat.screen.say(text)
    chat.screen.entry("  ", Line(f"“{quote}”", style=QUOTED if chat.screen.has_styles else ""))
    chat.screen.entry("  ", named, "dim")


def _named(chat: Chat, dossier: Frame, source_id: str) -> str:
    """Return the number and title of a source, by which it can be opened."""
    for number, source in enumerate(rows_in(dossier, "sources"), start=1):
        if source.get("id") == source_id:
            return f"[{number}] {chat.desk.name_of(source, chat.words.language)}"
    return one_line(source_id)


def _draw_table(chat: Chat, headings: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
    if not chat.screen.is_terminal:
        for row in (headings, *rows):
            chat.screen.say(" | ".join(map(one_line, row)))
        return
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        grid.add_column(Line(heading), overflow="fold")
    for row in rows:
        grid.add_row(*map(Line, row))
    chat.screen.lay_out(grid)

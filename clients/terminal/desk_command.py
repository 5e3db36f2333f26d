"""What /desk does: tell which desks there are, and begin at one of them."""

from clients.desk import Desk, NoSuchDesk
from clients.terminal.chat import Chat, Unusable
from clients.terminal.words import one_line


def choose(chat: Chat, argument: str) -> None:
    """Let the next message begin a dossier at a desk, named or by its number; without one, tell which there are."""
    if not argument:
        _show(chat)
        return
    desk = _named(chat, argument)
    chat.desk_name = desk.name
    chat.open("", {})
    language = chat.words.language
    chat.say("fresh_at", desk=desk.says("title", language) or desk.name)
    chat.screen.say(one_line(desk.says("opening", language)))
    for example in desk.examples(language)[:1]:
        chat.say("try", "dim", example=example)


def _show(chat: Chat) -> None:
    """Print the desks, the one that is spoken to marked."""
    for number, desk in enumerate(chat.desks.known, start=1):
        mark = "●" if desk.name == chat.desk.name else "○"
        head = f"  {number} {mark} {one_line(desk.name)}  "
        chat.screen.entry(head, one_line(desk.says("title", chat.words.language)))
    chat.say("desk_hint", "dim")


def _named(chat: Chat, argument: str) -> Desk:
    number = int(argument) if argument.isdecimal() and len(argument) < 4 else 0
    if 0 < number <= len(chat.desks.known):
        return chat.desks.known[number - 1]
    try:
        return chat.desks.chosen(argument.lower())
    except NoSuchDesk as error:
        names = ", ".join(error.names)
        raise Unusable(chat.words("no_desk", name=argument, names=names)) from error

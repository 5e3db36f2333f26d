"""Sending a credential: it goes from a file to a route of the desk, and never into a message."""

from clients.desk import told
from clients.terminal.chat import Chat, Unusable
from clients.terminal.document_command import content_of, named_file
from tess_client.wire import Frame, harmless


def send(frame: Frame, chat: Chat, argument: str) -> None:
    """Send the text of a file to the route that a command of the desk names, and print what came of it."""
    file = named_file(argument)
    try:
        text = content_of(chat, file).decode().strip()
    except UnicodeDecodeError:
        raise Unusable(chat.words("no_text", file=str(file))) from None
    route = harmless(frame.get("sends"))
    reply = chat.server.change({"token": text}, "/desks", chat.desk.name, route)
    values = {name: harmless(value) for name, value in reply.items() if isinstance(value, str)}
    chat.screen.say(told(frame.get("done"), chat.words.language, **values))

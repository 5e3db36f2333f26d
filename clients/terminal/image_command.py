"""What /image does: a picture becomes a source, once who adds it was told what it is, said what it shows, and yes."""

import hashlib

from clients.terminal.chat import Chat, Unusable
from clients.terminal.document_command import YES, content_of, named_file
from clients.terminal.words import one_line
from tess_client.wire import Frame, WireError, harmless

KIND = "picture"


def add(chat: Chat, argument: str) -> None:
    """Show what a picture is, ask what it shows and whether to add it, and add it; a dossier may begin with it."""
    if chat.dossier_id:
        chat.dossier()  # refused before anybody is asked
    if not chat.hears_answers:
        raise Unusable(chat.words("image_asks"))
    file = named_file(argument)
    data = content_of(chat, file)
    at = {"desk": chat.desk.name} if chat.desk in chat.desks.known else {}
    found = chat.server.send_file(data, "/images", "check", name=file.name, **at)
    chat.screen.say(f"{one_line(found.get('name'))} · {described(chat, found, len(data))}", "bold")
    chat.screen.say(harmless(found.get("notice")))
    answers = _asked(chat)
    if answers is None:
        chat.say("add_not")
        return
    unread = (
        {"unread": "true"} if found.get("asks_unread") and _agreed(chat, "image_unread") else {}
    )
    agreed = str(found.get("sha256"))
    chat.add_file(data, "images", name=file.name, agreed=agreed, shows=answers, **unread)
    chat.screen.picture(data)


def _asked(chat: Chat) -> str | None:
    """Return what the picture shows, in the user's words; None without a yes, as at the end of the input."""
    try:
        shows = input(chat.words("image_shows") + " ").strip()
    except EOFError:
        return None
    return shows if _agreed(chat, "add_question") else None


def _agreed(chat: Chat, question: str) -> bool:
    """Return whether the user says yes; the end of the input is none."""
    try:
        return input(chat.words(question) + " ").strip().lower() in YES
    except EOFError:
        return False


def described(chat: Chat, picture: Frame, size: object) -> str:
    """Return what kind of picture it is, and how large."""
    kind = one_line(picture.get("media_type")).removeprefix("image/")
    width, height = picture.get("width"), picture.get("height")
    return chat.words("image_size", kind=kind, width=width, height=height, size=size)


def show(chat: Chat, dossier: Frame, source: Frame) -> None:
    """Print what a source that is a picture is, and the picture where the terminal can."""
    sha256 = one_line(source.get("sha256"))
    if not sha256:
        return  # it was forgotten
    chat.screen.say(described(chat, source, source.get("size")), "dim")
    if not chat.screen.shows_pictures:
        return
    try:
        data = chat.server.file("/dossiers", str(dossier.get("id")), "images", sha256)
    except WireError:
        return  # what is known of it is on the screen
    if hashlib.sha256(data).hexdigest() == sha256:
        chat.screen.picture(data)

"""What /add does: a document of the client becomes a source, once who adds it has seen what is in it and said yes."""

import shlex
from pathlib import Path

from clients.file_names import is_address
from clients.terminal.chat import Chat, Unusable
from clients.terminal.screen import link
from clients.terminal.words import one_line
from tess_client.wire import LONGEST_FILE, Frame, harmless, rows_in

YES = ("ja", "j", "yes", "y")
MASK = ("masker", "maskeer", "mask", "m")
OPEN = ("open",)


def add(chat: Chat, argument: str) -> None:
    """Show what personal data a file holds, ask, and add it; a dossier may begin with it."""
    if chat.dossier_id:
        chat.dossier()  # refused before anybody is asked
    if not chat.hears_answers:
        raise Unusable(chat.words("add_asks"))
    data, named = _meant(chat, argument)
    chat.say("add_checking" if named else "add_fetching", "dim")
    found = chat.server.send_file(data, "/documents", "check", **named)
    _show(chat, found)
    mask = _mask_agreed(chat, bool(rows_in(found, "personal")))
    if not mask:
        chat.say("add_not")
        return
    agreed = str(found.get("sha256"))
    chat.add_file(data, "documents", agreed=agreed, mask=mask, **named)


def _meant(chat: Chat, argument: str) -> tuple[bytes | str, dict[str, str]]:
    """Return what is in the file that is meant, and its name; or the address of a page, which has none."""
    if is_address(argument):
        return argument, {}
    file = named_file(argument)
    return content_of(chat, file), {"name": file.name}


def named_file(typed: str) -> Path:
    """Return the file that is meant: as typed, or in the quotes or backslashes of a shell or of a file dropped here."""
    try:
        plain = Path(typed).expanduser()
        words = shlex.split(typed)
        if len(words) == 1 and not plain.exists():
            return Path(words[0]).expanduser()
    except (RuntimeError, ValueError, OSError):
        return Path(typed)  # opening it tells what is wrong with it
    return plain


def content_of(chat: Chat, file: Path) -> bytes:
    """Return what is in a file; raises ``Unusable``."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unusable(chat.words("add_unreadable", file=str(file), reason=reason)) from error
    if len(data) > LONGEST_FILE:
        raise Unusable(chat.words("add_too_large", file=str(file), size=LONGEST_FILE // 2**20))
    return data


def _show(chat: Chat, found: Frame) -> None:
    pages = chat.words("add_pages", pages=found["pages"]) if found.get("pages") else ""
    size = chat.words("add_characters", count=found.get("characters"))
    told = (one_line(found.get("name")), one_line(found.get("kind")), pages, size)
    chat.screen.say(" · ".join(filter(None, told)), "bold")
    if address := link(harmless(found.get("address"))):
        chat.screen.whole(address)
        chat.screen.say(f"“{one_line(found.get('beginning'))} …”", "dim")
    personal = rows_in(found, "personal")
    chat.say("add_personal" if personal else "add_nothing_personal")
    for row in personal:
        name = one_line(row.get("kind"))
        special = one_line(chat.desk.personal(name, chat.words.language))
        kind = special or chat.words.known("personal", name)
        given = row.get("examples")
        examples = ", ".join(map(one_line, given)) if isinstance(given, list) else ""
        chat.screen.entry("  ", f"{kind}: {one_line(row.get('count'))} ({examples})")
    chat.screen.say(harmless(found.get("notice")))


def _mask_agreed(chat: Chat, personal: bool) -> str:
    """Return where personal data is to be masked; empty without a yes, as at the end of the input."""
    if personal:
        chat.say("add_choices")
    question = chat.words("add_question_personal" if personal else "add_question")
    try:
        typed = input(question + " ").strip().lower()
    except EOFError:
        return ""
    if personal and typed in MASK:
        return "text"
    if personal and typed in OPEN:
        return "none"
    return "quotes" if typed in YES else ""

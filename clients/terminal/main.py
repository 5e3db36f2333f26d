"""The program: its options, the conversation, and how it ends."""

import argparse
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from clients.desk import NoSuchDesk, desks_of
from clients.terminal.banner import greet
from clients.terminal.chat import BROKEN, DONE, INTERRUPTED, REFUSED, TERMINATED, Chat, Unusable
from clients.terminal.commands import EXIT_WORDS, obey
from clients.terminal.screen import Screen
from clients.terminal.words import Words
from tess_client.language import language_of_machine
from tess_client.wire import A_TOKEN, COMMAND, DEFAULT_URL, DOSSIER_ID, Server, WireError

if sys.platform != "win32":
    import termios


def run() -> int:
    """Hold the conversation and return the exit status."""
    try:
        with keyboard_as_it_was():
            return main()
    except KeyboardInterrupt:
        return INTERRUPTED


def main() -> int:
    """Hold the conversation; return 0 done, 1 a message was refused, 2 something broke."""
    given = arguments_given()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    # As an exception, so that the conversation is left in order.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    words = Words(language_of_machine())
    given.server.language = words.language
    chat = Chat(given.server, words, Screen(), given.json, interactive, given.dossier or "")
    chat.desk_name = given.desk or ""
    try:
        learn_desks(chat)
        if interactive and not chat.as_json:
            greet(chat)
    except NoSuchDesk as error:
        name, names = chat.desk_name, ", ".join(error.names)
        chat.fail(WireError("unknown_desk", given.url, words("no_desk", name=name, names=names)))
        return BROKEN
    except WireError as error:
        chat.fail(error)
        return BROKEN
    for line in lines_of(chat, interactive):
        handle(chat, line)
    if not chat.as_json:
        farewell(chat)
    return DONE if interactive else chat.status


def learn_desks(chat: Chat) -> None:
    """Ask the server for its desks; raises ``WireError``, and ``NoSuchDesk`` where it lacks the one asked for."""
    try:
        chat.desks = desks_of(chat.server)
    except WireError as error:
        # Every TESS server has this page: what answers here is something else.
        if error.code == "older_server":
            raise WireError("not_tess", chat.server.url) from error
        raise
    chat.desks.chosen(chat.desk_name)


def lines_of(chat: Chat, interactive: bool) -> Iterator[str]:
    """Yield what is typed or piped in, until an exit word or the end of it."""
    if interactive:
        # Only who types waits for it to load.
        from clients.terminal.prompt import typed_lines

        yield from typed_lines(chat)
        return
    for line in sys.stdin:
        text = line.strip()
        if text.lower().lstrip("/") in EXIT_WORDS:
            return
        if text:
            yield text


def handle(chat: Chat, line: str) -> None:
    """Run a command, or send the line as a message; failures are told, never raised."""
    try:
        if chat.as_json:
            chat.send(line)
        elif not line.startswith("/"):
            chat.send(chat.meant(line))
        else:
            obey(chat, line)
            space(chat)
    except Unusable as error:
        chat.status = max(chat.status, REFUSED)
        if chat.screen.is_terminal:
            chat.screen.say(f"{error}\n")
        else:
            chat.screen.complain(str(error))
    except WireError as error:
        chat.fail(error)
    except KeyboardInterrupt:
        chat.say("stopped" if chat.pending else "interrupted")
        space(chat)


def space(chat: Chat) -> None:
    """Leave a line free for other readers."""
    if chat.screen.is_terminal:
        chat.screen.say()


def farewell(chat: Chat) -> None:
    """Show how to continue."""
    if not chat.dossier_id:
        return
    # The command finds or starts the server that it named to us; any other it must be told.
    known = os.environ.get("TAX_WS_URL") if COMMAND else DEFAULT_URL
    url = "" if chat.server.url == known else f" --url {chat.server.url}"
    command = COMMAND or "python terminal_chat.py"
    chat.screen.say()
    if chat.pending:
        chat.say("left_pending")
    chat.say("left", id=chat.dossier_id)
    chat.screen.whole(f"  {command} --dossier {chat.dossier_id}{url}")


def arguments_given() -> argparse.Namespace:
    """Return the command line; wrong use ends the program with status 2."""
    parser = argparse.ArgumentParser(
        prog=COMMAND.removeprefix("./") or None,
        description="Talk to TESS in a terminal or through a pipe.",
    )
    parser.add_argument(
        "--dossier", type=dossier_id_given, metavar="ID", help="continue this dossier"
    )
    parser.add_argument(
        "--desk", metavar="NAME", help="desk of a new dossier (default: the server's first)"
    )
    parser.add_argument(
        "--url",
        type=url_given,
        default=os.environ.get("TAX_WS_URL") or DEFAULT_URL,
        metavar="URL",
        help=f"WebSocket of the server (TAX_WS_URL, else {DEFAULT_URL})",
    )
    parser.add_argument("--json", action="store_true", help="print each reply as one line of JSON")
    parser.add_argument(
        "--token",
        type=token_given,
        default=os.environ.get("TESS_TOKEN") or None,
        metavar="TOKEN",
        help="for a server that asks for one; better in TESS_TOKEN, where others on this machine can't read it",
    )
    given = parser.parse_args()
    try:
        given.server = Server(given.url, given.token)
    except OSError as error:
        parser.error(f"the file that TESS_TOKEN_FILE names can't be read ({error.strerror})")
    return given


def dossier_id_given(text: str) -> str:
    """Return a well-formed dossier id; argparse tells the rest."""
    if not DOSSIER_ID.fullmatch(text):
        raise argparse.ArgumentTypeError("a dossier id is dos- and 32 (or 8) hexadecimal digits")
    return text


def url_given(text: str) -> str:
    """Return the address of a WebSocket; argparse tells the rest."""
    try:
        Server(text, "")
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"the address of a server begins with ws:// or wss://, like {DEFAULT_URL}"
        ) from error
    return text


def token_given(text: str) -> str:
    """Return a token that can stand in a header; what was given is not repeated in the complaint."""
    if not A_TOKEN.fullmatch(text):
        raise argparse.ArgumentTypeError("a token has no spaces or other special characters")
    return text


@contextmanager
def keyboard_as_it_was() -> Iterator[None]:
    """Give the terminal its settings back, also where a signal comes while a prompt is still being set up."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
    else:
        settings = termios.tcgetattr(sys.stdin)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings)

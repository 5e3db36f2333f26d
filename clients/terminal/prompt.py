"""The input line: history, several lines, completion and a line that says where one is."""

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, ThreadedCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.styles import Style

from clients.terminal.chat import Chat, numbers_selected
from clients.terminal.commands import EXIT_WORDS
from clients.terminal.completion import Candidates
from clients.terminal.dossier_commands import SHORT_ID, listed
from clients.terminal.words import one_line
from tess_client.wire import Frame, WireError, rows_in

LOOK = Style.from_dict(
    {
        "bottom-toolbar": "noreverse dim",
        "sign": "bold",
        "more": "dim",
        "completion-menu": "bg:default fg:default",
        "completion-menu.completion": "bg:default fg:default",
        "completion-menu.completion.current": "bg:default fg:default reverse",
        "completion-menu.meta.completion": "bg:default fg:default dim",
        "completion-menu.meta.completion.current": "bg:default fg:default reverse",
        "scrollbar.background": "bg:default",
        "scrollbar.button": "bg:default reverse",
    }
)
"""The colours that the person has chosen for their terminal, and no others: they can read those."""

NO_HISTORY = "off"
COMPLETED = 500
"""Dossiers among which an id is completed: those that were changed last."""
FROM_TAB = CompleteEvent(completion_requested=True)


def typed_lines(chat: Chat) -> Iterator[str]:
    """Yield what a person types, until an exit word or Ctrl-D."""
    read = plain_line if chat.screen.is_dumb else line_editor(chat)
    while True:
        try:
            text = read().strip()
        except KeyboardInterrupt:
            chat.say("leave_hint", "dim")
            continue
        except EOFError:
            return
        if text.lower().lstrip("/") in EXIT_WORDS:
            return
        if text:
            yield text


def plain_line() -> str:
    """Return a line, or several after backslashes, from a terminal that can't do more than show them."""
    line = input("› ")
    while line.endswith("\\"):
        line = line[:-1] + "\n" + input("… ")
    return line


def line_editor(chat: Chat) -> Callable[[], str]:
    """Return what reads one text from the input line."""
    listing = Listing(chat)
    session = input_line(chat, listing)

    def read() -> str:
        listing.forget()
        return session.prompt([("class:sign", "› ")])

    return read


def input_line(chat: Chat, listing: "Listing") -> PromptSession[str]:
    """Return the input line. Enter sends; Alt-Enter, or Enter after a backslash, starts a new line."""
    completer = Candidates(chat, listing.rows)
    session: PromptSession[str] = PromptSession(
        history=history(),
        multiline=True,
        key_bindings=keys(completer),
        completer=ThreadedCompleter(completer),
        enable_history_search=False,
        prompt_continuation=[("class:more", "… ")],
        bottom_toolbar=lambda: toolbar(chat),
        reserve_space_for_menu=6,
        style=LOOK,
    )
    # A menu under a question that is being typed would be in the way.
    session.complete_while_typing = Condition(lambda: session.default_buffer.text.startswith("/"))
    return session


def keys(completer: Candidates) -> KeyBindings:
    """Return what the keys do that differs from any input line: several lines, and a Tab that takes the only choice."""
    bindings = KeyBindings()

    @bindings.add("enter")
    @bindings.add("c-j")
    def send(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.document.char_before_cursor == "\\" and buffer.document.is_cursor_at_the_end:
            buffer.delete_before_cursor()
            buffer.insert_text("\n")
        else:
            buffer.validate_and_handle()

    @bindings.add("tab")
    def complete(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state:
            buffer.complete_next()
            return
        found = list(itertools.islice(completer.get_completions(buffer.document, FROM_TAB), 2))
        if len(found) == 1:
            buffer.apply_completion(found[0])
        elif found:
            buffer.start_completion(insert_common_part=True)

    @bindings.add("escape", "enter")
    def new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return bindings


def toolbar(chat: Chat) -> StyleAndTextTuples:
    """Return where one is: the dossier, its version, and how many of its sources count."""
    if not chat.dossier_id:
        told = chat.words("toolbar_new")
        if len(chat.desks.known) > 1:
            told += chat.words("toolbar_desk", desk=chat.desk.name)
    else:
        told = chat.words(
            "toolbar",
            id=chat.dossier_id[:SHORT_ID],
            version=chat.known.get("version", 0),
            selected=len(numbers_selected(chat.known)),
            total=len(rows_in(chat.known, "sources")),
        )
    day = chat.as_of or one_line(chat.known.get("as_of"))
    if day:
        of = chat.desk.day("of", chat.words.language)
        told += chat.words("toolbar_day", of=of, day=chat.words.day(day))
    return [("class:bottom-toolbar.text", told)]


def history() -> History:
    """Return what was typed in earlier sessions, kept in a file that only its owner can read.

    Where it can't be kept, or is not wanted (``TESS_HISTORY=off``), it lasts as long as the session.
    """
    named = os.environ.get("TESS_HISTORY", "")
    if named == NO_HISTORY:
        return InMemoryHistory()
    file = Path(named).expanduser() if named else _default_file()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except (OSError, RuntimeError, ValueError):
        return InMemoryHistory()
    return FileHistory(str(file))


def _default_file() -> Path:
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "tess" / "history"


class Listing:
    """The list of dossiers, asked for once for each line that is typed, and only where it is needed."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._rows: list[Frame] | None = None

    def rows(self) -> list[Frame]:
        """Return the list; empty where the server does not answer: who is typing is not disturbed."""
        if self._rows is None:
            try:
                self._rows = listed(self._chat, COMPLETED)
            except WireError:
                self._rows = []
        return self._rows

    def forget(self) -> None:
        """Ask again next time."""
        self._rows = None

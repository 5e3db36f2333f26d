"""What Tab offers: commands, and what each of them takes."""

from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from clients.terminal.chat import Chat
from clients.terminal.commands import commands_of, help_of
from clients.terminal.dossier_commands import FORMATS, has_words
from clients.terminal.picking import titled
from clients.terminal.words import one_line
from tess_client.wire import Frame, rows_in

LONGEST_LIST = 50
FILES = PathCompleter(expanduser=True)


class Candidates(Completer):
    """Completes commands and their arguments; ``listed`` gives all dossiers."""

    def __init__(self, chat: Chat, listed: Callable[[], list[Frame]]) -> None:
        self._chat = chat
        self._listed = listed

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002  # the base's name
    ) -> Iterator[Completion]:
        typed = document.text_before_cursor
        name, space, argument = typed.partition(" ")
        if not typed.startswith("/") or "\n" in typed:
            return
        found = self._arguments(name, argument.lstrip()) if space else self._commands(name)
        for number, completion in enumerate(found):
            if number == LONGEST_LIST:
                return
            yield completion

    def _commands(self, typed: str) -> Iterable[Completion]:
        for command in commands_of(self._chat):
            if command.name.startswith(typed.lower()):
                yield Completion(
                    command.name + (" " if command.usage else ""),
                    -len(typed),
                    display=command.form,
                    display_meta=one_line(help_of(command, self._chat)),
                )

    def _arguments(self, name: str, typed: str) -> Iterable[Completion]:
        commands = commands_of(self._chat)
        command = next((one for one in commands if name.lower() in one.names), None)
        takes = command.takes if command else "nothing"
        if takes in ("source", "sources"):
            return self._sources(typed.rpartition(";")[2].lstrip() if takes == "sources" else typed)
        if takes == "dossier":
            return self._dossiers(typed)
        if takes == "desk":
            return self._desks(typed)
        if takes == "file":
            return FILES.get_completions(Document(typed), CompleteEvent())
        if takes == "format":
            fits = (one for one in FORMATS if one.startswith(typed.lower()))
            return (Completion(one, -len(typed)) for one in fits)
        return ()

    def _desks(self, typed: str) -> Iterable[Completion]:
        for desk in self._chat.desks.known:
            if desk.name.startswith(typed.lower()):
                title = one_line(desk.says("title", self._chat.words.language))
                yield Completion(desk.name, -len(typed), display_meta=title)

    def _sources(self, typed: str) -> Iterable[Completion]:
        """Offer titles that have every word typed so far, or numbers that begin like it."""
        sources = rows_in(self._chat.known, "sources")
        titles = [titled(source) for source in sources]
        for number, (title, source) in enumerate(zip(titles, sources, strict=True), start=1):
            by_number = typed.isdecimal() and str(number).startswith(typed)
            if by_number or has_words(title, typed):
                # A title that several versions share would not tell which is meant.
                is_clear = titles.count(title) == 1 and not by_number and ";" not in title
                yield Completion(
                    title if is_clear else str(number),
                    -len(typed),
                    display=f"[{number}] {title}",
                    display_meta=one_line(source.get("heading")),
                )

    def _dossiers(self, typed: str) -> Iterable[Completion]:
        for row in self._listed():
            dossier_id, title = one_line(row.get("id")), one_line(row.get("title"))
            if dossier_id.startswith((typed, f"dos-{typed}")) or has_words(title, typed):
                yield Completion(dossier_id, -len(typed), display_meta=title)

"""A conversation with one server: what is known of its dossier, the turn that is open, and how both are shown."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from clients.desk import (
    SHORT_DIGEST,
    Desk,
    Desks,
    choices_in,
    digest_of,
    plans_in,
    without_choices,
)
from clients.terminal.live import LiveReply
from clients.terminal.screen import Screen
from clients.terminal.words import Words, one_line
from tess_client.language import language_in
from tess_client.wire import (
    Asked,
    Frame,
    Server,
    WireError,
    dossier_id_in,
    harmless,
    rows_in,
)

DONE, REFUSED, BROKEN, INTERRUPTED, TERMINATED = 0, 1, 2, 130, 143
"""Exit status; README and docs tell them."""


CITED = re.compile(r"\[(\d{1,6})\\?\]")
"""The number of a source, as replies have it."""


class Unusable(Exception):
    """A command can't be done as it was typed; the text is a sentence in the client's words."""


@dataclass
class Chat:
    """The state of the conversation. All that lasts is in the dossier, on the server."""

    server: Server
    words: Words
    screen: Screen
    as_json: bool = False
    hears_answers: bool = False
    """Whether a person can be asked something: there is one who types, and reads."""
    dossier_id: str = ""
    desk_name: str = ""
    """The desk that was asked for; empty: the server's first."""
    desks: Desks = field(default_factory=Desks)
    known: Frame = field(default_factory=dict)
    """The dossier as it was last seen: for completion and the status line, never to decide anything."""
    as_of: str = ""
    """The day to begin the next dossier with."""
    pending: Asked | None = None
    """The last message, as long as it has no reply that succeeded."""
    seen_plans: set[str] = field(default_factory=set)
    """Digests of the plans that were shown whole on this screen."""
    listed: list[str] = field(default_factory=list)
    """Ids of the dossiers of the last list, in the order of their numbers."""
    next_page: Callable[[], None] | None = None
    """Shows the next page of the list that was shown last; None where that was all."""
    status: int = DONE
    _has_hinted: bool = False

    @property
    def desk(self) -> Desk:
        """The desk of the dossier, or the one that a new dossier will have; raises ``NoSuchDesk``."""
        if self.known.get("desk"):
            return self.desks.of(self.known)
        return self.desks.chosen(self.desk_name)

    @property
    def choices(self) -> list[str]:
        """The replies that the dossier offers to what it asks."""
        return choices_in(self.known)

    def say(self, name: str, style: str = "", /, **values: object) -> None:
        """Print one of the client's own phrases."""
        self.screen.say(self.words(name, **values), style)

    def dossier(self) -> Frame:
        """Return the dossier as it is now; raises ``Unusable`` where there is none yet."""
        if not self.dossier_id:
            raise Unusable(self.words("no_dossier"))
        self.known = self.server.page("/dossiers", self.dossier_id)
        return self.known

    def learn(self) -> None:
        """Learn what is known of the dossier that was asked for; nothing, where there is no such dossier yet."""
        try:
            self.dossier()
        except WireError as error:
            if error.code != "unknown_dossier":
                raise

    def open(self, dossier_id: str, dossier: Frame) -> None:
        """Go on with another dossier, or with none."""
        self.dossier_id, self.known, self.as_of, self.pending = dossier_id, dossier, "", None

    def changed(self, body: Frame, *route: str) -> None:
        """Have the server change the dossier, and show what it says about it."""
        if not self.dossier_id:
            raise Unusable(self.words("no_dossier"))
        self.show_changed(self.server.change(body, "/dossiers", self.dossier_id, *route))

    def begun(self, body: Frame, path: str) -> None:
        """Have the server make a dossier by a choice, and go on with it."""
        self._go_on_with(self.server.change(body, path))

    def add_file(self, data: bytes | str, room: str, **query: str) -> None:
        """Have the server add a file, or a page, to the dossier, or make one that has it, and show what it says."""
        if self.dossier_id:
            here = "/dossiers", self.dossier_id, room
            self.show_changed(self.server.send_file(data, *here, **query))
            return
        at = {"desk": self.desk_name} if self.desk_name else {}
        self._go_on_with(self.server.send_file(data, f"/{room}", **query, **at))

    def _go_on_with(self, reply: Frame) -> None:
        """Go on with the dossier that was made just now, on the day that was chosen for it."""
        self.dossier_id = dossier_id_in(reply)
        self.show_changed(reply)
        if day := self.as_of:
            self.as_of = ""
            self.changed({"day": day}, "as-of")

    def show_changed(self, reply: Frame) -> None:
        """Show what the server says about a change that it made, and learn what the dossier is now."""
        self.screen.markdown(harmless(reply.get("response")) or self.words("changed"))
        self.dossier()

    def send(self, message: str) -> None:
        """Send a message and show its reply; a text that failed and is sent again keeps its message id."""
        if self.pending is None or self.pending.message != message:
            self.pending = self._asked(message)
        self.await_reply(self.pending)

    def confirm(self, digest: str) -> None:
        """Confirm a plan and show what came of it; one that failed and is confirmed again keeps its message id."""
        if self.pending is None or self.pending.confirm != digest:
            self.pending = Asked("", self.dossier_id, confirm=digest)
        self.await_reply(self.pending)

    def await_reply(self, asked: Asked) -> None:
        """Show the reply to a message, from where it had come."""
        streams = not self.as_json and asked.seq == 0
        with LiveReply(self.screen, self.words, streams) as live:
            try:
                frame = self.server.follow(asked, live.progress, live.lost)
            except (KeyboardInterrupt, WireError):
                # The server has the turn, and makes its dossier: what is said next belongs there.
                self.dossier_id = asked.dossier_id if asked.seq else self.dossier_id
                raise
            self._learn(frame)
            live.close()
            self._conclude(frame, live)

    def fail(self, error: WireError) -> None:
        """Show that no reply came, and why."""
        self.status = max(self.status, BROKEN)
        self._show_error(error.frame(self.words.language))

    def _asked(self, message: str) -> Asked:
        # Of an address of our own the server makes a dossier, so that even this message is safe to repeat.
        if self.dossier_id:
            desk = "" if self.known else self.desk_name
            return Asked(message, self.dossier_id, desk=desk)
        dossier_id = self.server.new_dossier_id()
        return Asked(message, dossier_id, as_of=self.as_of, desk=self.desk_name)

    def _learn(self, frame: Frame) -> None:
        self.words.language = self.server.language = language_in(frame, self.words.language)
        if frame.get("status") != "success":
            # What was told so far is not told again by a new turn; and a failed one is asked anew.
            if self.pending:
                self.pending.seq = 0
            return
        self.dossier_id = dossier_id_in(frame) or self.dossier_id
        self.as_of, self.pending = "", None
        sources = rows_in(frame, "sources")
        selected = [source.get("id") for source in sources if source.get("selected")]
        told = {
            "clarification": None,
            "plans": [],
            **frame,
            "sources": sources,
            "selected_ids": selected,
        }
        self.known = {**self.known, **told}
        response, digests = harmless(frame.get("response")), map(digest_of, plans_in(frame))
        self.seen_plans.update(one for one in digests if one[:SHORT_DIGEST] in response)

    def _conclude(self, frame: Frame, live: LiveReply) -> None:
        if frame.get("status") != "success":
            self.status = max(self.status, REFUSED)
            self._show_error(frame)
        elif self.as_json:
            self._print_json(frame)
        else:
            live.finish(frame.get("response"))
            self._show_outcome(frame)
            self.show_choices(harmless(frame.get("response")))
            self._hint(live)

    def _show_outcome(self, frame: Frame) -> None:
        """Show in a word how the turn ended, at a desk that has words for it."""
        if outcome := self.desk.outcome(frame, self.words.language):
            self.screen.say(one_line(outcome), "bold")
            self.screen.say()

    def show_choices(self, reply: str) -> None:
        """Show the replies that are offered, each with the number that stands for it, unless a reply listed them."""
        choices = self.choices
        if choices and without_choices(reply, choices) == reply:
            for number, choice in enumerate(choices, start=1):
                self.screen.entry(f"  {number}  ", one_line(choice))
        if choices:
            self.say("choose", "dim")
            self.screen.say()

    def meant(self, line: str) -> str:
        """Return what a line says: the reply that a number stands for, or the line itself."""
        number = int(line) if line.isdecimal() and len(line) < 4 else 0
        return self.choices[number - 1] if 0 < number <= len(self.choices) else line

    def _hint(self, live: LiveReply) -> None:
        cited = CITED.search(one_line(self.known.get("response")))
        if live.has_quotes and cited and self.screen.is_terminal and not self._has_hinted:
            self._has_hinted = True
            self.say("after_answer", "dim", number=cited[1])
            self.screen.say()

    def _show_error(self, frame: Frame) -> None:
        if self.as_json:
            self._print_json(frame)
            return
        told = harmless(frame.get("error")).strip() or self.words("empty")
        reference = one_line(frame.get("error_id"))
        self.screen.complain(told + (f" [{reference}]" if reference else ""))
        for one in rows_in(frame, "findings"):
            self.screen.entry("  ", f"{one_line(one.get('kind'))}: {one_line(one.get('masked'))}")
        if redacted := harmless(frame.get("redacted")):
            self.say("redacted", "bold")
            self.screen.say(redacted)

    def _print_json(self, frame: Frame) -> None:
        # Printable ASCII only: JSON escapes all else, so nothing in it can steer a screen.
        print(json.dumps(frame), flush=True)


def numbers_selected(dossier: Frame) -> list[int]:
    """Return the numbers of the sources that count."""
    chosen = dossier.get("selected_ids") or []
    rows = enumerate(rows_in(dossier, "sources"), start=1)
    return [number for number, row in rows if row.get("id") in chosen]

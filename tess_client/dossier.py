"""A dossier that one talks to and waits for."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Literal, TypeVar

from tess_client.language import language_of_machine
from tess_client.values import (
    Answer,
    Artifact,
    DossierError,
    Frame,
    Plan,
    Progress,
    Reply,
    answer_of,
    artifact_of,
    progress_of,
    reply_of,
)
from tess_client.wire import DEFAULT_URL, Asked, Language, Server, WireError, dossier_id_in

YES = {"nl": "ja", "en": "yes"}
NO_CHOICE = {
    "nl": "Het laatste antwoord heeft geen keuze {choice}.",
    "en": "The last reply has no choice {choice}.",
}

OF_SENDING = ("message_id", "dossier_id", "seq")
"""What of a message tells how it was sent, and not what was said."""

Mask = Literal["quotes", "text", "none"]

Value = TypeVar("Value")


@dataclass
class _Sent(Asked):
    """A message that may ask for all in one turn."""

    straight: bool = False


class Dossier:
    """A dossier on a server: a new one, or that of ``id``. One message at a time; others may talk to it meanwhile.

    ``url`` is that of the server's WebSocket; left out: that of ``TAX_WS_URL``, else of this machine. ``token`` is for
    a server that asks for one; left out: that of ``TESS_TOKEN``. ``language`` is what failures are told in, and what is
    spoken where a message shows no language of its own; left out: that of this machine. What fails raises
    ``DossierError`` and changed nothing; a lost connection is tried again, and a message that was sent twice runs once,
    also where the connection was lost for good and the message is asked again: its reply was kept.
    """

    def __init__(
        self,
        id: str = "",  # noqa: A002  # what the server calls it, and a caller writes
        *,
        desk: str = "",
        url: str = "",
        token: str | None = None,
        language: Language | None = None,
    ) -> None:
        self._server = Server(url or os.environ.get("TAX_WS_URL") or DEFAULT_URL, token)
        self._server.language = language or language_of_machine()
        self._is_new = not id
        self.id = id or self._server.new_dossier_id()
        """Empty until a server that gives out ids itself has given one."""
        self._desk = desk
        self._unanswered: Asked | None = None
        """The message sent last, until its reply has come: the server may have it."""
        self.last: Reply | None = None
        """The last reply; None before the first."""

    def ask(self, message: str, *, as_of: str = "", straight: bool = False) -> Reply:
        """Send a message and return the reply to it.

        ``as_of`` is the day that counts (``2024-01-01``); ``straight`` asks a desk that would stop to show what it
        found to go on at once.
        """
        return self._turn(self._asked(message, as_of=as_of, straight=straight))

    def stream(
        self, message: str, *, as_of: str = "", straight: bool = False
    ) -> Iterator[Progress | Reply]:
        """Send a message and yield what goes on, the reply last. The turn is finished even where nobody reads on."""
        asked = self._asked(message, as_of=as_of, straight=straight)
        told: SimpleQueue[Progress | Reply | DossierError] = SimpleQueue()

        def run() -> None:
            try:
                told.put(self._turn(asked, told.put))
            except DossierError as error:
                told.put(error)

        Thread(target=run, daemon=True).start()
        while isinstance(found := told.get(), Progress):
            yield found
        if isinstance(found, DossierError):
            raise found
        yield found

    def choose(self, choice: int | str) -> Reply:
        """Answer what the last reply asks: with a choice by its number, from 1 on, or with words."""
        asked = self.last.clarification if self.last else None
        if isinstance(choice, str):
            return self.ask(choice)
        if asked is None or not 1 <= choice <= len(asked.choices):
            told = NO_CHOICE[self._server.language].format(choice=choice)
            raise DossierError("no_choice", told)
        return self.ask(asked.choices[choice - 1])

    def confirm(self, plan: Plan) -> Reply:
        """Confirm a plan as it was shown, and return what became of it: this writes to another system."""
        asked = Asked("", self.id, confirm=plan.digest)
        return self._turn(asked)

    def add(self, file: Path | str, *, mask: Mask = "quotes") -> None:
        """Add a document to the dossier, which may begin with it: pdf, docx, html, txt, md, vtt or srt.

        A text is the address of a page, which the server fetches. ``mask`` says where personal data in it is masked:
        wherever it is quoted, in its text at once, or nowhere.
        """
        data = file if isinstance(file, str) else file.read_bytes()
        named = {} if isinstance(file, str) else {"name": file.name}
        found = self._told(lambda: self._server.send_file(data, "/documents", "check", **named))
        query = {**named, "agreed": str(found["sha256"]), "mask": mask}
        here = ("/documents",) if self._is_new else ("/dossiers", self.id, "documents")
        if self._is_new and self._desk:
            query["desk"] = self._desk
        added = self._told(lambda: self._server.send_file(data, *here, **query))
        self.id, self._is_new = dossier_id_in(added) or self.id, False

    def answer(self, question: str, *, as_of: str = "") -> Answer:
        """Ask, take the sources that are found for it, and return the answer.

        Raises ``DossierError`` where the desk asks something else first or finds no answer: its text is the reply.
        """
        before = 0 if self._is_new else len(self.answers())
        reply = self.ask(question, as_of=as_of)
        if reply.outcome == "request" and not (reply.clarification or reply.plans):
            self.ask(YES["nl" if reply.frame["language"] == "nl" else "en"])
        answers = self.answers()
        if len(answers) <= before:
            assert self.last  # it was just set
            raise DossierError("no_answer", self.last.text, self.last.frame)
        return answers[-1]

    def answers(self) -> list[Answer]:
        """Return every answer of the dossier, the last one last."""
        return [answer_of(one) for one in self._page()["answers"]]

    def artifacts(self, kind: str = "") -> list[Artifact]:
        """Return what the desk has made, of this kind or of any."""
        found = [artifact_of(one) for one in self._page().get("artifacts") or ()]
        return [one for one in found if kind in ("", one.kind)]

    def _asked(self, message: str, *, as_of: str, straight: bool) -> Asked:
        desk = self._desk if self._is_new else ""
        return _Sent(message, self.id, as_of=as_of, desk=desk, straight=straight)

    def _turn(self, asked: Asked, tell: Callable[[Progress], None] = lambda _: None) -> Reply:
        before = self._unanswered
        if before and replace(asked, **{name: vars(before)[name] for name in OF_SENDING}) == before:
            asked = before
        self._unanswered = asked
        frame = self._told(lambda: self._server.follow(asked, lambda one: tell(progress_of(one))))
        self._unanswered = None
        self.last = reply_of(frame)
        self.id, self._is_new = self.last.dossier_id, False
        return self.last

    def _page(self) -> Frame:
        return self._told(lambda: self._server.page("/dossiers", self.id))

    def _told(self, fetch: Callable[[], Value]) -> Value:
        try:
            return fetch()
        except WireError as error:
            frame = error.frame(self._server.language)
            raise DossierError(error.code, frame["error"], frame) from error

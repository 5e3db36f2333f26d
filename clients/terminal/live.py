"""One turn as it is shown: what goes on, then the answer block by block as it comes."""

import time
from types import TracebackType
from typing import Self

from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from clients.terminal.blocks import Blocks
from clients.terminal.progress import Steps
from clients.terminal.screen import Screen
from clients.terminal.words import Words
from tess_client.wire import CUT, LONGEST_SHOWN, Frame, harmless


class LiveReply:
    """Shows one turn; a context that leaves the screen in order, however the turn ends.

    On a terminal that can't take a line back, each step is a line of its own. Into a pipe only the reply goes.
    """

    def __init__(self, screen: Screen, words: Words, streams: bool) -> None:
        self._screen = screen
        self._words = words
        self._streams = streams and screen.is_terminal
        self._steps = Steps()
        self._blocks = Blocks()
        self._told = ""
        self._began = time.monotonic()
        self._line = _Line(screen)

    def __enter__(self) -> Self:
        self._line.show(self._steps.now(self._words))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def has_quotes(self) -> bool:
        """Whether the reply is an answer with quotes, each of which was checked."""
        return bool(self._steps.claims)

    def close(self) -> None:
        """Take back the line that tells what goes on."""
        self._line.end()

    def progress(self, frame: Frame) -> None:
        """Show a progress frame."""
        self._steps.notice(frame)
        if frame.get("event") == "delta" and self._streams:
            self._show_piece(harmless(frame.get("text")))
        elif not self._told:
            self._line.show(self._steps.now(self._words))

    def lost(self) -> None:
        """Show that the connection is gone and tried again."""
        self._steps.lost = True
        self._line.show(self._steps.now(self._words))

    def finish(self, response: object) -> None:
        """Show what of the reply was not shown yet: all of it, where what was is not its beginning."""
        is_cut = isinstance(response, str) and len(response) > LONGEST_SHOWN
        reply = harmless(response)
        if not reply.strip():
            reply = self._words("empty")
        if not reply.startswith(self._told) and not is_cut:
            self._print(self._blocks.rest())
            self._told = ""
        self._show_piece(reply[len(self._told) :])
        self._print(self._blocks.rest())
        if is_cut and self._screen.is_terminal:
            self._print([self._words("cut")])

    def _show_piece(self, piece: str) -> None:
        if not self._told:
            self._line.end()
            self._summarise()
        shown = piece[: LONGEST_SHOWN + len(CUT) - len(self._told)]
        self._told += shown
        if self._screen.is_terminal:
            self._print(self._blocks.feed(shown))
        elif shown:
            self._screen.say(shown.strip() + "\n")

    def _print(self, blocks: list[str]) -> None:
        for block in blocks:
            self._screen.markdown(block)
            if not block.startswith("#"):
                self._screen.say()

    def _summarise(self) -> None:
        done = self._steps.summary(self._words, time.monotonic() - self._began)
        if done and self._screen.is_terminal:
            self._screen.say(f"{done}\n", "dim")


class _Line:
    """The line that tells what goes on, where errors go: so that it never gets among the words of a reply."""

    def __init__(self, screen: Screen) -> None:
        self._console = screen.errors
        self._spinner = Spinner("dots")
        self._live: Live | None = None
        self._shown = ""

    def show(self, text: str) -> None:
        if not self._console.is_terminal or text == self._shown:
            return
        self._shown = text
        if self._console.is_dumb_terminal:
            self._console.print(Text(text))
            return
        # Cut rather than wrapped: a line that wraps can't be taken back whole.
        self._spinner.update(text=Text(text, no_wrap=True, overflow="ellipsis"))
        if self._live is None:
            self._live = Live(
                self._spinner,
                console=self._console,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        self._live.refresh()

    def end(self) -> None:
        if self._live:
            self._live.stop()
            self._live = None
        self._shown = ""

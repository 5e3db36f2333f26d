"""A person at a terminal: the program runs on a real pty, and what they see is a screen, cell by cell."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte

PROGRAM = Path(__file__).resolve().parents[2] / "terminal_chat.py"
ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
PROMPT = "›"
PATIENCE = 100
SEQUENCE = re.compile(r"\x1b(?:\][^\x1b\x07]*(?:\x1b\\|\x07)|\[[0-9;?]*[ -/]*[@-~]|[=>78])")
"""One control sequence of a terminal: a title or link, or colours, cursor and modes."""


class Person:
    """Someone who reads the screen before they type; nothing here waits for a time, only for what is to be seen."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, **environment: str
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.heard = ""
        """Every character that came, as it came."""
        self.process: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            ["-W", "error", str(PROGRAM), *arguments],
            env={**ENVIRONMENT, "TERM": "xterm-256color", "TESS_HISTORY": "off", **environment},
            dimensions=(lines, columns),
            timeout=PATIENCE,
            use_poll=True,  # where select knows no more than 1024 open files
        )
        # A terminal answers when it is asked where its cursor is.
        self.screen.write_process_input = self.presses  # type: ignore[assignment, method-assign]  # as pyte means it to be

    def types(self, text: str) -> None:
        """Press these keys, and then Enter."""
        self.presses(text + "\r")

    def presses(self, keys: str) -> None:
        """Press these keys."""
        self.process.send(keys.encode())

    def sees(self, *texts: str) -> str:
        """Return the screen once all these texts are on it, wherever their lines end."""
        return self.sees_that(
            lambda screen: all(
                text in screen or text in " ".join(screen.split()) for text in texts
            ),
            *texts,
        )

    def sees_that(self, is_so: Callable[[str], bool], *told: str) -> str:
        """Return the screen once this is so."""
        while not is_so(self.shown):
            self._read(told)
        return self.shown

    def hears(self, text: str) -> str:
        """Return all that came, once this text did, were it for a blink."""
        while text not in self.heard:
            self._read((text,))
        return self.heard

    def asks(self, text: str) -> str:
        """Type this and return the screen once the next prompt stands there, ready for keys."""
        prompts = self.heard.count(READY)
        self.types(text)
        return self.is_asked(prompts)

    def is_asked(self, prompts: int = 0) -> str:
        """Return the screen once more prompts than these came."""
        return self.sees_that(lambda _: self.heard.count(READY) > prompts, "a prompt")

    def turns(self, columns: int, lines: int) -> None:
        """Give the window another size."""
        self.screen.resize(lines, columns)
        self.process.setwinsize(lines, columns)

    def leaves(self) -> int | None:
        """Read to the end and return the exit status."""
        while self.process.isalive() or not self.process.flag_eof:
            try:
                self._take(self.process.read_nonblocking(65536, PATIENCE))
            except pexpect.EOF:
                break
        self.process.wait()
        return self.process.exitstatus

    @property
    def shown(self) -> str:
        """The screen as text."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def marked(self) -> str:
        """The text that is shown in reverse."""
        rows = self.screen.buffer.values()
        marked = ("".join(cell.data for cell in row.values() if cell.reverse) for row in rows)
        return " ".join(marked)

    def _read(self, told: tuple[str, ...]) -> None:
        try:
            self._take(self.process.read_nonblocking(65536, PATIENCE))
        except (pexpect.TIMEOUT, pexpect.EOF) as error:
            raise AssertionError(
                f"{told} never came: {self.heard[-2000:]!r}\n{self.shown}"
            ) from error

    def _take(self, data: bytes) -> None:
        self.heard += data.decode(errors="replace")
        self._stream.feed(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.close(force=True)


READY = "\x1b[?2004h"
"""What the input line sends once it is ready for keys; its sign is drawn more often."""

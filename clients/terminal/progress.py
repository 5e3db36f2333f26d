"""What a turn is doing, in a few words that grow as it goes."""

from dataclasses import dataclass

from clients.terminal.words import Words
from tess_client.wire import Frame, harmless, rows_in


@dataclass
class Steps:
    """What was told of a turn so far."""

    is_working: bool = False
    """Whether a tool has started."""
    label: str = ""
    """What it does, as far as is told."""
    pieces: int = 0
    """Of what a model writes, as far as is told."""
    found: int | None = None
    claims: int | None = None
    dropped: int = 0
    stored: bool = False
    lost: bool = False

    def notice(self, frame: Frame) -> None:
        """Take note of a progress frame; what a newer server tells beyond these is left aside."""
        self.lost = False
        event = frame.get("event")
        if event in ("tool", "stage", "operation"):
            self.is_working, self.label, self.pieces = True, harmless(frame.get("label")), 0
        elif event == "writing":
            self.pieces = _count(frame, "pieces")
        elif event == "retrieved":
            self.found = (self.found or 0) + len(rows_in(frame, "sources"))
        elif event == "verified":
            self.claims, self.dropped = _count(frame, "claims"), _count(frame, "dropped")
        elif event == "stored":
            self.stored = True

    def now(self, words: Words) -> str:
        """Return what was done and what is being done, in one line."""
        if self.lost:
            return words("lost") + " …"
        now = self.label or words("working" if self.is_working else "thinking")
        if self.pieces:
            written = words("written", pieces=self.pieces)
            now = f"{now} ({written})"
        doing = [] if self.stored else [now + " …"]
        return " · ".join(
            [*doing, *self._done(words)]
        )  # what grows stands last, so that nothing moves

    def summary(self, words: Words, seconds: float) -> str:
        """Return what was done, once it is; empty where there is nothing to tell."""
        done = self._done(words)
        if not done:
            return ""
        shown = f"{seconds:.1f}"
        time = words(
            "seconds", seconds=shown.replace(".", ",") if words.language == "nl" else shown
        )
        return " · ".join([*done, time])

    def _done(self, words: Words) -> list[str]:
        told = [] if self.found is None else [words("found", count=self.found)]
        if self.claims is not None:
            name = "dropped" if self.dropped else "verified"
            told.append(words(name, claims=self.claims, dropped=self.dropped))
        return told + ([words("stored")] if self.stored and told else [])


def _count(frame: Frame, name: str) -> int:
    told = frame.get(name)
    return told if type(told) is int else 0

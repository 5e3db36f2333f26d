"""Subtitles as lines of who says what and when: ``[00:01:02] NAME: words``. Pure.

A sentence that goes over cues of one speaker is one line, so that it can be read and quoted as it was said.
"""

import html
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

LONGEST_JOINED = 600
"""Characters of a line from which on no cue is joined to it."""

_CLOCK = r"(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,]\d{1,3}"
_TIMING = re.compile(rf"\s*{_CLOCK}\s+-->\s+{_CLOCK}(?:\s.*)?")
_NUMBERED = re.compile(r"\s*\d+\s*")
# Each ends at the next tag: a million that are begun and not ended are looked at once, and not each to the end.
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s([^<>]*)>")
_MARKUP = re.compile(
    r"</?(?:v|c|i|b|u|ruby|rt|lang|font)(?:[.\s][^<>]*)?>|<[\d:.]+>|\{\\[^{}]*\}", re.IGNORECASE
)
_ENDED = re.compile(r"[.?!…][\"'”’)]*$")
_NAMED = re.compile(r"[^\W_][^:]{0,79}:\s")


@dataclass(frozen=True)
class _Cue:
    time: str
    speaker: str
    words: str

    @property
    def line(self) -> str:
        speaker = f"{self.speaker}: " if self.speaker else ""
        return f"[{self.time}] {speaker}{self.words}"


def kind_of(beginning: str) -> Literal["vtt", "srt"] | None:
    """Return what kind of subtitles a text is that begins so, or None for another text."""
    lines = beginning.removeprefix("\ufeff").lstrip().split("\n", 3)
    if re.fullmatch(r"WEBVTT(?:[ \t].*)?", lines[0].rstrip("\r")):
        return "vtt"
    is_srt = len(lines) > 1 and _NUMBERED.fullmatch(lines[0]) and _TIMING.fullmatch(lines[1])
    return "srt" if is_srt else None


def spoken_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield what is said in subtitles, a line for each time that somebody speaks."""
    last: _Cue | None = None
    for cue in _voices(lines):
        if last and cue.speaker == last.speaker and cue.words == last.words:
            continue  # rolling captions say each line twice
        if last and _goes_on(last, cue):
            last = _Cue(last.time, last.speaker, f"{last.words} {cue.words}")
            continue
        if last:
            yield last.line
        last = cue
    if last:
        yield last.line


def _goes_on(last: _Cue, cue: _Cue) -> bool:
    return (
        cue.speaker == last.speaker
        and not _ENDED.search(last.words)
        and len(last.words) < LONGEST_JOINED
        and not _NAMED.match(cue.words)
    )


def _voices(lines: Iterable[str]) -> Iterator[_Cue]:
    """Yield each voice of each cue."""
    for time, payload in _cues(lines):
        before, *voices = _VOICE.split(payload)
        parts = [("", before), *zip(voices[::2], voices[1::2], strict=True)]
        for speaker, said in parts:
            words = _plain(said).removeprefix("- ")
            if words:
                yield _Cue(time, _plain(speaker).replace(":", " ").strip(), words)


def _cues(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield when each cue begins and what stands in it; notes, styles and numbers stand in none."""
    time, payload = "", list[str]()
    for line in lines:
        timing = _TIMING.fullmatch(line)
        if timing is None and line.strip():
            payload += [line] if time else []
            continue
        if time and payload:
            yield time, " ".join(payload)
        hours, minutes, seconds = timing.groups()[:3] if timing else ("", "", "")
        time = f"{int(hours or 0):02}:{int(minutes):02}:{seconds}" if timing else ""
        payload = []
    if time and payload:
        yield time, " ".join(payload)


def _plain(marked: str) -> str:
    bare = _MARKUP.sub("", marked)
    with suppress(ValueError):  # a number of thousands of digits is no sign's
        bare = html.unescape(bare)
    return " ".join(bare.split())

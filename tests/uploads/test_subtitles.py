"""Subtitles become lines of who says what and when, whatever else is in their files."""

import pytest

from src.uploads.reading import LONGEST_JOINED, kind_of, spoken_lines

VTT = """\
WEBVTT - a title

NOTE made by hand
over two lines

STYLE
::cue { color: red }

7f-1/12-0
00:00:03.200 --> 00:00:05.000 align:start position:10%
<v Jan de Boer>The archivist wants</v>

7f-1/13-0
00:00:05.000 --> 00:00:07.500
<v Jan de Boer>to search by <i>tag</i> &amp; a &lt;b&gt;.</v>

00:00:07.500 --> 00:00:08.000
<v.loud Marie>Mm-hmm</v> <v Jan de Boer>Yes.</v>

01:02:03.000 --> 01:02:04.000
Piet: hello
there

09:59.000 --> 10:01.000
<00:00:01.000>late
"""
SRT = """\
1
00:00:01,000 --> 00:00:02,000
<font color="red">Anna: one</font>

2
00:00:02,500 --> 00:00:04,000
two.

3
00:00:05,000 --> 00:00:06,000
- Bob: three
{\\an8}
"""


def lines(text: str) -> list[str]:
    return list(spoken_lines(text.split("\n")))


def test_voices_and_times_are_kept_and_a_sentence_over_cues_is_one_line() -> None:
    assert lines(VTT) == [
        "[00:00:03] Jan de Boer: The archivist wants to search by tag & a <b>.",
        "[00:00:07] Marie: Mm-hmm",
        "[00:00:07] Jan de Boer: Yes.",
        "[01:02:03] Piet: hello there late",
    ]


def test_names_in_the_text_of_srt_are_speakers() -> None:
    assert lines(SRT) == ["[00:00:01] Anna: one two.", "[00:00:05] Bob: three"]


def test_captions_that_roll_are_read_once() -> None:
    cue = "00:00:0{}.000 --> 00:00:09.000\nthe same words.\n\n"
    assert lines(cue.format(1) + cue.format(2)) == ["[00:00:01] the same words."]


def test_a_speech_without_stops_is_no_endless_line() -> None:
    cues = "".join(f"00:00:01.000 --> 00:00:02.000\nword {n}\n\n" for n in range(2_000))
    found = lines(cues)
    assert len(found) > 10
    assert max(map(len, found)) < LONGEST_JOINED + 40
    assert sum(line.count("word") for line in found) == 2_000


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (VTT, "vtt"),
        ("\ufeffWEBVTT\r\n\r\n", "vtt"),
        (SRT, "srt"),
        ("WEBVTTX is a word", None),
        ("1\nA numbered line", None),
        ("Jan: hallo", None),
        ("", None),
    ],
)
def test_subtitles_are_told_by_how_they_begin(text: str, kind: str | None) -> None:
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "WEBVTT\n\n",
        "WEBVTT\n\n99:99:99.000 --> x\nnever\n",
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Jan></v>\n",
    ],
)
def test_a_file_in_which_nobody_speaks_has_no_lines(text: str) -> None:
    assert lines(text) == []

"""A transcript is read line by line, and no character of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.backlog.transcript import LONGEST_UTTERANCE, Utterance, utterances

LINES = st.lists(st.text("aB: .?\n\t[]0:1é", max_size=30), max_size=12).map("\n".join)


def told(text: str) -> list[tuple[str, str, str]]:
    return [(one.time, one.speaker, one.said) for one in utterances(text)]


@given(LINES)
def test_utterances_joined_are_the_transcript(text: str) -> None:
    assert "".join(text[one.start : one.end] for one in utterances(text)) == text


@pytest.mark.parametrize(
    ("line", "time", "speaker", "said"),
    [
        ("Jan de Boer: hallo", "", "Jan de Boer", "hallo"),
        ("[00:01:02] Jan: hallo", "00:01:02", "Jan", "hallo"),
        ("00:01:02 Jan: hallo", "00:01:02", "Jan", "hallo"),
        ("[20:14, 3-9] Gerrit jeugd: hallo", "20:14", "Gerrit jeugd", "hallo"),
        ("[3-9-2026, 20:14:33] Gerrit: hallo", "20:14:33", "Gerrit", "hallo"),
        ("14-05-2026 09:12 - Gerrit: hallo", "09:12", "Gerrit", "hallo"),
        ("5/14/26, 9:12 PM - +31 6 00: hallo", "9:12 PM", "+31 6 00", "hallo"),
        ("14-05-2026 09:12 - Gerrit left", "09:12", "", "Gerrit left"),
        ("14-05-2026 is too early", "", "", "14-05-2026 is too early"),
        ("Van: Gerrit de Vries", "", "", "Van: Gerrit de Vries"),
        ("Subject: the door", "", "", "Subject: the door"),
        ("(1:02) Jan : hallo", "1:02", "Jan", "hallo"),
        ("The Chair (Hon. A. Rota (Lib.)): order", "", "The Chair (Hon. A. Rota (Lib.))", "order"),
        ("see https://example.org for it", "", "", "see https://example.org for it"),
        ("He said no! And then: nothing", "", "", "He said no! And then: nothing"),
        ("Actie: voeg een knop toe", "", "", "Actie: voeg een knop toe"),
        ("at 10:30 we go on", "", "", "at 10:30 we go on"),
    ],
)
def test_time_and_speaker_are_told_from_words(
    line: str, time: str, speaker: str, said: str
) -> None:
    assert told(line) == [(time, speaker, said)]


def test_a_line_without_a_name_goes_on_with_the_speaker_before() -> None:
    assert [one[1] for one in told("Ann: first\nand then\n\nBob: no")] == ["Ann", "Ann", "Bob"]


def test_blank_lines_belong_to_the_line_before_and_numbers_count_them() -> None:
    first, second = utterances("\n\nAnn: one\n\n\nBob: two\n")
    assert (first.start, first.line, second.line) == (0, 3, 6)
    assert first.end == second.start


def test_nothing_is_nothing_and_blank_is_one_without_words() -> None:
    assert utterances("") == ()
    assert utterances(" \n\n") == (Utterance(1, 0, 3, "", "", ""),)


def test_a_line_without_an_end_is_cut_behind_sentences() -> None:
    text = "Ann: " + "This is a sentence of nine words or so. " * 5_000  # 200 KB
    found = utterances(text)
    assert {one.line for one in found} == {1}
    assert all(len(one.said) <= LONGEST_UTTERANCE for one in found)
    assert all(one.said.endswith("so.") and one.speaker == "Ann" for one in found)
    assert "".join(text[one.start : one.end] for one in found) == text


def test_a_line_without_a_space_is_cut_all_the_same() -> None:
    assert max(len(one.said) for one in utterances("x" * 200_000)) == LONGEST_UTTERANCE

"""The pure parts of the terminal client, by their laws: Markdown in pieces, passages, and which source is meant."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.terminal.blocks import Blocks
from clients.terminal.dossier_commands import write_new
from clients.terminal.live import LiveReply
from clients.terminal.passage import AROUND, LONGEST, pieces, quoted_in
from clients.terminal.picking import ManySources, NoSuchSource, picked
from clients.terminal.progress import Steps
from clients.terminal.screen import Screen
from clients.terminal.words import Words
from tess_client.wire import Frame
from tests.dossier.failing import files_no_larger_than

MARKDOWN = st.text(alphabet="a# -`~>\n\t1.", max_size=80)


def cut(text: str, places: list[int]) -> list[str]:
    ends = sorted(place % (len(text) + 1) for place in places)
    return [text[a:b] for a, b in zip([0, *ends], [*ends, len(text)], strict=True)]


@given(MARKDOWN, st.lists(st.integers(0, 80), max_size=8))
def test_blocks_do_not_depend_on_where_the_pieces_end(text: str, places: list[int]) -> None:
    once, often = Blocks(), Blocks()
    whole = once.feed(text) + once.rest()
    pieced = [block for piece in cut(text, places) for block in often.feed(piece)] + often.rest()
    assert pieced == whole
    assert "".join("".join(whole).split()) == "".join(text.split())


def test_a_block_ends_only_where_the_next_can_stand_alone() -> None:
    blocks = Blocks()
    assert blocks.feed("een\n\ntwee") == ["een"]
    assert blocks.feed("\n\n") == []
    assert blocks.feed("  hoort erbij\n\n```\na\n\nb\n```\n\nx") == [
        "twee\n\n  hoort erbij",
        "```\na\n\nb\n```",
    ]
    assert blocks.rest() == ["x"]


def dossier(content: str, *claims: Frame) -> Frame:
    answer = {"id": "a2", "claims": [{"source_id": "s", **claim} for claim in claims]}
    return {"sources": [{"id": "s", "content": content}], "answers": [answer, {"claims": 3}]}


PLACES = st.lists(st.tuples(st.integers(-9, 3000), st.integers(-9, 3000)), max_size=5)


@given(st.text(alphabet="ab \n", max_size=60).map(lambda text: text * 50), PLACES)
def test_a_passage_is_the_text_with_exactly_the_quotes_marked(
    content: str, places: list[tuple[int, int]]
) -> None:
    claims = [{"start": start, "end": end} for start, end in places]
    told = dossier(content, *claims)
    quoted = quoted_in(told, told["sources"][0])
    sound = [(start, end) for start, end in places if 0 <= start < end <= len(content)]
    assert (quoted is None) == (not sound)
    shown = pieces(content, quoted.places if quoted else (), whole=True)
    assert "".join(text for text, _ in shown) == content
    marked = [is_quote for text, is_quote in shown for _ in text]
    inside = [any(start <= at < end for start, end in sound) for at in range(len(content))]
    assert marked == inside


def test_of_a_long_text_what_is_near_a_quote_is_shown() -> None:
    content = "ver " * 1000 + "vlak voor HET CITAAT vlak na" + " ver" * 1000
    start = content.index("HET CITAAT")
    shown = pieces(content, ((start, start + 10),), whole=False)
    assert ("HET CITAAT", True) in shown
    text = "".join(piece for piece, _ in shown)
    assert len(text) < 2 * AROUND + 30
    assert "vlak voor HET CITAAT vlak na" in text
    assert text.startswith(" […] ")
    assert text.endswith(" […] ")
    (only,) = pieces(content, (), whole=False)
    assert len(only[0]) < LONGEST + 10


def test_a_quote_without_a_place_is_found_by_its_words() -> None:
    told = dossier("Het is zes weken.", {"quote": "zes weken", "start": None})
    quoted = quoted_in(told, told["sources"][0])
    assert quoted is not None
    assert (quoted.answer, quoted.places, quoted.verdicts) == ("a2", ((7, 16),), ("none",))


SOURCES = [
    {"id": "BWBR1/6:7@2024-01-01", "title": "Awb, artikel 6:7"},
    {"id": "BWBR1/6:7@2020-01-01", "title": "Awb, artikel 6:7"},
    {"id": "ECLI:NL:HR:2020:1", "title": "Hoge Raad 1 mei 2020"},
]


@pytest.mark.parametrize(
    ("named", "numbers"),
    [
        ("3", [3]),
        ("[1], [3]", [1, 3]),
        ("1-3", [1, 2, 3]),
        ("3 1 - 2, 3", [3, 1, 2]),
        ("hoge raad", [3]),
        ("ecli:nl:hr:2020:1", [3]),
        ("BWBR1/6:7@2020-01-01; mei", [2, 3]),
    ],
)
def test_a_source_is_meant_by_number_id_or_title(named: str, numbers: list[int]) -> None:
    assert picked({"sources": SOURCES}, named) == numbers


@pytest.mark.parametrize("named", ["0", "4", "2-9", "1-999999", "onzin", "", ";", "-1", "²"])
def test_what_means_no_source_is_refused(named: str) -> None:
    with pytest.raises(NoSuchSource):
        picked({"sources": SOURCES}, named)


def test_what_means_several_sources_is_refused_with_their_numbers() -> None:
    with pytest.raises(ManySources) as raised:
        picked({"sources": SOURCES}, "awb")
    assert raised.value.numbers == [1, 2]


def test_progress_tells_what_was_done_and_what_is_being_done() -> None:
    steps, words = Steps(), Words("en")
    assert steps.now(words) == "TESS is thinking …"
    steps.notice({"event": "tool", "tool": "get_legislation", "label": "searching legislation"})
    steps.notice({"event": "retrieved", "sources": [{}, {}, 3]})
    steps.notice({"event": "tool", "tool": "get_case_law", "label": "searching case law"})
    steps.notice({"event": "retrieved", "sources": [{}]})
    assert steps.now(words) == "searching case law … · found 3"
    steps.notice({"event": "writing", "label": "searching case law", "pieces": 40})
    assert steps.now(words) == "searching case law (40 pieces of text) … · found 3"
    steps.notice({"event": "tool", "tool": "generate_tax_answer", "label": "writing"})
    assert steps.now(words) == "writing … · found 3"
    steps.notice({"event": "verified", "claims": 4, "dropped": 1})
    steps.notice({"event": "stored"})
    steps.notice({"event": "of a newer server"})
    assert steps.now(words) == "found 3 · quotes checked: 4 in order, 1 left out · stored"
    steps.lost = True
    assert steps.now(Words("nl")).startswith("De verbinding viel weg")


def test_only_an_answer_with_quotes_is_one_to_read_them_in() -> None:
    live = LiveReply(Screen(), Words("en"), streams=False)
    for claims, has_quotes in ((0, False), (3, True)):
        live.progress({"event": "verified", "claims": claims})
        assert live.has_quotes is has_quotes


def test_whoever_prints_whatever_steers_no_screen(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    shown = "voor\x1b]0;titel\x07\u202ena"
    for show in (screen.say, screen.complain, screen.whole, screen.markdown):
        show(shown)
    screen.entry("1. ", shown)
    out, err = capsys.readouterr()
    assert (out.count("voor"), err.count("voor")) == (4, 1)
    assert not set("\x1b\x07\u202e") & set(out + err)


def test_footnotes_are_printed_below_what_they_belong_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    notes = ['[^1]: notes: "the disk was full"', '[^2]: my notes: "it ran again"']
    Screen().markdown("\n".join(["It was full. [^1] It ran. [^2]", "", *notes]))
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert shown == ["It was full. [^1] It ran. [^2]", "", *notes]


def test_an_export_is_private_and_nothing_of_it_is_left_on_a_full_disk(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_new(tmp_path / "memo.md", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "memo.md").stat().st_mode & 0o777 == 0o600
    with files_no_larger_than(500), pytest.raises(OSError, match="too large"):
        write_new(tmp_path / "memo.pdf", bytes(1000))
    assert [path.name for path in tmp_path.iterdir()] == ["memo.md"]

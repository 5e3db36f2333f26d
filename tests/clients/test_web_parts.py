"""The parts of the web page that only calculate: the way back through a dossier, texts, groups, the picture."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.desk import Desk
from clients.web.changes import change_in_words
from clients.web.passage import marked, quotation
from clients.web.past import Way, past
from clients.web.picture import DARK, LIGHT, Turn, drawn
from clients.web.reading import first_drawn, past_messages, place_of
from clients.web.text import bare, day, literal, markdown
from tess_client.wire import Frame
from tests.clients.stand_in import tax_desk_told

DESK = Desk(tax_desk_told())

LAW = {
    "id": "BWBR0002320/22j@2024-01-01",
    "kind": "legislation",
    "title": "Algemene wet inzake rijksbelastingen, artikel 22j",
    "law": "Algemene wet inzake rijksbelastingen",
    "short": "AWR",
    "content": "Een. Twee. Drie.",
}


def line(version: int, kind: str = "", *names: str, author: str = "local") -> Frame:
    changes = [{"kind": kind, "names": list(names)}] if kind else []
    return {"version": version, "author": author, "changes": changes}


# The way back


def test_the_way_back_counts_changes_and_not_turns() -> None:
    log = [line(1, "found", "a"), line(2), line(3, "left_out", "a"), line(4, "renamed", "x")]
    assert past(log).way_to(1) == Way("undo", (3,))
    assert past(log).way_to(2) == Way("undo", (3,))
    assert past(log).way_to(4) is None


def test_what_was_taken_back_can_be_made_again_until_something_new_is_done() -> None:
    log = [line(1, "found", "a"), line(2, "answered", "a2"), line(3, "undone", "2")]
    known = past(log)
    assert known.taken_back(2)
    assert known.way_to(2) == Way("redo", (2,))
    assert known.way_to(1) is None
    changed = past([*log, line(4, "left_out", "a")])
    assert changed.way_to(2) is None
    assert not changed.taken_back(1)


def test_an_import_is_no_change_to_take_back() -> None:
    assert past([line(1, "found", "a", author="import"), line(2)]).standing == ()


@given(st.lists(st.sampled_from(["change", "talk", "undo", "redo"]), max_size=30))
def test_every_way_leads_to_where_the_dossier_was(moves: list[str]) -> None:
    """The model of the server: a stack of what stands, and one of what can be made again."""
    log: list[Frame] = []
    for version, move in enumerate(moves, start=1):
        known = past(log)
        if move == "undo" and known.standing:
            log.append(line(version, "undone", str(known.standing[-1])))
        elif move == "redo" and known.again:
            log.append(line(version, "redone", str(known.again[-1])))
        else:
            log.append(line(version, "found", "x") if move == "change" else line(version))
    known = past(log)
    for entry in log:
        way = known.way_to(entry["version"])
        if way is None:
            continue
        kind = "undone" if way.direction == "undo" else "redone"
        there = past([*log, line(len(log) + 1, kind, *map(str, way.versions))])
        assert there.standing == known.after[entry["version"]]


# Texts


@given(st.text(alphabet="ab*_[]()<>$:~#|!`{}^=\\ 1.-+", max_size=40))
def test_a_bare_label_has_no_mark(text: str) -> None:
    no_word = re.sub(r"(?<=\w)_(?=\w)", "", bare(text))  # within a word it marks nothing
    assert not set(no_word) & set("*_[]<>$~#|{}`\\")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1. De termijn", "1\\. De termijn"),
        ("- streepje", "\\- streepje"),
        (":red[x] *y* $z$", "\\:red\\[x\\] \\*y\\* \\$z\\$"),
        ("![p](https://x.example/p.png)", "\\!\\[p\\](https\\://x.example/p.png)"),
        ("<b>", "\\<b\\>"),
    ],
)
def test_a_text_is_shown_as_it_is(text: str, shown: str) -> None:
    assert literal(text) == shown


def test_no_picture_of_a_reply_is_fetched() -> None:
    assert markdown("![p](https://x.example/p.png)") == "!\\[p](https://x.example/p.png)"


def test_a_tick_in_a_reply_is_a_sign_and_no_form() -> None:
    assert markdown("- [ ] open\n  1. [x] done\n[ ] not an item") == (
        "- ☐ open\n  1. ☑ done\n[ ] not an item"
    )


def test_the_quote_is_marked_where_it_stands_paragraph_by_paragraph() -> None:
    content = "1. Een zin.\nTwee zinnen. Drie."
    start = content.index("zin.")
    assert marked(content, [(start, content.index(" Drie"))]) == (
        "1\\. Een :yellow-background[zin.]\n\n:yellow-background[Twee zinnen.] Drie."
    )


def test_names_with_their_values_are_shown_line_by_line() -> None:
    assert marked("status: 200\nrules[0].name: a", [(8, 11)]) == (
        "status\\: :yellow-background[200]  \nrules\\[0\\].name\\: a"
    )


def test_a_quote_keeps_its_lines() -> None:
    assert quotation("een\ntwee") == ":gray[“een]  \n:gray[twee”]"


def test_a_place_outside_the_text_marks_nothing() -> None:
    claim = {"source_id": LAW["id"], "start": 0, "end": 4}
    assert place_of(claim, LAW) == [(0, 4)]
    assert place_of(claim | {"end": 400}, LAW) == []
    assert place_of(claim | {"source_id": "?"}, LAW) == []


def test_days_are_written_as_people_write_them() -> None:
    assert (day("2024-05-01", "nl"), day("2024-05-01", "en")) == ("1 mei 2024", "1 May 2024")
    assert day("geen dag", "nl") == day(None, "nl") == ""


# Sources and messages


def test_a_source_has_a_group_a_place_in_it_and_a_short_name() -> None:
    assert DESK.group_of(LAW, "nl") == "Algemene wet inzake rijksbelastingen"
    assert DESK.label_of(LAW, "nl") == "artikel 22j"
    assert DESK.name_of(LAW, "nl") == "AWR, artikel 22j"
    ruling = {
        "kind": "case_law",
        "title": "Hoge Raad 5 februari 1997, ECLI:NL:HR:1997:AA3248",
        "court": "Hoge Raad",
    }
    assert DESK.group_of(ruling, "nl") == "Hoge Raad"
    assert DESK.label_of(ruling, "nl") == "5 februari 1997, ECLI:NL:HR:1997:AA3248"


def test_messages_know_their_turn_their_answer_and_whether_it_stands() -> None:
    def turn(version: int, *said: str, request: bool = True, answers: int = 0) -> Frame:
        patch = {"add_messages": [{"content": one} for one in said], "add_answers": [{}] * answers}
        return {"version": version, "request": {} if request else None, "patch": patch}

    roles = ["user", "assistant", "user", "assistant", "assistant", "user", "assistant"]
    dossier = {
        "conversation": [
            {"role": role, "content": str(at)} for at, role in enumerate(["user", *roles])
        ],
        "answers": [{"id": "a2"}],
    }
    journal = [
        turn(1, "1", "2"),
        turn(2, "3", "4", answers=1),
        turn(3, "5", request=False),
        turn(4, "6", "7", answers=1),
    ]
    said = past_messages(dossier, journal)
    assert [one.version for one in said] == [0, 1, 1, 2, 2, 3, 4, 4]
    assert [one.answers for one in said if one.answers] == [({"id": "a2"},)]
    assert [one.version for one in said if one.withdrawn] == [4]
    assert [one.version for one in said if one.told_by_page] == [3]


def test_a_kind_of_change_that_the_page_does_not_know_is_left_out() -> None:
    assert change_in_words({"kind": "something_new", "names": ["x"]}, DESK) == ""


# The picture


@given(
    st.lists(
        st.builds(
            Turn,
            version=st.integers(1, 10**6),
            came=st.integers(0, 500),
            went=st.integers(0, 500),
            answered=st.booleans(),
            taken_back=st.booleans(),
            moved=st.booleans(),
        ),
        max_size=40,
    )
)
def test_any_time_line_is_a_picture_that_loads_nothing(turns: list[Turn]) -> None:
    for colours in (LIGHT, DARK):
        root = ElementTree.fromstring(drawn(turns, ("<a>", "b&", "c", "d"), colours))
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        shown = [one for one in root.iter() if one.tag.endswith("text")]
        assert {str(turn.version) for turn in turns} <= {one.text for one in shown}
        assert all(0 <= float(one.attrib["x"]) <= width for one in shown)
        assert all(0 <= float(one.attrib["y"]) <= height for one in shown)
        assert not [one for one in root.iter() if one.tag.endswith(("image", "script", "use"))]


def test_of_a_long_conversation_the_first_message_stays_while_the_next_ones_come() -> None:
    drawn_from = [first_drawn(count, 10, 6) for count in (0, 8, 10, 12, 14, 16, 18, 22, 24)]
    assert drawn_from == [0, 0, 0, 6, 6, 6, 12, 12, 18]

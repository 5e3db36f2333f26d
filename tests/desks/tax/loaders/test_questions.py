"""The questions that the sentences of our digests answer, those that ship and any that are broken."""

import shutil
from pathlib import Path

import pytest

from src.desks.tax.library import index_build
from src.desks.tax.library.documents import key_of
from src.desks.tax.loaders import starter
from src.desks.tax.offline.passages import sentences
from src.errors import CorpusUnreadable
from tests.shared_data import PROJECT

STARTER = PROJECT / "data" / "starter"
ROW = '{"bwb_id": "BWBR0099901", "article": "2a", "sentence": 1, "nl": ["wie"], "en": ["who"]}\n'


def test_questions_go_by_the_key_of_their_article(tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "some.jsonl").write_text(ROW)
    (found,) = starter.load_questions(tmp_path)["bwbr0099901/2a"]
    assert (found.sentence, found.nl, found.en) == (1, ("wie",), ("who",))
    assert starter.load_questions(tmp_path / "none") == {}


@pytest.mark.parametrize("line", ["{", ROW.replace(" 1", " 0"), ROW.replace("nl", "de")])
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "some.jsonl").write_text(ROW + line)
    with pytest.raises(CorpusUnreadable) as error:
        starter.load_questions(tmp_path)
    assert "line 2" in str(error.value.details["problem"])


def test_an_index_is_made_anew_for_other_questions(tmp_path: Path) -> None:
    shutil.copytree(STARTER, tmp_path / "starter")
    before = index_build.made_by(tmp_path / "starter")
    (tmp_path / "starter" / "questions" / "more.jsonl").write_text(ROW)
    assert index_build.made_by(tmp_path / "starter") != before


def test_each_question_that_ships_is_of_a_sentence_and_each_sentence_has_its_row_once() -> None:
    asked = starter.load_questions(STARTER)
    told = {
        key_of(one): len(sentences(one.content))
        for one in starter.load(STARTER)
        if one.kind == "legislation"
    }
    assert asked.keys() == told.keys()
    for key, count in told.items():
        assert [one.sentence for one in asked[key]] == list(range(1, count + 1)), key
        assert all(one.nl or one.en for one in asked[key]), key

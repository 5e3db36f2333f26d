"""The search words that ship with the project, and any others that are broken."""

from pathlib import Path

import pytest

from src.desks.tax.library import documents
from src.desks.tax.library.documents import SearchWords
from src.errors import CorpusUnreadable
from src.search.json_rows import fingerprint_of
from tests.shared_data import PROJECT

ROW = '{"work": "BWBR0099901", "article": "2a", "nl": "muts", "en": "hat"}\n'


def test_words_go_by_the_key_of_their_article(tmp_path: Path) -> None:
    (tmp_path / "some.jsonl").write_text(ROW)
    assert documents.load_words(tmp_path) == {"bwbr0099901/2a": SearchWords("muts", "hat")}
    assert documents.load_words(tmp_path / "none") == {}


@pytest.mark.parametrize("line", ["{", '{"work": "BWBR0099901"}', ROW.replace("nl", "de")])
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "some.jsonl").write_text(ROW + line)
    with pytest.raises(CorpusUnreadable) as error:
        documents.load_words(tmp_path)
    assert "line 2" in str(error.value.details["problem"])


def test_other_words_have_another_fingerprint(tmp_path: Path) -> None:
    before = fingerprint_of(documents.words_files(tmp_path))
    (tmp_path / "some.jsonl").write_text(ROW)
    assert fingerprint_of(documents.words_files(tmp_path)) != before


def test_the_words_that_ship_are_whole_and_of_each_article_once() -> None:
    folder = PROJECT / "data" / "search_words"
    lines = [line for path in folder.glob("*.jsonl") for line in path.read_text().splitlines()]
    words = documents.load_words(folder)
    assert len(words) == len(lines) > 2000
    assert all(one.dutch and one.english for one in words.values())

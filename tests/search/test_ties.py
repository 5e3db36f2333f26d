"""Documents that score the same come in the order of their ids, whatever order they were written in."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from src.search.corpus import CANDIDATES, RANKED_WHOLE
from src.search.documents.corpus import DOCUMENTS, SECTION, entry_of
from src.search.index import Index
from src.search.index_writer import IndexWriter
from src.search.loaders.sections import Section

TEXTS = ("Trim the wick of the lamp.", "Fill the lamp with oil.", "Clean the glass of the lamp.")


def written(folder: Path, sections: Sequence[Section]) -> Index[Section]:
    writer = IndexWriter(folder, DOCUMENTS)
    for section in sections:
        writer.add(entry_of(section, section.file), SECTION.dump_json(section))
    writer.save()
    return Index(folder, DOCUMENTS)


def found(index: Index[Section], query: str) -> list[tuple[float, str]]:
    scored = index.search(query, 40).scored
    return [(score, index.facts.id(number)) for score, number in scored]


@pytest.mark.parametrize("size", [50, RANKED_WHOLE + 1])
def test_the_order_of_writing_does_not_tell(tmp_path: Path, size: int) -> None:
    sections = [
        Section(f"part-{at * 7919 % size:05}.md", "", ("Lamp",), TEXTS[at % len(TEXTS)], 1, 3)
        for at in range(size)
    ]
    indexes = [
        written(tmp_path / "once", sections),
        written(tmp_path / "backwards", sections[::-1]),
        written(tmp_path / "sorted", sorted(sections, key=lambda section: section.text)),
    ]
    for query in ("lamp", "trim the wick", "oil or glass", "part"):
        once, *others = [found(index, query) for index in indexes]
        assert once == others[0] == others[1] != []
        assert once == sorted(once, key=lambda pair: (-pair[0], pair[1]))


def test_an_engine_leaves_out_those_of_the_last_ids(tmp_path: Path) -> None:
    size = RANKED_WHOLE + 1
    names = [f"part-{at * 7919 % size:05}.md" for at in range(size)]
    sections = [Section(name, "", ("Lamp",), TEXTS[0], 1, 3) for name in names]
    index = written(tmp_path / "index", sections)
    candidates = index.search("trim the wick", 5).matches.numbers
    brought = {index.facts.id(number) for number in candidates.tolist()}
    assert brought == {*sorted(names)[:CANDIDATES]}

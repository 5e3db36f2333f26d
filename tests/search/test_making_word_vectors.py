"""Word vectors can be made by whoever has a model of sentences and the words of a language."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks import word_vectors as making
from src.search.arrays import Array
from src.search.known_words import plain
from src.search.word_vectors import WordVectors

GROUPS = ("huis woning house", "auto car wagen", "boete fine straf")


class Frequencies:
    """The words of the groups; the first of each is used most."""

    def top_n_list(self, language: str, count: int) -> list[str]:
        return [word for group in GROUPS for word in group.split()][:count]

    def word_frequency(self, word: str, language: str) -> float:
        return 0.01 if word in ("huis", "auto", "boete") else 1e-5


class Model:
    """Words of one group point the same way, but for a little."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def query(self, words: Sequence[str]) -> Array:
        self.asked += words
        rows = np.zeros((len(words), 8))
        for row, word in zip(rows, words, strict=True):
            group = next(at for at, one in enumerate(GROUPS) if plain(word) in one.split())
            row[group] = 1
            row[3 + len(word) % 4] = 0.1
            row[7] = 0.01 * ord(word[0])
        return rows


def test_they_are_made_and_read(tmp_path: Path) -> None:
    words = making.vocabulary(Frequencies(), ["Huis, wóning", "BOETE"])
    assert [one.key for one in words] == sorted(one.key for one in words)
    assert {one.key for one in words} == {word for group in GROUPS for word in group.split()}
    model, cache = Model(), tmp_path / "said.npz"
    written = [one.written for one in words]
    said = making.said_of(written, model, cache)
    again = Model()
    assert making.said_of(written, again, cache).keys() == said.keys()
    assert (len(model.asked), again.asked) == (len(words), [])

    rows = making.distilled(np.array([said[one] for one in written]), dimension=4, shared=0)
    folder = making.write(tmp_path / "vectors", making.packed(rows, words))
    made = WordVectors.load(folder)
    house, car, both = made.rows(["house", "car", "huis car"])
    assert made.rows(["woning"])[0] @ house > 0.8 > 0.3 > house @ car
    assert both @ car > both @ house  # a rare word counts for more

"""The word vectors of the project tell what texts mean, the same on every machine, and notice when they are damaged."""

import hashlib
import shutil
from pathlib import Path

import numpy as np
import pytest

from src.search.encoder import EmbeddedEncoder, rows_of
from src.search.known_words import KnownWords, known_words
from src.search.word_vectors import ABOUT, LONGEST_TEXT, PARTS, WordVectors, WordVectorsDamaged
from src.settings import PROJECT_ROOT
from tests.search.encoding import WordEncoder

FOLDER = PROJECT_ROOT / "data" / "word_vectors"


@pytest.fixture(scope="module")
def words() -> WordVectors:
    return WordVectors.load(FOLDER)


def alike(words: WordVectors, one: str, other: str) -> float:
    first, second = words.rows([one, other])
    return float(first @ second)


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("vakantie", "a holiday", "rekening betalen"),
        ("mijn huis verkopen", "de woning van de hand doen", "een boete krijgen"),
        ("my company car", "auto van de zaak", "alimentatie"),
        ("hypotheekrenteaftrekregeling", "hypotheekrente aftrekken", "motorrijtuigen"),
    ],
)
def test_what_means_the_same_is_alike(words: WordVectors, text: str, near: str, far: str) -> None:
    assert alike(words, text, near) > alike(words, text, far) + 0.2


def test_accents_capitals_and_endings_make_no_difference(words: WordVectors) -> None:
    assert alike(words, "Coöperatie", "cooperatie") == pytest.approx(1)
    assert alike(words, "uitkeringetje", "uitkering") == pytest.approx(1)


def test_a_text_without_a_known_word_is_a_row_of_zeros(words: WordVectors) -> None:
    rows = words.rows(["", "?!", "xqzwv jjkqx", "huis"])
    assert np.linalg.norm(rows, axis=1) == pytest.approx([0, 0, 0, 1])
    assert words.rows([]).shape == (0, words.dimension)


def test_a_row_does_not_depend_on_the_texts_beside_it(words: WordVectors) -> None:
    texts = ["de waarde van mijn huis", "", "six weeks", "bezwaar maken"]
    assert (words.rows(texts) == np.concatenate([words.rows([text]) for text in texts])).all()


def test_only_the_beginning_of_a_long_text_is_read(words: WordVectors) -> None:
    begin = "huis " * (LONGEST_TEXT // 5)
    assert (words.rows([begin]) == words.rows([begin + "boete " * 5_000])).all()


async def test_it_is_an_encoder(words: WordVectors) -> None:
    assert (await words.encode(["huis"]) == words.rows(["huis"])).all()
    assert words.id.startswith("word-vectors/")
    assert isinstance(words, EmbeddedEncoder)
    await words.close()


def test_every_machine_gets_the_same(words: WordVectors) -> None:
    rows = words.rows(["Moet ik belasting betalen over de verkoop van mijn oude huis?"])
    whole = np.round(rows * 1_000).astype(np.int16)
    assert hashlib.sha256(whole.tobytes()).hexdigest()[:16] == "dddf28a88170f61d"


@pytest.mark.parametrize("name", [ABOUT, *(f"{part}.npy" for part in PARTS)])
@pytest.mark.parametrize("harm", ["flipped", "cut", "gone"])
def test_a_damaged_file_is_noticed(tmp_path: Path, name: str, harm: str) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "word_vectors")
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content if harm == "flipped" else content[:-30])
    if harm == "gone":
        (folder / name).unlink()
    with pytest.raises(WordVectorsDamaged, match="word_vectors"):
        WordVectors.load(folder)


def test_those_of_another_version_are_noticed(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "word_vectors")
    about = (folder / ABOUT).read_text()
    (folder / ABOUT).write_text(about.replace('"format": 1', '"format": 2'))
    with pytest.raises(WordVectorsDamaged, match="another version"):
        WordVectors.load(folder)


def test_they_are_small_and_carry_their_licence() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 8_000_000
    assert "Microsoft" in (FOLDER / "LICENSE").read_text()


def test_an_encoder_that_is_part_of_the_program_gives_its_rows_at_once() -> None:
    vectors = WordVectors.load(FOLDER)
    assert rows_of(vectors) == vectors.rows
    assert rows_of(WordEncoder()) is None
    assert rows_of(None) is None


def test_where_the_words_can_not_be_read_none_are_known(tmp_path: Path) -> None:
    assert known_words(tmp_path) is None
    (tmp_path / "terms-text.npy").write_bytes(b"cut sho")
    (tmp_path / "terms-ends.npy").write_bytes(b"")
    known_words.cache_clear()
    assert known_words(tmp_path) is None


def test_words_are_known_as_people_write_them_and_nonsense_is_not() -> None:
    known = KnownWords.load(FOLDER)
    assert [known.knows(word) for word in ("Coöperatie", "APPEAL", "huurprijsaanpassing")] == [
        True
    ] * 3
    assert [known.knows(word) for word in ("blorp", "wazzel", "quobble", "")] == [False] * 4

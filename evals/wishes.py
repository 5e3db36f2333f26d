"""Learns what messages want from examples by several authors, and tells how well it is known.

``python -m evals.wishes`` holds out one author after the other and prints the shares; ``--write`` learns from all and
keeps the weights.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import compress

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, diags

from src.llm.builtin.wishes import ABOUT, PLACES, WEIGHTS, WISHES, Wish, parts
from src.search.arrays import Array

EXAMPLES = WEIGHTS.with_name("examples.tsv")

STRENGTH = 1.0
"""How much an example counts against the size of the weights."""


class Example(NamedTuple):
    author: str
    wish: Wish
    words: str


def examples(path: Path = EXAMPLES) -> list[Example]:
    """Return the examples of a file; of a message with several wishes each part is one."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        author, wishes, words = line.split("\t")
        pairs = zip(wishes.split(" || "), words.split(" || "), strict=True)
        found += [Example(author, _wish(wish), part.strip()) for wish, part in pairs]
    return found


def _wish(name: str) -> Wish:
    return WISHES[WISHES.index(name.strip())]


def matrix(texts: Sequence[str]) -> csr_matrix:
    """Return a row of parts for each text."""
    found = [parts(text) for text in texts]
    ends = np.cumsum([0, *map(len, found)])
    places = [place for each in found for place in each]
    values = [value for each in found for value in each.values()]
    return csr_matrix((values, places, ends), shape=(len(texts), PLACES))


def learned(known: Sequence[Example]) -> tuple[Array, Array]:
    """Return weights and bias of a multinomial logistic regression, in which rare parts count for more."""
    rows, wanted = matrix([each.words for each in known]), np.zeros((len(known), len(WISHES)))
    wanted[range(len(known)), [WISHES.index(each.wish) for each in known]] = 1
    rarity = np.log((1 + len(known)) / (1 + np.diff(rows.tocsc().indptr))) + 1
    rows = rows @ diags(rarity)
    size = (PLACES + 1, len(WISHES))

    def cost(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(size)
        sums = rows @ weights[:-1] + weights[-1]
        sums -= sums.max(axis=1, keepdims=True)
        chances = np.exp(sums)
        chances /= chances.sum(axis=1, keepdims=True)
        loss = -STRENGTH * np.log(chances[wanted == 1]).sum() + (weights[:-1] ** 2).sum() / 2
        missed = STRENGTH * (chances - wanted)
        slope = np.vstack([rows.T @ missed + weights[:-1], missed.sum(axis=0)])
        return float(loss), slope.ravel()

    found = minimize(
        cost, np.zeros(size).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 300}
    )
    weights = found.x.reshape(size)
    return weights[:-1] * rarity[:, None], weights[-1]


def right(known: Sequence[Example], held: Sequence[Example]) -> tuple[float, float]:
    """Return the shares of held examples whose wish is the likeliest, and one of the three likeliest."""
    weights, bias = learned(known)
    ranks = np.argsort(-(matrix([each.words for each in held]) @ weights + bias), axis=1)
    own = np.array([WISHES.index(each.wish) for each in held])[:, None]
    return float((ranks[:, :1] == own).any(axis=1).mean()), float(
        (ranks[:, :3] == own).any(axis=1).mean()
    )


def main() -> None:
    """Print the shares, or write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="learn from all examples and keep the weights"
    )
    if parser.parse_args().write:
        weights, bias = learned(examples())
        scales = np.abs(weights).max(axis=0) / 127
        WEIGHTS.write_bytes(compress(np.round(weights / scales).astype(np.int8).tobytes(), 9))
        sha = hashlib.sha256(EXAMPLES.read_bytes()).hexdigest()
        about = {"scales": scales.tolist(), "bias": (bias / scales).tolist(), "examples": sha}
        ABOUT.write_text(json.dumps(about, indent=1) + "\n", "utf-8")
        return
    every = examples()
    for author in sorted({each.author for each in every}):
        known, held = (
            [each for each in every if (each.author == author) == own] for own in (False, True)
        )
        first, three = right(known, held)
        print(f"{author}: {len(held)} examples, first {first:.2f}, among three {three:.2f}")


if __name__ == "__main__":
    main()

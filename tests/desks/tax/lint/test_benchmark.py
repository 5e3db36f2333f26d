"""The benchmark of wrong citations, on the real rulings where they are there."""

import random

import pytest

from benchmarks import citations
from tests.shared_data import real


@pytest.mark.benchmark
def test_wrong_citations_are_noticed_and_true_ones_are_not_accused() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in citations.measure(real("rulings-xml"), seed=7).splitlines()[2:]
    ]
    shares = {tuple(row[:3]): int(row[4].removesuffix("%")) for row in rows}
    for change in ("wrong year", "wrong court", "swapped digits"):
        assert shares["all of them", change, "court and day"] >= 95
        assert shares["all of them", change, "none"] >= 90
    assert shares["all of them", "invented law", ""] == 100
    assert shares["all of them", "true ECLI", "none"] == 0
    assert shares["nothing", "true ECLI", "court and day"] == 0


def test_what_is_drawn_depends_on_the_seed_only() -> None:
    rulings = citations.read_rulings(real("rulings-xml"))[::40]
    first, again, other = (
        list(citations.of_rulings(rulings, random.Random(seed))) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_without_the_rulings_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert citations.main(["--data", "/nowhere/at-all"]) == 0
    assert "Skipped: the rulings are not there (/nowhere/at-all)." in capsys.readouterr().err

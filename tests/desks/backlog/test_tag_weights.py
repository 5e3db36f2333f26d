"""The weights of tags are those that the benchmark fits."""

import pytest

from benchmarks import backlog_tags
from src.desks.backlog.offline.tags import WEIGHTS


@pytest.mark.benchmark
def test_the_weights_are_what_the_examples_make_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    backlog_tags.main(())
    told = [line.strip() for line in capsys.readouterr().out.splitlines() if line.startswith(" ")]
    assert told == [
        f'"{name}": ({", ".join(f"{one:.1f}" for one in row)}),' for name, row in WEIGHTS.items()
    ]

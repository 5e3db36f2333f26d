"""Turns beside clients that list and leave, small; what it comes to at its whole size is the benchmark's own."""

import json

import pytest

from benchmarks import fairness

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize(
    "arguments", [["--store", "files"], ["--store", "postgres", "--tenants", "--no-baseline"]]
)
def test_turns_are_answered_beside_clients_that_leave(
    arguments: list[str], request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    if "postgres" in arguments:
        arguments = [*arguments, "--at", request.getfixturevalue("database_url")]
    fairness.main([*arguments, "--small", "--json"])
    figures = json.loads(capsys.readouterr().out)
    crowds = ["alone", "listing", "finding", "exporting", "all three"]
    assert list(figures) == ["guarded", "unguarded"][: 1 if "--no-baseline" in arguments else 2]
    for found in figures.values():
        assert list(found) == crowds
        assert all(found[name]["ratio"] > 0 for name in crowds[1:])

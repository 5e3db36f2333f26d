"""Idle and hostile connections cost no turn its answer; the whole size is the benchmark's own."""

import json

import pytest

from benchmarks import connections


def test_turns_are_answered_while_idle_and_hostile_connections_hang_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    connections.main(["--small", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["answered"], figures["turns"]) == (20, 20)
    assert figures["idle_open"] == 200
    assert figures["kb_per_connection"] < 100
    assert figures["exit_status"] == 0

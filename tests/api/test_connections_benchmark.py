"""Idle and hostile connections cost no turn its answer; the whole size is the benchmark's own."""

import json
import resource
from pathlib import Path

import pytest

from benchmarks import connections
from src.api.serving import MOST_FILES
from tests.api.test_draining import started


def test_turns_are_answered_while_idle_and_hostile_connections_hang_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    connections.main(["--small", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["answered"], figures["turns"]) == (20, 20)
    assert figures["idle_open"] == 200
    assert figures["kb_per_connection"] < 100
    assert figures["exit_status"] == 0


@pytest.mark.benchmark
async def test_a_server_takes_on_as_many_connections_as_the_system_lets_it(tmp_path: Path) -> None:
    ours, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
    try:
        async with started(tmp_path) as server:
            allowed, _ = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (ours, most))
    assert allowed == (MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES))

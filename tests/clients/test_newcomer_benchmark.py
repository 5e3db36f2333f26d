"""The benchmark of a newcomer's first minute reaches the answer; how fast it was stands in no test."""

import json

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from benchmarks import newcomer
from tests.clients.browser import require_chromium


@pytest.mark.benchmark
@pytest.mark.timeout(600)  # it installs everything once more
def test_a_newcomer_gets_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    require_chromium()
    newcomer.main(["--small", "--json"])
    (stages,) = json.loads(capsys.readouterr().out).values()
    assert list(stages.values()) == sorted(stages.values())
    assert list(stages)[-1] == "answer"
    assert "answer" in newcomer.told({"once": stages})

"""The benchmark of the page clicks and tells; how fast it was stands in no test."""

import json

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from benchmarks import page
from tests.clients.browser import require_chromium


@pytest.mark.benchmark
@pytest.mark.timeout(300)
def test_a_few_clicks_tell_everything(capsys: pytest.CaptureFixture[str]) -> None:
    require_chromium()
    page.main(["--small", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["sources"] == 10
    assert [one["clicks"] for one in found["interactions"]] == [4, 4, 2]
    assert all(0 < one["median_ms"] <= one["most_ms"] for one in found["interactions"])
    assert "200" not in page.told(found)

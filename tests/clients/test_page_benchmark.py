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
    # Beside each interaction the same number of rounds on an empty page, where a round is always two clicks.
    assert [one["clicks"] for one in found["interactions"]] == [4, 4, 4, 4, 4, 2]
    assert [one["page"] for one in found["interactions"]] == [page.EMPTY, page.NOW] * 3
    assert all(0 < one["median_ms"] <= one["most_ms"] for one in found["interactions"])
    assert all(one["server_ms"] > 0 < one["tab_ms"] for one in found["interactions"])
    assert [one["times_empty"] for one in found["interactions"]][::2] == [1.0] * 3
    assert "200" not in page.told(found)

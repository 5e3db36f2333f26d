"""What ``tess eval azure`` measures, on incidents of these tests' own."""

import json
from pathlib import Path

import pytest

from src.cli import main

INCIDENTS = [
    {
        "id": "own-1",
        "error_code": "ExpiredAuthenticationToken",
        "error_text": "The access token expiry UTC time is earlier than current UTC time.",
        "message": "Nothing that we deploy gets through any more.",
        "given": ["sub", "rg"],
        "gold": {"status": "done", "cause": "token_expired", "evidence": ["/subscriptions"]},
    },
    {
        "id": "own-2",
        "error_code": "SkuNotAvailable",
        "error_text": "The requested VM size is not available in location.",
        "message": "Our machine can't be made.",
        "given": [],
        "gold": {"status": "request", "cause": None, "evidence": []},
    },
]


def test_incidents_are_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "incidents.jsonl"
    file.write_text("\n".join(map(json.dumps, INCIDENTS)))
    assert main(["eval", "azure", "--incidents", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["tried"], found["cause_right"], found["outcome_right"]) == (2, 1, 2)
    slowest = max(one["seconds"] for one in found["each"])
    assert found["p95_seconds"] == slowest

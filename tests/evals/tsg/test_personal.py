"""What the gate finds is measured by rows that say what is in them, and no word of a row is repeated."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from evals.tsg.personal import of_guides, of_lines, of_sentences
from evals.tsg.personal_command import add_pii_subject
from tests.shared_data import real

LINES = [
    {"id": "l1", "text": "mail piet@acme.nl", "kinds": ["email"]},
    {"id": "l2", "text": "HostName=a.azure-devices.net;SharedAccessKey=" + "Ab3/" * 10 + "xyz=", "kinds": ["iot_key"]},
    {"id": "l3", "text": "nothing here", "kinds": ["phone"]},
    {"id": "l4", "text": "event 7031", "kinds": []},
    {"id": "l5", "text": "call +31 6 1234 5678", "kinds": []},
]  # fmt: skip
SENTENCES = [
    {"text": "mail piet@acme.nl", "spans": [{"kind": "EMAIL_ADDRESS", "start": 5, "end": 17}]},
    {"text": "card 4111111111111112", "spans": [{"kind": "CREDIT_CARD", "start": 5, "end": 21}]},
    {"text": "Jan was in Rome", "spans": [{"kind": "PERSON", "start": 0, "end": 3}]},
]
GUIDES = [{"id": "g1", "guide": "ping 10.1.2.3"}, {"id": "g2", "guide": "ask piet@acme.nl"}]


def measured(tmp_path: Path, option: str, rows: Sequence[object], *more: str) -> int:
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    parser = argparse.ArgumentParser()
    add_pii_subject(parser.add_subparsers())
    options = parser.parse_args(["pii", option, str(file), *more])
    return int(options.run(options, []))


def test_lines_are_counted_by_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(tmp_path, "--lines", LINES, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["kind"]: one["found"] for one in told["kinds"]} == {
        "email": 1,
        "iot_key": 1,
        "phone": 0,
    }
    assert (told["missed"], told["clean"], told["false"]) == (["l3 (phone)"], 2, ["l5: phone"])


def test_sentences_are_counted_by_spans(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(tmp_path, "--sentences", SENTENCES) == 0
    told = capsys.readouterr().out
    assert "missed in: 2 (card)" in told
    assert "acme" not in told


def test_in_published_guides_addresses_of_machines_are_nobodys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measured(tmp_path, "--guides", GUIDES) == 0
    assert "clean with findings: 1 of 2\n  g2: email" in capsys.readouterr().out


@pytest.mark.parametrize("rows", [[{"no": "text"}], ["a text"], [3]])
def test_what_can_not_be_read_ends_with_2(
    rows: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measured(tmp_path, "--lines", rows) == 2
    assert "can't be read" in capsys.readouterr().err


def test_the_real_rows_fare_as_promised() -> None:
    lines = of_lines(real("pii") / "support-lines-dev.jsonl")
    # That row names 10.42.7.19: an address of a private range is nobody's own.
    assert (lines.missed, lines.false) == (("l007 (ip)",), ())
    sentences = of_sentences(real("pii") / "sentences-dev.jsonl").kinds
    assert min(one.recall for one in sentences) >= 0.99
    assert of_guides(real("tsg-azurelocal") / "guides-dev.jsonl").false == ()

"""The protocol's page, its AsyncAPI file and the sentences of errors say what the code does."""

import json
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from src import tool_calls
from src.answering.extract import Cutting
from src.api import limits, wire
from src.api.desk_frames import DeskInfo, DeskList
from src.api.inside import kinds
from src.api.source_frames import SourceInfo
from src.desks.catalogue import plugs
from src.desks.kinds import View
from src.desks.tax.answering import LONGEST_SOURCE
from src.desks.tax.desk import BUDGET
from src.dossier.journal import JournalEntry
from src.dossier.models import Dossier
from src.errors import CODES, ForModel, ForOperator, ForUser, TessError
from src.export import pack
from src.search.loaders.loaded import Reason
from src.texts import catalogue
from src.tools.tax import search
from src.uploads.limits import MEGABYTE, UploadLimits
from src.wording import WORDINGS
from tests import docs_reader as reader
from tests import generated_asyncapi as asyncapi

DOCS = Path(__file__).resolve().parents[1] / "docs"
SRC = DOCS.parent / "src"
PROTOCOL = (DOCS / "protocol.md").read_text("utf-8")


def leaves(group: type[TessError]) -> list[type[TessError]]:
    """The errors of one group as they are defined, those of desks behind; none of a desk that lives in the tests."""
    ours = [error for error in CODES.values() if error.__module__.startswith("src.")]
    ours.sort(key=lambda error: error.__module__ * error.__module__.startswith("src.desks"))
    return [error for error in ours if issubclass(error, group)]


for plug in plugs():
    import_module(f"src.desks.{plug.name}.desk")  # with all that a desk defines

REPORTED = leaves(ForUser) + leaves(ForOperator)
LEAVES = REPORTED + leaves(ForModel)


@pytest.mark.parametrize(
    ("heading", "place", "frame"),
    [
        ("Request", 0, wire.MessageRequest),
        ("Success", 0, wire.SuccessFrame),
        ("Success", 1, SourceInfo),
        ("Clarifications and artifacts", 0, wire.ClarificationInfo),
        ("GET /desks", 0, DeskInfo),
        ("Error", 0, wire.ErrorFrame),
        ("Progress", 0, wire.ProgressFrame),
    ],
)
def test_every_field_is_documented(heading: str, place: int, frame: type[BaseModel]) -> None:
    table = reader.tables(reader.section(PROTOCOL, heading))[place]
    assert list(table) == list(frame.model_fields)


def test_every_view_is_documented() -> None:
    told = reader.tables(reader.section(PROTOCOL, "Clarifications and artifacts"))[1]
    assert sorted(name.strip("`") for name in told) == sorted(get_args(View))


def test_every_event_is_documented() -> None:
    events = wire.ProgressFrame.model_json_schema()["properties"]["event"]["enum"]
    told = reader.tables(reader.section(PROTOCOL, "Progress"))[0]["event"]
    assert re.findall(r"`(\w+)`:", told) == events


def test_every_code_is_documented_with_when_it_is_met_and_what_to_do() -> None:
    told = reader.section(PROTOCOL, "Codes")
    rows = re.findall(r"^\| `(\w+)` \| \S.+ \| \S.+ \|$", told, re.MULTILINE)
    assert rows == [error.code for error in REPORTED]


OF_DOSSIERS = [
    one for one in kinds(limits.Limits()) if one.name not in ("opening", "uploading", "telling")
]
"""Kinds of work whose places are told together."""


def test_every_limit_is_documented_as_it_is() -> None:
    told, uploads = reader.section(PROTOCOL, "Limits"), UploadLimits()
    for limit in (
        f"{wire.MESSAGE_LIMIT:,} bytes",
        f"{limits.Limits.receive_seconds:g} seconds",
        f"{limits.Limits.send_seconds:g} seconds",
        f"{limits.MOST_FRAGMENTS:,} frames",
        f"{BUDGET.rounds} decisions of the model, {BUDGET.calls} tool calls, {BUDGET.seconds:g} seconds",
        f"{tool_calls.LONGEST_ARGUMENTS:,} characters",
        f"{search.LEGISLATION_LIMIT} provisions, {search.CASE_LAW_LIMIT} rulings",
        f"{LONGEST_SOURCE:,} characters at `tax`, {Cutting().longest:,} elsewhere",
        f"{pack.LARGEST:,} bytes, {pack.MOST_MEMBERS:,} parts",
        f"{uploads.size // MEGABYTE} MB by default, {uploads.pages} pages",
        f"{uploads.unpacked // MEGABYTE} MB of each part unpacked, {uploads.characters:,} characters",
        f"{uploads.seconds:g} seconds and {uploads.memory // MEGABYTE} MB of memory",
        f"{uploads.at_once} are read and {uploads.waiting} are on their way",
        f"{limits.Limits.upload_seconds:g} seconds",
        f"{limits.FILE_RATE // 1024} KiB a second, {limits.Limits.file_seconds:g} seconds",
        *(f"{one.name} {one.at_once} and {one.waiting}" for one in OF_DOSSIERS),
    ):
        assert limit in told


FRAMES = reader.examples(PROTOCOL, "frame")
OVER_THE_SOCKET = {"MessageRequest", "SuccessFrame", "ErrorFrame", "ProgressFrame"}
KEPT: Mapping[str, type[BaseModel]] = {
    "Dossier": Dossier,
    "JournalEntry": JournalEntry,
    "DeskList": DeskList,
}


@pytest.mark.parametrize(("name", "text"), FRAMES, ids=[name for name, _ in FRAMES])
def test_examples_of_frames_are_frames(name: str, text: str) -> None:
    model = KEPT.get(name) or getattr(wire, name)
    frame = model.model_validate_json(text)
    # Over the socket, and in lists, a field without a value is left out; over REST it is null.
    left_out = name in OVER_THE_SOCKET | {"DossierList"}
    assert frame.model_dump(mode="json", exclude_none=left_out) == json.loads(text)


def test_every_frame_has_an_example() -> None:
    assert {name for name, _ in FRAMES} == OVER_THE_SOCKET | set(KEPT) | {
        "DossierList",
        "HealthFrame",
        "ReadyFrame",
    }


def test_every_path_is_documented() -> None:
    told = re.findall(r"^### (GET|POST) (\S+)$", PROTOCOL, re.MULTILINE)
    sources = "".join(path.read_text("utf-8") for path in sorted((SRC / "api").glob("*.py")))
    routes = re.findall(r"@(?:app|router)\.(get|post)\(\s*\"([^\"]+)\"", sources)
    assert sorted(told) == sorted((method.upper(), path) for method, path in routes)


def test_the_description_of_the_wire_is_up_to_date() -> None:
    assert (DOCS / "asyncapi.yaml").read_text("utf-8") == asyncapi.as_yaml(asyncapi.document())


def test_the_description_tells_what_is_always_sent() -> None:
    schemas = asyncapi.document()["components"]["schemas"]
    assert schemas["ErrorFrame"]["required"] == ["status", "error", "code"]
    assert schemas["SourceInfo"]["properties"]["as_of"] == {
        "title": "As Of",
        "description": SourceInfo.model_fields["as_of"].description,
        "type": "string",
        "format": "date",
    }


# Errors and their sentences


def test_every_sentence_is_filled_by_the_details_of_its_error() -> None:
    for error in LEAVES:
        for text in (error.nl, error.en, error.nl_refusal, error.en_refusal):
            assert reader.fields_in(text) <= reader.details_of(error), error.code
        assert reader.fields_in(error.nl) == reader.fields_in(error.en), error.code
        assert reader.fields_in(error.nl_refusal) == reader.fields_in(error.en_refusal), error.code


def test_every_reason_to_refuse_a_document_is_explained() -> None:
    assert {f"document_{reason}" for reason in get_args(Reason)} - {"document_no_text"} <= set(
        catalogue("en", "problems")
    )


def test_every_word_for_a_problem_is_explained() -> None:
    sources = "".join(path.read_text("utf-8") for path in sorted(SRC.rglob("*.py")))
    words = set(re.findall(r'\b(?:problem|reason)="([a-z_]+)"', sources))
    assert words
    assert words <= set(catalogue("nl", "problems"))


def test_both_languages_fill_in_the_same() -> None:
    dutch, english = (wording_fields(vars(WORDINGS[language])) for language in WORDINGS)
    assert dutch == english


def wording_fields(texts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: reader.fields_in(text) if isinstance(text, str) else wording_fields(text)
        for name, text in texts.items()
    }

"""Frames: whatever text arrives, it is a request or one named error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.api.source_frames import source_infos
from src.api.wire import MessageRequest, parse_frame, request_in
from src.dossier.models import DOSSIER_ID, Dossier
from src.errors import CODES, BadFields, ForUser
from tests.fakes import START, law, page, ruling

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
FIELDS = st.sampled_from(
    ["message", "query", "dossier_id", "desk", "message_id", "as_of", "stream"]
)


def test_sources_of_every_kind_are_told_to_clients() -> None:
    sources = law("6:7", "zes weken"), ruling("ECLI:NL:HR:1995:AA1", "cassatie"), page("ports", "x")
    dossier = Dossier(
        id="dos-00000000",
        desk="tax",
        created_at=START,
        sources=sources,
        selected_ids=(sources[2].id,),
    )
    told = [(one.id, one.kind, one.selected) for one in source_infos(dossier, {})]
    assert told == [(one.id, one.kind, one is sources[2]) for one in sources]
    assert Dossier.model_validate_json(dossier.model_dump_json()) == dossier


@given(st.text() | st.dictionaries(FIELDS | st.text(), JSON).map(json.dumps))
def test_any_text_is_a_request_or_a_named_error(text: str) -> None:
    code, request = outcome(text)
    if request is None:
        assert code in CODES
    else:
        assert request.message.strip()
        assert request.dossier_id is None or DOSSIER_ID.fullmatch(request.dossier_id)


def outcome(text: str) -> tuple[str, MessageRequest | None]:
    try:
        return "", request_in(parse_frame(text))
    except ForUser as error:
        return error.code, None


def test_all_fields() -> None:
    frame = {
        "message": "Hallo",
        "dossier_id": "dos-0123abcd",
        "desk": "tax",
        "message_id": "m:1",
        "as_of": "2024-01-01",
        "stream": True,
    }
    assert request_in(parse_frame(json.dumps(frame))) == MessageRequest.model_validate(frame)


@pytest.mark.parametrize("field", ["message", "as_of", "stream", "message_id", "colour"])
def test_a_wrong_field_is_named(field: str) -> None:
    with pytest.raises(BadFields) as refused:
        request_in({"message": "Hallo", field: {"not": "this"}})
    assert refused.value.details["field"] == field

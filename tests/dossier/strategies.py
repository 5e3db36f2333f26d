"""Dossiers and patches to draw from: a small pool of sources, so that ids meet each other often."""

from datetime import date

from hypothesis import strategies as st
from pydantic import JsonValue

from src.dossier.models import (
    Answer,
    Artifact,
    Claim,
    Dossier,
    Language,
    Message,
    Observation,
    OpaqueSource,
    Source,
)
from src.dossier.patch import DossierPatch
from tests.dossier.turns import DOSSIER
from tests.fakes import START, law, page, ruling

OBSERVED = Observation(
    id="observation/1",
    title="GET /machines/7",
    content='{"state": "stopped"}',
    system="machines",
    request="GET /machines/7",
    taken_at=START,
    sha256="0" * 64,
)
OPAQUE = OpaqueSource.model_validate(
    {
        "id": "leaflet/7",
        "title": "Leaflet",
        "content": "Fold here.",
        "kind": "leaflet",
        "pages": [1, {"of": 2.5}],
        "printer": None,
    }
)
"""A source of a kind that no desk here knows."""

POOL: tuple[Source, ...] = (
    law("6:7", "zes weken"),
    law("6:8", "de dag na"),
    law("16", "navordering", "BWBR0002320", "AWR"),
    ruling("ECLI:NL:HR:1995:AA1", "cassatie"),
    ruling("ECLI:NL:HR:1995:AA2", "verwijzing"),
    page("ports", "Port 8000 is open."),
    OBSERVED,
    OPAQUE,
)
TWINS = tuple(source.model_copy(update={"content": "another text"}) for source in POOL)
GHOSTS = ("BWBR0000000/1@2024-01-01", "", "artikel 6:7")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
languages: st.SearchStrategy[Language] = st.sampled_from(("nl", "en"))
messages = st.builds(Message, role=st.sampled_from(["user", "assistant"]), content=texts)
sources = st.sampled_from(POOL + TWINS)
ids = st.sampled_from([source.id for source in POOL] + list(GHOSTS))


def several(of: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """Return up to four of them, the same one twice included."""
    return st.lists(of, max_size=4).map(tuple)


answers = st.builds(
    Answer,
    question=texts,
    language=languages,
    claims=st.lists(st.builds(Claim, text=texts, quote=texts, source_id=ids), max_size=2).map(
        tuple
    ),
    conclusion=texts,
    source_ids=several(ids),
    model=st.just("none"),
    based_on_version=st.integers(0, 9),
)

DATA: tuple[dict[str, JsonValue], ...] = (
    {},
    {"text": "one"},
    {"text": "two", "é": [None, True, {"": -0.5}]},
    {"many": 10**30, "much": 1e22, "none": 1.0},
)
ARTIFACT_IDS = ("draft", "plan", "question-1")
artifacts = st.builds(
    Artifact,
    id=st.sampled_from(ARTIFACT_IDS),
    kind=st.sampled_from(["clarification", "plan", "draft", "kind-of-a-later-day"]),
    title=st.sampled_from(["", "Draft", "Ontwerp"]),
    data=st.sampled_from(DATA),
    based_on=st.sampled_from([(), (POOL[0].id,), ("draft",)]),
)
put = st.lists(artifacts, max_size=2, unique_by=lambda one: one.id).map(tuple)
removed = several(st.sampled_from(ARTIFACT_IDS))

patches = st.builds(
    DossierPatch,
    add_messages=st.lists(messages, max_size=3).map(tuple),
    add_sources=st.lists(sources, max_size=4).map(tuple),
    select_ids=several(ids),
    unselect_ids=several(ids),
    add_answers=st.lists(answers, max_size=2).map(tuple),
    shown_selection=st.none() | several(ids),
    language=st.none() | languages,
    as_of=st.none() | st.dates(date(2000, 1, 1), date(2030, 1, 1)),
    put_artifacts=put,
)

inverses = st.builds(
    DossierPatch,
    remove_source_ids=several(ids),
    remove_answer_ids=several(st.sampled_from(["a1", "a2", "a2-2", "a5"])),
    unselect_ids=several(ids),
    unset=st.lists(st.sampled_from(["shown_selection", "as_of"]), max_size=2).map(tuple),
    set_hold=st.none() | st.booleans(),
    title=st.none() | texts,
    undoes=st.lists(st.integers(1, 5), max_size=2).map(tuple),
    put_artifacts=put,
    remove_artifact_ids=removed,
)
"""Patches as an undo makes them."""

EMPTY = Dossier(id=DOSSIER, desk="tax", created_at=START)


def grown(history: list[DossierPatch]) -> Dossier:
    """Return the dossier that these patches make of an empty one."""
    dossier = EMPTY
    for patch in history:
        dossier = patch.apply(dossier)
    return dossier


dossiers = st.lists(patches, max_size=3).map(grown)

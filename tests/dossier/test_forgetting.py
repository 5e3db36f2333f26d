"""Erasing turns: no word of them is left, the chain still verifies, and the rest adds up as before."""

import hashlib
import json
from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.dossier import chain
from src.dossier.blobs import sha256_of
from src.dossier.claims import Calculation, CalculationInput, ConclusionSentence, EvidencePiece
from src.dossier.erasing import ERASED
from src.dossier.forgetting import forget, touched
from src.dossier.journal import JournalEntry, ModelRecord, Request, ToolRecord, Turn, fold
from src.dossier.models import Answer, Artifact, Claim, Dossier, Message, Picture, Source
from src.dossier.patch import DossierPatch
from src.errors import JournalBroken, OnHold, UnknownVersion
from tests.dossier.strategies import OBSERVED, OPAQUE, POOL
from tests.dossier.turns import DOSSIER, PIXELS, changing, picturing
from tests.fakes import START
from tests.thoroughness import examples

SALT = "5a" * 16


def turn(
    words: str, number: int = 0, copies: Sequence[str] = (), message_id: str | None = None
) -> Turn:
    """A turn that says these words in every place where a text can stand, and quotes others' words beside."""
    source = POOL[number % len(POOL)]
    quoted = "".join(f" ({copy})" for copy in copies)
    answer = Answer(
        question=f"vraag {words}{quoted}",
        language="nl",
        claims=(
            Claim(
                text=f"stelling {words}{quoted}",
                quote="zes weken",
                source_id=source.id,
                evidence=(EvidencePiece(quote=f"verteld {words}{quoted}"),),
            ),
        ),
        sentences=(ConclusionSentence(text=f"dus {words}", added=(f"bedrag {words}",)),),
        calculations=(
            Calculation(
                id="c1",
                inputs=(CalculationInput(name="a", value=f"€ 5 {words}"),),
                expression="a",
                kind="amount",
                result="5",
                given=f"€ 6 {words}",
            ),
        ),
        unsourced=(f"open {words}",),
        conclusion=f"dus {words}",
        open_points=(f"open {words}",),
        missing_facts=(f"ontbreekt {words}",),
        struck=(
            Claim(
                text=f"geschrapt {words}{quoted}",
                quote=f"verzonnen {words}{quoted}",
                given=f"verzonnen \n {words}{quoted}",
                source_id=source.id,
                verdict="not-found",
                flags=(f"vlag {words}",),
            ),
        ),
        source_ids=(source.id,),
        model="none",
        sent_hash=f"hash of {words}",
        based_on_version=number,
    )
    arguments = json.dumps({"query": f"zoek {words}{quoted}", "also": [f"ook {words}"]})
    patch = DossierPatch(
        add_messages=(
            Message(role="user", content=f"{words}{quoted}"),
            Message(role="assistant", content=f"gezegd {words}"),
        ),
        add_sources=(source,),
        select_ids=(source.id,),
        add_answers=(answer,),
        shown_selection=(source.id,),
        put_artifacts=(
            Artifact(
                id=f"draft-{number}",
                kind="draft",
                title=f"titel {words}",
                data={"text": f"stuk {words}{quoted}", "steps": [{"of": f"stap {words}"}]},
                based_on=(source.id,),
            ),
        ),
    )
    return Turn(
        dossier_id=DOSSIER,
        desk="tax",
        request=Request(message=f"{words}{quoted}", message_id=message_id),
        tools=(
            ToolRecord(tool="get_legislation", arguments=arguments, outcome="done"),
            ToolRecord(tool=f"tool {words}", arguments=f"no json {words}", outcome="unknown_tool"),
        ),
        patch=patch,
        reply=f"gezegd {words}",
        language="nl",
        model=ModelRecord(id="none", prompt_hash=f"hash of {words}"),
    )


def journal(*turns: Turn) -> list[bytes]:
    lines: list[chain.Line] = []
    for version, one in enumerate(turns, start=1):
        time = START + timedelta(seconds=version)
        previous = lines[-1] if lines else None
        lines.append(chain.sealed(one, version, time, previous, f"{version:032x}").line)
    return [chain.written(line) for line in lines]


def entries(lines: Sequence[bytes]) -> list[JournalEntry]:
    return chain.entries(chain.verify(lines))


def folded(lines: Sequence[bytes]) -> Dossier:
    dossier = fold(entries(lines))
    assert dossier is not None
    return dossier


def forgotten(lines: Sequence[bytes], *versions: int) -> list[bytes]:
    return forget(lines, versions or None, START + timedelta(days=1), SALT)


def without_words(dossier: Dossier) -> dict[str, object]:
    """Everything of a dossier but its words and its version, which a forgetting raises."""
    shape = {
        "roles": [one.role for one in dossier.conversation],
        "answers": [
            (one.id, one.source_ids, one.model, one.based_on_version, len(one.claims))
            for one in dossier.answers
        ],
        "artifacts": [(one.id, one.kind, one.based_on) for one in dossier.artifacts],
    }
    kept = {"sources", "selected_ids", "shown_selection", "created_at", "language", "as_of"}
    return {**dossier.model_dump(include=kept), **shape}


words = st.lists(
    st.text(st.characters(categories=["Lu", "Nd"]), min_size=8, max_size=16).map(
        lambda text: f'<{text}>"\\é'
    ),
    min_size=2,
    max_size=5,
    unique=True,
)


@given(words, st.data())
@settings(max_examples=examples(60))
def test_no_word_is_left_and_the_rest_adds_up(said: list[str], data: st.DataObject) -> None:
    copied = said[0]
    lines = journal(*(turn(one, n, [copied] if n else []) for n, one in enumerate(said)))
    before = folded(lines)
    rounds = data.draw(
        st.lists(st.sets(st.integers(1, len(said)), min_size=1), min_size=1, max_size=3),
        label="forgotten, in rounds",
    )
    for versions in rounds:
        lines = forgotten(lines, *versions)
        assert without_words(folded(lines)) == without_words(before)
    gone = set().union(*rounds)
    stored = b"".join(lines).decode()
    for version, one in enumerate(said, start=1):
        # As far as JSON writes it without a backslash.
        assert (one[: one.index(">") + 1] in stored) == (version not in gone)


def test_all_can_be_forgotten() -> None:
    lines = forgotten(journal(turn("eerste woorden"), turn("tweede woorden", 1)))
    assert b"woorden" not in b"".join(lines)
    assert [one.erased for one in entries(lines)] == [True, True, False]
    assert {one.content for one in folded(lines).conversation} == {ERASED}
    assert [one.version for one in entries(lines)[-1].erases] == [1, 2]


def test_a_forgotten_turn_leaves_the_others_as_they_are() -> None:
    lines = journal(turn("eerste woorden"), turn("tweede woorden", 1))
    after = forgotten(lines, 1)
    assert after[1] == lines[1]
    assert [one.role for one in folded(after).conversation] == ["user", "assistant"] * 2
    assert entries(after)[0].request == Request(message=ERASED)
    assert entries(after)[0].model == ModelRecord(id="none")


def test_lines_of_an_earlier_version_stay_as_they_were_written() -> None:
    """They lack fields that came later: written anew, their hashes would not be theirs."""
    lines: list[bytes] = []
    for version, words in enumerate(("eerste woorden", "tweede woorden"), start=1):
        content = turn(words, version).model_dump(mode="json")
        del content["receipts"]
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        sealed = chain.sealed(turn(words, version), version, START, _last(lines), SALT).line
        hashed = hashlib.sha256((SALT + text).encode()).hexdigest()
        header = sealed.model_dump(mode="json", exclude={"hash", "salt", "content"})
        header["content_hash"] = hashed
        front = json.dumps(header, ensure_ascii=False, separators=(",", ":"))
        own = hashlib.sha256(front.encode()).hexdigest()
        lines.append(f'{front[:-1]},"hash":"{own}","salt":"{SALT}","content":{text}}}\n'.encode())
    after = forgotten(lines, 1)
    assert after[1] == lines[1]
    assert [one.erased for one in entries(after)] == [True, False, False]


def _last(lines: Sequence[bytes]) -> chain.Line | None:
    return chain.verify(lines)[-1] if lines else None


def test_hashes_that_texts_could_be_tried_against_are_gone() -> None:
    after = b"".join(forgotten(journal(turn("eerste woorden")), 1))
    assert b"hash of" not in after


def making(*artifacts: Artifact, message: str = "maak het") -> Turn:
    return changing(DossierPatch(put_artifacts=artifacts), message)


LETTER = Artifact(
    id="letter",
    kind="draft",
    title="Brief aan mevrouw Jansen",
    data={
        "state": "unfinished",
        "cites": POOL[0].id,
        "amount": 31415,
        "paragraphs": [{"text": "Geachte mevrouw Jansen,"}, {"text": "tot ziens"}],
    },
)


def test_an_artifact_goes_with_its_turn_and_with_those_that_put_it_back() -> None:
    again = journal(
        making(LETTER), changing(DossierPatch(remove_artifact_ids=("letter",))), making(LETTER)
    )
    after = forgotten(again, 1)
    for word in (b"Jansen", b"31415", b"unfinished", b"ziens"):
        assert word in b"".join(again)
        assert word not in b"".join(after)
    (kept,) = folded(after).artifacts
    assert kept == LETTER.model_copy(update={"title": ERASED, "data": {}})
    assert folded(again).artifacts == (LETTER,)


def test_words_of_a_forgotten_artifact_go_from_another_and_its_shape_stays() -> None:
    other = LETTER.model_copy(
        update={
            "id": "other",
            "title": "Andere brief",
            "data": {
                **LETTER.data,
                "amount": 1,
                "to": "Dorpsstraat",
                "quoted": "Zij schreef: tot ziens",
            },
        }
    )
    asked = changing(DossierPatch(), "Geachte mevrouw Jansen, hallo")
    after = forgotten(journal(adding(POOL[0]), making(LETTER), making(other), asked), 2)
    assert b"Jansen" not in b"".join(after)
    assert folded(after).artifacts[1].data == {
        "state": "unfinished",
        "cites": POOL[0].id,
        "amount": 1,
        "paragraphs": [{"text": ERASED}, {"text": ERASED}],
        "to": "Dorpsstraat",
        "quoted": "Zij schreef: tot ziens",
    }
    assert entries(after)[3].request == Request(message=f"{ERASED} hallo")


def adding(*sources: Source) -> Turn:
    return changing(DossierPatch(add_sources=sources), "voeg toe")


def test_what_a_system_said_is_forgotten_with_its_turn_and_what_was_made_from_it() -> None:
    made = LETTER.model_copy(update={"based_on": (OBSERVED.id,)})
    of_that = LETTER.model_copy(
        update={"id": "copy", "data": {"n": "Piet"}, "based_on": ("letter",)}
    )
    anew = LETTER.model_copy(update={"data": {"n": "Klaas"}})
    of_anew = of_that.model_copy(update={"id": "last", "data": {"n": "Truus"}})
    turns = [
        adding(OBSERVED, POOL[0]),
        making(made),
        making(of_that),
        making(anew),
        making(of_anew),
    ]
    after = forgotten(journal(*turns), 1)
    stored = b"".join(after)
    for word in (b"stopped", b"machines/7", b"Geachte", b"Piet", b"0" * 64):
        assert word not in stored.replace(chain.FIRST_PREVIOUS.encode(), b"")
    assert b"Klaas" in stored
    assert b"Truus" in stored
    observed, article = folded(after).sources
    assert (observed.content, observed.title) == (ERASED, ERASED)
    assert article == POOL[0]


def test_what_is_public_stays_when_its_turn_is_forgotten() -> None:
    after = forgotten(journal(adding(POOL[0], OPAQUE)), 1)
    assert folded(after).sources == (POOL[0], OPAQUE)


def test_a_copy_in_another_turn_goes_and_the_words_around_it_stay() -> None:
    asked = "mijn naam is Jansen"
    other = json.dumps({"query": f"zoek: {asked}!"})
    later = changing(
        DossierPatch(add_messages=(Message(role="user", content="iets anders"),)), "iets anders"
    ).model_copy(update={"tools": (ToolRecord(tool="x", arguments=other, outcome="done"),)})
    first = changing(DossierPatch(add_messages=(Message(role="user", content=asked),)), asked)
    after = forgotten(journal(first, later), 1)
    assert b"Jansen" not in b"".join(after)
    entry = entries(after)[1]
    assert json.loads(entry.tools[0].arguments) == {"query": f"zoek: {ERASED}!"}
    assert entry.request == Request(message="iets anders")
    assert entry.erased


@pytest.mark.parametrize("escaped", [r"Jansen \u00e9\u00e9n, huis", "123456789012"])
def test_a_copy_is_found_however_it_is_written(escaped: str) -> None:
    asked = json.loads(f'"{escaped}"')
    arguments = f'{{"query": "{escaped}"}}' if "J" in escaped else f'{{"query": {escaped}}}'
    later = changing(DossierPatch(), "later").model_copy(
        update={"tools": (ToolRecord(tool="x", arguments=arguments, outcome="done"),)}
    )
    after = forgotten(journal(changing(DossierPatch(), asked), later), 1)
    assert escaped.encode() not in b"".join(after)
    assert ERASED in entries(after)[1].tools[0].arguments


@pytest.mark.parametrize("depth", [400, 900, 5000])
def test_arguments_that_are_nested_too_deeply_are_erased_whole(depth: int) -> None:
    asked = "mijn naam is Jansen"
    deep = f'{"[" * depth}"{asked}"{"]" * depth}'
    later = changing(DossierPatch(), "later").model_copy(
        update={"tools": (ToolRecord(tool="x", arguments=deep, outcome="bad_arguments"),)}
    )
    first = changing(DossierPatch(), asked)
    for versions in ([1], [2], None):
        after = forget(journal(first, later), versions, START, SALT)
        assert b"Jansen" not in b"".join(after) or versions == [2]


def test_a_short_text_is_a_copy_only_where_it_stands_alone() -> None:
    texts = ("Bakker", "Bakker", "Bakkerij")
    first, alone, inside = (changing(DossierPatch(), text) for text in texts)
    after = entries(forgotten(journal(first, alone, inside), 1))
    said = [one.request.message for one in after if one.request]
    assert said == [ERASED, ERASED, "Bakkerij"]


def said_twice(text: str) -> list[bytes]:
    one = changing(DossierPatch(), text)
    return journal(one, one.model_copy(update={"reply": "another reply"}))


@pytest.mark.parametrize("text", ["ja", "Ja.", "abc", "a, 1 b", "Ja, dat klopt!", "Yes, correct."])
def test_what_anybody_says_takes_no_other_turn_along(text: str) -> None:
    lines = said_twice(text)
    after = entries(forgotten(lines, 1))
    assert [one.erased for one in after[:2]] == [True, False]
    assert after[0].request == Request(message=ERASED)
    assert touched(lines, forgotten(lines, 1)) == (1,)


@pytest.mark.parametrize("text", ["1234", "Jans", "Ja, Jansen", "Ja, 12345"])
def test_what_tells_something_is_looked_for_in_other_turns(text: str) -> None:
    lines = said_twice(text)
    assert touched(lines, forgotten(lines, 1)) == (1, 2)


def test_a_repeated_message_stays_known() -> None:
    after = forgotten(journal(turn("eerste woorden", message_id="m-1")), 1)
    request = entries(after)[0].request
    assert request == Request(message=ERASED, message_id="m-1")


def test_a_forgetting_that_still_told_something_is_erased_too() -> None:
    first, second = "mijn naam is Jansen", "mijn adres is Dorpsstraat"
    lines = journal(turn(first), turn(second, 1, [first]))
    lines = forgotten(forgotten(lines, 1), 2)
    assert b"Dorpsstraat" not in b"".join(lines)
    assert [one.erased for one in entries(lines)] == [True, True, True, False]
    assert [one.version for one in entries(lines)[-1].erases] == [1, 2, 3]


def test_nothing_is_forgotten_twice() -> None:
    lines = forgotten(journal(turn("eerste woorden")), 1)
    assert forgotten(lines, 1) == lines
    assert forgotten(lines, 2) == lines
    assert forgotten(lines) == lines


def test_an_import_can_be_forgotten() -> None:
    imported = turn("eerste woorden").model_copy(update={"author": "import", "request": None})
    lines = forgotten(journal(imported), 1)
    assert b"woorden" not in b"".join(lines)
    assert folded(lines).version == 2


def test_a_dossier_on_hold_is_left_alone() -> None:
    held = changing(DossierPatch(set_hold=True))
    with pytest.raises(OnHold):
        forgotten(journal(turn("eerste woorden"), held), 1)
    released = journal(turn("eerste woorden"), held, changing(DossierPatch(set_hold=False)))
    assert b"eerste" not in b"".join(forgotten(released, 1))


def test_what_is_not_there_can_not_be_forgotten() -> None:
    lines = journal(turn("eerste woorden"))
    with pytest.raises(UnknownVersion):
        forgotten(lines, 1, 2)
    with pytest.raises(JournalBroken):
        forgotten([lines[0].replace(b"eerste", b"laatst")], 1)


def test_changing_what_stands_in_place_shows() -> None:
    lines = forgotten(journal(turn("eerste woorden"), turn("tweede woorden", 1)), 1)
    for number in range(len(lines)):
        broken = [*lines]
        broken[number] = broken[number].replace(b"dos-0", b"dos-1", 1)
        with pytest.raises(JournalBroken) as found:
            chain.verify(broken)
        assert found.value.details == {"entry": str(number + 1)}


def test_words_of_another_turn_that_a_picture_has_go_and_the_picture_stays() -> None:
    words = "the second knob of the hob"
    lines = _journal([changing(DossierPatch(), words), picturing(shows=words)])
    kept = fold(chain.entries(chain.verify(forget(lines, [1], START, SALT))))
    assert kept
    (picture,) = kept.sources
    assert isinstance(picture, Picture)
    assert (picture.content, picture.sha256) == (ERASED, sha256_of(PIXELS))


def test_a_turn_in_which_a_model_was_given_a_forgotten_picture_goes_with_it() -> None:
    looked = ToolRecord(tool="look", arguments="{}", outcome="done", pictures=(sha256_of(PIXELS),))
    told = changing(DossierPatch(), "what is on it?").model_copy(
        update={"tools": (looked,), "reply": "a scar"}
    )
    other = changing(DossierPatch(), "something else")
    lines = forget(_journal([picturing(), told, other]), [1], START, SALT)
    left = b"".join(lines)
    for gone in (sha256_of(PIXELS).encode(), b"a scar", b"what is on it?", b"hob.png"):
        assert gone not in left
    assert b"something else" in left


def _journal(turns: Sequence[Turn]) -> list[bytes]:
    lines: list[bytes] = []
    last = None
    for version, one in enumerate(turns, start=1):
        last = chain.sealed(one, version, START, last, SALT).line
        lines.append(chain.written(last))
    return lines

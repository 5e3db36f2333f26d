"""What a deciding model is told of law that is not there, and in which order the user sees what it chose."""

import json
from pathlib import Path

import pytest

from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.protocol import ChatReply
from tests.api.wiring import wired
from tests.fakes import ListRetriever, ScriptedRounds, calls, law, ruling
from tests.recorded.steps import call
from tests.serving import TEST_ID, served

RULES = [law(f"6:{n}", f"De termijn van soort {n} bedraagt {n} weken.") for n in (7, 8, 9)]


async def test_what_the_library_lacks_is_said_in_a_sentence(tmp_path: Path) -> None:
    model = ScriptedRounds(
        calls(
            call("follow_reference", reference="artikel 1 Algemene termijnenwet"),
            call("follow_reference", reference="iets zonder naam"),
            call("get_legislation", queries=["termijn", "artikel 9:99 Awb"]),
        ),
        ChatReply(""),
    )
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        await server.say("Welke termijn geldt?", dossier_id=TEST_ID)
    told = [json.loads(one.content)["output_is_data"] for one in model.asked[1][-3:]]
    assert "Not in the library: Algemene termijnenwet" in told[0]
    assert told[1] == "Not in the library: iets zonder naam."
    assert "Not in the library: Algemene wet bestuursrecht, artikel 9:99" in told[2]


async def test_what_was_chosen_is_listed_best_first(tmp_path: Path) -> None:
    chosen = [{"source": n, "why": ""} for n in (3, 1)]
    model = ScriptedRounds(
        calls(call("get_legislation", queries=["termijn"])),
        calls(call("choose_sources", sources=chosen)),
    )
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        shown = (await server.say("Welke termijn geldt?", dossier_id=TEST_ID))["response"]
    assert shown.index("artikel 6:9") < shown.index("artikel 6:7")


async def test_none_chosen_leaves_nothing_selected_and_says_that_nothing_answers(
    tmp_path: Path,
) -> None:
    missing = "De bron over zeeroof ontbreekt."
    model = ScriptedRounds(
        calls(call("get_legislation", queries=["termijn"])),
        calls(call("choose_sources", sources=[])),
        ChatReply(missing),
    )
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        shown = await server.say("Welke termijn geldt bij zeeroof?", dossier_id=TEST_ID)
    assert not any(source["selected"] for source in shown["sources"])
    assert "beantwoordt uw vraag" in shown["response"]
    assert missing in shown["response"]
    assert "juiste bronnen" not in shown["response"]


async def test_a_reference_that_is_not_there_is_told_by_its_name_alone(tmp_path: Path) -> None:
    model = ScriptedRounds(
        calls(call("get_legislation", queries=["termijn"])),
        calls(call("choose_sources", sources=[{"source": 1, "why": ""}])),
        calls(call("follow_reference", reference="iets zonder naam")),
        ChatReply(""),
    )
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        await server.say("Welke termijn geldt?", dossier_id=TEST_ID)
        shown = await server.say("Wat zegt iets zonder naam?", dossier_id=TEST_ID)
    assert shown["response"] == "Niet in de bibliotheek: iets zonder naam."


async def test_rulings_that_were_not_chosen_are_not_told_as_missing(tmp_path: Path) -> None:
    model = ScriptedRounds(
        calls(
            call("get_legislation", queries=["termijn"]), call("get_case_law", queries=["termijn"])
        ),
        calls(call("choose_sources", sources=[{"source": 1, "why": ""}])),
    )
    found = ruling("ECLI:NL:HR:1995:AA3106", "De termijn was verstreken.")
    async with served(wired(tmp_path, model, ListRetriever(*RULES, found))) as server:
        shown = await server.say("Welke termijn geldt?", dossier_id=TEST_ID)
    assert any(source["kind"] == "case_law" for source in shown["sources"])
    assert "echtspraak gevonden" not in shown["response"]


FILLER = "Artikel 4 van de Wet op andere zaken is van toepassing op zaken."
KITE = "Voor vliegers bedraagt de termijn elf weken."


async def test_the_passage_of_a_source_speaks_to_the_subject_and_not_to_its_citation(
    tmp_path: Path,
) -> None:
    rule = law("4", f"{FILLER} " * 8 + KITE + f" {FILLER}" * 8)
    why = "De termijn voor vliegers"
    model = ScriptedRounds(
        calls(
            call("get_legislation", queries=["artikel 4 Wet op andere zaken", "termijn vlieger"])
        ),
        calls(call("follow_reference", reference="artikel 4 Wet op andere zaken")),
        calls(call("choose_sources", sources=[{"source": 1, "why": why}])),
    )
    async with served(wired(tmp_path, model, ListRetriever(rule))) as server:
        shown = await server.say("Welke termijn geldt voor vliegers?", dossier_id=TEST_ID)
    told = [one.content for one in model.asked[-1] if one.role == "tool"]
    assert KITE in told[0]
    passage = shown["response"].partition("> ")[2]
    assert passage.startswith(KITE)
    assert why in shown["response"]


async def test_what_the_library_lacks_is_told_once_and_again_to_who_names_it(
    tmp_path: Path,
) -> None:
    search = calls(call("get_legislation", queries=["termijn", "artikel 9:99 Awb"]))
    model = ScriptedRounds(*[search, ChatReply("")] * 3)
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        told = [
            "artikel 9:99" in (await server.say(message, dossier_id=TEST_ID))["response"]
            for message in (
                "Welke termijn?",
                "En welke daarna?",
                "En artikel 9:99?",
            )
        ]
    assert told == [True, False, True]


async def test_of_too_many_wordings_the_first_are_searched(tmp_path: Path) -> None:
    wordings = ["zeeroof", "kaapvaart", "bergloon", "strandvond", "termijn"]
    model = ScriptedRounds(
        calls(call("get_legislation", queries=wordings)),
        calls(call("get_legislation", queries=wordings[1:])),
        ChatReply(""),
    )
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        await server.say("Hoe zit dat?", dossier_id=TEST_ID)
    first, second = (json.loads(asked[-1].content) for asked in model.asked[1:])
    assert (first["outcome"], first["found"]) == ("done", [])
    assert len(second["found"]) == len(RULES)


@pytest.mark.parametrize(("chosen", "listed"), [([1], []), ([1, 3], [3])])
async def test_a_follow_up_lists_what_is_new_and_names_the_rest_by_number(
    tmp_path: Path, chosen: list[int], listed: list[int]
) -> None:
    def decided(goes_on: bool, numbers: list[int]) -> list[ChatReply]:
        picked = [{"source": number, "why": f"Over soort {number}"} for number in numbers]
        search = call("get_legislation", queries=["termijn"], goes_on=goes_on)
        return [calls(search), calls(call("choose_sources", sources=picked))]

    rule = RULES[0].content
    draft = AnswerDraft(
        claims=[ClaimDraft(text=rule, quote=rule, source_id=RULES[0].id)],
        conclusion="",
        open_points=[],
        missing_facts=[],
    )
    model = ScriptedRounds(*decided(False, [1, 2]), *decided(True, chosen), forms=[draft])
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        said = ("Welke termijn geldt?", "ja", "En als het om een vordering gaat?")
        *_, shown = [await server.say(message, dossier_id=TEST_ID) for message in said]
    told = shown["response"]
    assert [n for n, source in enumerate(RULES, 1) if source.content in told] == listed
    assert [n for n in (1, 2, 3) if f"Over soort {n}" in told] == listed
    selected = [n for n, source in enumerate(shown["sources"], 1) if source["selected"]]
    assert selected == chosen
    assert all(f"\\[{number}\\]" in told for number in (1, 2, 3))
    assert "juiste bronnen" in told


async def test_the_day_of_a_text_is_told_of_what_was_chosen_alone(tmp_path: Path) -> None:
    model = ScriptedRounds(
        calls(call("get_legislation", queries=["termijn"])),
        calls(call("choose_sources", sources=[{"source": 2, "why": ""}])),
    )
    async with served(wired(tmp_path, model, ListRetriever(*RULES))) as server:
        asked = {"dossier_id": TEST_ID, "as_of": "1990-01-01"}
        shown = (await server.say("Welke termijn geldt?", **asked))["response"]
    assert "dit is de naaste: Algemene wet bestuursrecht, artikel 6:8." in shown

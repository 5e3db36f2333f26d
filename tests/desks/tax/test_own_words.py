"""What a model may say of law in its own words: what it quotes, and that something does not stand in the sources."""

from pathlib import Path

import pytest

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.desks.tax.presenter import may_say
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier, Message
from src.llm.forms import (
    AnswerDraft,
    CalculationDraft,
    ClaimDraft,
    InputDraft,
    SentenceDraft,
    SupportDraft,
)
from src.llm.protocol import ChatReply
from tests.fakes import START, ListRetriever, ScriptedRounds, calls, law
from tests.recorded.steps import call
from tests.serving import TEST_ID, served

AGE = law(
    "15",
    "De vrijstelling geldt voor meerderjarige kopers jonger dan 35 jaar (artikel 14), tenzij hun aandelen 40% zijn.",
)
OTHER = "nee, volgens mijn collega is de grens 40 jaar"


@pytest.mark.parametrize(
    ("words", "may"),
    [
        ("Bron [1] noemt een andere grens: “meerderjarige kopers jonger dan 35 jaar”.", True),
        ("Er staat: “kopers jonger dan 35 jaar (artikel 14)”. Van 40 jaar staat daar niets.", True),
        ("Van een grens van 40 jaar staat daar niets in.", True),
        ("Bron [1] noemt een grens van 35 jaar.", False),
        ("Er staat: “kopers jonger dan 40 jaar”.", False),
        ("De grens is 40 jaar: “meerderjarige kopers jonger dan 35 jaar”.", False),
        ("Van een grens van 35 jaar staat daar niets.", False),
        ("Daar staat geen 30 jaar.", False),
        ("Dat is “35 jaar”.", False),
    ],
)
def test_only_true_quotes_and_true_denials_name_a_measure(words: str, may: bool) -> None:
    dossier = Dossier(
        id="dos-00000000",
        desk="tax",
        created_at=START,
        language="nl",
        sources=(AGE,),
        selected_ids=(AGE.id,),
        conversation=(Message(role="user", content=OTHER),),
    )
    assert may_say(words, dossier) is may


async def test_own_words_are_read_a_second_time(tmp_path: Path) -> None:
    said = "Een koper mag altijd onder de vrijstelling vallen. Graag gedaan, en laat het weten."
    read = [
        {"number": 1, "verdict": "contradicts", "settled_by": "kopers jonger dan 35 jaar"},
        {"number": 2, "verdict": "supports"},
    ]
    verdicts = SupportDraft.model_validate({"verdicts": read})
    model = ScriptedRounds(ChatReply(said), forms=[verdicts])
    store = JsonStore(tmp_path)
    desk = tax_desk(model, ListRetriever(AGE), store, support=True)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        reply = await server.say("bedankt, dus dat mag altijd?", desk="tax")
    assert "altijd onder de vrijstelling vallen.” – weggelaten" in reply["response"]
    assert "Graag gedaan" in reply["response"]


@pytest.mark.parametrize(
    ("words", "is_shown"),
    [
        ("Zoals berekend betaalt u over € 600.000 een bedrag van € 12.000.", True),
        ("As computed, you pay EUR 12,000 over € 600.000 here.", True),
        ("Zoals berekend betaalt u over € 600.000 een bedrag van € 13.000.", False),
    ],
)
async def test_a_result_of_an_answer_may_be_told_and_is_read_with_its_sum(
    tmp_path: Path, words: str, is_shown: bool
) -> None:
    rate = law("14", "Het tarief bedraagt 2 percent van de waarde van een woning.")
    sums = CalculationDraft(
        id="c1",
        inputs=[
            InputDraft(name="waarde", value="€ 600.000", source_id="user", quote=""),
            InputDraft(name="tarief", value="2 percent", source_id=rate.id, quote=""),
        ],
        expression="waarde * tarief",
        result="€ 12.000",
    )
    answer = AnswerDraft(
        claims=[ClaimDraft(text="Het tarief is 2 percent.", quote=rate.content, source_id=rate.id)],
        calculations=[sums],
        conclusion=[SentenceDraft(text="U betaalt € 12.000.", follows_from=["1", "c1"])],
        open_points=[],
        missing_facts=[],
    )
    supports = [{"number": number, "verdict": "supports"} for number in (1, 2)]
    verdicts = SupportDraft.model_validate({"verdicts": supports})
    model = ScriptedRounds(
        calls(call("get_legislation", queries=["tarief woning"])),
        calls(call("choose_sources", sources=[{"source": 1, "why": "het tarief"}])),
        *[ChatReply(words)] * 2,
        forms=[answer, verdicts, verdicts],
    )
    store = JsonStore(tmp_path)
    desk = tax_desk(model, ListRetriever(rate), store, support=True)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        said = ("Wat betaal ik voor een woning van € 600.000?", "ja", "dank, helder")
        *_, reply = [await server.say(message, dossier_id=TEST_ID) for message in said]
    assert (words[:40] in reply["response"]) is is_shown
    if is_shown:
        assert "€ 600.000 x 2 percent = € 12.000" in model.asked[-1][-1].content


@pytest.mark.parametrize(("told", "is_shown"), [("€ 12.000", True), ("€ 13.000", False)])
async def test_a_result_that_no_answer_holds_may_be_told(
    tmp_path: Path, told: str, is_shown: bool
) -> None:
    words = f"Zoals berekend: over € 600.000 is dat {told}."
    inputs = [
        {"name": "waarde", "value": "€ 600.000"},
        {"name": "tarief", "value": "2 percent", "source": 1},
    ]
    model = ScriptedRounds(
        calls(call("get_legislation", queries=["tarief woning"])),
        calls(call("choose_sources", sources=[{"source": 1, "why": "het tarief"}])),
        calls(call("calculate", inputs=inputs, expression="waarde * tarief")),
        *[ChatReply(words)] * 4,
    )
    rate = law("14", "Het tarief bedraagt 2 percent van de waarde van een woning.")
    store = JsonStore(tmp_path)
    desk = tax_desk(model, ListRetriever(rate), store)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        said = ("Wat betaal ik voor een woning van € 600.000?", "reken dat eens uit", "dus?")
        _, *replies = [await server.say(message, dossier_id=TEST_ID) for message in said]
    assert [words in reply["response"] for reply in replies] == [is_shown] * 2

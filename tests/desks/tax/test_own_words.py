"""What a model may say of law in its own words: what it quotes, and that something does not stand in the sources."""

from pathlib import Path

import pytest

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.desks.tax.presenter import may_say
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier, Message
from src.llm.forms import SupportDraft
from src.llm.protocol import ChatReply
from tests.fakes import START, ListRetriever, ScriptedRounds, law
from tests.serving import served

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

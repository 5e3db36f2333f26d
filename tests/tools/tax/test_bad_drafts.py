"""What a model may give instead of an answer: it is asked again once at most, the user is told, nothing is stored."""

from collections.abc import Sequence

import pytest
from pydantic import BaseModel

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.errors import ModelGaveNoAnswer
from tests.export.scripted import DRAFT, EXEMPT, FROM_MEMORY, LEVY, QUESTION
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm, calls
from tests.serving import served

NO_QUOTES = DRAFT.model_copy(
    update={"claims": [one.model_copy(update={"quote": ""}) for one in DRAFT.claims]}
)
FROM_ITS_MEMORY = DRAFT.model_copy(update={"claims": [FROM_MEMORY]})
NO_CLAIMS = DRAFT.model_copy(update={"claims": []})
PROSE, HALF = "The levy is 21%.", '{"claims": [{"text": "The levy'
REFUSAL, NOTHING = ModelGaveNoAnswer(reason="refused"), ModelGaveNoAnswer(reason="empty")


@pytest.mark.parametrize(
    ("replies", "rounds", "told"),
    [
        ([PROSE, PROSE, DRAFT], 2, "did not have the form asked for"),
        ([HALF, PROSE, DRAFT], 2, "did not have the form asked for"),
        ([HALF, NO_QUOTES, DRAFT], 2, "came without a quote"),
        ([NO_QUOTES, NO_QUOTES, DRAFT], 2, "came without a quote"),
        ([NO_QUOTES, HALF, DRAFT], 2, "came without a quote"),
        ([FROM_ITS_MEMORY, FROM_ITS_MEMORY, DRAFT], 2, "A quote does not stand in"),
        ([FROM_ITS_MEMORY, REFUSAL, DRAFT], 2, "A quote does not stand in"),
        ([REFUSAL, DRAFT], 1, "the model refused"),
        ([NOTHING, DRAFT], 1, "the reply was empty"),
        ([NO_CLAIMS, DRAFT], 1, "I found no passage"),
    ],
)
async def test_it_is_asked_again_once_and_nothing_is_stored(
    replies: Sequence[BaseModel | str | Exception], rounds: int, told: str
) -> None:
    search = calls(("get_legislation", '{"query": "heffing kabouter"}'))
    model = ScriptedLlm(search, forms=replies)
    store, library = MemoryStore(), ListRetriever(LEVY, EXEMPT)
    desk = tax_desk(model, library, store)
    parts = Parts(Agent(store, {desk.name: desk}), store, model)
    async with served(parts) as server:
        dossier_id = (await server.say(QUESTION))["dossier_id"]
        reply = await server.say("Yes.", dossier_id=dossier_id)
        dossier = (await server.get(f"/dossiers/{dossier_id}")).json()
    assert told in reply["response"]
    assert "21%" not in reply["response"]
    assert (dossier["answers"], len(model.asked) - 1) == ([], rounds)

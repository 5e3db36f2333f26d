"""What a model is told of a sum that it has made: through the server, with a scripted model."""

from pathlib import Path

import pytest

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.dossier.json_store import JsonStore
from src.llm.protocol import ChatReply
from tests.fakes import ListRetriever, ScriptedRounds, calls, law
from tests.recorded.steps import call
from tests.serving import TEST_ID, served


async def observed(tmp_path: Path, message: str, expression: str, **values: str) -> str:
    """Have a model compute with these values of a message, and return what it is told of it."""
    inputs = [{"name": name, "value": value} for name, value in values.items()]
    computing = calls(call("calculate", inputs=inputs, expression=expression))
    model, store = ScriptedRounds(computing, ChatReply("")), JsonStore(tmp_path)
    desk = tax_desk(model, ListRetriever(law("6:7", "De termijn bedraagt zes weken.")), store)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        await server.say(message, dossier_id=TEST_ID)
    return model.asked[-1][-1].content


@pytest.mark.parametrize(
    ("message", "day", "count", "unit", "end"),
    [
        ("Dagtekening 1 maart 2026, zes weken bezwaar?", "1 maart 2026", "zes weken", "weeks", "2026-04-13"),
        ("Dated 28 February 2026, six weeks to object?", "28 February 2026", "six weeks", "weeks", "2026-04-13"),
        ("Dagtekening 16 maart 2026, zes weken bezwaar?", "16 maart 2026", "zes weken", "weeks", "2026-04-28"),
        ("Sent on 25 November 2026, one month to reply?", "25 November 2026", "one month", "months", "2026-12-28"),
    ],
)  # fmt: skip
async def test_a_plain_day_on_which_no_term_ends_names_the_operation_for_terms(
    tmp_path: Path, message: str, day: str, count: str, unit: str, end: str
) -> None:
    told = await observed(tmp_path, message, f"add_{unit}(d, n)", d=day, n=count)
    assert f"term_{unit}" in told
    assert end in told


@pytest.mark.parametrize(
    ("expression", "day"),
    [
        ("add_weeks(d, n)", "2 maart 2026"),
        ("term_weeks(d, n)", "1 maart 2026"),
        ("add_weeks(d, n)", "1 maart"),
    ],
)
async def test_a_working_day_and_the_end_of_a_term_stand_as_they_are(
    tmp_path: Path, expression: str, day: str
) -> None:
    message = f"Dagtekening {day}, zes weken bezwaar?"
    told = await observed(tmp_path, message, expression, d=day, n="zes weken")
    assert "april" in told
    assert "use term_" not in told

"""What is written outside, seen in metrics and spans: which tool, how it ended, and never what was written."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from src.bootstrap import Parts, build, observing
from src.desks.catalogue import read_settings
from src.llm.protocol import ChatReply
from tests.desks import shop as shops
from tests.desks.dying import confirmed, planned
from tests.desks.shop import Shop, with_shop
from tests.fakes import ScriptedRounds, calls
from tests.observing.collector import collecting
from tests.observing.test_observed import attributes, named, numbers
from tests.serving import TEST_ID, served

ORDER = '{"items": ["peas", "salt", "rice"]}'


@pytest.fixture
def shop() -> Iterator[Shop]:
    with shops.opened() as shop:
        yield shop


def parts_of(shop: Shop, folder: Path, **given: object) -> Parts:
    said = (calls(("order_groceries", ORDER)), ChatReply("Ordered."))
    desks = [with_shop(shop.url, ScriptedRounds(*said))]
    settings = read_settings(desks, _env_file=None, tess_data_dir=folder, **given)
    return build(settings, observing(settings), desks=desks)


async def test_operations_outside_are_counted_by_how_they_ended(shop: Shop, tmp_path: Path) -> None:
    shop.loses, shop.refuses = {"salt"}, {"rice"}
    async with served(parts_of(shop, tmp_path)) as server:
        before = await numbers(server)
        await confirmed(server.port, TEST_ID, await planned(server.port, TEST_ID))
        counted = await numbers(server)
    assert before['tess_stage_seconds_count{stage="effect"}'] == 0
    assert counted['tess_effects_total{outcome="done"}'] == 2
    assert counted['tess_effects_total{outcome="failed"}'] == 1
    assert counted['tess_stage_seconds_count{stage="effect"}'] == 3
    assert counted['tess_stage_seconds_count{stage="look_up"}'] == 1


async def test_an_operation_outside_is_a_span_of_the_turn_that_confirmed(
    shop: Shop, tmp_path: Path
) -> None:
    shop.loses = {"peas"}
    with collecting() as collector:
        parts = parts_of(shop, tmp_path, otel_exporter_otlp_endpoint=collector.address)
        async with served(parts) as server:
            await confirmed(server.port, TEST_ID, await planned(server.port, TEST_ID), "m-2")
        effects = named(collector, "effect")
        (turn,) = [one for one in named(collector, "turn") if one.trace_id == effects[0].trace_id]
        (look_up,) = named(collector, "look_up")
        assert {one.parent_span_id for one in effects} == {turn.span_id}
        assert look_up.parent_span_id in {one.span_id for one in effects}
        assert {one.name for one in effects} == {"effect order_groceries"}
        assert attributes(effects[0]) == {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "order_groceries",
            "tess.outcome": "done",
        }
        assert not any(b"peas" in data or b"Groceries" in data for data in collector.raw)

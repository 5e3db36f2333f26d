"""A conversation with a real server, seen in its metrics, its traces and its log."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from starlette.requests import Request

from src.api.limits import Limits
from src.api.rest import may_read
from src.bootstrap import Observing, Parts, build, observing
from src.commands.local_server import own_server, send
from src.errors import ModelUnavailable
from src.llm.protocol import ChatMessage
from src.observing import spans
from src.observing.attributes import allowed
from src.observing.spans import Tracer
from src.observing.traced import TracedLlm
from src.settings import Settings, read_settings
from tests.api.raw import raw
from tests.fakes import ScriptedLlm
from tests.lending import with_starter_index
from tests.logbook import Logbook
from tests.observing.collector import Collector, collecting
from tests.serving import TEST_ID, Served, served

QUESTION = "Hoe lang is de termijn voor bezwaar?"
STAGES = "turn accept load decide tool search generate verify commit".split()


def settings(folder: Path, **given: object) -> Settings:
    return read_settings(
        _env_file=None, tess_data_dir=with_starter_index(folder), tess_model="offline", **given
    )


def parts_of(given: Settings) -> Parts:
    return build(given, observing(given))


async def answered(server: Served) -> None:
    """Hold a conversation of two turns that ends in an answer."""
    await server.say(QUESTION, dossier_id=TEST_ID)
    reply = await server.say("ja", dossier_id=TEST_ID, message_id="m-2")
    assert "ANALYSE" in reply["response"]


async def numbers(server: Served) -> dict[str, float]:
    text = (await server.get("/metrics")).text
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


# Metrics


async def test_metrics_count_turns_stages_verdicts_and_refusals(tmp_path: Path) -> None:
    async with served(parts_of(settings(tmp_path))) as server:
        await answered(server)
        await server.say("")
        await server.get("/dossiers/dos-00000000")
        counted = await numbers(server)
    assert counted['tess_turns_total{outcome="answered"}'] == 2
    for stage in STAGES:
        assert counted[f'tess_stage_seconds_count{{stage="{stage}"}}'] >= 1
    assert counted['tess_stage_seconds_count{stage="turn"}'] == 2
    verdicts = [name for name in counted if name.startswith("tess_quotes_total")]
    assert verdicts
    assert counted['tess_refusals_total{code="empty_message"}'] == 1
    assert counted['tess_refusals_total{code="unknown_dossier"}'] == 1
    assert (counted["tess_turns_running"], counted["tess_turns_waiting"]) == (0, 0)
    assert counted["tess_connections"] >= 1
    assert not any("tess_cost" in name or "dos-" in name or "m-2" in name for name in counted)


async def test_a_failing_store_and_model_are_counted_apart(tmp_path: Path) -> None:
    given = settings(tmp_path)
    parts = parts_of(given)
    (tmp_path / "dossiers").chmod(0o700)
    (tmp_path / "dossiers" / f"{TEST_ID}.json").write_text("no dossier")
    async with served(parts) as server:
        assert (await server.say(QUESTION, dossier_id=TEST_ID))["code"] == "dossier_unreadable"
        counted = await numbers(server)
    assert counted['tess_errors_total{code="dossier_unreadable",part="store"}'] == 1
    assert counted['tess_turns_total{outcome="dossier_unreadable"}'] == 1
    assert counted['tess_refusals_total{code="dossier_unreadable"}'] == 1


def test_tokens_cost_what_the_settings_say(tmp_path: Path) -> None:
    given = settings(tmp_path, tess_price_prompt=2.0, tess_price_completion=8.0)
    observed = observing(given)
    with observed.tracer.span("decide", model="m") as span:
        span.attributes |= {"prompt_tokens": 1_000_000, "completion_tokens": 500_000}
    with pytest.raises(ModelUnavailable), observed.tracer.span("generate", model="m"):
        raise ModelUnavailable(problem="down")
    assert observed.metrics is not None
    told = observed.metrics.exposition().decode()
    assert "tess_cost_total 6.0" in told
    assert 'tess_tokens_total{kind="prompt"} 1e+06' in told
    assert 'tess_errors_total{code="model_unavailable",part="model"} 1.0' in told


async def test_metrics_are_for_this_machine_or_for_who_has_the_token(tmp_path: Path) -> None:
    parts = parts_of(settings(tmp_path))
    async with served(parts) as server:
        assert (await server.get("/metrics")).status_code == 200
        for header in ("x-forwarded-for", "forwarded", "x-real-ip", "via"):
            told = await server.get("/metrics", **{header: "127.0.0.1"})
            assert (told.status_code, told.json()["code"]) == (404, "not_found")
    token = "0123456789abcdef"
    async with served(parts_of(settings(tmp_path)), metrics_token=token) as server:
        assert (await server.get("/metrics")).status_code == 404
        assert (await server.get("/metrics", authorization=f"Bearer {token}x")).status_code == 404
        told = await server.get("/metrics", authorization=f"Bearer {token}")
        assert told.status_code == 200
        assert told.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("host", "told"),
    [("127.0.0.1", True), ("::1", True), ("10.0.0.7", False), ("127.0.0.9", False)],
)
def test_metrics_are_not_for_other_machines(host: str, told: bool) -> None:
    request = Request({"type": "http", "headers": [], "client": (host, 50_000)})
    assert may_read(request, None) is told


# Traces


def attributes(span: Span) -> dict[str, str | int | float]:
    return {
        one.key: one.value.string_value or one.value.int_value or one.value.double_value
        for one in span.attributes
    }


def named(collector: Collector, name: str) -> list[Span]:
    return [span for span in collector.spans if span.name.split()[0] == name]


async def test_a_turn_is_a_trace_of_its_stages_sent_over_http(tmp_path: Path) -> None:
    with collecting() as collector:
        given = settings(
            tmp_path,
            otel_exporter_otlp_endpoint=collector.address,
            otel_exporter_otlp_headers="Authorization=Basic abc=,X-Kind=test",
        )
        parts = parts_of(given)
        async with served(parts) as server:
            await answered(server)
        assert set(collector.paths) == {"/v1/traces"}
        assert collector.headers[0]["authorization"] == "Basic abc="
        assert {span.name.split()[0] for span in collector.spans} == set(STAGES)
        first, second = sorted(named(collector, "turn"), key=lambda span: span.start_time_unix_nano)
        assert attributes(second) | {"tess.sources": 0} == {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.conversation.id": TEST_ID,
            "gen_ai.agent.name": "tax",
            "tess.turn": "m-2",
            "tess.outcome": "answered",
            "tess.version": 2,
            "tess.sources": 0,
        }
        assert first.trace_id != second.trace_id
        for span in collector.spans:
            turn = first if span.trace_id == first.trace_id else second
            assert span is turn or span.parent_span_id or span == turn
            assert turn.start_time_unix_nano <= span.start_time_unix_nano
            assert span.start_time_unix_nano <= span.end_time_unix_nano <= turn.end_time_unix_nano
        (generate,) = named(collector, "generate")
        (verify,) = named(collector, "verify")
        tools = {span.span_id: span for span in named(collector, "tool")}
        assert tools[generate.parent_span_id].name == "tool generate_tax_answer"
        assert verify.parent_span_id == generate.parent_span_id
        assert attributes(generate)["gen_ai.request.model"] == "offline"
        searches = named(collector, "search")
        assert {attributes(span)["tess.kind"] for span in searches} == {"legislation", "case_law"}
        assert len({span.parent_span_id for span in searches}) == 2
        for text in (QUESTION, "bezwaar", "weken"):
            assert not any(text.encode() in data for data in collector.raw)


async def test_no_trace_has_a_fact_that_may_not_be_told(tmp_path: Path) -> None:
    with collecting() as collector:
        observed = observing(settings(tmp_path, otel_exporter_otlp_endpoint=collector.address))
        with observed.tracer.span("load", dossier=QUESTION, unheard_of=QUESTION):
            pass
        await observed.close()
    (span,) = collector.spans
    assert attributes(span)["gen_ai.conversation.id"] == "?"
    assert not any(QUESTION.encode() in data for data in collector.raw)


async def test_a_failed_turn_is_a_trace_with_an_error(tmp_path: Path) -> None:
    with collecting() as collector:
        parts = parts_of(settings(tmp_path, otel_exporter_otlp_endpoint=collector.address))
        (tmp_path / "dossiers" / f"{TEST_ID}.json").write_text("no dossier")
        async with served(parts) as server:
            await server.say(QUESTION, dossier_id=TEST_ID)
        (turn,), (load,) = named(collector, "turn"), named(collector, "load")
        for span in (turn, load):
            assert span.status.code == Status.STATUS_CODE_ERROR
            assert span.status.message == ""
            assert attributes(span)["error.type"] == "dossier_unreadable"


async def test_what_a_provider_says_of_a_refusal_is_in_the_trace() -> None:
    trees: list[spans.Span] = []
    failure = ModelUnavailable(problem="refused_request")
    failure.provider_said = "tools need --enable-auto-tool-choice"
    model = TracedLlm(ScriptedLlm(failure), Tracer(trees.append))
    with pytest.raises(ModelUnavailable):
        await model.chat([ChatMessage("user", QUESTION)], [])
    assert [allowed(one.attributes) for one in trees] == [
        {"model": "scripted", "provider_said": failure.provider_said}
    ]


def test_a_collector_that_is_away_keeps_no_turn_waiting(tmp_path: Path) -> None:
    away = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "TESS_DATA_DIR": str(tmp_path)}
    with own_server({"TESS_MODEL": "offline", **away}) as url:
        assert send(url, {"message": QUESTION})["status"] == "success"


IMPORTED = """
import sys
from src.bootstrap import build, observing
from src.settings import read_settings
given = read_settings(_env_file=None)
build(given, observing(given))
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""


def test_without_a_collector_nothing_of_it_is_imported(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED],
        env={"TESS_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


# Stages


def test_the_readers_get_one_whole_tree() -> None:
    trees: list[spans.Span] = []
    tracer = Tracer(trees.append)
    with tracer.span("turn"):
        with tracer.span("load"):
            pass
        with tracer.span("tool", tool="get_legislation"), tracer.span("search"):
            pass
    (root,) = trees
    assert [stage.name for stage in root.walk()] == ["turn", "load", "tool", "search"]
    assert [[below.name for below in stage.inner] for stage in root.walk()] == [
        ["load", "tool"],
        [],
        ["search"],
        [],
    ]
    with tracer.span("next"):  # within none of those before
        pass
    assert [tree.name for tree in trees] == ["turn", "next"]


async def test_a_turn_that_never_begins_only_waited(tmp_path: Path) -> None:
    trees: list[spans.Span] = []
    observed = Observing(Tracer(trees.append))
    async with (
        served(build(settings(tmp_path), observed), Limits(turns=1, waiting=0)) as server,
        raw(server.port),
    ):
        assert (await server.say(QUESTION))["status"] == "success"
    (root,) = trees
    assert [stage.name for stage in root.inner][:2] == ["accept", "load"]


async def test_the_log_has_a_line_for_each_turn(tmp_path: Path, logged: Logbook) -> None:
    async with served(parts_of(settings(tmp_path))) as server:
        await answered(server)
    told = [(line["outcome"], line["version"], line.get("turn")) for line in logged.of("turn")]
    assert told == [("answered", 1, None), ("answered", 2, "m-2")]
    assert not re.search("bezwaar|termijn", logged.getvalue())

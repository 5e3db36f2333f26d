"""``tess_client`` talks to real servers: questions, choices, plans, artifacts, and what goes wrong."""

import asyncio
import re
from pathlib import Path

import pytest

from src.commands.local_server import own_server
from tess_client import AsyncDossier, Dossier, DossierError, Progress, Reply
from tests.clients.stand_in import StandIn, running
from tests.desks import shop as shops
from tests.desks.docs.acme import PAGES, ingest, write_pages
from tests.desks.dying import ordering
from tests.serving import served
from tests.uploads.site import Site

QUESTION = "Binnen welke termijn moet ik bezwaar maken?"
AT_A_PAST_DAY = "Wat was in 2013 de termijn voor bezwaar?"
ITEMS = ["peas", "salt"]


def test_a_question_gets_an_answer_whose_quotes_stand_in_sources(address: str) -> None:
    dossier = Dossier(url=address)
    answer = dossier.answer(QUESTION)
    assert dossier.last
    assert (dossier.last.outcome, dossier.last.dossier_id) == ("done", dossier.id)
    assert answer.claims
    assert {claim.source_id for claim in answer.claims} <= {one.id for one in dossier.last.sources}
    assert Dossier(dossier.id, url=address).answers() == [answer]


def test_a_reply_is_streamed_in_pieces(address: str) -> None:
    *progress, reply = Dossier(url=address).stream(QUESTION)
    assert isinstance(reply, Reply)
    pieces = [one for one in progress if isinstance(one, Progress)]
    assert pieces[0].event == "accepted"
    assert "".join(one.text for one in pieces) == reply.text
    assert any(one.label for one in pieces)


def test_a_choice_is_made_by_its_number_or_in_words(address: str) -> None:
    dossier = Dossier(url=address)
    asked = dossier.ask(AT_A_PAST_DAY).clarification
    assert asked
    with pytest.raises(DossierError) as refused:
        dossier.choose(len(asked.choices) + 1)
    assert refused.value.code == "no_choice"
    first = dossier.choose(1)
    assert first.version == 2
    assert first.clarification is None
    other = Dossier(url=address)
    other.ask(AT_A_PAST_DAY)
    assert other.choose(asked.choices[0]).text == first.text


def test_a_dossier_begins_with_a_document(address: str, tmp_path: Path) -> None:
    contract = tmp_path / "contract.md"
    contract.write_text("De koopsom bedraagt 200 euro.", "utf-8")
    dossier = Dossier(url=address)
    dossier.add(contract)
    asyncio.run(AsyncDossier(dossier.id, url=address).add(contract, mask="none"))
    reply = dossier.ask(QUESTION)
    assert "contract.md" in " ".join(one.title for one in reply.sources)
    contract.write_bytes(b"\x00\x01")
    with pytest.raises(DossierError) as refused:
        dossier.add(contract)
    assert refused.value.code == "document_unreadable"


def test_a_dossier_begins_with_a_page(address: str, site: Site) -> None:
    dossier = Dossier(url=address)
    dossier.add(f"{site.url}/bezwaar")
    asyncio.run(AsyncDossier(dossier.id, url=address).add(f"{site.url}/akte.pdf", mask="text"))
    reply = dossier.ask(QUESTION)
    assert "Bezwaar maken" in [one.title for one in reply.sources]
    with pytest.raises(DossierError, match="TESS_FETCH") as refused:
        dossier.add("http://elders.example/")
    assert refused.value.code == "address_not_allowed"


def test_what_is_asked_first_is_no_answer(address: str) -> None:
    dossier = Dossier(url=address)
    with pytest.raises(DossierError, match="2013") as refused:
        dossier.answer(AT_A_PAST_DAY)
    assert refused.value.code == "no_answer"
    assert dossier.last
    assert dossier.last.clarification


def test_an_old_answer_is_not_given_for_a_new_question(address: str) -> None:
    first = Dossier(url=address)
    first.answer(QUESTION)
    with pytest.raises(DossierError):
        Dossier(first.id, url=address).answer(AT_A_PAST_DAY)


def test_a_refusal_has_a_code_and_a_sentence_and_stores_nothing(address: str) -> None:
    dossier = Dossier(url=address)
    with pytest.raises(DossierError, match="65536") as refused:
        dossier.ask("x" * 70_000)
    assert refused.value.code == "message_too_large"
    assert dossier.last is None
    with pytest.raises(DossierError) as unknown:
        Dossier(url=address, desk="nosuch").ask("Hello there")
    assert unknown.value.code == "unknown_desk"


def test_what_is_asked_again_after_a_lost_connection_runs_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tess_client.wire.PAUSES", ())
    with running(StandIn()) as server:
        server.more = {"outcome": "done"}
        server.drops = 1
        dossier = Dossier(url=server.address)
        with pytest.raises(DossierError) as lost:
            dossier.ask(QUESTION)
        assert lost.value.code == "connection_lost"
        assert dossier.ask(QUESTION).version == 1
        assert dossier.ask(QUESTION).version == 2
    assert len(server.dossiers) == 1


def test_where_no_server_is_that_is_said_in_the_callers_language() -> None:
    with pytest.raises(DossierError, match="start it with") as gone:
        Dossier(url="ws://127.0.0.1:1/ws", language="en").ask(QUESTION)
    assert gone.value.code == "unreachable"
    with pytest.raises(DossierError, match="start hem"):
        list(Dossier(url="ws://127.0.0.1:1/ws").stream(QUESTION))


@pytest.mark.parametrize(
    ("machine", "own", "refused"),
    [
        ({}, "heeft geen keuze", "langer dan"),
        ({"LANG": "C.UTF-8"}, "heeft geen keuze", "langer dan"),
        ({"LANG": "nl_NL.UTF-8"}, "heeft geen keuze", "langer dan"),
        ({"LANG": "de_DE.UTF-8"}, "has no choice", "longer than"),
        ({"LANG": "nl_NL.UTF-8", "TESS_LANG": "en"}, "has no choice", "longer than"),
    ],
)
def test_failures_are_told_in_the_language_of_the_machine(
    machine: dict[str, str],
    own: str,
    refused: str,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in machine.items():
        monkeypatch.setenv(name, value)
    dossier = Dossier(url=address)
    with pytest.raises(DossierError, match=own):
        dossier.choose(1)
    with pytest.raises(DossierError, match=refused):
        dossier.ask("x" * 70_000)


def test_a_claim_at_the_docs_has_words_and_its_source_says_where_it_stands(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages")
    ingest(tmp_path / "data", tmp_path / "pages")
    with own_server({"TESS_DATA_DIR": str(tmp_path / "data"), "OPENAI_API_KEY": ""}) as url:
        dossier = Dossier(desk="docs", url=url)
        (claim, *_) = dossier.answer("What is the data folder?").claims
    assert claim.text == claim.quote != ""
    assert dossier.last
    (source,) = [one for one in dossier.last.sources if one.id == claim.source_id]
    page = PAGES["server.md"].splitlines()
    assert (source.file, source.anchor) == ("server.md", "data-folder")
    assert source.lines
    first, last = source.lines
    assert claim.quote in " ".join(page[first - 1 : last])


async def test_many_dossiers_are_asked_at_once(address: str) -> None:
    dossiers = [AsyncDossier(url=address) for _ in range(8)]
    answers = await asyncio.gather(*(one.answer(QUESTION) for one in dossiers))
    assert len({one.id for one in dossiers}) == 8
    assert {one.conclusion for one in answers} == {answers[0].conclusion}
    assert (await dossiers[0].answers()) == [answers[0]]


async def test_what_is_awaited_is_streamed_and_chosen_alike(address: str) -> None:
    dossier = AsyncDossier(url=address)
    *_, reply = [one async for one in dossier.stream(AT_A_PAST_DAY)]
    assert reply == dossier.last
    assert (await dossier.choose(1)).version == 2
    with pytest.raises(DossierError):
        await dossier.ask("")


async def test_a_plan_is_confirmed_as_it_was_shown(tmp_path: Path) -> None:
    with shops.opened() as shop:
        async with served(ordering(shop.url, ITEMS, tess_data_dir=tmp_path)) as server:
            dossier = AsyncDossier(url=f"ws://127.0.0.1:{server.port}/ws")
            (plan,) = (await dossier.ask("Order what we need, please")).plans
            assert (plan.operations, shop.orders) == (2, [])
            assert [one.kind for one in await dossier.artifacts()] == ["plan"]
            done = await dossier.confirm(plan)
            assert (done.outcome, done.plans, shop.items) == ("done", (), ITEMS)
            (written,) = await dossier.artifacts("written")
            assert written.data["plan"] == plan.digest


def test_the_examples_of_the_docs_run(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAX_WS_URL", address)
    text = (Path(__file__).resolve().parents[2] / "docs" / "client.md").read_text("utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "client.md", "exec"), {})
    told = capsys.readouterr().out
    assert "bezwaar" in told
    assert told.splitlines()[-1] == told.splitlines()[0]  # the same question, both ways

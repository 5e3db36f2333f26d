"""An answer in a model's own words, in every format: what is verified carries a footnote, and nothing else."""

import json
from typing import Any, NamedTuple

import pytest

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.llm.forms import AnswerDraft, ClaimDraft, SentenceDraft
from tests.export import scripted
from tests.export.conversations import dossier, handed_over
from tests.export.reading import complaints, docx_text, footnoted, html_notes, one_line, pdf_text
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm, calls
from tests.serving import served

FORMATS = {"html", "docx", "pdf", "md", "json"}


class HandedOver(NamedTuple):
    """A dossier, and the files of its answer."""

    dossier: dict[str, Any]
    files: dict[str, bytes]


@pytest.fixture
async def memo() -> HandedOver:
    async with served(scripted.engine()) as server:
        dossier_id = await scripted.answered(server)
        return HandedOver(await dossier(server, dossier_id), await handed_over(server, dossier_id))


async def test_every_footnote_resolves_in_every_format(memo: HandedOver) -> None:
    wrong = complaints(memo.files, memo.dossier["sources"], len(scripted.STANDING))
    assert wrong == []
    (answer,) = memo.dossier["answers"]
    assert [one["verdict"] for one in answer["claims"]] == [
        *("exact", "normalised", "normalised", "normalised", "normalised", "exact")
    ]


async def test_a_claim_that_stands_carries_a_footnote_and_no_other_does(memo: HandedOver) -> None:
    for claim in scripted.STANDING:
        assert footnoted(memo.files, claim.text) == FORMATS
    for claim in scripted.STRUCK:
        assert footnoted(memo.files, claim.text) == set()


async def test_what_is_around_the_claims_is_in_every_format(memo: HandedOver) -> None:
    draft = scripted.DRAFT
    told = (
        *(str(draft.conclusion), *draft.open_points, *draft.missing_facts),
        *(scripted.QUESTION, scripted.FACT, scripted.NOT_CHOSEN.title, "three, paragraph 7"),
    )
    texts = {
        "html": one_line(memo.files["html"].decode()),
        "docx": docx_text(memo.files["docx"]),
        "pdf": pdf_text(memo.files["pdf"]),
        "md": memo.files["md"].decode(),
    }
    missing = [(kind, one) for kind, text in texts.items() for one in told if one not in text]
    assert missing == []
    assert "does not stand in this source" in texts["pdf"]  # in the language of the question


async def test_a_footnote_that_does_not_hold_is_noticed_in_every_format(memo: HandedOver) -> None:
    for one in memo.dossier["sources"]:
        one["content"] = one["content"].replace("museum", "tuin").replace("21", "22")
    wrong = complaints(memo.files, memo.dossier["sources"])
    for kind in ("HTML", "Word", "Markdown", "JSON"):
        assert [one.partition(":")[0] for one in wrong if one.startswith(kind)] == [
            f"{kind} 2",
            f"{kind} 5",
        ]


async def test_a_footnote_of_one_format_alone_is_noticed(memo: HandedOver) -> None:
    first = memo.files["md"].replace(b"[^6]: ", b"[^7]: ").replace(b"[^6]", b"[^7]")
    wrong = complaints({**memo.files, "md": first}, memo.dossier["sources"])
    assert any(one.startswith("footnotes: Markdown") for one in wrong)
    assert len(html_notes(memo.files["html"])) == len(scripted.STANDING)


RENT = scripted.article(
    "5", "De huur is vrij van de heffing, tenzij de kabouter van een partner is."
)
FLAT = "Rent is free from the levy."


async def test_an_exception_that_the_answer_leaves_out_is_in_every_format_and_a_bare_yes_keeps_its_language() -> (
    None
):
    draft = AnswerDraft(
        claims=[ClaimDraft(text=FLAT, quote=RENT.content, source_id=RENT.id)],
        conclusion=[SentenceDraft(text=FLAT, follows_from=["1"])],
        open_points=[],
        missing_facts=[],
    )
    search = calls(("get_legislation", '{"query": "huur heffing kabouter"}'))
    model, store = ScriptedLlm(search, forms=[draft]), MemoryStore()
    desk = tax_desk(model, ListRetriever(RENT), store)
    async with served(Parts(Agent(store, {desk.name: desk}), store, model)) as server:
        dossier_id = (await server.say("Is the rent of a garden gnome free from the levy?"))[
            "dossier_id"
        ]
        told = await server.say("ja", dossier_id=dossier_id)
        files = await handed_over(server, dossier_id)
    assert "## ANSWER" in told["response"]
    mark = "The source says: “tenzij de kabouter van een partner is”"
    texts = [files["md"].decode(), one_line(files["html"].decode()), docx_text(files["docx"])]
    assert [text.count(mark) for text in texts] == [2, 2, 2]  # conclusion and claim
    memo = json.loads(files["json"])
    assert memo["claims"][0]["exception"] == "tenzij de kabouter van een partner is"

"""Whatever is typed, planted or filled in: a reply comes, and nothing that no section says."""

import asyncio
from pathlib import Path

from src.desks.docs.bearing import names_in
from src.grounding.evidence import has_name
from src.llm.forms import ClaimDraft
from src.search.documents.collections import ingest_collection
from src.search.documents.origin import Origin
from tests.desks.docs.acme import (
    QUESTION,
    QUOTE,
    draft,
    visit,
    well,
    write_pages,
)

TRACE = """Traceback (most recent call last):
  File "/srv/acme/server.py", line 12, in <module>
    serve(port=os.environ["ACME_PORT"])
KeyError: 'ACME_PORT'
"""
MESSAGES = (
    "?",
    "x" * 60_000,
    "Как изменить port в 设置 ACME_PORT؟",
    "How do I ch\u200bange the po\u200brt of the ser\u200bver?",
    "```python\nserve(port=9000)\n```",
    TRACE,
    "![alt](http://x/y.png) <script>alert(1)</script> ] ( [a](b)",
    "port " * 12_000,
)


async def test_any_message_has_a_reply(library: Path) -> None:
    async with visit(library) as visitor:
        for message in MESSAGES:
            visitor.dossier_id = ""
            reply = await visitor.say(message)
            assert reply["status"] == "success", (message[:40], reply)
            assert "<script>" not in reply["response"].replace("\\<script>", "")
        blank = await visitor.say("  \n ")
        assert blank["status"] == "error"


async def test_two_hundred_claims_are_each_looked_up(library: Path) -> None:
    made = draft()
    claims = [
        made.claims[0]
        if one % 10 == 0
        else ClaimDraft(text=f"Claim {one}.", quote=QUOTE, source_id="nowhere")
        for one in range(200)
    ]
    llm = well(made.model_copy(update={"claims": claims}))
    async with visit(library, llm) as visitor:
        await visitor.say(QUESTION)
        (answer,) = (await visitor.dossier())["answers"]
    assert (len(answer["claims"]), len(answer["struck"])) == (20, 180)


async def test_a_quote_of_another_version_may_not_stand(tmp_path: Path) -> None:
    """Without a version in the question or in the scope, the newest is searched."""
    pages, data = tmp_path / "pages", tmp_path / "data"
    said = "The server listens on port {} by default."
    for version, port in (("9.0", "8600"), ("10.0", "8700")):
        text = f"# Server\n\n## Port\n\n{said.format(port)} It is read at a start.\n"
        write_pages(pages, {"server.md": text})
        origin = Origin(version=version)
        ingested = (pages,), data / "library", "acme", lambda *_: None, None, origin
        await asyncio.to_thread(ingest_collection, *ingested)
    asked = "On which port does the server listen by default?"
    claims = [draft("So.", said.format(port)).claims[0] for port in ("8600", "8700")]
    both = draft().model_copy(update={"claims": claims})
    older = f"{asked[:-1]} in version 9.0?"
    old = draft("So.", said.format("8600"))
    llm = well(both, both, old)
    async with visit(data, llm) as visitor:
        reply = await visitor.say(asked)
        (answer,) = (await visitor.dossier())["answers"]
        assert [one["verdict"] for one in answer["claims"]] == ["exact"]
        assert [one["verdict"] for one in answer["struck"]] == ["other-version"]
        assert "8600" not in reply["response"]
        assert "version 10.0" in reply["response"]
        reply = await visitor.say(older)
        assert ", version 9.0" in reply["response"]
        assert said.format("8600") in reply["response"]


async def test_a_collection_that_was_removed_while_in_use_leaves_its_answers(
    tmp_path: Path,
) -> None:
    write_pages(tmp_path / "pages")
    for name in ("acme", "other"):
        given = (tmp_path / "pages",), tmp_path / "data" / "library", name, lambda *_: None
        await asyncio.to_thread(ingest_collection, *given)
    async with visit(tmp_path / "data") as visitor:
        await visitor.say("Search in acme")
        assert (await visitor.say(QUESTION))["outcome"] == "done"
        home = tmp_path / "data" / "library" / "collections" / "acme"
        home.rename(tmp_path / "gone")
        reply = await visitor.say(QUESTION)
        dossier = await visitor.dossier()
    assert reply["clarification"]["reason"] == "scope_unclear"
    assert reply["clarification"]["choices"] == ["Search in other", "Search in tess"]
    assert [one["question"] for one in dossier["answers"]] == [QUESTION]


def test_names_are_found_and_held_against_a_section() -> None:
    said = "Use `--offline` with TESS_DATA_DIR=/var/lib/tess and version v2.4 of https://x.example/a, 24,000 at most."
    names = names_in(said)
    for name in ("--offline", "TESS_DATA_DIR", "/var/lib/tess", "v2.4", "24,000"):
        assert name in names
    assert any(name.startswith("https://x.example/a") for name in names)
    told = "Since version 2.4 at most 24000 signs in /var/lib/tess-data; port 8700."
    assert has_name(told, "v2.4")
    assert has_name(told, "24,000")
    assert not has_name(told, "870")
    assert not has_name(told, "2.40")
    assert not has_name("TESS_DATA_DIR", "TESS_DATA")


async def test_a_line_that_puts_a_file_in_is_never_quoted(tmp_path: Path) -> None:
    include = "{* ../acme/how_to_change_the_port.py hl[1,13] *}"
    write_pages(tmp_path / "pages", {"server.md": f"# Port\n\n{QUOTE}\n\n{include}\n"})
    given = (tmp_path / "pages",), tmp_path / "data" / "library", "acme", lambda *_: None
    await asyncio.to_thread(ingest_collection, *given)
    claims = [draft("So.", one).claims[0] for one in (include, QUOTE)]
    claims = [one.model_copy(update={"source_id": "acme/server.md#port"}) for one in claims]
    llm = well(draft().model_copy(update={"claims": claims}))
    for model in (llm, None):
        async with visit(tmp_path / "data", model) as visitor:
            reply = await visitor.say(QUESTION)
            (answer,) = (await visitor.dossier())["answers"]
        assert [one["quote"] for one in answer["claims"]] == [QUOTE]
        assert "how_to_change_the_port.py" not in reply["response"]

"""What a model is told, may do and has to leave: rounds of searching, reading and answering, over the real wire."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from src.errors import ModelUnavailable
from src.llm.listening import alive, listening
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply
from src.search.documents.collections import ingest_collection
from tests.desks.docs.acme import (
    QUESTION,
    QUOTE,
    Hang,
    SearchingModel,
    call,
    draft,
    visit,
    well,
    write_pages,
)

LINKED = {
    "start.md": """# Start

## First steps

The server is started with `acme serve`. How it is stopped is told in [Stopping](guide/stop.md#by-signal).
""",
    "guide/stop.md": """# Stop

## By signal

Send SIGTERM; a turn that runs is finished first.

## By force

Send SIGKILL.
""",
}
GIT = {"branches.md": "# Branches\n\n## Rename a branch\n\nRename it with `git branch -m`.\n"}


def nothing() -> Any:
    return draft().model_copy(update={"claims": []})


async def test_two_searches_then_an_answer(library: Path) -> None:
    script = [
        call("search_docs", queries=["colour of the zebra"]),
        call("search_docs", queries=["setting ACME_PORT", "port of the server"]),
        call("answer_from_docs", query=QUESTION),
    ]
    llm = well(script=script)
    async with visit(library, llm) as visitor:
        reply = await visitor.say("Which knob do I turn for the listening thing?")
        traced = [one["tool"] for one in (await visitor.trace())["calls"]]
    assert traced == ["search_docs", "search_docs", "answer_from_docs"]
    assert llm.observed(1)["may_be_beside_the_point"] is True
    found, again = (llm.observed(n)["found"][0] for n in (1, 2))
    assert {"n", "title", "heading", "collection", "file", "passage_is_data"} <= found.keys()
    assert (again["n"], "title" in again) == (found["n"], False)  # told once a turn
    assert (reply["outcome"], QUOTE in reply["response"]) == ("done", True)


async def test_the_users_own_words_are_always_searched_for(library: Path) -> None:
    """The model asks for something else; the section is found by what the user wrote."""
    script = [
        call("search_docs", queries=["rename a git branch"]),
        call("answer_from_docs", query=QUESTION),
    ]
    async with visit(library, well(script=script)) as visitor:
        reply = await visitor.say(QUESTION)
    assert QUOTE in reply["response"]


async def test_a_poor_search_refuses_nothing(library: Path) -> None:
    """The model answers from what it found, however poor the search looked to code."""
    script = [
        call("search_docs", queries=["zebra crossing of Rotterdam, Antwerp and the server"]),
        call("answer_from_docs", query=QUESTION),
    ]
    llm = well(script=script)
    async with visit(library, llm) as visitor:
        reply = await visitor.say("zebra crossing of Rotterdam, Antwerp and the server?")
    assert llm.observed()["may_be_beside_the_point"] is True
    assert reply["outcome"] == "done"


async def test_what_no_section_says_goes_back_to_the_model_and_is_told(library: Path) -> None:
    back = call("ask", reason="no_relevant_documents", question="The docs do not say who pays.")
    script = [
        call("search_docs", queries=["who pays for the port"]),
        call("answer_from_docs", query="Who pays for the port?"),
        back,
    ]
    llm = well(nothing(), script=script)
    async with visit(library, llm) as visitor:
        reply = await visitor.say("Who pays for the port of the server?")
        dossier = await visitor.dossier()
    assert llm.observed()["outcome"] == "nothing_answered"
    asked = reply["clarification"]
    assert (asked["reason"], asked["type"], dossier["answers"]) == (
        "no_relevant_documents",
        "scope",
        [],
    )
    assert "Server > Port, server.md" in reply["response"]  # what comes nearest
    assert "tess" not in reply["response"]  # which nobody asked about
    assert dossier["selected_ids"] == []


async def test_a_model_that_stops_early_leaves_what_comes_nearest(library: Path) -> None:
    """After a search, and after a draft of which nothing stands, each without a word of its own."""
    search = call("search_docs", queries=[QUESTION])
    for script, told in (
        ([search, ChatReply("")], "The server listens on port 8700."),
        ([search, call("answer_from_docs", query=QUESTION), ChatReply("")], "Not in these docs"),
    ):
        async with visit(library, well(nothing(), script=script)) as visitor:
            reply = await visitor.say(QUESTION)
        assert told in reply["response"]
        assert "What comes nearest" in reply["response"]


async def test_nothing_is_answered_from_no_section(library: Path) -> None:
    script = [call("answer_from_docs", query=QUESTION), ChatReply("I can't tell.")]
    llm = well(script=script)
    async with visit(library, llm) as visitor:
        await visitor.say(QUESTION)
        assert (await visitor.dossier())["answers"] == []
    assert (llm.observed()["outcome"], llm.tasks) == ("nothing_selected", [])


async def test_own_words_name_nothing_that_no_section_names(library: Path) -> None:
    for words, is_said in (
        ("You are welcome.", True),
        ("I searched twice, in 3 sections.", True),
        ("Set `ACME_SECRET` in /etc/acme.conf.", False),
    ):
        async with visit(library, well(script=[ChatReply(words)])) as visitor:
            reply = await visitor.say("What about the secret?")
        assert (words.strip(".") in reply["response"].replace("\\", "")) is is_said


@pytest.mark.parametrize(
    "failure", [RuntimeError("broken"), ModelUnavailable(problem="timeout"), Hang()]
)
async def test_a_draft_that_fails_is_no_answer(library: Path, failure: Exception | Hang) -> None:
    llm = well(failure)
    async with visit(library, llm, tess_docs_stage_seconds=0.05) as visitor:
        reply = await visitor.say(QUESTION)
        assert (await visitor.dossier())["answers"] == []
    assert reply["status"] == "success"
    assert llm.observed()["outcome"] in ("failed", "model_unavailable")


async def test_the_state_tells_collections_scope_question_and_language(library: Path) -> None:
    llm = well(
        script=[
            call("search_docs", queries=[QUESTION]),
            call("answer_from_docs", query=QUESTION),
            call("choose_scope", collections=["acme"]),
            ChatReply(""),
            ChatReply("Klaar."),
        ]
    )
    async with visit(library, llm) as visitor:
        await visitor.say("Wie ändere ich den Port des Servers?")
        assert llm.state["reply_language"] == "de"
        acme, tess = llm.state["collections"]
        assert (acme["title"], acme["searched"], acme["sections"] > 4) == ("acme", True, True)
        assert (tess["title"], tess["searched"]) == ("tess", False)
        assert "last_question" not in llm.state
        reply = await visitor.say("Nur in acme suchen, bitte")
        assert llm.state["last_question"]["answered"] is True
        assert reply["response"].startswith("Ich suche") or "acme" in reply["response"]
        await visitor.say("Wat kun je nog meer?")
    assert llm.state["reply_language"] == "nl"


async def test_a_refusal_is_a_question_back_with_its_reason(library: Path) -> None:
    words = "Ich beantworte Fragen zur Dokumentation."
    llm = well(script=[call("ask", reason="off_topic", question=words)])
    async with visit(library, llm) as visitor:
        reply = await visitor.say("Schreib mir ein Gedicht über den Herbst, das sich reimt")
    assert (reply["outcome"], reply["language"]) == ("request", "de")
    assert reply["clarification"]["reason"] == "off_topic"
    assert reply["response"] == words


async def test_every_answer_form_is_told_the_language_of_the_reply(library: Path) -> None:
    llm = well()
    async with visit(library, llm) as visitor:
        reply = await visitor.say("Comment changer le port du serveur avec ACME_PORT ?")
    assert json.loads(llm.tasks[-1])["reply_language"] == reply["language"] == "fr"
    assert "## RÉPONSE" in reply["response"].upper()


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the collections ``acme``, whose pages link to each other, and ``git``."""
    folder = tmp_path_factory.mktemp("linked")
    (folder / "acme" / "guide").mkdir(parents=True)
    for name, pages in (("acme", LINKED), ("git", GIT)):
        write_pages(folder / name, pages)
        ingest_collection((folder / name,), folder / "data" / "library", name, lambda *_: None)
    return folder / "data"


async def test_a_link_leads_to_the_section_that_it_names(linked: Path) -> None:
    quote = "Send SIGTERM; a turn that runs is finished first."
    script = [
        call("search_docs", queries=["how is the server stopped, first steps"]),
        call("follow_link", source=1, link="guide/stop.md#by-signal"),
        call("answer_from_docs", query="How is the server stopped?"),
    ]
    llm = well(draft("By a signal.", quote), script=script)
    async with visit(linked, llm) as visitor:
        await visitor.say("How do I end what `acme serve` begins?")
        (answer,) = (await visitor.dossier())["answers"]
    (found,) = llm.observed()["found"]
    assert (found["title"], found["file"]) == ("By signal", "guide/stop.md")
    assert [one["quote"] for one in answer["claims"]] == [quote]


async def test_each_collection_keeps_its_best_in_view(linked: Path) -> None:
    asked = "The server: how is it started, how is it stopped, and how do I rename a branch?"
    llm = well(script=[call("search_docs", queries=[asked]), ChatReply("")])
    async with visit(linked, llm) as visitor:
        await visitor.say(asked)
    assert {one["collection"] for one in llm.observed()["found"]} == {"acme", "git"}


async def test_a_collection_can_be_searched_alone_and_a_scope_lays_the_others_aside(
    linked: Path,
) -> None:
    search = call("search_docs", queries=["server and branch"], collections=["git"])
    script = [
        call("search_docs", queries=["server and branch"]),
        ChatReply("", (*search.tool_calls,)),
        ChatReply(""),
        call("choose_scope", collections=["git"]),
        ChatReply(""),
    ]
    llm = well(script=script)
    async with visit(linked, llm) as visitor:
        await visitor.say("The server and the branch?")
        of = {one["n"]: one["collection"] for one in llm.observed(1)["found"]}
        assert {of[one["n"]] for one in llm.observed()["found"]} == {"git"}
        await visitor.say("git only from now on")
        dossier = await visitor.dossier()
    chosen = {
        one["collection"] for one in dossier["sources"] if one["id"] in dossier["selected_ids"]
    }
    assert chosen <= {"git"}


async def test_a_section_is_shown_whole_where_it_was_read_and_nothing_else_done(
    linked: Path,
) -> None:
    async with visit(linked) as visitor:
        await visitor.say("How do I rename a branch?")
        shown = await visitor.say("show source 1")
    assert "Rename it with `git branch -m`." in shown["response"]


async def test_every_section_that_was_read_is_shown(linked: Path) -> None:
    both = [call("read_source", source=n).tool_calls[0] for n in (1, 2)]
    script = [
        call("search_docs", queries=["How is the server stopped by a signal or by force?"]),
        ChatReply("", tuple(both)),
        ChatReply(""),
    ]
    async with visit(linked, well(script=script)) as visitor:
        shown = (await visitor.say("Show me both pages on stopping"))["response"]
        texts = [one["content"] for one in (await visitor.dossier())["sources"][:2]]
    assert all(one in shown for one in texts)


async def test_what_comes_nearest_is_of_all_searches_of_a_turn(linked: Path) -> None:
    script = [
        call("search_docs", queries=["rename a branch"], collections=["git"]),
        call("search_docs", queries=["stop the server"], collections=["acme"]),
        call("ask", reason="no_relevant_documents", question="Not there."),
    ]
    async with visit(linked, well(script=script)) as visitor:
        told = (await visitor.say("Who pays for the branch in Tess?"))["response"]
    assert "Rename a branch" in told
    assert "start.md" in told
    assert "I searched in git, acme." in told


async def test_a_new_scope_asks_the_open_question_again(linked: Path) -> None:
    """Plain words of ours cost no decision; the built-in model understands the user's own."""
    asked, quote = "How do I rename a branch?", "Rename it with `git branch -m`."
    lacking = call("ask", reason="no_relevant_documents", question="Not there.")
    script = [
        call("choose_scope", collections=["acme"]),
        call("search_docs", queries=[asked]),
        lacking,
    ]
    llm = well(draft("So.", quote), script=script)
    async with visit(linked, llm) as visitor:
        await visitor.say(asked)
        reply = await visitor.say("Search in git")
        assert (len(llm.decided), quote in reply["response"]) == (3, True)
    async with visit(linked) as visitor:
        await visitor.say("only acme")
        assert (await visitor.say(asked))["outcome"] == "request"
        reply = await visitor.say("hm nothing? and in all the other docs?")
        assert quote in reply["response"]


async def test_searches_at_once_number_their_sources_as_the_dossier_does(linked: Path) -> None:
    both = ChatReply(
        "",
        tuple(
            one.tool_calls[0]
            for one in (
                call("search_docs", queries=["server"], collections=["acme"]),
                call("search_docs", queries=["branch"], collections=["git"]),
            )
        ),
    )
    llm = well(script=[both, ChatReply("")])
    async with visit(linked, llm) as visitor:
        await visitor.say("server and branch")
        sources = (await visitor.dossier())["sources"]
    for message in llm.decided[-1][-2:]:
        for one in json.loads(message.content)["found"]:
            assert sources[one["n"] - 1]["title"] == one["title"]
    await asyncio.sleep(0)


async def test_what_a_hyphen_joins_to_a_name_is_no_option(library: Path) -> None:
    said = "De `ACME_PORT`-instelling kiest de poort."
    llm = well(draft(text=said))
    async with visit(library, llm) as visitor:
        await visitor.say(QUESTION)
        (answer,) = (await visitor.dossier())["answers"]
    assert [one["text"] for one in answer["claims"]] == [said]


async def test_what_stands_behind_a_quoted_section_is_shown(linked: Path) -> None:
    async with visit(linked) as visitor:
        await visitor.say("How is a turn that runs finished by signal?")
        told = (await visitor.say("what comes right after that bit"))["response"]
    assert "By force" in told
    assert "Send SIGKILL." in told


async def test_doubt_is_met_with_the_quotes_and_where_they_stand(linked: Path) -> None:
    async with visit(linked) as visitor:
        await visitor.say("How do I rename a branch?")
        before = await visitor.dossier()
        told = (await visitor.say("are you sure?"))["response"]
        assert (await visitor.dossier())["selected_ids"] == before["selected_ids"]
    assert "Rename it with `git branch -m`." in told
    assert "branches.md line 5" in told


async def test_where_little_is_near_the_nearest_section_is_shown_with_its_passage_marked(
    linked: Path,
) -> None:
    async with visit(linked) as visitor:
        reply = await visitor.say("Which colour has a branch on Sundays in winter?")
    assert reply["outcome"] == "request"
    assert "What comes nearest: Branches > Rename a branch" in reply["response"]
    assert "**Rename it with `git branch -m`.**" in reply["response"]


async def test_chosen_sections_are_given_in_the_order_of_the_choice(library: Path) -> None:
    chosen = [{"source": n, "why": "it says so"} for n in (2, 1)]
    script = [
        call("search_docs", queries=[QUESTION]),
        call("choose_sources", sources=chosen),
        call("answer_from_docs", query=QUESTION),
    ]
    llm = well(script=script)
    async with visit(library, llm) as visitor:
        await visitor.say(QUESTION)
        sources = [one["id"] for one in (await visitor.dossier())["sources"]]
    given = [one["id"] for one in json.loads(llm.tasks[0])["sources"]]
    assert given == [sources[1], sources[0]]


async def test_each_wording_keeps_its_best_in_view(tmp_path: Path) -> None:
    """However many sections another wording finds, all of which the user's own words find as well."""
    kettles = (f"## Kettle {n}\n\nThe kettle number {n} boils its water.\n" for n in range(10))
    others = (f"## Word{n}x\n\nThe word{n}x is word{n}y of word{n}z.\n" for n in range(60))
    pages = {
        "kettle.md": "\n".join(("# Kettles\n", *kettles)),
        "other.md": "\n".join(("# Others\n", *others)),
        "zebra.md": "# Zebra\n\nA zebra has stripes.\n",
    }
    write_pages(tmp_path / "pages", pages)
    ingest_collection((tmp_path / "pages",), tmp_path / "data" / "library", "k", lambda *_: None)
    llm = well(
        script=[
            call("search_docs", queries=["a zebra has stripes", "kettle boils water"]),
            ChatReply(""),
        ]
    )
    async with visit(tmp_path / "data", llm) as visitor:
        await visitor.say("Which kettle boils its water?")
    assert "Zebra" in {one["title"] for one in llm.observed()["found"]}


async def test_code_that_a_section_includes_is_told_as_left_out_once(tmp_path: Path) -> None:
    lines = "{* ../serve.py hl[1] *}\n\nIt listens then.\n\n{* ../stop.py *}\n"
    write_pages(tmp_path / "pages", {"serve.md": f"# Serve\n\nStart the server so:\n\n{lines}"})
    ingest_collection((tmp_path / "pages",), tmp_path / "data" / "library", "s", lambda *_: None)
    llm = well(draft("So it starts.", "Start the server so:"))
    async with visit(tmp_path / "data", llm) as visitor:
        reply = await visitor.say("How do I start the server?")
    assert reply["response"].count("includes code of another file") == 1


async def test_emphasis_and_links_of_a_page_are_shown_as_meant(tmp_path: Path) -> None:
    told = "**Acme** asks [Celery](https://celery.example/a) for that."
    write_pages(tmp_path / "pages", {"jobs.md": f"# Jobs\n\n{told}\n"})
    ingest_collection((tmp_path / "pages",), tmp_path / "data" / "library", "j", lambda *_: None)
    llm = well(draft("**Acme** asks Celery for that.", told))
    async with visit(tmp_path / "data", llm) as visitor:
        reply = (await visitor.say("Whom does Acme ask for jobs?"))["response"]
    assert "> “**Acme** asks Celery for that.”" in reply
    assert "- **Acme** asks Celery" in reply


async def test_a_draft_that_streams_is_heard(library: Path) -> None:
    class Streaming(SearchingModel):
        async def chat_structured(
            self,
            messages: Sequence[ChatMessage],
            response_format: type[Reply],
            *,
            repair: bool = True,
        ) -> StructuredReply[Reply]:
            hear = alive.get()
            assert hear is not None
            hear()
            return await super().chat_structured(messages, response_format, repair=repair)

    async with visit(library, Streaming([draft()])) as visitor:
        assert (await visitor.say(QUESTION))["outcome"] == "done"


async def test_who_listens_around_another_hears_the_same() -> None:
    heard: list[int] = []
    token = alive.set(lambda: heard.append(1))
    async with listening(600):
        (alive.get() or pytest.fail)()
    alive.reset(token)
    assert heard == [1]


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_question_is_answered_anew_from_other_sections_in_the_same_turn(
    library: Path, *, at_once: bool
) -> None:
    """Nothing stands on the first sections; another search brings others, before or beside the same question."""
    answer = call("answer_from_docs", query=QUESTION)
    first, other = (call("search_docs", queries=[words]) for words in ("backup", "port setting"))
    rest = [replace(other, tool_calls=other.tool_calls + answer.tool_calls)]
    llm = well(nothing(), draft(), script=[first, answer, *(rest if at_once else [other, answer])])
    async with visit(library, llm) as visitor:
        reply = await visitor.say(QUESTION)
    assert QUOTE in reply["response"]
    assert len(llm.tasks) == 2


async def test_what_was_asked_of_the_same_sections_is_not_asked_again(library: Path) -> None:
    answer = call("answer_from_docs", query=QUESTION)
    llm = well(nothing(), script=[call("search_docs", queries=["backup"]), answer, answer])
    async with visit(library, llm) as visitor:
        await visitor.say(QUESTION)
    assert llm.observed()["outcome"] == "repeated"
    assert len(llm.tasks) == 1

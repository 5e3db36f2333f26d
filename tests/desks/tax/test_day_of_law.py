"""A year in a question is a fact of its case: the law of then is offered, and counts for that question alone."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from src.desks.tax.sources import Legislation
from src.dossier.models import GlossTexts
from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.protocol import ChatReply
from src.llm.state import message_and_state
from tests.api.wiring import wired
from tests.fakes import ScriptedRounds, calls, law
from tests.recorded.steps import call
from tests.recorded.wiring import NewestInForce
from tests.serving import TEST_ID, Served, served

WORK = "BWBR0099901"


def version(day: date, content: str, article: str = "2") -> Legislation:
    return law(article, content, WORK, "Wet op de kabouters").model_copy(
        update={"id": f"{WORK}/{article}@{day}", "as_of": day, "since": day}
    )


OLD = version(date(2010, 1, 1), "De heffing op kabouters bedraagt negentien percent.")
NEW = version(date(2024, 1, 1), "De heffing op kabouters bedraagt eenentwintig percent.")
HATS = version(date(2024, 1, 1), "Een muts is vrij van accijns.", "3")
ASKED = "In 2013 kocht ik kabouters, hoe hoog is de heffing?"
THEN, NOW = "Ja, het recht van 2013", "Nee, antwoord naar de nieuwste tekst"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(wired(tmp_path, library=NewestInForce(OLD, NEW, HATS))) as running:
        yield running


async def said(server: Served, *messages: str, **fields: object) -> dict[str, Any]:
    """Say these messages one after the other in one dossier and return the last reply."""
    frame: dict[str, Any] = {}
    for message in messages:
        frame = await server.say(message, dossier_id=TEST_ID, **fields)
        assert frame["status"] == "success", frame
    return frame


def selected(frame: dict[str, Any]) -> list[str]:
    return [one["id"] for one in frame["sources"] if one["selected"]]


async def test_todays_law_is_kept_and_the_other_is_offered(server: Served) -> None:
    asked = await said(server, ASKED)
    assert "as_of" not in asked
    assert selected(asked) == [NEW.id]
    assert asked["outcome"] == "request"
    offered = asked["clarification"]
    assert (offered["reason"], offered["type"]) == ("day_of_law", "choice")
    assert offered["question"] == "Gezocht is naar de nieuwste tekst. Wilt u het recht van 2013?"
    assert offered["choices"] == [THEN, NOW]


@pytest.mark.parametrize(
    "message",
    [
        "In 2013 kocht ik kabouters, hoe hoog is de heffing dit jaar?",
        "Over 2013 betaalde ik een heffing op kabouters. Hoe hoog is die nu?",
        "I bought kabouters in 2013, what is the heffing on kabouters this tax year?",
    ],
)
async def test_a_question_of_this_year_is_by_todays_law_and_asks_for_no_day(
    server: Served, message: str
) -> None:
    asked = await said(server, message)
    assert "as_of" not in asked
    assert selected(asked) == [NEW.id]
    assert "clarification" not in asked


@pytest.mark.parametrize(
    "choice", [THEN, "ja", "Ja graag", "het recht van 2013", "ja, doe maar van die dag"]
)
async def test_the_law_that_is_chosen_is_searched_for_the_same_question(
    server: Served, choice: str
) -> None:
    chosen = await said(server, ASKED, choice)
    assert chosen["as_of"] == "2013-12-31"
    assert selected(chosen) == [OLD.id]
    assert "het recht van 31-12-2013, alleen voor deze vraag" in chosen["response"]
    assert "clarification" not in chosen
    answered = await said(server, "ja")
    assert "negentien percent" in answered["response"]
    assert answered["as_of"] == "2013-12-31"


@pytest.mark.parametrize(
    "choice", [NOW, "nee", "Nee, dank je", "Nee, antwoord naar het recht van nu"]
)
async def test_who_keeps_todays_law_is_answered_at_once(server: Served, choice: str) -> None:
    answered = await said(server, ASKED, choice)
    assert "eenentwintig percent" in answered["response"]
    assert "as_of" not in answered


async def test_an_answer_by_texts_of_an_earlier_year_begins_with_their_day_alone(
    tmp_path: Path,
) -> None:
    digest = GlossTexts(
        as_of=date(2025, 1, 1), texts={"nl": "De heffing op kabouters is 24 procent."}
    )
    glossed = NEW.model_copy(update={"gloss": digest})
    this_year = version(datetime.now(UTC).date().replace(month=1, day=1), NEW.content)
    first: list[str] = []
    for n, library in enumerate((NEW, glossed, this_year)):
        async with served(wired(tmp_path / str(n), library=NewestInForce(OLD, library))) as server:
            answered = await said(server, "Hoe hoog is de heffing op kabouters?", "ja")
            before, _, below = answered["response"].partition("## ")
            first.append(before)
            assert ("Nieuwer dan de aangehaalde tekst" in below) == (library is glossed)
            assert "24 procent" not in below
            replayed = await server.get(f"/dossiers/{TEST_ID}/replay")
            assert replayed.json()["same"], replayed.json()
    assert "naar de tekst van 01-01-2024" in first[0]
    assert first[1] == first[0]
    assert "Let op" not in first[2]


async def test_a_day_that_was_chosen_holds_for_that_question_only(server: Served) -> None:
    follow_up = await said(server, ASKED, THEN, "en voor stenen kabouters?")
    assert follow_up["as_of"] == "2013-12-31"
    other = await said(server, "Is een muts vrij van accijns?")
    assert "as_of" not in other
    assert selected(other) == [HATS.id]
    assert other.get("artifacts", []) == [
        one for one in other["artifacts"] if one["kind"] != "question_day"
    ]


async def test_an_answer_is_by_one_version_of_an_article(server: Served) -> None:
    asked = await said(
        server, ASKED, THEN, "En hoe hoog is de heffing op kabouters naar huidig recht?"
    )
    assert selected(asked) == [NEW.id]


async def test_undoing_the_choice_brings_todays_law_back(server: Served) -> None:
    undone = await said(server, ASKED, THEN, "maak dat ongedaan")
    assert "as_of" not in undone
    assert selected(undone) == [NEW.id]


async def test_the_day_beside_a_message_holds_for_the_dossier(server: Served) -> None:
    asked = await said(server, "Hoe hoog is de heffing op kabouters?", as_of="2015-06-01")
    assert asked["as_of"] == "2015-06-01"
    assert "de peildatum van dit dossier" in asked["response"]
    other = await said(server, "Is een muts vrij van accijns?")
    assert other["as_of"] == "2015-06-01"
    offered = await said(server, ASKED)
    assert offered["clarification"]["choices"] == [
        THEN,
        "Nee, antwoord naar het recht van 1 juni 2015",
    ]
    assert (await said(server, THEN))["as_of"] == "2013-12-31"
    assert (await said(server, "Is een muts vrij van accijns?"))["as_of"] == "2015-06-01"


async def test_law_that_a_question_asks_for_by_its_day_is_not_offered_but_searched(
    server: Served,
) -> None:
    asked = await said(server, "Hoe hoog was de heffing op kabouters naar het recht van 2013?")
    assert selected(asked) == [OLD.id]
    assert "clarification" not in asked


@pytest.mark.parametrize(
    "question",
    [
        "Ik kreeg 2.013 euro voor kabouters, hoe hoog is de heffing?",
        "Hoe hoog is de heffing op kabouters over 2024 euro?",
        "Hoe hoog is de heffing over 2000 stuks kabouters?",
        "Hoe hoog is de heffing op kabouters?",
        "Gold de heffing op kabouters in 2012 of in 2013?",
        "Hoe hoog is de heffing op kabouters in 2099?",
    ],
)
async def test_an_amount_is_no_year_and_many_years_are_none(server: Served, question: str) -> None:
    asked = await said(server, question)
    assert "clarification" not in asked
    assert "as_of" not in asked


async def test_in_english(server: Served) -> None:
    asked = await said(server, "What was the heffing on kabouters in 2013, please?")
    offered = asked["clarification"]
    assert offered["question"] == "Searched: the latest text. Do you want the law of 2013?"
    chosen = await said(server, "yes, the law of that day")
    assert chosen["as_of"] == "2013-12-31"
    assert chosen["language"] == "en"


async def test_law_of_which_the_text_of_that_day_is_there_alone_raises_no_question(
    tmp_path: Path,
) -> None:
    async with served(wired(tmp_path, library=NewestInForce(OLD, HATS))) as server:
        asked = await said(server, ASKED)
        assert "clarification" not in asked
        assert "as_of" not in asked
        assert selected(asked) == [OLD.id]


async def test_law_of_which_there_is_a_later_text_alone_is_asked_about(tmp_path: Path) -> None:
    async with served(wired(tmp_path, library=NewestInForce(NEW, HATS))) as server:
        assert "clarification" in await said(server, ASKED)


@pytest.mark.parametrize(
    "question",
    [
        "Hoe hoog is de heffing op kabouters over 2013?",
        "Hoe hoog is de heffing op kabouters voor belastingjaar 2013?",
        "Mijn vader, geboren op 3 maart 1930, is op 5 mei 2013 overleden. Hoe hoog is de heffing op kabouters?",
        "Op 1 september 2013 levert hij kabouters. Hij kocht ze in 2001. Hoe hoog is de heffing?",
    ],
)
async def test_the_year_of_what_is_taxed_is_the_day_of_its_law(
    server: Served, question: str
) -> None:
    asked = await said(server, question)
    assert "clarification" not in asked
    assert asked["as_of"][:4] == "2013"
    assert selected(asked) == [OLD.id]
    assert "alleen voor deze vraag" in asked["response"]
    now = await said(server, "naar de nieuwste tekst")
    assert selected(now) == [NEW.id]


async def test_a_day_of_birth_is_no_day_of_law(server: Served) -> None:
    asked = await said(
        server, "Ik ben op 3 maart 1974 geboren, hoe hoog is de heffing op kabouters?"
    )
    assert "clarification" not in asked
    assert "as_of" not in asked


async def test_a_selection_once_made_stays_where_the_same_is_found_again(tmp_path: Path) -> None:
    search = calls(call("get_legislation", queries=["kabouters heffing muts"]))
    choice = calls(call("choose_sources", sources=[{"source": 1, "why": "de heffing"}]))
    again = calls(call("get_legislation", queries=["kabouters heffing muts"], goes_on=True))
    model = ScriptedRounds(search, choice, again, ChatReply("Dit stond er al."))
    async with served(wired(tmp_path, model, NewestInForce(NEW, HATS))) as server:
        chosen = await said(server, "Hoe hoog is de heffing op kabouters met een muts?")
        assert len(chosen["sources"]) == 2
        after = await said(server, "En is dat ook zo met een rode muts?")
        assert selected(after) == selected(chosen)


async def test_a_choice_without_a_search_is_shown_and_confirmed(tmp_path: Path) -> None:
    search = calls(call("get_legislation", queries=["kabouters heffing muts"]))
    both = calls(
        call("choose_sources", sources=[{"source": 1, "why": "a"}, {"source": 2, "why": "b"}])
    )
    one = calls(call("choose_sources", sources=[{"source": 1, "why": "de heffing"}]))
    leaves = calls(call("remove_sources", sources=[2]))
    model = ScriptedRounds(search, both, one, leaves)
    async with served(wired(tmp_path, model, NewestInForce(NEW, HATS))) as server:
        shown = await said(
            server, "Hoe hoog is de heffing op kabouters met een muts?", "Is dat alles?"
        )
        assert len(shown["sources"]) == 2
        assert len(selected(shown)) == 1
        assert "Zijn dit de juiste bronnen" in shown["response"]
        assert shown["sources"][0]["title"] in shown["response"]
        again = await said(server, "laat 2 weg")
        assert "Al weggelaten: \\[2\\]" in again["response"]
        assert "staat niet in dit dossier" not in again["response"]


async def test_words_that_may_not_be_shown_are_returned_once(tmp_path: Path) -> None:
    law_of_nowhere = ChatReply("Dat klopt: artikel 99 Wet op de kabouters zegt 30 %.")
    sayable = ChatReply("Dat klopt; het staat in bron 1.")
    model = ScriptedRounds(law_of_nowhere, sayable, law_of_nowhere, law_of_nowhere)
    async with served(wired(tmp_path, model, NewestInForce(NEW))) as server:
        mended = await said(server, "Klopt dat wel?")
        assert mended["response"] == sayable.text
        held_back = await said(server, "Klopt dat echt wel?")
        assert "30 %" not in held_back["response"]
    assert model.asked[1][-2].content == law_of_nowhere.text


async def test_a_search_asks_for_the_day_and_a_model_is_told_when_it_was_chosen(
    tmp_path: Path,
) -> None:
    search = calls(call("get_legislation", queries=["heffing kabouters"]))
    model = ScriptedRounds(search, search, ChatReply(""))
    async with served(wired(tmp_path, model, NewestInForce(OLD, NEW))) as server:
        asked = await said(server, ASKED)
        assert asked["clarification"]["reason"] == "day_of_law"
        assert asked["clarification"]["choices"] == [THEN, NOW]
        assert selected(await said(server, THEN)) == [OLD.id]
    message, state = message_and_state(model.asked[1])
    assert (message, state["day_was_set"], state["law_of"]) == (THEN, True, "2013-12-31")


@pytest.mark.parametrize(
    "correction", ["nee, ik kocht ze in december 2013", "nee, dat was in 2013"]
)
@pytest.mark.parametrize("directly", [True, False])
async def test_a_correction_of_the_year_asks_for_the_day_before_it_is_answered(
    tmp_path: Path, correction: str, directly: bool
) -> None:
    question = "Hoe hoog is de heffing op de kabouters die ik kocht?"
    search = calls(call("get_legislation", queries=["heffing kabouters"]))
    choice = calls(call("choose_sources", sources=[{"source": 1, "why": "de heffing"}]))
    answer = calls(call("generate_tax_answer", query=f"{question}\n{correction}"))
    decided = [answer] if directly else [choice, answer]
    model = ScriptedRounds(search, choice, *decided, search, ChatReply(""))
    async with served(wired(tmp_path, model, NewestInForce(OLD, NEW))) as server:
        await said(server, question)
        asked = await said(server, correction, *([] if directly else ["doe maar, geef antwoord"]))
        assert asked["clarification"]["reason"] == "day_of_law"
        assert "2013" in asked["clarification"]["choices"][0]
        assert "eenentwintig" not in asked["response"].partition("Wilt u")[2]
        chosen = await said(server, asked["clarification"]["choices"][0])
        assert selected(chosen) == [OLD.id]


async def test_a_day_that_was_offered_is_not_asked_about_again(tmp_path: Path) -> None:
    search = calls(call("get_legislation", queries=["heffing kabouters"]))
    answer = calls(call("generate_tax_answer", query=ASKED))
    quoted = ClaimDraft(text=NEW.content, quote=NEW.content, source_id=NEW.id)
    draft = AnswerDraft(claims=[quoted], conclusion=[], open_points=[], missing_facts=[])
    model = ScriptedRounds(search, answer, forms=[draft])
    async with served(wired(tmp_path, model, NewestInForce(OLD, NEW))) as server:
        answered = await said(server, ASKED, "doe maar, geef antwoord")
        assert "clarification" not in answered
        assert NEW.content in answered["response"]


@pytest.mark.parametrize(("choice", "found"), [(THEN, OLD), (NOW, NEW)])
async def test_a_day_that_was_chosen_before_is_not_asked_about_again(
    tmp_path: Path, choice: str, found: Legislation
) -> None:
    search = calls(call("get_legislation", queries=["heffing kabouters"], goes_on=False))
    chosen = [search] if choice == THEN else []
    model = ScriptedRounds(search, *chosen, ChatReply(""), search, ChatReply(""))
    async with served(wired(tmp_path, model, NewestInForce(OLD, NEW))) as server:
        assert "clarification" in await said(server, ASKED)
        await said(server, choice)
        again = await said(server, "Wat was in 2013 de heffing op een grote kabouter?")
    assert "clarification" not in again
    assert found.id in selected(again)


async def test_what_was_asked_before_is_not_asked_again_and_told_with_its_reply(
    tmp_path: Path,
) -> None:
    asking = calls(call("ask", question="Hoeveel kabouters hebt u gekocht?"))
    search = calls(call("get_legislation", queries=["heffing kabouters"]))
    model = ScriptedRounds(asking, asking, search, ChatReply(""))
    async with served(wired(tmp_path, model, NewestInForce(NEW))) as server:
        first = await said(server, "Wat betaal ik over mijn kabouters?")
        assert first["clarification"]["question"] == "Hoeveel kabouters hebt u gekocht?"
        second = await said(server, "Drie stuks.")
    assert "clarification" not in second
    assert selected(second) == [NEW.id]
    _, state = message_and_state(model.asked[1])
    assert state["asked_before"] == {"Hoeveel kabouters hebt u gekocht?": "Drie stuks."}

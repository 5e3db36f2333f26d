"""The forms that the built-in model fills in."""

from typing import get_args

import pytest

from src.desks.docs.answering import DocsTask, SectionInTask
from src.desks.docs.offline.rules import OFFLINE_RULES
from src.desks.docs.reasons import Reason
from src.desks.docs.scope_words import scope_asked, scope_meant
from src.desks.docs.words import EVERY
from src.llm.forms import AnswerDraft, ReworkDraft
from src.llm.protocol import ChatMessage, ToolSpec
from src.llm.state import with_state

SERVER = """The server listens on one port, 8080 by default. It speaks HTTP.

| setting | default |
| --- | --- |
| `API_PORT` | 8080 |

Set it like this:

```bash
export API_PORT=9090
./serve
```
"""


def draft(
    question: str, text: str = SERVER, beside: str = "The journal is kept for ever."
) -> AnswerDraft:
    given = {
        "id": "s",
        "title": "Server",
        "digest": False,
        "place": "Server",
        "file": "a.md",
        "version": "",
    }
    other = {
        **given,
        "id": "o",
        "title": "Journal",
        "place": "Journal",
        "text": beside,
    }
    task = DocsTask(
        question=question,
        language="en",
        asked=question,
        reply_language="en",
        remarks="",
        sources=[SectionInTask.model_validate(one) for one in ({**given, "text": text}, other)],
    )
    filled = OFFLINE_RULES.filled(task.model_dump_json(), AnswerDraft)
    assert isinstance(filled, AnswerDraft)
    return filled


def test_quotes_sentences_rows_and_whole_blocks_of_code() -> None:
    quotes = [one.quote for one in draft("On which port does the server listen by default?").claims]
    assert quotes[0] == "The server listens on one port, 8080 by default."
    quotes = [one.quote for one in draft("Which setting is `API_PORT`?").claims]
    assert "| `API_PORT` | 8080 |" in quotes
    quotes = [one.quote for one in draft("How do I export API_PORT and serve?").claims]
    assert "export API_PORT=9090\n./serve" in quotes


@pytest.mark.parametrize("question", ["How do I change the port?", "Which setting is of the port?"])
def test_of_what_is_to_be_set_its_setting_comes_first(question: str) -> None:
    """Also from a later section, and before a sentence that has the words by chance."""
    by_chance = "Who can reach the port reads and changes every message."
    settings = "| setting | default |\n| --- | --- |\n| `API_PORT` | 8080, a port to listen on |"
    (first, *_) = draft(question, by_chance, settings).claims
    assert first.quote == "| `API_PORT` | 8080, a port to listen on |"


def test_what_tells_of_a_name_comes_before_what_mentions_it() -> None:
    row = "| `disk_full` | Make room, or mend the permissions of the folder. |"
    (first, *_) = draft(
        "What must I do at disk_full?", "Rejected: `disk_full` for both.", row
    ).claims
    assert first.quote == row


@pytest.mark.parametrize(
    "line",
    [
        "{* ../../docs_src/port/server.py hl[1,13] *}",
        "{!> ../port/server.py!}",
        "<!-- the port of the server -->",
        "![The port of the server](images/port.png)",
        "| port | server |",
    ],
)
def test_what_only_a_program_reads_is_never_quoted(line: str) -> None:
    """Lines that put a file in, comments, pictures, and the head of a table."""
    text = f"It is set so.\n\n{line}\n| --- | --- |\n| one | a port of the server |"
    quotes = [one.quote for one in draft("Which port has the server?", text).claims]
    assert quotes
    assert not any(line in one for one in quotes)


def test_every_quote_stands_in_its_section() -> None:
    for claim in draft("How is the port of the server set and the journal kept?").claims:
        assert claim.quote in (
            SERVER if claim.source_id == "s" else "The journal is kept for ever."
        )


def test_says_nothing_where_nothing_is_shared() -> None:
    assert draft("Zebra?").claims == []


@pytest.mark.parametrize("task", ["", "{}", "[]", '{"question": 1}'])
def test_fills_in_nothing_for_a_task_that_is_none(task: str) -> None:
    assert OFFLINE_RULES.filled(task, AnswerDraft) is None
    assert OFFLINE_RULES.filled(task, ReworkDraft) is None


def test_every_language_has_a_text_for_every_reason() -> None:
    assert set(EVERY) == {"en", "nl", "de", "fr", "es", "ru", "zh"}
    for texts in EVERY.values():
        assert set(texts.asks) == set(get_args(Reason))
        assert all(texts.asks.values())
        where = texts.cited_lines.format(file="a.md", first=3, last=42)
        filled = texts.cited_in.format(place="A > B", where=where)
        assert all(part in filled for part in ("A > B", "a.md", "3", "42"))
        assert "v2" in texts.cited_version.format(version="v2")
        assert "2026-05-01" in texts.cited_changed.format(day="2026-05-01")


NAMES = ("docs-claude", "docs-fastapi", "docs-ibmcloud", "tess")


@pytest.mark.parametrize(
    ("message", "collections"),
    [
        ("Search in docs-claude", ("docs-claude",)),
        ("Zoek in tess", ("tess",)),
        ("only the fastapi docs please", ("docs-fastapi",)),
        ("kijk alleen in claude", ("docs-claude",)),
        ("everywhere again", ()),
        ("zoek in alle handleidingen", ()),
        ("Can I use the token everywhere?", None),
        ("How do I search in all documentation for a word?", None),
        ("How do I only show the docs in fastapi?", None),
        ("only docs", None),
        ("thanks", None),
    ],
)
def test_a_message_may_say_only_where_to_search(
    message: str, collections: tuple[str, ...] | None
) -> None:
    assert scope_meant(message, NAMES) == collections


@pytest.mark.parametrize(
    ("message", "collections", "question", "lasts"),
    [
        ("search in claude for prompt caching", ("docs-claude",), "prompt caching", True),
        ("zoek in de fastapi-handleiding naar lifespan", ("docs-fastapi",), "lifespan", True),
        ("search for hooks in fastapi", ("docs-fastapi",), "hooks", True),
        ("In the fastapi docs: how do I test?", ("docs-fastapi",), "how do I test", False),
        ("look in our own docs for a backup", ("tess",), "a backup", True),
        ("not claude", ("docs-fastapi", "docs-ibmcloud"), "", True),
        ("search everywhere again", (), "", True),
    ],
)
def test_a_place_to_search_may_stand_beside_a_question(
    message: str, collections: tuple[str, ...], question: str, lasts: bool
) -> None:
    assert scope_asked(message, NAMES, "tess") == (collections, question, lasts)


@pytest.mark.parametrize(
    "message", ["how do I test in fastapi?", "in production: what then?", "not in the docs?"]
)
def test_a_question_is_no_place_to_search(message: str) -> None:
    assert scope_asked(message, NAMES, "tess") is None


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("that is not right", "rate_answer"),
        ("Perfect answer", "rate_answer"),
        ("what comes after that part", "follow_link"),
        ("thanks, and how do I turn it off?", ""),
        ("what is wrong with this setting?", ""),
        ("it doesn't work with docker", ""),
        ("where do I get the token from?", ""),
        ("can you run two workers?", ""),
    ],
)
def test_what_asks_nothing_of_the_docs_starts_no_search(message: str, act: str) -> None:
    told = with_state(message, {"answers": [{"conclusion": "It is."}], "quoted": [3]})
    tools = [ToolSpec(name, "", {}) for name in ("rate_answer", "follow_link", "search_docs")]
    called = {
        call.name for call in OFFLINE_RULES.decision([ChatMessage("user", told)], tools).tool_calls
    }
    assert called & {"rate_answer", "follow_link"} == {*filter(None, [act])}


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("thanks a lot!", "thank"),
        ("oke, dankjewel", "thank"),
        ("Waar haal je dat vandaan?", "explain"),
        ("can you explain that as if I'm ten", "rework"),
    ],
)
def test_what_is_said_of_an_answer_is_read_as_at_any_desk(message: str, act: str) -> None:
    assert [one.act for one in OFFLINE_RULES.acts.read(message)] == [act]

"""What a message asks by itself, and what it is searched for, without a model."""

import pytest

from src.desks.docs.code import LONGEST
from src.desks.docs.offline.english import DUTCH_ENGLISH, glossary, in_english
from src.desks.docs.offline.question import QuestionRead, read_question
from src.desks.docs.reasons import Reason

BEFORE = "What does TESS_DATA_DIR do?"
TRACE = """Traceback (most recent call last):
  File "serve.py", line 3, in main
    listen(port)
OSError: [Errno 98] Address already in use"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Why?", "vague_request"),
        ("How do I set that?", "vague_request"),
        ("?", "vague_request"),
        ("Tell me about it all", "vague_request"),
        ("It does not work.", "missing_details"),
        ("het werkt niet", "missing_details"),
        ("What is the limit?", "ambiguous_query"),
        ("Wat is de limiet?", "ambiguous_query"),
        (
            "What is the port? Which file has a name? Where is the log? Who reads the journal?",
            "multiple_topics",
        ),
    ],
)
def test_says_why_a_message_can_not_be_searched_for(text: str, reason: Reason) -> None:
    assert read_question(text).reason == reason


def test_each_of_several_questions_is_a_choice_in_the_words_of_the_asker() -> None:
    told = read_question("Waar staat het log en hoe groot wordt de cache en wie leest de index?")
    assert told.reason == "multiple_topics"
    assert told.choices == (
        "Waar staat het log?",
        "Hoe groot wordt de cache?",
        "Wie leest de index?",
    )


@pytest.mark.parametrize(
    "text",
    [
        "How do I change the port?",
        "disaster recovery",
        "What is the limit of a message?",
        "When a key expires, what happens and how do I renew it?",
        "Wie ändere ich den Port?",
        "the server does not start",
        "TESS_DATA_DIR",
    ],
)
def test_a_question_that_stands_by_itself_stays_one(text: str) -> None:
    assert read_question(text) == QuestionRead(text)


@pytest.mark.parametrize(
    "text",
    [
        "How do I change it?",
        "and how do I turn that off?",
        "Why?",
        "example?",
        "how'd I test it",
        "does that go for the async kind too",
        "Hoe verander ik die?",
        "en hoe zet ik dat uit?",
    ],
)
def test_a_follow_up_carries_the_question_before_it(text: str) -> None:
    assert read_question(text, BEFORE) == QuestionRead(f"{BEFORE} {text}", is_follow_up=True)


def test_a_question_that_seems_whole_goes_on_where_that_is_known() -> None:
    assert read_question("and in production?", BEFORE, follows=True).is_follow_up
    assert not read_question("How large may a file be?", BEFORE).is_follow_up


@pytest.mark.parametrize("text", ["my side of the mountain, lovely", "the other folder then"])
def test_a_remark_in_a_conversation_is_one(text: str) -> None:
    assert read_question(text, BEFORE).is_remark


def test_of_a_trace_the_line_with_the_error_is_asked() -> None:
    assert read_question(TRACE).question == "OSError: [Errno 98] Address already in use"


@pytest.mark.parametrize(
    "text", ["", " ", "1", "a" * 60_000, "it " * 20_000, "你" * 20_000, "`" * 65_536, "-a" * 30_000]
)
def test_bears_bad_input(text: str) -> None:
    assert len(read_question(text, BEFORE).question) <= LONGEST + 100
    assert len(in_english(text[:LONGEST])) <= 2 * LONGEST


def test_the_glossary_has_each_word_once() -> None:
    lines = DUTCH_ENGLISH.read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line and not line.startswith("#")]
    forms = [
        form.strip().replace("|", "")
        for entry in entries
        for form in entry.partition(" = ")[0].split(",")
    ]
    assert len(entries) >= 800
    assert sorted(forms) == sorted(set(forms))
    assert all(" = " in entry for entry in entries)


@pytest.mark.parametrize(
    ("dutch", "meaning"),
    [
        ("instellingen", "setting"),
        ("mappen", "folder"),
        ("geïnstalleerd", "installation"),
        ("gewijzigde", "change"),
        ("configuratiebestanden", "configuration file"),
        ("gebruikersgroepen", "user group"),
        ("xyzzy", ""),
        ("poort" * 12_000, ""),
    ],
)
def test_knows_forms_and_compounds(dutch: str, meaning: str) -> None:
    assert glossary().meaning(dutch) == meaning


@pytest.mark.parametrize(
    ("dutch", "said"),
    [
        ("Hoe verander ik de poort?", "how change I the port?"),
        ("Hoe stel ik TESS_DATA_DIR in?", "how set I TESS_DATA_DIR?"),
        ("Werkt het zonder --offline?", "work the without --offline?"),
    ],
)
def test_says_dutch_word_by_word_and_leaves_names_alone(dutch: str, said: str) -> None:
    assert in_english(dutch) == said

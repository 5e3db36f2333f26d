"""What a message asks by itself, without a model."""

import pytest

from src.desks.docs.offline.essence import QuestionRead, read_question


def asked(text: str, *said: str, language: str = "en") -> QuestionRead:
    return read_question(text, language, said)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Why?", "vague_request"),
        ("How do I set that?", "vague_request"),
        ("?", "vague_request"),
        ("It does not work.", "missing_details"),
        ("What is the limit?", "ambiguous_query"),
        ("How old is this animal?", "missing_context"),
        (
            "What is the port? Which file holds it? Where is the log? Who reads the journal?",
            "multiple_topics",
        ),
        ("Can I enable and disable the cache at the same time?", "conflicting_intents"),
    ],
)
def test_says_why_a_message_can_not_be_searched_for(text: str, reason: str) -> None:
    assert asked(text).reason == reason


def test_each_of_several_questions_is_a_choice_in_the_words_of_the_asker() -> None:
    told = asked(
        "Waar staat het log en hoe groot wordt de cache en wie leest de index?", language="nl"
    )
    assert told.reason == "multiple_topics"
    assert told.choices == (
        "Waar staat het log?",
        "Hoe groot wordt de cache?",
        "Wie leest de index?",
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [("你好", "zh"), ("Wann fährt heute mein Zug nach Ulm?", "de"), ("Как дела?", "ru")],
)
def test_what_is_not_understood_is_not_searched_for(text: str, language: str) -> None:
    assert asked(text, language=language).reason == "untranslated"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("How do I change the port?", "How do I change the port?"),
        ("how to rotate a key", "How do I rotate a key?"),
        ("I want to rotate my keys.", "How can I rotate my keys?"),
        ("disaster recovery", "What is disaster recovery?"),
        ("What is the limit of a message?", "What is the limit of a message?"),
        ("Is it possible to rotate keys?", "Is it possible to rotate keys?"),
        ("When a key expires, what happens and how do I renew it?",) * 2,
    ],
)
def test_a_question_that_stands_by_itself_stays_one(text: str, question: str) -> None:
    assert asked(text) == QuestionRead(question)


@pytest.mark.parametrize(
    ("text", "before", "question"),
    [
        ("How do I change it?", "What is the default port?", "How do I change the default port?"),
        ("And for backups?", "How do I encrypt the journal?", "And for backups (journal)?"),
        ("Why?", "Does `tess ingest` need a network?", "Why (`tess ingest`)?"),
        ("How do I set that?", "What does TESS_DATA_DIR do?", "How do I set TESS_DATA_DIR?"),
    ],
)
def test_a_follow_up_gets_the_subject_of_the_last_question(
    text: str, before: str, question: str
) -> None:
    told = asked(text, "How large may a file be?", before)
    assert told == QuestionRead(question, is_follow_up=True)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("hier heb ik niks aan", "nl"),
        ("not that one, the other", "en"),
        ("my side of the mountain, lovely", "en"),
    ],
)
def test_a_remark_in_a_conversation_is_asked_about(text: str, language: str) -> None:
    told = asked(text, "What is a port?", language=language)
    assert told.is_remark or told.reason == "vague_request"


@pytest.mark.parametrize("text", ["the server does not start", "TESS_DATA_DIR", "rate limit"])
def test_a_name_or_a_fault_in_a_conversation_is_searched_for(text: str) -> None:
    told = asked(text, "What is a port?")
    assert (told.reason, told.is_remark) == (None, False)


def test_a_question_that_goes_on_keeps_the_subject_beside_its_own_words() -> None:
    said = ("How do I set TESS_DATA_DIR?",)
    told = read_question("does that go for the async kind too", "en", said, follows=True)
    assert told.is_follow_up
    assert "TESS_DATA_DIR" in told.question


def test_a_dutch_follow_up_is_asked_in_english() -> None:
    told = asked("Hoe verander ik die?", "Op welke poort luistert de server?", language="nl")
    assert told.is_follow_up
    assert told.question.startswith("How do I change")


def test_the_essence_of_a_trace_is_its_error() -> None:
    trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in b\nOSError: disk full'
    assert asked(trace).question == "OSError: disk full"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a",
        "1",
        "a" * 60_000,
        "word " * 13_000,
        "it " * 20_000,
        "你" * 20_000,
        "\u200b" * 65_536,
    ],
)
@pytest.mark.parametrize("language", ["en", "nl", "zh"])
def test_bears_bad_input(text: str, language: str) -> None:
    assert len(asked(text, "What is a port?", language=language).question) <= 2_100

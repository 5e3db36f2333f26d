"""What a message asks by itself, without a model."""

import pytest

from src.desks.docs.forms import Essence, EssenceTask, ReadForm, ReadTask
from src.desks.docs.offline.essence import essence, read
from src.desks.docs.words import texts_of


def asked(text: str, *said: str, language: str = "en") -> Essence:
    history = [f"[2026.01.01 00:00:{at:02}] user: {one}" for at, one in enumerate(said)]
    now = "2026.01.01 01:00:00"
    return read(ReadTask(text=text, language=language, history=history, now=now)).essence


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
    told = asked(text)
    assert told.reason is not None
    assert (told.reason, told.question) == (reason, texts_of("en").asks[told.reason])
    assert told.canonical_question == ""


def test_each_of_several_questions_is_a_choice_in_the_words_of_the_asker() -> None:
    told = asked(
        "Waar staat het log en hoe groot wordt de cache en wie leest de index?", language="nl"
    )
    assert told.reason == "multiple_topics"
    assert told.choices == [
        "Waar staat het log?",
        "Hoe groot wordt de cache?",
        "Wie leest de index?",
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [("你好", "zh"), ("Wann fährt heute mein Zug nach Ulm?", "de"), ("Как дела?", "ru")],
)
def test_what_is_not_understood_is_said_in_its_language(text: str, language: str) -> None:
    told = asked(text, language=language)
    assert (told.reason, told.question) == ("untranslated", texts_of(language).asks["untranslated"])


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
    assert asked(text) == Essence(
        canonical_question=question,
        context_type="new_topic",
        related_history=[],
        reason=None,
        question="",
        choices=[],
    )


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
    assert told.canonical_question == question
    assert told.context_type == "follow_up"
    assert told.related_history == [f"[2026.01.01 00:00:01] user: {before}"]


def test_a_dutch_follow_up_is_asked_in_english() -> None:
    told = asked("Hoe verander ik die?", "Op welke poort luistert de server?", language="nl")
    assert told.context_type == "follow_up"
    assert told.canonical_question.startswith("How do I change")


def test_the_essence_of_a_trace_is_its_error() -> None:
    trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in b\nOSError: disk full'
    assert asked(trace).canonical_question == "OSError: disk full"


def test_an_essence_without_a_translation_makes_its_own() -> None:
    task = EssenceTask(text="Hoe verander ik de poort?", text_eng="", history=[], now="")
    assert essence(task).canonical_question == "How do I change the port?"


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
    form = read(ReadTask(text=text, language=language, history=["no line of ours"], now=""))
    assert isinstance(form, ReadForm)
    assert len(form.essence.canonical_question) <= 2_100

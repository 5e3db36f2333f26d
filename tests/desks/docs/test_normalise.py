"""A message in English, without a model."""

import pytest

from src.desks.docs.code import LONGEST
from src.desks.docs.offline.glossary import DUTCH_ENGLISH, glossary, read_glossary
from src.desks.docs.offline.normalise import in_english

TRACE = """Traceback (most recent call last):
  File "serve.py", line 3, in main
    listen(port)
OSError: [Errno 98] Address already in use"""


def english(text: str, language: str = "nl") -> str:
    return in_english(text, language)[0]


def test_the_glossary_has_its_entries_each_word_once() -> None:
    lines = DUTCH_ENGLISH.read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line and not line.startswith("#")]
    forms = [
        form.strip().replace("|", "")
        for entry in entries
        for form in entry.partition(" = ")[0].split(",")
    ]
    assert glossary().entries == len(entries) >= 800
    assert sorted(forms) == sorted(set(forms))
    assert all(" = " in entry for entry in entries)


@pytest.mark.parametrize(
    ("dutch", "meaning"),
    [
        ("instellingen", "setting"),
        ("mappen", "folder"),
        ("poorten", "port"),
        ("geïnstalleerd", "install"),
        ("gewijzigde", "change"),
        ("ingesteld", "set"),
        ("configuratiebestanden", "configuration file"),
        ("gebruikersgroepen", "user group"),
        ("achtergrondtaken", "background task"),
        ("xyzzy", ""),
        ("poort" * 12_000, ""),
    ],
)
def test_knows_inflections_and_compounds(dutch: str, meaning: str) -> None:
    assert glossary().meaning(dutch) == meaning


@pytest.mark.parametrize(
    ("dutch", "said"),
    [
        ("Hoe verander ik de poort?", "How do I change the port?"),
        ("Hoe stel ik TESS_DATA_DIR in?", "How do I set TESS_DATA_DIR?"),
        ("Waar sla je de sleutel op?", "Where do you save the key?"),
        ("Werkt het zonder --offline?", "Work it without --offline?"),
        ("Wat doet `tess move-store` met /healthz?", "What do `tess move-store` with /healthz?"),
    ],
)
def test_says_dutch_in_english_and_leaves_identifiers_alone(dutch: str, said: str) -> None:
    assert english(dutch) == said


def test_a_verb_reaches_no_further_than_its_clause() -> None:
    words = read_glossary(
        "in|stellen = to set\nzetten, zet = to put\nover|zetten = to move\nhoe = how"
    )
    assert words.apart["stel"] == {"in": "set"}
    assert english("Waar zet ik het neer, en waar gaat het over?").startswith("Where do I put")


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("Wie ändere ich den Port des Servers?", "de", ["port", "server"]),
        ("Как изменить порт сервера и TESS_DATA_DIR?", "ru", ["port", "server", "TESS_DATA_DIR"]),
        ("如何设置 `--offline`？", "zh", ["`--offline`"]),
        ("Comment vérifier la documentation ?", "fr", ["verify", "documentation"]),
    ],
)
def test_tells_other_languages_by_identifiers_and_loan_words(
    text: str, language: str, said: list[str]
) -> None:
    assert [one.lower() for one in english(text, language).split()] == [one.lower() for one in said]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("你好", "zh"),
        ("Quand part le train pour Lyon ce soir ?", "fr"),
        ("", "ru"),
        ("Как дела?", "ru"),
    ],
)
def test_says_nothing_of_what_it_understands_too_little_of(text: str, language: str) -> None:
    assert in_english(text, language) == ("", 0)


def test_mends_slips_unseen_signs_and_look_alikes() -> None:
    assert in_english("How do I recieve it?", "en") == ("How do I receive it?", 1)
    assert english("Change the p\u200bort", "en") == "Change the port"
    assert english("Change the pоrt", "en") == "Change the port"  # the o is Cyrillic


def test_of_a_trace_the_line_with_the_error_is_asked() -> None:
    assert english(TRACE, "en") == "OSError: [Errno 98] Address already in use"
    assert english(f"Why do I get this?\n```\n{TRACE}\n```", "en") == (
        "Why do I get this?\nOSError: [Errno 98] Address already in use"
    )
    java = 'Exception in thread "main" java.io.IOException: disk full\n\tat a.b.C.d(C.java:3)'
    assert english(java, "en") == 'Exception in thread "main" java.io.IOException: disk full'


def test_of_nothing_but_code_its_names_are_asked() -> None:
    assert english("def read(path):\n    return settings.load(path)\n", "en") == (
        "def read path return settings.load"
    )


@pytest.mark.parametrize("language", ["en", "nl", "ru"])
@pytest.mark.parametrize(
    "text", ["", "?", "a", "a" * 60_000, "port " * 13_000, "`" * 65_536, "-a" * 30_000]
)
def test_bears_bad_input(text: str, language: str) -> None:
    assert len(english(text, language)) <= LONGEST


def test_of_a_long_message_its_question_is_asked() -> None:
    text = (
        f"{'This is a story about nothing. ' * 200}How do I change the port? {'And more. ' * 300}"
    )
    assert english(text, "en") == "How do I change the port?"

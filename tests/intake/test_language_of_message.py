"""The language of a message, of eleven."""

import pytest

from src.intake.language import LONGEST, language_of_message


@pytest.mark.parametrize(
    "text", ["ok", "TESS_DATA_DIR?", "token error 401", "", "?", "`--offline`", "docker compose up"]
)
@pytest.mark.parametrize("before", ["zh", "fr", "nl"])
def test_keeps_the_language_so_far_where_a_message_tells_nothing(text: str, before: str) -> None:
    assert language_of_message(text, before) == (before, 0.0)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Привет", "ru"),
        ("你好", "zh"),
        ("こんにちは", "ja"),
        ("Де журнал, і як його читати?", "uk"),
        ("Bonjour", "fr"),
        ("Hola", "es"),
        ("Danke", "de"),
        ("Hallo, hoe werkt het?", "nl"),
        ("Why?", "en"),
        ("Write a poem about spring.", "en"),
        ("Onde fica a configuração do servidor e como posso mudar isso?", "pt"),
        ("Come posso cambiare la porta del server?", "it"),
        ("Grazie", "it"),
        ("Как настроить uvicorn reload workers middleware?", "ru"),
        ("在 FastAPI 0.118.0 之前用 yield", "zh"),
        ("Which command exports a dossier?", "en"),
        ("Which command archives a dossier?", "en"),
        ("What does 你好 mean in these pages?", "en"),
        ("Wo se\u200bt\u200bze ich das, und wie?", "de"),
    ],
)
def test_tells_eleven_languages_by_script_and_by_small_words(text: str, language: str) -> None:
    assert language_of_message(text, "en" if language != "en" else "nl")[0] == language


@pytest.mark.parametrize("before", ["ru", "uk"])
def test_letters_that_two_languages_share_keep_the_one_so_far(before: str) -> None:
    assert language_of_message("Порт", before)[0] == before


def test_identifiers_and_code_do_not_count() -> None:
    text = "Wie ändere ich den Port?\n```python\nfor the_thing in what_is_this:\n    print(the_thing)\n```"
    assert language_of_message(text, None)[0] == "de"
    assert (
        language_of_message("TESS_DATA_DIR --offline /healthz config.yaml läuft nicht", None)[0]
        == "de"
    )


def test_statistics_decide_where_no_small_word_does() -> None:
    language, confidence = language_of_message(
        "Konfigurationsdateien werden regelmäßig gesichert", None
    )
    assert language == "de"
    assert 0 < confidence <= 1


@pytest.mark.parametrize(
    "text", ["a" * 60_000, "слово" * 12_000, "question " * 8_000, "\u200b" * 65_536]
)
def test_looks_at_no_more_than_the_beginning(text: str) -> None:
    assert language_of_message(text, "en") == language_of_message(text[:LONGEST], "en")

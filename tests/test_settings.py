"""Settings: one sentence for every impossible combination."""

from pathlib import Path

import pytest

from src.errors import BadSettings
from src.settings import READ_ELSEWHERE, read_settings


def test_without_a_key_the_offline_model_answers() -> None:
    settings = read_settings(_env_file=None)
    assert settings.uses_offline_model
    assert (settings.api_host, settings.api_port) == ("127.0.0.1", 8000)


def test_with_a_key_a_provider_answers_and_the_key_stays_out_of_sight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    settings = read_settings(_env_file=None)
    assert not settings.uses_offline_model
    assert "sk-secret" not in repr(settings)


def test_offline_can_be_forced_beside_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert read_settings(_env_file=None, tess_model="offline").uses_offline_model


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"tess_model": "gpt-4.1"}, "set OPENAI_API_KEY"),
        ({"tess_model_small": "gpt-4.1-nano"}, "leave TESS_MODEL_SMALL empty"),
        ({"tess_model_vision": "gpt-4.1"}, "leave TESS_MODEL_VISION empty"),
        ({"tess_encoder": "text-embedding-3-small"}, "leave TESS_ENCODER empty"),
        ({"azure_openai_endpoint": "https://x.openai.azure.com"}, "set OPENAI_API_KEY"),
        ({"database_url": "mysql://x"}, "postgresql://"),
        ({"tess_fetch": "example.nl, https://example.nl/pages"}, "no host or origin"),
        ({"tess_fetch": "example.nl:8080"}, "no host or origin"),
        ({"tess_fetch": "ftp://example.nl"}, "no host or origin"),
        ({"api_port": "many"}, "API_PORT"),
        ({"api_port": 70_000}, "API_PORT"),
        ({"log_level": "LOUD"}, "LOG_LEVEL"),
        ({"tess_temperature": "hot"}, "TESS_TEMPERATURE"),
        ({"tess_max_turns": 0}, "TESS_MAX_TURNS"),
        ({"tess_grace_seconds": 1}, "TESS_GRACE_SECONDS"),
        ({"tess_hosts": "https://tess.example.nl"}, "TESS_HOSTS"),
        ({"tess_hosts": "*tess"}, "TESS_HOSTS"),
        ({"tess_origins": "tess.example.nl"}, "TESS_ORIGINS"),
        ({"tess_origins": "https://a.nl, https://b.nl/page"}, "https://b.nl/page"),
        (
            {"azure_openai_endpoint": "https://a", "openai_base_url": "https://b"},
            "two providers",
        ),
    ],
)
def test_an_impossible_setting_is_named(given: dict[str, object], told: str) -> None:
    with pytest.raises(BadSettings) as refused:
        read_settings(_env_file=None, **given)
    assert told in refused.value.details["problem"]
    assert "\n" not in refused.value.details["problem"]


def test_the_password_of_the_database_stays_out_of_sight() -> None:
    settings = read_settings(_env_file=None, database_url="postgresql://tess:sesam@x/y")
    assert "sesam" not in repr(settings)
    with pytest.raises(BadSettings) as refused:
        read_settings(_env_file=None, database_url="mysql://tess:sesam@x/y")
    assert "sesam" not in str(refused.value)


def test_the_temperature_can_be_left_out() -> None:
    assert read_settings(_env_file=None, tess_temperature="none").tess_temperature is None


def test_a_setting_that_does_not_exist_is_told_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / ".env"
    file.write_text("TESS_MAX_TURN=3\n", "utf-8")
    with pytest.raises(BadSettings, match="TESS_MAX_TURN does not exist; is TESS_MAX_TURNS meant"):
        read_settings(_env_file=file)
    monkeypatch.setenv("TESS_DATADIR", "x")
    with pytest.raises(BadSettings, match="TESS_DATADIR does not exist; is TESS_DATA_DIR meant"):
        read_settings(_env_file=None)


def test_what_others_read_is_no_misspelt_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in READ_ELSEWHERE:
        monkeypatch.setenv(name, "x")
    read_settings(_env_file=None)


def test_a_secret_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("sk-secret\n", "utf-8")
    monkeypatch.setenv("OPENAI_API_KEY_FILE", str(file))
    settings = read_settings(_env_file=None)
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-secret"
    assert "sk-secret" not in repr(settings)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    with pytest.raises(BadSettings, match="OPENAI_API_KEY and OPENAI_API_KEY_FILE are both set"):
        read_settings(_env_file=None)
    monkeypatch.delenv("OPENAI_API_KEY")
    file.write_text(" \n", "utf-8")
    with pytest.raises(BadSettings, match="there is nothing in it"):
        read_settings(_env_file=None)
    file.unlink()
    with pytest.raises(BadSettings, match=r"OPENAI_API_KEY_FILE is .* can't be read: No such file"):
        read_settings(_env_file=None)


def test_a_secret_that_can_be_guessed_is_refused_and_not_told() -> None:
    with pytest.raises(BadSettings, match="fewer than 32 characters") as refused:
        read_settings(_env_file=None, tess_token_secret="sesam-open-u")
    assert "sesam" not in str(refused.value)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_what_listens_on_this_machine_only(host: str) -> None:
    assert read_settings(_env_file=None, api_host=host).only_here


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "localhost.example.nl", "tess"])
def test_what_others_can_reach(host: str) -> None:
    assert not read_settings(_env_file=None, api_host=host).only_here


@pytest.mark.parametrize(
    ("given", "fetched"),
    [
        ({}, ("public",)),
        ({"api_host": "0.0.0.0"}, ()),
        ({"tess_token_secret": "s" * 32}, ()),
        ({"api_host": "0.0.0.0", "tess_fetch": "Example.NL, *.b.nl"}, ("example.nl", "*.b.nl")),
        ({"tess_fetch": "http://wiki.lan:8080, https://[fd00::1]"}, ("http://wiki.lan:8080", "https://[fd00::1]")),
        ({"tess_fetch": "off"}, ()),
        ({"tess_fetch": "off, public"}, ()),
    ],
)  # fmt: skip
def test_a_server_that_others_reach_fetches_pages_only_from_where_its_operator_says(
    given: dict[str, str], fetched: tuple[str, ...]
) -> None:
    assert read_settings(_env_file=None, **given).fetched == fetched

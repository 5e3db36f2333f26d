"""Where our server would be: what is known at once is what the settings say."""

import socket
from pathlib import Path

import pytest

from src.server_address import address, is_free
from src.settings import read_settings


@pytest.mark.parametrize(
    ("environment", "file"),
    [
        ({}, ""),
        ({"API_HOST": "0.0.0.0", "API_PORT": "9000"}, ""),
        ({}, "API_HOST=localhost\nexport API_PORT='9000'  # ours\n"),
        ({"API_PORT": "9001"}, "API_HOST=tess.example.nl\nAPI_PORT=9000\n"),
        ({"API_PORT": ""}, "API_PORT=9000\nAPI_HOST=\n"),
        ({"api_port": " 9000 "}, "api_host=::1"),
        ({"API_PORT": "8_000"}, "API_HOST=${UNKNOWN:-localhost}"),
    ],
)
def test_the_address_known_at_once_is_that_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(file, "utf-8")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    settings = read_settings()
    assert address() == (settings.api_host, settings.api_port)


def test_a_place_is_free_where_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        monkeypatch.setenv("API_PORT", str(listening.getsockname()[1]))
        assert not is_free()
    assert is_free()


@pytest.mark.parametrize(
    ("name", "value"), [("API_PORT", "many"), ("API_PORT", "9" * 20), ("API_HOST", "a..b")]
)
def test_a_place_that_cannot_be_tried_is_not_free(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert not is_free()

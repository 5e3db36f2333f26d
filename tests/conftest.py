"""No test reaches another machine, whatever key or address it holds, and no setting of the developer's leaks in."""

import pytest

from tests.llm.loopback import stay_on_this_machine

stay_on_this_machine()

SETTINGS = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "AZURE_OPENAI_ENDPOINT",
    "TESS_MODEL",
    "TESS_DATA_DIR",
    "TESS_LAW_SEARCH_URL",
    "TESS_LAW_TEXTS_URL",
    "TESS_RULINGS_URL",
    "TESS_GRACE_SECONDS",
    "TESS_HOSTS",
    "TESS_MAX_TURNS",
    "TESS_MAX_WAITING",
    "TESS_ORIGINS",
    "TESS_UPLOAD_MEGABYTES",
    "DATABASE_URL",
    "API_HOST",
    "API_PORT",
    "TAX_WS_URL",
)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)

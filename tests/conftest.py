"""No test reaches another machine, whatever key or address it holds, and no setting of the developer's leaks in."""

import gc
import os
import resource
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from fastapi.dependencies import models

from tests import logbook
from tests.collecting import collector
from tests.lending import put_shelf
from tests.llm.loopback import stay_on_this_machine
from tests.thoroughness import register_profiles

stay_on_this_machine()
register_profiles()  # before any test is imported

# As nobody else is reached, nobody is trusted: to read the certificates of the whole world takes 50 ms a client.
os.environ["SSL_CERT_FILE"] = str(Path(__file__).parent / "nobody.pem")

# What runs in the background of a shell ignores Ctrl-C, and so would all that the tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

FILES = Path("/proc/self/fd")
MANY_FILES = min(resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2, 2_000)
"""Many systems allow a process a thousand; where there may be more, all objects are looked through less often."""

SETTINGS = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "AZURE_OPENAI_ENDPOINT",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "TESS_METRICS_TOKEN",
    "TESS_MODEL",
    "TESS_MODEL_SMALL",
    "TESS_MODEL_VISION",
    "TESS_PRICE_COMPLETION",
    "TESS_PRICE_PROMPT",
    "TESS_FALLBACK",
    "TESS_MODEL_CALL_SECONDS",
    "TESS_MODEL_MAX_TOKENS",
    "TESS_MODEL_TIMEOUT",
    "TESS_REPLY_SECONDS",
    "TESS_TURN_CALLS",
    "TESS_TURN_ROUNDS",
    "TESS_TURN_SECONDS",
    "TESS_TURN_SOFT_SECONDS",
    "TESS_TURN_TOKENS",
    "TESS_ENCODER",
    "TESS_ENCODER_DIMENSION",
    "TESS_DATA_DIR",
    "TESS_DESK",
    "TESS_MODEL_SMALL",
    "TESS_MODEL_VISION",
    "TESS_LAW_SEARCH_URL",
    "TESS_LAW_TEXTS_URL",
    "TESS_RULINGS_URL",
    "TESS_GRACE_SECONDS",
    "TESS_HOSTS",
    "TESS_LANG",
    "LANG",
    "LC_ALL",
    "LC_MESSAGES",
    "TESS_KEEP_DAYS",
    "TESS_MAX_TURNS",
    "TESS_MCP",
    "TESS_MAX_WAITING",
    "TESS_ORIGINS",
    "TESS_UPLOAD_MEGABYTES",
    "TESS_FETCH",
    "TESS_TENANT_TOKENS_PER_DAY",
    "TESS_TENANT_TURNS_AT_ONCE",
    "TESS_TENANT_TURNS_PER_MINUTE",
    "TESS_TOKEN",
    "TESS_TOKEN_FILE",
    "TESS_TOKEN_SECRET",
    "TESS_TOKEN_SECRET_FILE",
    "DATABASE_URL",
    "DATABASE_URL_FILE",
    "OPENAI_API_KEY_FILE",
    "API_HOST",
    "API_PORT",
    "TAX_WS_URL",
    "TESS_DESK",
)


@pytest.fixture
def without_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be as where the extra ``images`` is not installed: no text in a picture is read."""
    monkeypatch.setitem(sys.modules, "rapidocr_onnxruntime", None)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session", autouse=True)
def shelf(tmp_path_factory: pytest.TempPathFactory) -> None:
    own = tmp_path_factory.getbasetemp()
    put_shelf(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(autouse=True)
def few_open_files() -> Iterator[None]:
    """Let go of the indexes of earlier tests, of 68 files each, before the system allows no more."""
    yield
    if FILES.is_dir() and sum(1 for _ in FILES.iterdir()) > MANY_FILES:
        for known in vars(models).values():  # FastAPI remembers each function of each application
            getattr(known, "cache_clear", lambda: None)()
        gc.collect()


@pytest.fixture
def logged() -> Iterator[logbook.Logbook]:
    """Everything that is logged during the test, from DEBUG on, as the server logs it."""
    with logbook.kept() as book:
        yield book


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what stays until the end from the collector of garbage, which would look through it with every test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what needs the browser first: so one worker starts it, and no other takes over a part of that."""
    items.sort(key=lambda item: "chromium" not in getattr(item, "fixturenames", ()))


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors, for there are tests that wait; each has all tests to import."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--logs", metavar="FOLDER", help="keep all logs at DEBUG here, and look through them"
    )


def _folder(config: pytest.Config) -> Path | None:
    given = config.getoption("--logs")
    return Path(given).resolve() if given else None


def pytest_configure(config: pytest.Config) -> None:
    folder = _folder(config)
    if folder:
        if not hasattr(config, "workerinput"):
            collector.clear(folder)
        collector.keep(folder)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    folder = _folder(config)
    if folder is None:
        return
    told, leaks = collector.looked_through(folder)
    terminalreporter.write_line(f"{told}: {len(leaks)} found")
    for leak in leaks[:50]:
        terminalreporter.write_line(leak, red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    folder = _folder(session.config)
    if (
        folder
        and not hasattr(session.config, "workerinput")
        and collector.looked_through(folder)[1]
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

"""Takes single defences out of a copy of the code and sees that tests notice: ``python -m tests.mutants [NAME ...]``.

A mutant is one piece of text in one file that is replaced. It is killed where its tests fail, and survives where they
pass: then nothing holds that defence. Exit status 1 where one survives.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")


@dataclass(frozen=True)
class Mutant:
    """One defence, and what the code is without it."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


PAGE = "tests/clients/test_doors_of_the_page.py"
HEADERS = "tests/api/test_doors.py::test_no_reply_is_kept_or_taken_for_another_type"
API_PAGE = (
    f"{PAGE}::test_the_page_on_the_api_renders_and_loads_nothing_from_elsewhere",
    f"{PAGE}::test_the_policy_of_the_page_on_the_api_lets_nothing_in_from_elsewhere",
)
TWO_ENDS = (
    "tests/api/test_hostile_connections.py::test_a_{}_that_ends_in_two_ways_ends_the_connection{}"
)

MUTANTS = (
    Mutant("no doors", "ui_streamlit.py", "middleware=doors()", "middleware=[]", (PAGE,)),
    Mutant("any name", "clients/web/doors.py", "or LOOPBACK", 'or ("*",)', (PAGE,)),
    Mutant(
        "any origin",
        "clients/web/doors.py",
        'urlsplit(origin).netloc == headers.get("host")',
        "True",
        (PAGE,),
    ),
    Mutant(
        "origins of the WebSocket go by",
        "clients/web/doors.py",
        'scope["type"] in ("http", "websocket") and',
        'scope["type"] == "http" and',
        (PAGE,),
    ),
    Mutant(
        "origins of pages go by",
        "clients/web/doors.py",
        'scope["type"] in ("http", "websocket") and',
        'scope["type"] == "websocket" and',
        (PAGE,),
    ),
    Mutant(
        "Streamlit does not know our origins",
        "ui_streamlit.py",
        "list(origins())",
        "[]",
        (f"{PAGE}::test_names_and_origins_can_be_listed",),
    ),
    Mutant(
        "the command keeps its lists",
        "src/cli.py",
        'settings.tess_hosts or ""',
        '""',
        (f"{PAGE}::test_the_command_hands_its_lists_to_the_page_and_opens_it",),
    ),
    Mutant(
        "scripts from elsewhere",
        "src/api/docs_page.py",
        'src="docs/assets/',
        'src="https://cdn.jsdelivr.net/npm/swagger-ui-dist@5/',
        API_PAGE,
    ),
    Mutant(
        "scripts from anywhere",
        "src/api/docs_page.py",
        "\"script-src 'self'\"",
        '"script-src *"',
        API_PAGE,
    ),
    Mutant("FastAPI's own page", "src/api/server.py", "docs_url=None,", "", API_PAGE),
    Mutant("FastAPI's other page", "src/api/server.py", "redoc_url=None,", "", API_PAGE),
    Mutant(
        "replies are kept",
        "src/api/middleware.py",
        'headers["cache-control"] = "no-store"',
        "pass",
        (HEADERS,),
    ),
    Mutant(
        "types are guessed",
        "src/api/middleware.py",
        'headers["x-content-type-options"] = "nosniff"',
        "pass",
        (HEADERS,),
    ),
    Mutant(
        "two ends",
        "src/api/serving.py",
        "self.conn = UnambiguousConnection(h11.SERVER)",
        "pass",
        (TWO_ENDS.format("request", ""), TWO_ENDS.format("handshake", "_too")),
    ),
    Mutant(
        "tokens live on",
        "src/identity/tokens.py",
        "record.expires + LEEWAY <=",
        "claims.expires + LEEWAY <=",
        (
            "tests/identity/test_authentication.py::test_a_token_signed_anew_lives_no_longer_than_the_list_says",
        ),
    ),
    Mutant(
        "limits of ever more tenants",
        "src/identity/quotas.py",
        "lru_cache(MOST_TENANTS)",
        "lru_cache(None)",
        ("tests/identity/test_quotas.py::test_no_number_of_tenants_makes_the_table_grow",),
    ),
    Mutant(
        "breakers of ever more tenants",
        "src/identity/quotas.py",
        "lru_cache(MOST_TENANTS)",
        "lru_cache(None)",
        ("tests/llm/test_breaker.py::test_no_number_of_tenants_makes_the_table_grow",),
    ),
)


def survivors(mutants: Iterable[Mutant]) -> list[str]:
    """Return the names of those that no test noticed, and tell of each what became of it."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tess"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        for mutant in mutants:
            survives = _survives(mutant, copy)
            print(f"{'SURVIVES' if survives else 'killed'}: {mutant.name}", flush=True)
            found += [mutant.name] * survives
    return found


def _survives(mutant: Mutant, copy: Path) -> bool:
    """Return whether the tests of a mutant pass in the copy, which is put back as it was."""
    file = copy / mutant.file
    whole = file.read_text("utf-8")
    file.write_text(whole.replace(mutant.old, mutant.new), "utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", *mutant.tests]
        status = subprocess.run(
            command, cwd=copy, stdout=subprocess.DEVNULL, check=False
        ).returncode
    finally:
        file.write_text(whole, "utf-8")
    if status not in (0, 1):
        raise RuntimeError(f"the tests of {mutant.name!r} did not run: pytest ended with {status}")
    return status == 0


def main(names: Sequence[str]) -> int:
    """Try the mutants of these names, or all."""
    chosen = [one for one in MUTANTS if not names or one.name in names]
    return 1 if survivors(chosen) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How long a newcomer waits, from the clone to the first answer with its verified quotes, in a real Chromium.

Run ``python -m benchmarks.newcomer`` in a checkout where tests run. It clones what is committed there and starts
``./tess ui`` in the clone, in a bare environment with a home of its own: cold, with an empty home, so that every
package is fetched; then warm, in another clone, with what the first one left in that home. The browser itself is there
already. ``--small`` does it once, in the home of who runs it.
"""

import argparse
import json
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from src.settings import PROJECT_ROOT
from tests.clients.browser import Tab, browser

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
SELECTION = "Zijn dit de juiste bronnen voor uw vraag?"
ANSWER = "Waarop het steunt"


@contextmanager
def page_of(clone: Path, home: Path) -> Iterator[str]:
    """Run ``./tess ui`` as a newcomer does, and lend the address of its page."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = ["./tess", "ui", f"--server.port={port}", "--server.headless=true"]
    bare = {"HOME": str(home), "PATH": os.environ["PATH"], "LOG_LEVEL": "ERROR"}
    page = subprocess.Popen(command, cwd=clone, env=bare, stdout=subprocess.PIPE, text=True)
    try:
        assert page.stdout is not None  # it was asked for
        assert any("URL:" in line for line in page.stdout), "./tess ui did not start"
        yield f"http://127.0.0.1:{port}/"
    finally:
        page.terminate()
        page.communicate()


def reached(clone: Path, home: Path) -> dict[str, float]:
    """Return after how many seconds each stage was reached."""
    began = time.monotonic()
    stages: dict[str, float] = {}

    def reach(stage: str) -> None:
        stages[stage] = round(time.monotonic() - began, 1)

    subprocess.run(["git", "clone", "--quiet", str(PROJECT_ROOT), str(clone)], check=True)
    reach("clone")
    with page_of(clone, home) as address, browser() as launched:
        reach("installed and started")
        tab = Tab(launched, address).open()
        reach("first page")
        tab.say(QUESTION, SELECTION)
        reach("sources shown")
        tab.button("Ja, beantwoord").click()
        tab.sees(ANSWER)
        reach("answer")
        tab.close()
    return stages


def measured(*, small: bool) -> dict[str, dict[str, float]]:
    """Return the stages of each run, by run."""
    with tempfile.TemporaryDirectory() as folder:
        if small:
            return {"once": reached(Path(folder) / "once", Path.home())}
        home = Path(folder) / "home"
        home.mkdir()
        return {run: reached(Path(folder) / run, home) for run in ("cold", "warm")}


def told(runs: dict[str, dict[str, float]]) -> str:
    """Return the stages as people read them."""
    lines = [f"{'Seconds since the clone began:':<32}" + "".join(f"{run:>8}" for run in runs)]
    lines += [
        f"  {stage:<30}" + "".join(f"{stages[stage]:>8}" for stages in runs.values())
        for stage in next(iter(runs.values()))
    ]
    if "cold" in runs:
        lines.append(f"  cold / warm: {runs['cold']['answer'] / runs['warm']['answer']:.1f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.newcomer")
    parser.add_argument("--small", action="store_true", help="once, in your own home")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    runs = measured(small=options.small)
    print(json.dumps(runs) if options.json else told(runs))


if __name__ == "__main__":
    main()

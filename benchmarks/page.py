"""How long the web page takes to draw itself anew after a click, in a real Chromium, for a dossier of 200 sources.

Run ``python -m benchmarks.page``; ``--small`` clicks twice, in a dossier of ten. The time is that of the browser, from
the click until nothing of the page runs and it was painted: what TESS does, what Streamlit does, and what is drawn.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.dossier import DOSSIER, source
from benchmarks.dossier import turn as made
from src.commands.local_server import own_server
from src.dossier.json_store import JsonStore
from src.dossier.patch import DossierPatch
from tests.clients.browser import Tab, browser, web_page

SOURCES, CLICKS = 200, 15

REDRAWN = """
(element) => new Promise((done) => {
  const app = document.querySelector("[data-testid=stApp]");
  const began = performance.now();
  let ran = false, first = 0;
  const painted = () => requestAnimationFrame(() => setTimeout(() => done([first, performance.now() - began])));
  new MutationObserver((_, watch) => {
    const runs = !app.dataset.testScriptState.startsWith("notRunning");
    ran ||= runs;
    if (ran && !runs) { first = performance.now() - began; watch.disconnect(); painted(); }
  }).observe(app, { attributes: true, attributeFilter: ["data-test-script-state"] });
  element.click();
})
"""
"""Clicks, and returns after how many milliseconds the last of it was told, and painted."""


async def stored(folder: Path, sources: int) -> None:
    """Store a dossier with so many sources, all of them selected."""
    store = JsonStore(folder)
    turns = 10
    for number in range(turns):
        await store.commit(made(number, turns, sources))
    ids = tuple(source(number).id for number in range(sources))
    last = made(turns, turns + 1, 0)
    await store.commit(last.model_copy(update={"patch": DossierPatch(select_ids=ids)}))


@contextmanager
def opened(sources: int) -> Iterator[Tab]:
    """Lend the page with the dossier open."""
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(stored(Path(data) / "dossiers", sources))
        environment = {"TESS_DATA_DIR": data, "OPENAI_API_KEY": "", "TESS_MODEL": "offline"}
        with own_server(environment) as url, web_page(url) as address, browser() as launched:
            tab = Tab(launched, address)
            yield tab.open(f"?dossier={DOSSIER}")
            tab.close()


def clicked(tab: Tab, clicks: int) -> dict[str, list[float]]:
    """Return for each interaction the milliseconds of every click, but for the first, which fills caches."""
    page = tab.page

    def timed(*elements: Any) -> list[float]:
        found = []
        for number in range((clicks + 1) * len(elements)):
            element = elements[number % len(elements)]
            found.append(float(element.evaluate(REDRAWN)[1]))
            tab.settled()
        return found[len(elements) :]

    radios = [page.get_by_role("radio", name=name) for name in ("English", "Nederlands")]
    box = page.get_by_role("checkbox").nth(3)
    views = [page.get_by_role("radio", name=name) for name in ("Tijdlijn", "Gesprek")]
    return {
        "another language": timed(*radios),
        "another view and back": timed(*views),
        "a tick, which is a turn": timed(box),
    }


def measured(*, small: bool) -> dict[str, Any]:
    """Return the figures."""
    sources, clicks = (10, 2) if small else (SOURCES, CLICKS)
    with opened(sources) as tab:
        found = clicked(tab, clicks)
    rows = [
        {
            "interaction": name,
            "clicks": len(times),
            "median_ms": statistics.median(times),
            "most_ms": max(times),
        }
        for name, times in found.items()
    ]
    return {"sources": sources, "interactions": rows}


def told(figures: dict[str, Any]) -> str:
    """Return the figures as people read them."""
    title = f"A dossier of {figures['sources']} sources, from the click until it is painted:"
    rows = (
        f"  {row['interaction']:<28} median {row['median_ms']:4.0f} ms, at most {row['most_ms']:4.0f} ms"
        f" ({row['clicks']} clicks)"
        for row in figures["interactions"]
    )
    return "\n".join([title, *rows])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page")
    parser.add_argument(
        "--small", action="store_true", help="two clicks in a dossier of ten sources"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    figures = measured(small=options.small)
    print(json.dumps(figures) if options.json else told(figures))


if __name__ == "__main__":
    main()

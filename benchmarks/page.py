"""How long the web page takes to draw itself anew after a click, in a real Chromium, for a dossier of 200 sources.

Run ``python -m benchmarks.page``; ``--small`` clicks twice, in a dossier of ten. The time is that of the browser, from
the click until nothing of the page runs and it was painted: what TESS does, what Streamlit does, and what is drawn.
Beside it stand the milliseconds that a processor worked for a click, in Streamlit's process and in the tab's.

All is measured beside a page of Streamlit that has nothing but a choice of two, with the same settings: no page of
Streamlit's is faster. ``--before FOLDER`` names another state of the project (``git worktree add FOLDER REVISION``),
whose page has a dossier of its own on the same server. The pages are clicked in turns, so that all share what else the
machine is doing: the ratios say more than the times.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator

from benchmarks.dossier import source
from benchmarks.dossier import turn as made
from benchmarks.rig.programs import SCHEDULED
from src.commands.local_server import own_server
from src.dossier.json_store import JsonStore
from src.dossier.patch import DossierPatch
from tests.clients.browser import ROOT, Tab, browser, web_process

SOURCES, CLICKS = 200, 15
EMPTY, NOW, BEFORE = "an empty page", "this page", "the page before"

EMPTY_PAGE = """
import streamlit as st

st.title(st.session_state.get("language", "nl"), anchor=False)
st.radio("Language", ("nl", "en"), key="language", horizontal=True)
"""

REDRAWN = """
(element) => new Promise((done) => {
  const app = document.querySelector("[data-testid=stApp]");
  const began = performance.now();
  const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  const watch = new MutationObserver(() => {
    if (app.dataset.testScriptState.startsWith("notRunning")) { watch.disconnect(); painted(); }
  });
  watch.observe(app, { attributes: true, attributeFilter: ["data-test-script-state"] });
  const title = app.querySelector("h1").closest("[data-testid=stElementContainer]");
  watch.observe(title, { characterData: true, childList: true, subtree: true });
  element.click();
})
"""
"""Clicks, and returns after how many milliseconds the last of it was painted.

An empty page may be drawn before it says that it runs: its title is another one with each click.
"""


class Click(NamedTuple):
    """What a click took, all in milliseconds."""

    until_painted: float
    server: float
    """Of a processor, in Streamlit's process."""
    tab: float
    """Of a processor, in the main thread of the tab: scripts, styles, layout."""


def dossier(number: int) -> str:
    """Return the id of one of the dossiers."""
    return f"dos-{number:032x}"


async def stored(folder: Path, number: int, sources: int) -> None:
    """Store a dossier with so many sources, all of them selected."""
    store = JsonStore(folder)
    turns = 10
    ids = tuple(source(one).id for one in range(sources))
    last = made(turns, turns + 1, 0).model_copy(update={"patch": DossierPatch(select_ids=ids)})
    for turn in [*(made(one, turns, sources) for one in range(turns)), last]:
        await store.commit(turn.model_copy(update={"dossier_id": dossier(number)}))


class Site:
    """A page that is clicked, and what each click took."""

    def __init__(self, name: str, launched: Browser, address: str, process: int) -> None:
        self.name = name
        self.tab = Tab(launched, address)
        self._clock = (~process << 3) | SCHEDULED
        self._tools = self.tab.page.context.new_cdp_session(self.tab.page)
        self._tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def click(self, element: Locator) -> Click:
        """Click, and return once all is drawn."""
        before = self._used()
        painted = float(element.evaluate(REDRAWN))
        self.tab.settled()
        server, tab = (after - then for after, then in zip(self._used(), before, strict=True))
        return Click(painted, server, tab)

    def _used(self) -> tuple[float, float]:
        told = self._tools.send("Performance.getMetrics")["metrics"]
        tab = next(one["value"] for one in told if one["name"] == "TaskDuration")
        return 1000 * time.clock_gettime(self._clock), 1000 * tab

    def elements(self, interaction: str) -> list[Locator]:
        """Return what is clicked in turns for an interaction."""
        page = self.tab.page
        if self.name == EMPTY:
            return [page.get_by_role("radio", name=name) for name in ("en", "nl")]
        if interaction == "a tick, which is a turn":
            return [page.get_by_role("checkbox").nth(3)]
        names = INTERACTIONS[interaction]
        return [page.get_by_role("radio", name=name) for name in names]


INTERACTIONS = {
    "another language": ("English", "Nederlands"),
    "another view and back": ("Tijdlijn", "Gesprek"),
    "a tick, which is a turn": (),
}
"""With what is clicked in turns."""


@contextmanager
def opened(sources: int, before: Path | None) -> Iterator[list[Site]]:
    """Lend the pages, each with a dossier open; the empty one first."""
    folders = {NOW: ROOT, **({BEFORE: before} if before else {})}
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        for number in range(len(folders)):
            asyncio.run(stored(Path(data) / "dossiers", number, sources))
        environment = {"TESS_DATA_DIR": data, "OPENAI_API_KEY": "", "TESS_MODEL": "offline"}
        url = stack.enter_context(own_server(environment))
        launched = stack.enter_context(browser())
        empty = Path(data) / "empty.py"
        empty.write_text(EMPTY_PAGE, "utf-8")
        process = stack.enter_context(web_process(url, {}, ROOT, str(empty)))
        sites = [Site(EMPTY, launched, *process)]
        sites[0].tab.open()
        for number, (name, folder) in enumerate(folders.items()):
            process = stack.enter_context(web_process(url, {}, folder))
            sites.append(Site(name, launched, *process))
            sites[-1].tab.open(f"?dossier={dossier(number)}")
        yield sites
        for site in sites:
            site.tab.close()


def clicked(sites: Sequence[Site], interaction: str, clicks: int) -> dict[str, list[Click]]:
    """Return every click on each page but for the first ones, which fill caches; the pages take turns."""
    elements = {site.name: site.elements(interaction) for site in sites}
    found: dict[str, list[Click]] = {site.name: [] for site in sites}
    for number in range(clicks + 1):
        for site in sites:
            those = [site.click(element) for element in elements[site.name]]
            found[site.name] += those if number else []
    return found


def measured(*, small: bool, clicks: int = CLICKS, before: Path | None = None) -> dict[str, Any]:
    """Return the figures."""
    sources, clicks = (10, 2) if small else (SOURCES, clicks)
    with opened(sources, before) as sites:
        found = {name: clicked(sites, name, clicks) for name in INTERACTIONS}
    rows = []
    for interaction, pages in found.items():
        beside = _figures(pages[EMPTY])["median_ms"]
        for page, clicks_on_it in pages.items():
            figures = _figures(clicks_on_it)
            rows.append({"interaction": interaction, "page": page, **figures})
            rows[-1]["times_empty"] = figures["median_ms"] / beside
    return {"sources": sources, "interactions": rows}


def _figures(clicks: Sequence[Click]) -> dict[str, float]:
    painted, server, tab = zip(*clicks, strict=True)
    return {
        "clicks": len(clicks),
        "median_ms": statistics.median(painted),
        "most_ms": max(painted),
        "server_ms": statistics.median(server),
        "tab_ms": statistics.median(tab),
    }


def told(figures: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    title = f"A dossier of {figures['sources']} sources, from the click until it is painted:"
    heads = ("interaction", "page", "median ms", "most ms", "server ms", "tab ms", "× empty")
    lines = [title, "", "| " + " | ".join(heads) + " |", "| --- " * len(heads) + "|"]
    for row in figures["interactions"]:
        times = " | ".join(
            f"{row[name]:.0f}" for name in ("median_ms", "most_ms", "server_ms", "tab_ms")
        )
        lines.append(
            f"| {row['interaction']} | {row['page']} | {times} | {row['times_empty']:.2f} |"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page")
    parser.add_argument(
        "--small", action="store_true", help="two clicks in a dossier of ten sources"
    )
    parser.add_argument(
        "--before", type=Path, metavar="FOLDER", help="another state to compare with"
    )
    parser.add_argument("--clicks", type=int, default=CLICKS, help="rounds of clicks")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    figures = measured(small=options.small, clicks=options.clicks, before=options.before)
    print(json.dumps(figures) if options.json else told(figures))


if __name__ == "__main__":
    main()

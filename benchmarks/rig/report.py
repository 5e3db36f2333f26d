"""Figures of a run as text for people, and as the page ``performance.md`` with its plot."""

import importlib.metadata
import os
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.rig import peer_environment, plot
from benchmarks.rig.contenders import PEERS
from benchmarks.rig.targets import row, targets

Figures = dict[str, Any]
NAMES: dict[str, str] = {"tess": "TESS: tools, search, journal, two calls", **PEERS}
BEGIN, END = "<!-- turn -->\n", "<!-- /turn -->\n"


def about(*, foreign: bool) -> dict[str, str]:
    """Return what the figures are about: machine, versions, day."""
    cpu = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    packages = ("fastapi", "uvicorn", "websockets", "openai", "pydantic")
    ours = {name: importlib.metadata.version(name) for name in packages}
    others = peer_environment.versions() if foreign else {}
    return {
        "machine": f"{os.cpu_count()} x {cpu}, {platform.system()} {platform.release()}",
        "load": f"{os.getloadavg()[1]:.1f} over the last five minutes",
        "python": platform.python_version(),
        "tess": ", ".join(f"{name} {version}" for name, version in ours.items()),
        "peers": ", ".join(f"{name} {version}" for name, version in others.items()) or "-",
        "date": time.strftime("%Y-%m-%d"),
    }


def told(found: Figures) -> str:
    """Return the figures as Markdown."""
    sections = {
        "Targets": _targets(found),
        "A turn on a young dossier": _at_clients(found["clients"], _named),
        "The same, with progress frames": _at_clients(found["stream"], lambda _: "TESS, `stream`"),
        "As a dossier grows": _growth(found["growth"]),
        "Light turns beside two clients on dossiers of 1,000 messages": _beside(found["beside"]),
        "Eight writers on one dossier": _on_one(found["one"]),
        "Eight writers on one dossier, a model of 20 ms": _on_one(found["one_slow"]),
        "Several servers": _at_clients(found["servers"], lambda name: f"TESS, {name}"),
        "Over the whole library, one client": _library(found.get("library", [])),
    }
    told_about = [f"- {name}: {value}" for name, value in found["about"].items()]
    tables = [f"### {title}\n\n{text}" for title, text in sections.items() if text]
    return "\n\n".join(["\n".join(told_about), *tables])


def write(folder: Path, found: Figures) -> None:
    """Put the figures between their marks in ``performance.md``, and the plot beside it."""
    page = folder / "performance.md"
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{told(found)}\n\n{END}{after}", "utf-8")
    (folder / "images" / "performance.svg").write_text(plot.growth(found["growth"], NAMES), "utf-8")


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown; an empty text where it has no rows."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) if rows else ""


def _named(name: str) -> str:
    return NAMES.get(name, name)


def _targets(found: Figures) -> str:
    rows = [
        [
            one.name,
            f"{one.sign} {one.bound:g} {one.unit}",
            f"{one.measured:.2f}",
            "yes" if one.met else "**no**",
        ]
        for one in targets(found)
    ]
    return table(["target", "bound", "measured", "met"], rows)


def _at_clients(rows: list[Figures], named: Callable[[str], str]) -> str:
    def lines() -> Iterator[list[str]]:
        for name in dict.fromkeys(one["name"] for one in rows):
            at = [row(rows, name=name, clients=clients) for clients in (1, 8, 64)]
            base = row(rows, name="loop", clients=1) or row(rows, name=rows[0]["name"], clients=1)
            yield [
                named(name),
                " / ".join(f"{one.get('cpu_ms', 0):.2f}" for one in at),
                f"{at[0].get('cpu_ms', 0) / base['cpu_ms']:.2f}",
                *(_spread(one) for one in at),
                " / ".join(f"{one.get('turns_per_second', 0):.0f}" for one in at),
                f"{at[0].get('kb_written', 0):.1f}",
                f"{at[2].get('resident_mb', 0):.0f}",
                _errors(at),
            ]

    base = "loop" if row(rows, name="loop") else "the first"
    heads = ["", "CPU ms at 1 / 8 / 64", f"of {base}", "p50 / p95 / p99 ms at 1", "at 8", "at 64"]
    return table(
        [*heads, "turns/s at 1 / 8 / 64", "KB written", "MB held", "failed"], list(lines())
    )


def _spread(one: Figures) -> str:
    return " / ".join(f"{one.get(name, 0):.1f}" for name in ("p50_ms", "p95_ms", "p99_ms"))


def _errors(rows: list[Figures]) -> str:
    return str(sum(sum(one["errors"].values()) for one in rows))


def _growth(rows: list[Figures]) -> str:
    lines = []
    for name in dict.fromkeys(one["name"] for one in rows):
        at = [one for one in rows if one["name"] == name]
        few, many = (row(at, earlier=earlier) for earlier in (10, 1_000))
        lines.append(
            [
                _named(name),
                *(f"{one['cpu_ms']:.2f} / {one['kb_written']:.1f}" for one in at),
                f"{many['cpu_ms'] / few['cpu_ms']:.2f}",
                f"{many['first']['cpu_ms']:.1f}",
            ]
        )
    heads = [f"CPU ms / KB written at {n:,}" for n in (0, 10, 100, 1_000)]
    return table(["", *heads, "CPU at 1,000, of 10", "first turn of a server at 1,000"], lines)


def _beside(rows: list[Figures]) -> str:
    lines = [
        [
            _named(one["name"]),
            _spread(one["alone"]),
            _spread(one["beside"]),
            f"{one['beside']['p50_ms'] / one['alone']['p50_ms']:.2f}",
        ]
        for one in rows
    ]
    return table(["", "alone, p50 / p95 / p99 ms", "beside", "p50, of alone"], lines)


def _on_one(rows: list[Figures]) -> str:
    lines = [
        [
            _named(one["name"]),
            str(one["turns"]),
            str(one["lost"]),
            f"{one.get('turns_per_second', 0):.0f}",
            _spread(one),
        ]
        for one in rows
    ]
    return table(["", "acknowledged", "of these lost", "turns/s", "p50 / p95 / p99 ms"], lines)


def _library(rows: list[Figures]) -> str:
    lines = [[f"{one['cpu_ms']:.2f}", _spread(one), f"{one['resident_mb']:.0f}"] for one in rows]
    return table(["CPU ms", "p50 / p95 / p99 ms", "MB held"], lines)

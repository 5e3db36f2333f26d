"""What ``tess ingest`` shows: progress while it runs, and a summary with what was skipped and why."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.progress import Progress as ProgressBar
from rich.text import Text

from src.desks.tax.library.library import IngestReport, Progress
from src.llm.describing import DescribeReport
from src.spoken import said

READ = (
    "Read {read} files ({already_there} were there already, {fetched} came over the network): {provisions} "
    "provisions, {rulings} rulings, {documents} pages of documentation; left out {lapsed} lapsed articles and "
    "{without_text} without text."
)
ASK_AWAY = 'Ask away: ./tess ask "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"'


class Shown:
    """What the progress bar shows, and what is told of it after Ctrl-C."""

    def __init__(self) -> None:
        self._done = self._of_all = 0

    @property
    def so_far(self) -> str:
        """How far it came, as a part of a sentence."""
        if not self._done:
            return said("before the first file was in")
        told = "after {done} of {count} files, which are kept"
        return said(told, done=self._done, count=self._of_all)

    @contextmanager
    def bar(self) -> Iterator[Progress]:
        """Show a progress bar while the block runs, where there is a terminal."""
        console = _stderr()
        with ProgressBar(console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=None)

            def show(number: int, of_all: int, name: str) -> None:
                self._done, self._of_all = number - 1, of_all
                bar.update(task, completed=number - 1, total=of_all or None, description=name)

            yield show


def print_report(report: IngestReport, as_json: bool) -> None:
    """Print the summary, for people or as JSON."""
    told: dict[str, Any] = asdict(report)
    told["skipped"] = [{"path": str(one.path), "reason": one.reason} for one in report.skipped]
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    print(said(READ, **told))
    for ecli in report.withdrawn:
        print(said("Removed {ecli}: its court has withdrawn it.", ecli=ecli))
    for one in report.skipped:
        print(said("Skipped {name}: {reason}", name=one.path, reason=one.reason))
    if report.describing:
        _print_describing(report.describing)
    if report.provisions or report.rulings or report.already_there:
        print(said(ASK_AWAY))


def _print_describing(report: DescribeReport) -> None:
    told = "Described {count} of {all} articles that had no search words."
    print(said(told, count=report.described, all=report.wanted))
    for title, why in report.left_out:
        print(said("Left out {title}: {reason}", title=title, reason=why))
    if report.stopped:
        told = "Stopped: {reason} What was described is kept; run the same command again."
        tell(said(told, reason=report.stopped))


def tell(sentence: str) -> None:
    """Print to standard error, on a terminal wrapped at words."""
    console = _stderr()
    console.print(Text(sentence), soft_wrap=not console.is_terminal)


def _stderr() -> Console:
    return Console(stderr=True)

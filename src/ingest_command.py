"""The ``tess ingest`` command: from files, folders and the official services into the library."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from src.retrieval.library import Fetched, IngestReport, Progress
    from src.retrieval.official.collect import Collection
    from src.settings import Settings

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE, REFUSED, INTERRUPTED = 0, 1, 130

_WHAT = """\
PATH              a file or a folder with official XML
BWBR0011353       a law, by its number in the Basiswettenbestand
ECLI:NL:HR:...    a ruling
tax               the main tax laws, and the recent tax rulings of the highest court
subject:FIELD     the laws in a field of law, e.g. subject:belastingrecht

The laws and rulings come from the official services. All that is fetched is kept in the library's folder downloads.
A path that is called like one of these is written as ./tax."""


def add_ingest_command(commands: "Commands") -> None:
    """Add the command to the parser."""
    ingest = commands.add_parser(
        "ingest",
        help="read official laws and rulings into the library",
        epilog=_WHAT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    ingest.add_argument("what", nargs="+", metavar="WHAT", help="what to read; see below")
    versions = ingest.add_mutually_exclusive_group()
    versions.add_argument(
        "--versions", choices=["all"], help="every version of a law, not the one in force"
    )
    versions.add_argument(
        "--as-of", type=_day, metavar="DATE", help="the version in force on this day (today)"
    )
    ingest.add_argument(
        "--since",
        type=_day,
        metavar="DATE",
        help="with tax: rulings from this day on (1 January of last year)",
    )
    ingest.add_argument(
        "--court", metavar="NAME", help='with tax: rulings of this court, "Gerechtshof Amsterdam"'
    )
    ingest.add_argument(
        "--offline", action="store_true", help="use what was fetched before, and no network"
    )
    ingest.add_argument("--json", action="store_true", help="print the summary as JSON")
    ingest.set_defaults(run=run_ingest)


def run_ingest(options: argparse.Namespace, _: list[str]) -> int:
    """Fetch and read what is named; return 0 done, 1 where nothing could be used, 130 interrupted."""
    from src.errors import ServiceUnavailable
    from src.settings import read_settings
    from src.wording import WORDINGS

    shown = _Shown()
    try:
        with shown.bar() as progress:
            report = _ingest(options, read_settings(), progress)
    except ServiceUnavailable as error:
        _tell(WORDINGS["en"].error(error.code, error.details))
        return REFUSED
    except KeyboardInterrupt:
        _tell(f"Interrupted {shown.so_far}. Run the same command again to go on from there.")
        return INTERRUPTED
    _print(report, as_json=options.json)
    return DONE if report.read or report.already_there else REFUSED


def _ingest(
    options: argparse.Namespace, settings: "Settings", progress: "Progress"
) -> "IngestReport":
    from src.retrieval.library import Skipped, ingest
    from src.retrieval.official.collect import is_official

    paths = tuple(Path(what) for what in options.what if not is_official(what))
    names = tuple(what for what in options.what if is_official(what))
    texts: tuple[Fetched, ...] = ()
    left_out: tuple[Skipped, ...] = ()
    fetched = 0
    if names:
        collection, fetched = _collect(options, names, settings, progress)
        texts = tuple(collection.texts)
        left_out = tuple(Skipped(Path(name), why) for name, why in collection.left_out)
    report = ingest(paths, settings.library_dir, settings.starter_dir, progress, texts)
    report.fetched = fetched
    report.skipped = (*left_out, *report.skipped)
    return report


def _collect(
    options: argparse.Namespace, names: tuple[str, ...], settings: "Settings", progress: "Progress"
) -> tuple["Collection", int]:
    """Return the texts that the services have of these names, and how many replies came over the network."""
    from src.retrieval.official.collect import Addresses, Wanted, collect
    from src.retrieval.official.feeds import Feeds
    from src.retrieval.official.recorded import Downloads
    from src.retrieval.official.rulings import HIGHEST_COURT
    from src.services.download import PoliteClient

    today = date.today()  # noqa: DTZ011  # the day on the user's own calendar
    wanted = Wanted(
        names=names,
        day=options.as_of or today,
        all_versions=options.versions == "all",
        since=options.since or date(today.year - 1, 1, 1),
        court=options.court or HIGHEST_COURT,
    )
    addresses = Addresses(
        law_search=settings.tess_law_search_url,
        law_texts=settings.tess_law_texts_url.rstrip("/"),
        rulings=settings.tess_rulings_url.rstrip("/"),
    )
    folder = settings.library_dir / "downloads"
    with PoliteClient() as client:
        downloads = Downloads(folder, None if options.offline else client)
        feeds = Feeds(folder / "feeds.json")
        return collect(wanted, downloads, addresses, feeds, progress), downloads.fetched


class _Shown:
    """What the progress bar shows, and what is told of it after Ctrl-C."""

    def __init__(self) -> None:
        self._done = self._of_all = 0

    @property
    def so_far(self) -> str:
        if not self._done:
            return "before the first file was in"
        return f"after {self._done} of {self._of_all} files, which are kept"

    @contextmanager
    def bar(self) -> "Iterator[Progress]":
        from rich.progress import Progress

        console = _stderr()
        with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=None)

            def show(number: int, of_all: int, name: str) -> None:
                self._done, self._of_all = number - 1, of_all
                bar.update(task, completed=number - 1, total=of_all or None, description=name)

            yield show


def _print(report: "IngestReport", as_json: bool) -> None:
    told: dict[str, Any] = asdict(report)
    told["skipped"] = [{"path": str(one.path), "reason": one.reason} for one in report.skipped]
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    print(
        "Read {read} files ({already_there} were there already, {fetched} came over the network): {provisions} "
        "provisions, {rulings} rulings; left out {lapsed} lapsed articles and {without_text} without text.".format(
            **told
        )
    )
    for one in report.skipped:
        print(f"Skipped {one.path}: {one.reason}")
    if report.provisions or report.rulings or report.already_there:
        print(
            'Ask away: ./tess ask "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"'
        )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no date like 2024-01-01") from None


def _tell(sentence: str) -> None:
    from rich.text import Text

    console = _stderr()
    console.print(Text(sentence), soft_wrap=not console.is_terminal)


def _stderr() -> "Console":
    from rich.console import Console

    return Console(stderr=True)

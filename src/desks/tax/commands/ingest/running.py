"""Fetches and reads what ``tess ingest`` was asked for, and has a model write search words for law that has none."""

import argparse
import asyncio
import json
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
from rich.console import Console
from rich.progress import Progress as ProgressBar
from rich.text import Text

from src.desks.tax.library import dutch, index_build
from src.desks.tax.library.described import ArticleWords, Described
from src.desks.tax.library.documents import key_of
from src.desks.tax.library.library import IngestReport, Progress, Skipped, ingest, renew
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.services.collect import Collection, Collector, Downloads
from src.desks.tax.services.replies import HIGHEST_COURT
from src.desks.tax.services.wanted import Addresses, Feeds, Wanted, is_official
from src.desks.tax.settings import TaxSettings
from src.desks.tax.sources import Legislation
from src.disk import failing_as_not_written, make_folder
from src.errors import CorpusUnreadable, ServiceUnavailable, sentence
from src.llm.describing import DescribeReport, describe_each
from src.llm.describing import Progress as DescribeProgress
from src.llm.forms import Form
from src.llm.models import ModelFactory, encoder_of
from src.llm.protocol import ChatMessage
from src.search.encoder import Encoder
from src.services.download import PoliteClient
from src.spoken import said, spoken

LONGEST_TEXT = 6_000
"""Characters of an article that the model is given; what it is about stands there."""

PROMPT = (Path(__file__).parents[2] / "describe_prompt.md").read_text(encoding="utf-8")


class DescribedArticle(Form):
    """Search words for one article of law."""

    dutch: list[str] = Field(description="8 to 18 everyday Dutch phrases of 2 to 8 words.")
    english: list[str] = Field(description="4 to 8 everyday English phrases of 2 to 8 words.")


def undescribed(works: Works, known: Set[str], described: Described) -> list[Legislation]:
    """Return the newest version of each article that has search words neither of ours (``known``) nor of a model."""
    newest: dict[str, Legislation] = {}
    for source in works.sources():
        if isinstance(source, Legislation) and (key := key_of(source)) not in known:
            other = newest.get(key)
            if other is None or _begins(other) < _begins(source):
                newest[key] = source
    return [source for source in newest.values() if source not in described]


def _messages(article: Legislation) -> list[ChatMessage]:
    task = {
        "law": article.law,
        "title": article.title,
        "heading": article.heading or article.path,
        "text": article.content[:LONGEST_TEXT],
    }
    told = json.dumps(task, ensure_ascii=False, separators=(",", ":"))
    return [ChatMessage("system", PROMPT), ChatMessage("user", told)]


def _fit(reply: DescribedArticle, article: Legislation) -> ArticleWords:
    """Return a reply that is about the article and no longer than search words are; ValueError says what is wrong."""
    try:
        description = ArticleWords.model_validate(reply.model_dump())
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc'][:1]))}: {first['msg']}") from error
    text = set(dutch.terms(f"{article.title}\n{article.heading}\n{article.content}"))
    about = [phrase for phrase in description.dutch if text & set(dutch.terms(phrase))]
    if 2 * len(about) < len(
        description.dutch
    ):  # a reply that obeys the text talks of something else
        raise ValueError("most of its phrases share no word with the article")
    return description


def _begins(article: Legislation) -> date:
    return article.as_of or date.min


def run_describing(
    options: argparse.Namespace,
    settings: TaxSettings,
    progress: DescribeProgress,
    encoder: Encoder | None,
) -> DescribeReport:
    """Describe what has no search words, and put an index with them in use; what stopped it is in the report."""
    described = Described(settings.library_dir)
    known = index_build.expansions(settings.starter_dir)
    with_words = {key for key, expansion in known.items() if expansion.words}
    articles = undescribed(Works(works_folder(settings.library_dir)), with_words, described)

    async def run() -> DescribeReport:
        factory = ModelFactory(options.read_settings())
        llm = factory.breaker
        assert llm is not None  # who has no provider was refused before

        async def describe(article: Legislation) -> None:
            reply = await llm.chat_structured(_messages(article), DescribedArticle)
            described.add(article, _fit(reply.value, article), llm.id)

        try:
            return await describe_each(articles, describe, lambda entry: entry.title, progress)
        finally:
            await factory.close()

    try:
        return asyncio.run(run())
    finally:
        if articles:
            renew(settings.library_dir, settings.starter_dir, encoder)


READ = (
    "Read {read} files ({already_there} were there already, {fetched} came over the network): {provisions} "
    "provisions, {rulings} rulings; left out {lapsed} lapsed articles and {without_text} without text."
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
    told["skipped"] = [{"path": str(each.path), "reason": each.reason} for each in report.skipped]
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    print(said(READ, **told))
    for ecli in report.withdrawn:
        print(said("Removed {ecli}: its court has withdrawn it.", ecli=ecli))
    for skipped in report.skipped:
        print(said("Skipped {name}: {reason}", name=skipped.path, reason=skipped.reason))
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


DONE, REFUSED, INTERRUPTED = 0, 1, 130

OFFLINE_WRITES_NONE = (
    "--describe needs a model that writes: set OPENAI_API_KEY or the address of your provider. The built-in offline "
    "model goes by fixed rules and writes no search words."
)
LIBRARY_STAYS = (
    "The library is as it was: run this again where there is a network (what was fetched is kept), or give files of "
    "your own to ./tess ingest."
)


def run_ingest(options: argparse.Namespace) -> int:
    """Fetch and read what is named, and describe; return 0 done, 1 where nothing could be used, 130 interrupted."""

    if options.describe and options.read_settings().uses_offline_model:
        tell(said(OFFLINE_WRITES_NONE))
        return REFUSED
    shown = Shown()
    try:
        with shown.bar() as progress:
            settings = options.read_settings()
            own = settings.of(TaxSettings)
            _make(own.library_dir)  # before anything is fetched for it
            with failing_as_not_written(own.library_dir):
                report = _ingest(options, own, progress, encoder_of(settings))
                if options.describe:
                    encoder = encoder_of(settings)  # of its own: the other is closed by now
                    report.describing = run_describing(options, own, progress, encoder)
    except ServiceUnavailable as error:
        tell(f"{sentence(error.code, error.details, spoken())} {said(LIBRARY_STAYS)}")
        return REFUSED
    except KeyboardInterrupt:
        told = "Interrupted {where}. Run the same command again to go on from there."
        tell(said(told, where=shown.so_far))
        return INTERRUPTED
    print_report(report, as_json=options.json)
    if report.describing and report.describing.stopped:
        return REFUSED
    done = report.read or report.already_there or report.withdrawn or report.describing
    return DONE if done else REFUSED


def _ingest(
    options: argparse.Namespace, settings: TaxSettings, progress: Progress, encoder: Encoder | None
) -> IngestReport:
    paths = tuple(Path(what) for what in options.what if not is_official(what))
    names = tuple(what for what in options.what if is_official(what))
    collection = _collect(options, names, settings, progress) if names else Collection()
    report = ingest(
        paths,
        settings.library_dir,
        settings.starter_dir,
        progress,
        options.date,
        collection.texts,
        collection.withdrawn,
        encoder,
    )
    report.fetched = collection.fetched
    left_out = (Skipped(Path(name), why) for name, why in collection.left_out)
    report.skipped = (*left_out, *report.skipped)
    return report


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise CorpusUnreadable(path=str(folder), problem=error.strerror or str(error)) from error


def _collect(
    options: argparse.Namespace, names: tuple[str, ...], settings: TaxSettings, progress: Progress
) -> Collection:
    """Return the texts that the services have of these names."""

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
    with PoliteClient(addresses.guard) as client:
        downloads = Downloads(folder, None if options.offline else client)
        feeds = Feeds(folder / "feeds.json")
        return Collector(wanted, downloads, addresses, feeds, progress).collect()

"""What a memo of tax law says beside what every memo does: the day of the law, which text of a source, and limits."""

from collections.abc import Mapping, Sequence
from datetime import date

from src.answering.handing_over import MemoParts, MemoSource
from src.answering.versions import Became
from src.desks.tax import knowledge
from src.desks.tax.library.passages import Retriever
from src.desks.tax.sources import CaseLaw, Legislation, had_begun, in_force, may_have_changed
from src.desks.tax.words import TEXTS, WORDINGS
from src.dossier.models import Dossier, Language, Source, is_of_client
from src.grounding.gate import find
from src.language.months import written_day
from src.texts import beside


def counting(versions: Sequence[Source], day: date | None) -> Source | None:
    """Return the version of an article that is in force on a day; None where none of them is."""
    return in_force([version for version in versions if isinstance(version, Legislation)], day)


class LawOverTime:
    """The ``Versions`` and the ``Timeline`` of the library of law."""

    def __init__(self, library: Retriever) -> None:
        self._library = library

    @property
    def fingerprint(self) -> str:
        return self._library.state.fingerprint

    async def check(self) -> None:
        await self._library.check()

    def versions(self, source: Source) -> Sequence[Source]:
        return self._library.versions(source) if isinstance(source, Legislation) else ()

    def follows(self, source: Source) -> bool:
        return isinstance(source, Legislation) and not source.digest

    def on_day(self, source: Source, day: date) -> Source | None:
        if not isinstance(source, Legislation):
            return source
        versions = self._library.versions(source)
        return in_force(versions, day) or next(iter(versions), None)

    def stands_in(self, source: Source, day: date) -> bool:
        has_ended = isinstance(source, Legislation) and source.until and source.until < day
        return bool(has_ended) or not had_begun(source, day)

    def became(
        self, quote: str, source: Source, then: str | None, day: date | None, today: date
    ) -> Became | None:
        if source.digest:
            return None
        if isinstance(source, CaseLaw):
            gone = self._library.missing(source.ecli, "case_law")
            return Became("vanished") if source.ecli in gone else None
        if not isinstance(source, Legislation):
            return None  # a page that was brought along has no versions in the library
        now = in_force(self._library.versions(source), day)
        if now is None:
            return None if then == "" else Became("vanished")
        if self._has_lapsed(now, day, today):
            return Became("lapsed")
        if find(quote, now.content):
            return None
        if now.id != source.id and now.id == then:
            return None  # an older version was quoted on purpose, and nothing has come since
        return Became("changed", now.id)

    def _has_lapsed(self, now: Legislation, day: date | None, today: date) -> bool:
        """Whether the article counts no more on the day: its last version ended, or the law goes on without it."""
        if now.until is not None and now.until < (day or today):
            return True
        asked = f"{now.law}, artikel {now.article}"
        gone = self._library.missing(asked, "legislation", day)
        return any(title.endswith(f", artikel {now.article}") for title in gone)


WORDS: Mapping[str, Mapping[str, str]] = beside(knowledge.__file__, "memo")


class TaxMemoSource(MemoSource):
    """A source of law as a memo names it."""

    since: date | None = None
    digest: bool = False
    case_law: bool = False
    client: bool = False
    """A document of the client, which is no law."""


class TaxMemo(MemoParts):
    """What the tax desk says in a memo."""

    wordings = WORDINGS
    hosts = (
        "wetten.overheid.nl",
        "deeplink.rechtspraak.nl",
        "uitspraken.rechtspraak.nl",
        "data.rechtspraak.nl",
    )

    def source(self, number: int, source: Source, language: Language) -> TaxMemoSource:
        text_of = filter(None, (_text_of(source, language), self.origin(source, language)))
        return TaxMemoSource(
            **self.named(number, source),
            text_of=", ".join(text_of),
            since=source.since if isinstance(source, Legislation) else None,
            digest=source.digest,
            case_law=isinstance(source, CaseLaw),
            client=is_of_client(source),
        )

    def head(self, dossier: Dossier, language: Language) -> tuple[tuple[str, str], ...]:
        words = WORDS[language]
        day = _day(dossier.as_of, language) if dossier.as_of else words["as_of_open"]
        return ((words["as_of"], day),)

    def doubts(
        self, sources: Sequence[Source], dossier: Dossier, language: Language
    ) -> tuple[str, ...]:
        day, texts = dossier.as_of, TEXTS[language]
        if day is None:
            return ()
        shown = f"{day:%d-%m-%Y}" if language == "nl" else day.isoformat()
        told = (
            (texts.not_in_force, [source for source in sources if not had_begun(source, day)]),
            (texts.uncertain, [source for source in sources if may_have_changed(source, day)]),
        )
        return tuple(
            sentence.format(titles="; ".join(source.title for source in doubtful), as_of=shown)
            for sentence, doubtful in told
            if doubtful
        )

    def limits(self, sources: Sequence[Source], language: Language) -> tuple[str, ...]:
        names = ["limit_digest"] if any(source.digest for source in sources) else []
        names += ["limit_client"] if any(map(is_of_client, sources)) else []
        return tuple(WORDS[language][name] for name in [*names, "limit_advice"])


def _text_of(source: Source, language: Language) -> str:
    """Return which text of a source was used: a memo never says that it is in force."""
    words = WORDS[language]
    if is_of_client(source):
        return words["client"]
    if source.as_of is None:
        return words["digest_undated" if source.digest else "law_undated"]
    day = _day(source.as_of, language)
    if source.digest:
        return words["digest"].format(day=day)
    if isinstance(source, Legislation) and source.since:
        return words["in_force_since"].format(day=day, since=_day(source.since, language))
    return words["decided_on" if isinstance(source, CaseLaw) else "in_force"].format(day=day)


def _day(day: date, language: Language) -> str:
    return written_day(day, WORDINGS[language].memo)

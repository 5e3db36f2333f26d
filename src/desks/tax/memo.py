"""What a memo of tax law says beside what every memo does: the day of the law, which text of a source, and limits."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from src.answering.handing_over import MemoParts, MemoSource
from src.desks.tax.law.versions import had_begun, may_have_changed
from src.desks.tax.sources import CaseLaw, Legislation
from src.desks.tax.words import TEXTS, WORDINGS
from src.dossier.models import Dossier, Language, Source, is_of_client
from src.wording.months import written_day

WORDS: Mapping[Language, Mapping[str, str]] = json.loads(
    (Path(__file__).parent / "knowledge" / "memo.json").read_text(encoding="utf-8")
)


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
            (texts.not_in_force, [one for one in sources if not had_begun(one, day)]),
            (texts.uncertain, [one for one in sources if may_have_changed(one, day)]),
        )
        return tuple(
            sentence.format(titles="; ".join(one.title for one in doubtful), as_of=shown)
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

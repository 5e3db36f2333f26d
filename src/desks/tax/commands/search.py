"""``tess search`` without a collection: what the library has on a question, without a model, and why."""

import argparse
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from src.cli_types import Commands, day
from src.spoken import said

if TYPE_CHECKING:
    from datetime import date

    from src.desks.tax.law.laws import LawNames
    from src.desks.tax.library.passages import Hit, Kind
    from src.search.corpus import ParsedQuery
    from src.search.encoder import Meaning
    from src.search.index import Explanation

DONE, NOTHING_FOUND = 0, 1
_IDENTIFIER = re.compile(r"(BWBR\d{7})(?:/([^\s@]+))?(?:@(\d{4}-\d\d-\d\d))?", re.IGNORECASE)
_OTHER_DAY = "no text of that day in the library; this is the nearest"
_KINDS: "dict[str, Kind]" = {"law": "legislation", "rulings": "case_law"}


def add_search_options(commands: Commands) -> None:
    """Let ``tess search`` find law where no collection is named."""
    search = commands.choices["search"]
    search.add_argument("--as-of", type=day, metavar="DATE", help="the day whose law counts")
    search.add_argument(
        "--kind", choices=[*_KINDS], help="what to look for (what is named, else law)"
    )
    search.set_defaults(without_collection=_search, only_without=("as_of", "kind"))


def _search(options: argparse.Namespace, _: list[str]) -> int:
    import asyncio

    from src.desks.tax.library.passages import KINDS
    from src.desks.tax.library.query import read
    from src.desks.tax.library.retriever import LibraryRetriever
    from src.desks.tax.settings import TaxSettings
    from src.llm.models import encoder_of
    from src.search.corpus import Filters
    from src.search.index import explained

    settings = options.read_settings()
    own, encoder = settings.of(TaxSettings), encoder_of(settings)
    retriever = LibraryRetriever(own.library_dir, own.starter_dir, encoder=encoder)
    text, as_of = _in_words(options.text, retriever.index.laws)
    as_of = options.as_of or as_of
    asked = read(retriever.index.laws, text)
    kinds = (_KINDS[options.kind],) if options.kind else _kinds_of(asked)

    async def search() -> "list[tuple[Hit, Meaning | None]]":
        found: list[tuple[Hit, Meaning | None]] = []
        try:
            for kind in kinds:
                hits = await retriever.search(text, kind, options.limit, as_of)
                meaning = await retriever.meaning(text, kind) if options.explain else None
                found += [(hit, meaning) for hit in hits]
            return found
        finally:
            if encoder:
                await encoder.close()

    def reason(hit: "Hit", meaning: "Meaning | None") -> "Explanation":
        searched = retriever.index.of[hit.source.kind]
        number = retriever.index.number(hit.source.kind, hit.source.id)
        return explained(searched, asked, number, searched.corpus.weights, Filters(as_of), meaning)

    found = asyncio.run(search())[: options.limit]
    hits = tuple(replace(hit, rank=rank) for rank, (hit, _) in enumerate(found, start=1))
    missing = tuple(title for kind in KINDS for title in retriever.missing(text, kind, as_of))
    reasons: list[Explanation | None] = [None] * len(hits)
    if options.explain:
        reasons = [reason(hit, meaning) for hit, meaning in found]
    if options.json:
        told: dict[str, Any] = {"hits": list(map(_as_json, hits, reasons)), "missing": missing}
        if options.explain:
            told["searched"] = [
                {"from": run.origin, "weight": run.weight, "terms": run.terms} for run in asked.runs
            ]
            told["named"] = asked.pins
        print(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        _print(hits, missing, asked, reasons)
    return DONE if hits else NOTHING_FOUND


def _in_words(text: str, laws: "LawNames") -> "tuple[str, date | None]":
    """Return what an identifier of the library names, in words, with its day; any other text as it is."""
    found = _IDENTIFIER.fullmatch(text.strip())
    if not found:
        return text, None
    work, article, of_day = found.groups()
    title = laws.title(work.upper())
    return f"artikel {article} {title}" if article else title, day(of_day) if of_day else None


def _kinds_of(asked: "ParsedQuery") -> "tuple[Kind, ...]":
    """Return what to look for: what is named, else law."""
    from src.desks.tax.library.query import names_ruling

    rulings = [names_ruling(pin) for pin in asked.pins]
    every: tuple[Kind, ...] = ("legislation",) if not all(rulings) or not rulings else ()
    return (*every, "case_law") if any(rulings) else every


def _as_json(hit: "Hit", reason: "Explanation | None") -> dict[str, Any]:
    source = hit.source
    told = {
        "rank": hit.rank,
        "id": source.id,
        "title": source.title,
        "heading": source.heading,
        "as_of": str(source.as_of) if source.as_of else None,
        "url": source.url,
        "score": round(hit.score, 4),
        "exact": hit.exact,
        "in_force": hit.in_force,
        "digest": source.digest,
        "weak": hit.weak,
    }
    return {**told, "explanation": reason.as_json()} if reason else told


def _print(
    hits: "tuple[Hit, ...]",
    missing: tuple[str, ...],
    asked: "ParsedQuery",
    reasons: "list[Explanation | None]",
) -> None:
    if any(reasons):
        for run in asked.runs:
            known = {"origin": run.origin, "weight": run.weight, "terms": " ".join(run.terms)}
            print(said("Searched, from {origin} (weight {weight:g}): {terms}", **known))
    for hit, reason in zip(hits, reasons, strict=True):
        print(_line(hit))
        for line in reason.lines() if reason else ():
            print(f"     {line}")
    if not hits:
        print(said("Nothing was found."))
    if any(hit.weak for hit in hits):
        print(said("Weak: these hold little of what was asked, and may be about something else."))
    for title in missing:
        print(said("Not in the library: {title}", title=title))


def _line(hit: "Hit") -> str:
    score = said("named") if hit.exact else f"{hit.score:.1f}"
    late = "" if hit.in_force else f"; {said(_OTHER_DAY)}"
    what = " (our digest of {day})" if hit.source.digest else " (text of {day})"
    is_plain_ruling = hit.source.kind == "case_law" and not hit.source.digest
    since = "" if is_plain_ruling else said(what, day=hit.source.as_of)
    heading = f": {hit.source.heading}" if hit.source.heading else ""
    return f"{hit.rank:3}  {score:>6}  {hit.source.title}{heading}{since}{late}"

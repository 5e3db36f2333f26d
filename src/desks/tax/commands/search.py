"""``tess search`` without a collection: what the library has on a question, without a model, and why."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from src.cli_types import day

if TYPE_CHECKING:
    from datetime import date

    from src.desks.tax.library.passages import Hit, Kind
    from src.desks.tax.library.retriever import LibraryRetriever
    from src.search.encoder import Meaning
    from src.search.explanation import Explanation
    from src.search.query import ParsedQuery

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE, NOTHING_FOUND = 0, 1
_OTHER_DAY = "no text of that day in the library; this is the nearest"
_KINDS: "dict[str, Kind]" = {"law": "legislation", "rulings": "case_law"}


def add_search_options(commands: "Commands") -> None:
    """Let ``tess search`` find law where no collection is named."""
    search = commands.choices["search"]
    search.add_argument("--as-of", type=day, metavar="DATE", help="the day whose law counts")
    search.add_argument("--kind", choices=[*_KINDS], help="what to look for (law)")
    search.set_defaults(without_collection=_search, only_without=("as_of", "kind"))


def _search(options: argparse.Namespace, _: list[str]) -> int:
    import asyncio

    from src.desks.tax.library.passages import KINDS
    from src.desks.tax.library.query import read
    from src.desks.tax.library.retriever import LibraryRetriever
    from src.desks.tax.settings import TaxSettings
    from src.llm.models import encoder_of

    settings = options.read_settings()
    own, encoder = settings.of(TaxSettings), encoder_of(settings)
    retriever = LibraryRetriever(own.library_dir, own.starter_dir, encoder=encoder)
    kind = _KINDS[options.kind or "law"]

    async def search() -> "tuple[tuple[Hit, ...], Meaning | None]":
        try:
            hits = await retriever.search(options.text, kind, options.limit, options.as_of)
            return hits, await retriever.meaning(options.text, kind) if options.explain else None
        finally:
            if encoder:
                await encoder.close()

    hits, meaning = asyncio.run(search())
    missing = tuple(
        title for one in KINDS for title in retriever.missing(options.text, one, options.as_of)
    )
    asked = read(retriever.index.laws, options.text)
    reasons: list[Explanation | None] = [None] * len(hits)
    if options.explain:
        reasons = _reasons(retriever, asked, kind, hits, options.as_of, meaning)
    if options.json:
        told = {"hits": list(map(_as_json, hits, reasons)), "missing": missing}
        print(json.dumps(told | _expansion(asked, options.explain), ensure_ascii=False, indent=2))
    else:
        _print(hits, missing, asked, reasons)
    return DONE if hits else NOTHING_FOUND


def _reasons(
    retriever: "LibraryRetriever",
    asked: "ParsedQuery",
    kind: "Kind",
    hits: "tuple[Hit, ...]",
    as_of: "date | None",
    meaning: "Meaning | None",
) -> "list[Explanation | None]":
    from src.search.corpus import Filters
    from src.search.explanation import explained

    index = retriever.index
    searched = index.of[kind]
    weights = searched.corpus.weights
    numbers = (index.number(kind, hit.source.id) for hit in hits)
    filters = Filters(as_of)
    return [explained(searched, asked, number, weights, filters, meaning) for number in numbers]


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
        "weak": hit.weak,
    }
    return {**told, "explanation": reason.as_json()} if reason else told


def _expansion(asked: "ParsedQuery", is_wanted: bool) -> dict[str, Any]:
    if not is_wanted:
        return {}
    runs = [{"from": run.origin, "weight": run.weight, "terms": run.terms} for run in asked.runs]
    return {"searched": runs, "named": asked.pins}


def _print(
    hits: "tuple[Hit, ...]",
    missing: tuple[str, ...],
    asked: "ParsedQuery",
    reasons: "list[Explanation | None]",
) -> None:
    if any(reasons):
        for run in asked.runs:
            print(f"Searched, from {run.origin} (weight {run.weight:g}): {' '.join(run.terms)}")
    for hit, reason in zip(hits, reasons, strict=True):
        print(_line(hit))
        for line in reason.lines() if reason else ():
            print(f"     {line}")
    if not hits:
        print("Nothing was found.")
    if any(hit.weak for hit in hits):
        print("Weak: these hold little of what was asked, and may be about something else.")
    for title in missing:
        print(f"Not in the library: {title}")


def _line(hit: "Hit") -> str:
    score = "named" if hit.exact else f"{hit.score:.1f}"
    since = "" if hit.source.kind == "case_law" else f" (text of {hit.source.as_of})"
    late = "" if hit.in_force else f"; {_OTHER_DAY}"
    heading = f": {hit.source.heading}" if hit.source.heading else ""
    return f"{hit.rank:3}  {score:>6}  {hit.source.title}{heading}{since}{late}"

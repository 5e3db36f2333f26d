"""``tess lint``: lists every citation of a text with a verdict."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.cli_types import Commands, day
from src.spoken import spoken

if TYPE_CHECKING:
    from src.desks.tax.lint.check import CheckedText
    from src.dossier.models import Language

DONE, BROKEN, BAD_CITATION = 0, 2, 4


def add_lint_command(commands: Commands) -> None:
    """Register the command with the parser of ``tess``."""
    lint = commands.add_parser("lint", help="check every citation of a text against the library")
    lint.add_argument("files", nargs="+", type=Path, metavar="FILE", help="txt, md, docx or pdf")
    lint.add_argument(
        "--as-of", type=day, metavar="DATE", help="the day whose law counts, e.g. 2024-01-01"
    )
    lint.add_argument(
        "--language", choices=("en", "nl"), help="what to say it in (default: TESS_LANG)"
    )
    lint.add_argument("--json", action="store_true", help="print the findings as JSON")
    lint.set_defaults(run=_lint)


def _lint(options: argparse.Namespace, _: list[str]) -> int:
    """Return 0 where nothing is wrong, 4 where a citation is, 2 where a file could not be read."""
    from src.desks.tax.lint.catalogue import open_catalogue
    from src.desks.tax.lint.check import check_file
    from src.desks.tax.lint.verdicts import Days
    from src.desks.tax.settings import TaxSettings

    settings = options.read_settings().of(TaxSettings)
    catalogue = open_catalogue(settings.library_dir, settings.starter_dir)
    today = date.today()  # noqa: DTZ011  # the day that the reader's calendar shows
    days = Days(today, options.as_of)
    checked = [check_file(path, catalogue, days) for path in options.files]
    language: Language = options.language or spoken()
    if options.json:
        print(json.dumps(_as_data(checked, language), ensure_ascii=False, indent=2))
    else:
        _print(checked, language)
    if any(text.problem for text in checked):
        return BROKEN
    bad = any(finding.judged.verdict.is_bad for text in checked for finding in text.findings)
    return BAD_CITATION if bad else DONE


def _counts(checked: "Sequence[CheckedText]") -> Counter[str]:
    return Counter(finding.judged.verdict.value for text in checked for finding in text.findings)


def _as_data(checked: "Sequence[CheckedText]", language: "Language") -> dict[str, Any]:
    from src.desks.tax.lint.model import LIMITS

    files = [
        {
            "path": str(text.path),
            "problem": text.problem,
            "citations": [
                {
                    "place": finding.place,
                    "words": finding.words,
                    "names": finding.names,
                    "verdict": finding.judged.verdict.value,
                    "bad": finding.judged.verdict.is_bad,
                    "reason": finding.judged.reason.said(language),
                }
                for finding in text.findings
            ],
        }
        for text in checked
    ]
    return {"files": files, "counts": _counts(checked), "limits": LIMITS[language]}


def _print(checked: "Sequence[CheckedText]", language: "Language") -> None:
    from src.desks.tax.lint import model as say

    def verdict(name: str) -> str:
        return say.VERDICTS[name] if language == "nl" else name

    for checked_text in checked:
        if checked_text.problem:
            told = say.reason("unreadable", path=checked_text.path, problem=checked_text.problem)
            print(told.said(language), file=sys.stderr)
            continue
        print(checked_text.path)
        for finding in checked_text.findings:
            kind, _, number = finding.place.partition(" ")
            place = f"{say.PLACES.get(kind, kind)} {number}" if language == "nl" else finding.place
            reason = finding.judged.reason.said(language)
            print(f"  {place}: {finding.words}")
            print(f"    {verdict(finding.judged.verdict.value)}: {reason}")
    if all(text.problem for text in checked):
        return
    counts = _counts(checked)
    listed = "; ".join(f"{count} {verdict(name)}" for name, count in counts.most_common())
    found = say.reason("found", count=counts.total()).said(language)
    print(f"\n{found}{f': {listed}' if listed else say.SAID['none_found'][language]}.")
    print(say.LIMITS[language])

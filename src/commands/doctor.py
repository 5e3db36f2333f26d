"""``tess doctor``: looks a whole installation over, and says of each part whether it is well and what to do."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from src.commands.printing import show
from src.places import CALLED
from src.spoken import said

if TYPE_CHECKING:
    from src.commands.examination import Finding

WELL, ILL = 0, 1


def doctor(options: argparse.Namespace, _: list[str]) -> int:
    """Print one line for each part."""
    import asyncio

    from src.commands.examination import examine

    findings = asyncio.run(examine(options, online=options.online))
    show(options, [asdict(finding) for finding in findings], "\n".join(map(_line, findings)))
    return ILL if any(finding.must_act for finding in findings) else WELL


def _line(finding: "Finding") -> str:
    to_do = f" {finding.to_do}" if finding.to_do else ""
    width = max(5, *(len(said(text)) for text in ("ok", "note", "ACT")))
    line = f"{said(finding.state):<{width}} {finding.part:<9} {finding.told}{to_do}"
    return line.replace("./tess", CALLED)

"""Asks the docs each question of a file: ends with 1 where they lack an answer, with 2 where they can't be asked."""

import os
import sys
from pathlib import Path

from tess_client import Answer, Dossier, DossierError


def ask(question: str) -> tuple[Answer | None, Dossier, str]:
    """Return the answer with its dossier; without one, what was said instead."""
    dossier = Dossier(desk="docs", language="en")
    try:
        return dossier.answer(question), dossier, ""
    except DossierError as lacking:
        if lacking.code != "no_answer":
            raise
        return None, dossier, str(lacking)


def places(answer: Answer, dossier: Dossier) -> str:
    """Return where an answer stands, as file:line."""
    assert dossier.last  # it was just asked
    sources = {one.id: one for one in dossier.last.sources}
    cited = (sources[claim.source_id] for claim in answer.claims)
    return ", ".join(dict.fromkeys(f"{one.file}:{one.lines[0]}" for one in cited if one.lines))


def annotation(file: str, line: int, text: str) -> str:
    """Return the line by which GitHub shows an error beside a line of a file."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::error file={file},line={line}::{escaped}"


def main(file: str) -> int:
    """Ask every question, and tell of each."""
    rows, lacking = [("question", "answer", "where"), ("---", "---", "---")], 0
    for number, line in enumerate(Path(file).read_text("utf-8").splitlines(), start=1):
        question = line.strip()
        if not question or question.startswith("#"):
            continue
        answer, dossier, instead = ask(question)
        if answer is None:
            lacking += 1
            print(annotation(file, number, f"The docs do not answer: {question}\n{instead}"))
            rows.append((question, "**none**", ""))
        else:
            told = " ".join((answer.conclusion or answer.claims[0].text).split())
            print(f"{question}\n  {told} ({places(answer, dossier)})")
            rows.append((question, told, places(answer, dossier)))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        cells = ([cell.replace("|", "/") for cell in row] for row in rows)
        Path(summary).write_text("".join(f"| {' | '.join(row)} |\n" for row in cells), "utf-8")
    return 1 if lacking else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except (DossierError, OSError, IndexError) as error:
        print(f"::error::{error}")
        sys.exit(2)
